/** The Plan is complete before anything is written, so writing must not change it. */
import { readFileSync } from 'node:fs';
import * as babel from '@babel/core';
import { commonOptions } from '../../../fixtures/compile.js';
import { findFixtures } from '../../../fixtures/folders.js';
import { isInOneTest } from '../../../fixtures/lanes.js';
import type { ThreadsOptions } from '../src/index.js';
import { makePlugin, type Seam, type ThreadsApi, USUAL } from '../src/plugin.js';

const all = findFixtures().filter(({ sentence }) => !sentence.startsWith('errors'));
const fixtures = all.filter((_fixture, index) => isInOneTest(index));

test('writing does not change the Plan', () => {
  const changed: string[] = [];
  let compared = 0;
  for (const { sentence, inputFile, options } of fixtures) {
    let text: (() => string) | undefined;
    let before: string | undefined;
    const seam: Seam = {
      ...USUAL,
      makeForm(analysis, names) {
        const { compilation, plan } = analysis;
        const indexes = new Map(compilation.paths.all.map(({ node, index }) => [node as object, index]));
        text = () => textOf(plan, indexes);
        before = text();
        return USUAL.makeForm(analysis, names);
      },
    };
    const plugin = (api: ThreadsApi, given: ThreadsOptions) => makePlugin(api, given, seam);
    const given = { ...options.plugin, diagnostics: 'off' };
    try {
      babel.transformSync(readFileSync(inputFile, 'utf8'), {
        ...commonOptions(inputFile),
        ...options.babel,
        plugins: [[plugin, given]],
      });
    } catch {
      // Some fixtures show errors.
    }
    if (text === undefined) continue;
    compared++;
    if (text() !== before) changed.push(sentence);
  }
  expect(changed).toEqual([]);
  expect(compared).toBeGreaterThan(50);
});

/** A text of everything that can be reached from an object. Nodes are represented by their index in the file. */
function textOf(root: object, indexes: ReadonlyMap<object, number>): string {
  const known = new Map<object, number>();
  return JSON.stringify(seen(root));

  function seen(value: unknown): unknown {
    if (typeof value === 'function') return 'function';
    if (typeof value !== 'object' || value === null) return value;
    const node = 'parentPath' in value && 'node' in value ? value.node : value;
    const index = indexes.get(node as object);
    if (index !== undefined) return `#${index}`;
    if ('type' in value && 'loc' in value) return babel.types.isNode(value) ? `a ${value.type}` : 'other';
    const before = known.get(value);
    if (before !== undefined) return `=${before}`;
    known.set(value, known.size);
    if (value instanceof Map) return [...value].map(([key, one]) => [seen(key), seen(one)]);
    if (value instanceof Set) return [...value].map(seen);
    if (Array.isArray(value)) return value.map(seen);
    return Object.entries(value).map(([key, one]) => [key, seen(one)]);
  }
}

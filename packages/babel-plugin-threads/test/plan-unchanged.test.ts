/** Plan and Shape are complete before anything is written, so writing must not change them. */
import { readFileSync } from 'node:fs';
import * as babel from '@babel/core';
import { commonOptions } from '../../../fixtures/compile.js';
import { findFixtures } from '../../../fixtures/folders.js';
import { isOfThisLane } from '../../../fixtures/lanes.js';
import type { ThreadsOptions } from '../src/index.js';
import { makePlugin, type Seam, type ThreadsApi, USUAL } from '../src/plugin.js';

/** The facts as texts, which are compared before and after writing. */
type Texts = () => readonly string[];

const all = findFixtures().filter(({ sentence }) => !sentence.startsWith('errors'));
const fixtures = all.filter((_fixture, index) => isOfThisLane(index));

test('writing changes neither Plan nor Shape', () => {
  const changed: string[] = [];
  let compared = 0;
  for (const { sentence, inputFile, options } of fixtures) {
    let texts: Texts | undefined;
    let before: readonly string[] = [];
    const seam: Seam = {
      ...USUAL,
      onShape(analysis, shape) {
        const indexes = new Map(analysis.compilation.paths.all.map(({ node, index }) => [node as object, index]));
        texts = () => [textOf(analysis.plan, indexes), textOf(shape, indexes)];
        before = texts();
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
    const after = texts?.() ?? [];
    compared += after.length;
    if (after.some((text, i) => text !== before[i])) changed.push(sentence);
  }
  expect(changed).toEqual([]);
  expect(compared).toBeGreaterThan(300);
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

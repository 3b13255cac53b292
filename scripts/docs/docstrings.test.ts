import { readdirSync, readFileSync } from 'node:fs';
import * as babel from '@babel/core';
import threads from 'babel-plugin-threads';
import fc from 'fast-check';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as scenes from '@spindle/runtime/scenes';
import * as host from '@spindle/runtime/host';
import * as hot from '@spindle/runtime/hot';
import * as natives from '@spindle/runtime/natives';
import * as observe from '@spindle/runtime/observe';
import * as replay from '@spindle/runtime/replay';
import * as schema from '@spindle/runtime/schema';
import * as stacks from '@spindle/runtime/stacks';
import * as testing from '@spindle/runtime/testing';
import * as texts from '@spindle/runtime/texts';
import { addLayer } from '../../packages/runtime/src/execution/layers.js';

/** The example in a public docstring. `expression; // value` at the end of a line gives the expected value of that expression. */
interface Example {
  /** `clock.ts: class Clock` */
  title: string;
  code: string;
}

const names = {
  ...abi,
  ...runtime,
  ...host,
  ...hot,
  ...natives,
  ...observe,
  ...replay,
  ...scenes,
  ...schema,
  ...stacks,
  ...testing,
  ...texts,
};
const options = { configFile: false, babelrc: false, filename: 'example.js' } as const;

const examples = ['src', 'uncompiled'].flatMap((folder) => {
  const root = new URL(`../../packages/runtime/${folder}/`, import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
  const isMade = (file: string): boolean => read(file).startsWith('// Made by');
  return files.filter((file) => !isMade(file)).flatMap((file) => examplesIn(file, read(file)));
});

function examplesIn(file: string, source: string): Example[] {
  return [...source.matchAll(/^ *\/\*\*\n((?: +\*.*\n)+?) +\*\/\n(?: *\/\/.*\n)*(.*)/gm)].flatMap(
    ([, text = '', named = '']) => {
      const [, code] = /@example\n([^]*)$/.exec(text.replaceAll(/^ +\* ?/gm, '')) ?? [];
      const title = `${file}: ${named
        .trim()
        .replace(/[=({:].*$/, '')
        .trim()}`;
      return code === undefined ? [] : [{ title, code }];
    },
  );
}

/** Runs an example with a scheduler of its own. Gives each line that has an expected value, with that value and the actual one. */
async function run(code: string): Promise<{ line: string; expected: unknown; actual: unknown }[]> {
  const checks: { line: string; expected: unknown; actual: unknown }[] = [];
  const check = (line: string, expected: unknown, actual: unknown): void =>
    void checks.push({ line, expected, actual });
  const checked = code.replaceAll(
    /^(?!\s*\/\/)(.*); \/\/ ("[^]*?"|-?[\d.]+|true|false|undefined)$/gm,
    (line, expression, expected) => {
      return `$check(${JSON.stringify(line)}, ${expected}, (${expression}));`;
    },
  );
  const plugins = [[threads, { runtime: { global: '$names' }, diagnostics: 'error' }]] as babel.PluginItem[];
  const { code: compiled } = babel.transformSync(checked, { ...options, plugins }) ?? {};
  const scheduler = new runtime.Scheduler({
    seed: 1,
    onError: (error) => {
      throw error;
    },
  });
  const scope = { ...names, fc, scheduler, $names: names, $check: check };
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own
  const program = new Function(...Object.keys(scope), `return (async () => {\n${compiled}\n})();`);
  await testing.withScheduler(scheduler, () => program(...Object.values(scope)) as Promise<void>);
  return checks;
}

const { stackTraceLimit } = Error;
afterEach(() => {
  addLayer({ noteSite: null });
  Error.stackTraceLimit = stackTraceLimit;
});

test('an editor shows the examples whole: it would take ` @compile` for a tag, but not `//@compile`', () => {
  expect(examples.filter(({ code }) => /(?:^|\s)@[a-z]/m.test(code)).map(({ title }) => title)).toEqual([]);
});

test('the examples are found', () => {
  expect(examples.length).toBeGreaterThan(25);
});

test.each(examples)('$title', async ({ code }) => {
  const checks = await run(code);
  expect(checks.length).toBeGreaterThan(0);
  for (const { line, expected, actual } of checks) expect([line, actual]).toEqual([line, expected]);
});

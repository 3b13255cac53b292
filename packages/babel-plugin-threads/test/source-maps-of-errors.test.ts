/** Where an error stands in the source: plain code and compiled code, with its map, are run, and their stacks compared. */
import * as babel from '@babel/core';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import plugin from '../src/index.js';

/** `fail` throws, `later` is a compiled function. Each chain stands in lines of its own. */
const CHAINS = {
  'methods of the author': 'box .a() .b() .fail()',
  'a method that is missing': 'box .a() .b() .nothing()',
  'a native with a callback, behind another': "'abc' .replace('a', () => 'b') .replace('b', () => fail())",
  'a native with a callback, before another': "'abc' .replace('a', () => fail()) .replace('b', () => 'c')",
  'natives of lists': '[1, 2] .map((x) => later(x)) .filter((x) => x) .reduce((a) => fail(), 0)',
  'natives with a function by its name': '[1, 2] .map(later) .forEach(fail)',
  'a native that is missing': 'box .a() .map((x) => later(x))',
  'Array.from': 'Array .from([1], (x) => later(x)) .map((x) => fail())',
  'a native of super': 'new (class extends Base { go() { return super .map((x) => later(x)) .fail(); } })() .go()',
  'an optional chain': 'box ?.a() ?.b() ?.fail()',
  'an optional chain of natives': '[1] ?.map((x) => later(x)) ?.map((x) => fail())',
  'a native that is called optionally': '[1] .map((x) => later(x)) .map?.((x) => fail())',
  'a chain that is opened': 'box ?.a() .b() .nothing()',
  'arguments that wait': 'box .a(later(1)) .b(later(2)) .fail(later(3))',
  'arguments that wait, and a missing method': 'box .a(later(1)) .b(later(2)) .nothing(later(3))',
  'arguments that wait in an optional chain': 'box ?.a(later(1)) ?.b(later(2)) ?.fail(later(3))',
  'arguments of natives that wait': '[1] .map((x) => x, later(1)) .map((x) => fail(), later(2))',
  'a tagged template': 'box .a() .tag`x${later(1)}` .fail()',
  'a tag that throws': 'box .a() .fail`x${later(1)}`',
  'a Promise': 'box .a() .fail() .then(() => 1)',
  'another chain in its arguments': 'box .a( box .b() .fail() ) .b()',
};

const fail = (): never => {
  throw new Error('failed');
};
class Base {
  map(): object {
    return { fail };
  }
}
const box: Record<string, unknown> = { a: () => box, b: () => box, tag: () => box, fail };

const sourceOf = (chain: string): string =>
  `// @compile
function later(x) { return x; }
// @compile
function script() {
  return ${chain.replaceAll(/ (?=\??\.|\?\.)/g, '\n    ')};
}
`;

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The lines and columns of the stack in this text; with a map, those that they come from. */
function placesOf(code: string, map?: TraceMap): Place[] {
  const file = map ? 'compiled.js' : 'plain.js';
  // oxlint-disable-next-line eslint/no-eval -- the source above
  const load = (0, eval)(`(({ box, fail, Base, RT }) => {${code}\nreturn script; })\n//# sourceURL=${file}`) as (
    given: object,
  ) => () => unknown;
  const script = load({ box, fail, Base, RT: { ...runtime, ...abi } });
  try {
    new runtime.Scheduler({ warnings: false }).enter(() => script());
  } catch (error) {
    const places = (error as Error).stack!.matchAll(new RegExp(`\\b${file}:(\\d+):(\\d+)`, 'g'));
    return Array.from(places, ([, line, column]) => ({ line: Number(line), column: Number(column) - 1 })).map(
      (place) => {
        const { line, column } = map ? originalPositionFor(map, place) : place;
        return { line: line!, column: column! };
      },
    );
  }
  throw new Error('nothing was thrown');
}

/** Frames of helpers may stand in the same line as the call. */
const linesOf = (places: readonly Place[]): number[] =>
  places.map(({ line }) => line).filter((line, n, all) => line !== all[n - 1]);

describe.each(['generators', 'frames'])('with %s, an error has its place in', (target) => {
  test.each(Object.entries(CHAINS))('%s', (_title, chain) => {
    const source = sourceOf(chain);
    const options = { target, runtime: { global: 'RT' }, diagnostics: 'off' };
    const { code, map } = babel.transformSync(source, {
      babelrc: false,
      configFile: false,
      filename: 'script.js',
      sourceType: 'script',
      sourceMaps: true,
      plugins: [[plugin, options]],
    })!;
    const found = placesOf(code!, new TraceMap(map as never));
    const lines = source.split('\n');
    // With frames, a function has an entry, which stands where it begins.
    const isEntry = ({ line, column }: Place): boolean =>
      target === 'frames' && /^(?:function|go\(\) \{)/.test(lines[line - 1]!.slice(column));
    expect(linesOf(found.filter((place) => !isEntry(place)))).toEqual(linesOf(placesOf(source)));
  });
});

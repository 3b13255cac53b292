import * as babel from '@babel/core';
import presetEnv from '@babel/preset-env';
import presetTypescript from '@babel/preset-typescript';
import remapping, { type SourceMapInput } from '@jridgewell/remapping';
import { allGeneratedPositionsFor, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { transform as minify } from 'esbuild';
import { isOfThisLane } from '../../../fixtures/lanes.js';
import plugin from '../src/index.js';
import { mustParse } from './compile.js';

/** Each call that may wait has a name of its own: c1, c2, …; loops are identified by their lines. */
const source = `import { door } from "door";

// @compile
export class Glitch extends Base<Direction> {
  #c1(direction: Direction): void { this.c2(direction as Direction); }
  override walk(direction: Direction, speed: number = c3()): number {
    let moved = true;
    while (moved) {
      this.#c1(direction);
      moved = !!door?.c4(speed)!.c5();
      if (c6()) continue;
      door["c7"](c8\`tagged \${c9()}\`);
    }
    do c10(); while (c11());
    for (let i = 0; c12(i); i++, c13(i)) {
      outer: for (;;) { switch (i) { case 1: c14(); break outer; default: continue outer; } }
    }
    all(this.c15(), race(c16(c17()), wait(5)));
    super.walk(direction, c18<number>(speed));
    return [1].map((n) => c19(n)) && c20(direction) as number;
  }
  onPress = () => { c21(async () => { await c22(); }); void c23(c24()); };
}
// @compile
export const f = ({ a = c25() }: Options = {}) => { const { [c26()]: b } = a; b.c27(function g() { c28(g); }); };
`;
const lines = source.split('\n');

/** The position of the name of each call. For a private method it is that of the object, as the call may become a call of a helper. */
const positions = new Map<string, { line: number; column: number }>();
lines.forEach((text, i) => {
  for (const match of text.matchAll(/(?:this\.#|")?\b(c\d+)(?=[(<`"])/g))
    if (match[1] !== 'c1' || match[0] !== 'c1') positions.set(match[1]!, { line: i + 1, column: match.index });
});
const loops = lines.flatMap((text, i) =>
  [...text.matchAll(/\b(?:while \(moved\)|do |for \()/g)].map(({ index }) => ({ line: i + 1, column: index })),
);

type Form = 'generators' | 'frames';

interface Output {
  readonly code: string;
  readonly map: SourceMapInput;
}

function compile(form: Form): Output {
  const result = babel.transformSync(source, {
    babelrc: false,
    configFile: false,
    filename: 'script.ts',
    sourceMaps: true,
    presets: [presetTypescript],
    plugins: [[plugin, { target: form }]],
  })!;
  mustParse(result.code!);
  return { code: result.code!, map: result.map as SourceMapInput };
}

/** The rest of the output's line at each position that is mapped to this position of the source. */
function textsAt({ code, map }: Output, position: { line: number; column: number }): string[] {
  const output = code.split('\n');
  return allGeneratedPositionsFor(new TraceMap(map as never), { source: 'script.ts', ...position }).map(
    ({ line, column }) => output[line - 1]!.slice(column),
  );
}

const pipelines: Record<string, (form: Form) => Output | Promise<Output>> = {
  'as it comes': compile,
  minified: async (form) => {
    const first = compile(form);
    const second = await minify(first.code, {
      minify: true,
      sourcemap: 'external',
      sourcefile: 'output.js',
      format: 'esm',
    });
    return { code: second.code, map: chained(second.map, first.map) };
  },
  'passed on to preset-env with its map': (form) => {
    const first = compile(form);
    const second = toES5(first.code, { inputSourceMap: first.map as never });
    return { code: second.code!, map: second.map as SourceMapInput };
  },
  'passed on to preset-env and then minified': async (form) => {
    const first = compile(form);
    const second = toES5(first.code, {});
    const third = await minify(second.code!, {
      minify: true,
      sourcemap: 'external',
      sourcefile: 'es5.js',
      target: 'es5',
    });
    return { code: third.code, map: chained(third.map, chained(second.map as SourceMapInput, first.map)) };
  },
};

/** Each is made once for all tests. */
const made = new Map<string, Output>();
async function outputOf(name: string, form: Form): Promise<Output> {
  const known = made.get(`${name} ${form}`) ?? (await pipelines[name]!(form));
  made.set(`${name} ${form}`, known);
  return known;
}

function toES5(code: string, options: babel.TransformOptions): babel.BabelFileResult {
  return babel.transformSync(code, {
    babelrc: false,
    configFile: false,
    filename: 'output.js',
    sourceMaps: true,
    presets: [[presetEnv, { targets: 'ie 11', modules: false }]],
    ...options,
  })!;
}

/** The combined source map of two transforms. */
function chained(second: SourceMapInput, first: SourceMapInput): SourceMapInput {
  let isFirst = true;
  return remapping(second, () => {
    const map = isFirst ? first : null;
    isFirst = false;
    return map;
  }) as SourceMapInput;
}

describe.each(Object.keys(pipelines).filter((_, index) => isOfThisLane(index)))('the output, %s,', (name) => {
  test.each(['generators', 'frames'] as const)('maps the name of every call to that call: %s', async (form) => {
    const output = await outputOf(name, form);
    const missing = [...positions].filter(
      ([call, position]) => !textsAt(output, position).some((text) => isAt(call, text)),
    );
    expect(missing).toEqual([]);
    expect(positions.size).toBe(28);
  });

  test('maps every frame-wait to its loop', async () => {
    const output = await outputOf(name, 'generators');
    const trace = new TraceMap(output.map);
    const found = new Set<string>();
    const waitUntil = localName(output.code);
    output.code.split('\n').forEach((text, i) => {
      for (const { index } of text.matchAll(new RegExp(`(?<![\\w$.])${waitUntil}\\(`, 'g'))) {
        const { line, column } = originalPositionFor(trace, { line: i + 1, column: index });
        found.add(`${line}:${column}`);
      }
    });
    expect([...found].sort()).toEqual(loops.map(({ line, column }) => `${line}:${column}`).sort());
  });
});

/** Whether the first call in the text is the expected one. Babel 8 has only one mapping for `yield c3()`, and a private method may have become a call of a helper. */
function isAt(call: string, text: string): boolean {
  const [first] = /\bc\d+(?=\b|_)/.exec(text.split('\n')[0]!) ?? [];
  return call === 'c1' ? /^(?:yield|return|this|_)/.test(text) : first === call;
}

/** The local name of `waitUntil` in the output. */
function localName(code: string): string {
  return (/\bwaitUntil as ([\w$]+)/.exec(code)?.[1] ?? 'waitUntil').replaceAll('$', String.raw`\$`);
}

test('every yield maps to the beginning of its call', () => {
  const output = compile('generators');
  const trace = new TraceMap(output.map);
  const begins: string[] = [];
  output.code.split('\n').forEach((text, i) => {
    for (const { index } of text.matchAll(/\byield /g)) {
      const { line, column } = originalPositionFor(trace, { line: i + 1, column: index });
      begins.push(lines[line! - 1]!.slice(column!));
    }
  });
  const call = /^(?:this\.|super\.|door|all\(|race\(|\[1\]|b\.c|wait\(|c\d+|while|do|for)/;
  expect(begins.filter((text) => !call.test(text))).toEqual([]);
  expect(begins.length).toBeGreaterThan(25);
});

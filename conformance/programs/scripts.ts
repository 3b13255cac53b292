/** Two classic scripts on one page: each sees the top-level declarations of the other, and the emitted names of one must not prevent the other from loading. */
import vm from 'node:vm';
import * as babel from '@babel/core';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as natives from '@spindle/runtime/natives';
import threads from 'babel-plugin-threads';
import fc from 'fast-check';
import { setDefaultScheduler } from '../../packages/runtime/src/scheduling/current-scheduler.js';
import { Scheduler } from '../../packages/runtime/src/scheduling/scheduler.js';

/** Pieces of a script. `S` becomes `A` in the first script and `B` in the second, `N` the number of the piece. A name without them is declared by both scripts. */
const pieces = [
  "// @compile\nvar oSN = { [k('a')]() { wait(); return log('aSN'); }, [k('b')]() { return log('bSN'); } };\ncalls.push(() => oSN.a(), () => oSN.b());",
  "// @compile\nclass CSN { [k('m')]() { wait(); return log('mSN'); } static [k('s')]() { wait(); return log('sSN'); } }\ncalls.push(() => new CSN().m(), () => CSN.s());",
  "// @compile\nfunction shared(a = k('SN')) { wait(); return log('shared', a); }\ncalls.push(() => shared());",
  ...'key f r thread frame0 clock'
    .split(' ')
    .map(
      (name) =>
        `// @compile\nfunction ${name}(n) { wait(); return n > 0 ? ${name}(n - 1) : log('${name} of SN'); }\ncalls.push(() => ${name}(1));`,
    ),
  '// @compile\nconst lSN = (a = k(1), b = class {}) => log(a, b.name);\ncalls.push(() => lSN());',
  "{\n// @compile\nlet inner = { [k('i')]() { wait(); return log('iSN'); } }; calls.push(() => inner.i()); }",
  "// @compile\nconst qSN = { __proto__: { hi() { return log('base'); } }, hi() { return super.hi(); }, [k('c')]: () => log('cSN') };\ncalls.push(() => qSN.hi(), () => qSN.c());",
  "// @compile\nvar turnsSN = function () { let n = 0; while (n++ < 2) { const again = { [k('t')]() { wait(); return log('tSN', n); } }; again.t(); } };\ncalls.push(() => turnsSN());",
];

export const pairs: fc.Arbitrary<readonly [number[], number[]]> = fc.tuple(
  fc.array(fc.nat(pieces.length - 1), { minLength: 1, maxLength: 5 }),
  fc.array(fc.nat(pieces.length - 1), { minLength: 1, maxLength: 5 }),
);

function writeScript(chosen: readonly number[], letter: string, isStrict: boolean): string {
  const text = chosen.map((at, count) => pieces[at]!.replaceAll('SN', `${letter}${count}`)).join('\n');
  return `${isStrict ? "'use strict';\n" : ''}${text}`;
}

function compile(source: string, isInFrames: boolean): string {
  const target = isInFrames ? 'frames' : 'generators';
  const options = { runtime: { global: 'RT' }, diagnostics: 'off', target } as const;
  const plugins = [[threads, options]] as babel.PluginItem[];
  return babel.transformSync(source, { babelrc: false, configFile: false, sourceType: 'script', plugins })!.code!;
}

/** The difference between the scripts plain and compiled, if there is one. `areInFrames`: the target of each. */
function comparePair(
  [first, second]: readonly [number[], number[]],
  isStrict: boolean,
  areInFrames: readonly [boolean, boolean],
): string | undefined {
  const sources = [writeScript(first, 'A', isStrict), writeScript(second, 'B', isStrict)];
  const plain = run(sources, false);
  const compiled = run(
    sources.map((one, n) => compile(one, areInFrames[n]!)),
    true,
  );
  return plain === compiled
    ? undefined
    : `${plain}\n→\n${compiled}\n\nin frames: ${areInFrames.join(' and ')}\n${sources.join('\n\n// second script\n')}`;
}

/** Loads the scripts one after the other into one realm, then makes their calls one by one. */
function run(scripts: readonly string[], isCompiled: boolean): string {
  const lines: string[] = [];
  const calls: (() => unknown)[] = [];
  const log = (...values: unknown[]): unknown => {
    lines.push(values.map(String).join(' '));
    return values.at(-1);
  };
  const scheduler = new Scheduler({ onError: (error: unknown) => void lines.push(String(error)) });
  const RT = { ...runtime, ...abi, ...natives, beside: (value: unknown) => value };
  const page = vm.createContext({
    log,
    calls,
    k: (text: unknown) => text,
    ...(isCompiled ? { RT } : { wait: () => undefined }),
  });
  const before = setDefaultScheduler(scheduler);
  const attempt = (action: () => unknown): void => {
    try {
      action();
    } catch (error) {
      lines.push(String(error));
    }
  };
  try {
    for (const code of scripts) attempt(() => vm.runInContext(code, page));
    for (const call of calls) {
      attempt(call);
      for (let frames = 0; scheduler.live.size > 0 && frames < 100; frames++) scheduler.pulse(16);
    }
  } finally {
    setDefaultScheduler(before);
  }
  return lines.join('\n');
}

/** The first pair that differs, as small as fast-check can make it; undefined if there is none. */
export function checkPairs({ runs, seed }: { readonly runs: number; readonly seed: number }): string | undefined {
  const targets = fc.tuple(fc.boolean(), fc.boolean());
  const property = fc.property(pairs, fc.boolean(), targets, (pair, isStrict, areInFrames) => {
    const difference = comparePair(pair, isStrict, areInFrames);
    if (difference !== undefined) throw new Error(difference);
  });
  const { failed, errorInstance } = fc.check(property, { numRuns: runs, seed });
  return failed ? String(errorInstance) : undefined;
}

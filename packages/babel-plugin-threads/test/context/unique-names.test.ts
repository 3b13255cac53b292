import { isOfThisLane } from '../../../../fixtures/lanes.js';
import { compile, type CompileOptions } from '../compile.js';

/** Programs in which the plugin adds names of its own next to names of the author. NAME is a function, NAME2 another. */
const programs: Readonly<Record<string, string>> = {
  'a function alone': `// @compile
    function NAME() { wait(); }`,
  'a method called in a chain, beside a function': `// @compile
    function main(a) { function NAME() { wait(); } function NAME2() { wait(); } a.b?.(go()).c; a?.b()?.c; NAME(); return NAME2; }`,
  'the same, above it': `// @compile
    function main(a) { say(a?.b()?.c, a.b?.(go()).c); { function NAME() { wait(); } } function NAME2() { wait(); } }`,
  'a receiver that is kept, beside a function': `// @compile
    class A { list = [1]; m() { function NAME() { wait(); } NAME(); return this.all.list.map((x) => go(x)); } }`,
  'the same in an arrow of a field': `// @compile
    class A { m = () => { function NAME() { wait(); } return this.list().map((x) => go(x)).length + NAME(); }; }`,
  'computed keys, beside a function': `// @compile
    const o = { [k()]() { wait(); }, [k()]() { wait(); } };
    // @compile
    function NAME() { wait(); }
    // @compile
    function NAME2() { class A { [k()]() { wait(); } } return A; }`,
  'a function in a loop': `// @compile
    function main() { while (x()) { function NAME() { wait(); } NAME(); } }`,
  'functions in the turns of loops': `// @compile
    function main() {
      again: while (x()) { function NAME() { wait(); } while (NAME()) { if (x()) continue again; function NAME2() { wait(); } NAME2(); } }
    }`,
  'what an arrow takes from around it': `// @compile
    function NAME(...list) { const all = new.target; return list.map((x) => go(x, arguments, new.target, all)); }
    // @compile
    const o = { NAME2() { return list.map((x) => super.NAME2(x)) + list.map((x) => super[x](x)); } };`,
  'parameters that wait': `// @compile
    function NAME(a = go(), ...b) { return b; }
    // @compile
    export default function ({ a } = go()) {}`,
  'a name that is assigned': `"use strict";
    // @compile
    const f = function NAME() { try { NAME = 1; } catch {} wait(); };`,
  'a constructor that gives something': `// @compile
    class A { constructor() { function NAME() { return 1; } return go(NAME); } }`,
  'an exported pattern': `import { go } from './go.js';
    // @compile
    export function NAME({ a }, [b]) { wait(); }
    // @compile
    export function NAME2() { wait(); }`,
};

/** The names that the plugin writes after a `$`, and those that it imports. */
const stems =
  'thread f f1 fn fn1 meta r r1 key frame0 frame1 iteration0 newTarget superM parameters parameter value clock beside pausing waitUntil all $ $f $fn $meta $thread';

const settings: readonly (readonly [string, CompileOptions, string])[] = [
  ['as it is', {}, stems],
  ['with a global', { runtime: { global: 'RT' } }, 'thread f key frame0'],
];

describe.each(settings)('no function is named as something that the plugin gives: %s', (_, options, names) => {
  test.each(Object.entries(programs))('%s', (_title, program) => {
    for (const stem of names.split(' ').filter((_stem, index) => isOfThisLane(index))) {
      const source = program.replaceAll(/\bNAME\b/g, stem).replaceAll('NAME2', `${stem}2`);
      expect(compile(source, options)).toContain('@compiled');
    }
  });
});

test('helpers come under other names where theirs are given already', () => {
  expect(compile('// @compile\nfunction thread() { wait(); }')).toContain('var thread = $thread($thread1, ');
  expect(compile('// @compile\nfunction clock() { while (a) b(); }')).toContain('clock as $clock');
});

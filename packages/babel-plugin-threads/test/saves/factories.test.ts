import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import { compile } from '../compile.js';

const saved = (source: string, options: Parameters<typeof compile>[1] = {}): string =>
  compile(source, { target: 'frames', saves: true, ...options });

/** The ids of the factories. */
function idsIn(code: string): string[] {
  const [, list = ''] = /^    factories: \{\n([^]*?)\n    \}/m.exec(code) ?? [];
  return Array.from(list.matchAll(/^ +"?([^\s"]+)"?: \$make/gm), ([, id]) => id!);
}

const program = (body: string): string => `// @compile\nfunction shop() {\n${body}\n  wait(1);\n}`;

test('a factory is named by the path and the text of what it makes, and not by where it stands', () => {
  const first = idsIn(saved(program('  const bump = (n) => n + 1;\n  keep(bump);')));
  const second = idsIn(
    saved(program('  const less = (n) => n - 1;\n\n\n  const bump = (n) => n + 1;\n  keep(bump, less);')),
  );
  expect(first).toEqual([expect.stringMatching(/^shop>bump:\w{1,4}\(this\)$/)]);
  expect(second).toEqual([expect.stringMatching(/^shop>less:/), first[0]]);
});

test('its name tells what it gets, and what of that is a box', () => {
  const given = program('  let total = 0;\n  const by = 2;\n  class Till { add() { total += by; } }\n  keep(Till);');
  expect(idsIn(saved(given))).toEqual([expect.stringMatching(/^shop>Till:\w+\(&total,by\)$/)]);
});

test('of two that are equal the second one has a number', () => {
  const [first, second] = idsIn(saved(program('  keep(1, () => 1);\n  keep(2, () => 1);')));
  expect([first, second]).toEqual([
    expect.stringMatching(/^shop>arrow~keep:\w+$/),
    expect.stringMatching(/^shop>arrow~keep~?2?:\w+(~2)?$/),
  ]);
  expect(first).not.toBe(second);
});

test('all bundlers and both versions of Babel give the same ids, with types or without', () => {
  const typed = saved(program('  const bump = (n: number): number => n;\n  keep(bump);'), { typescript: true });
  expect(idsIn(typed)).toEqual([expect.stringMatching(/^shop>bump:/)]);
});

test('what has a place at the top has no factory', () => {
  const source = [
    "'use compile';",
    'const walk = () => wait(1);',
    'const guard = { go() { wait(1); }, rooms: { enter: () => wait(1) } };',
    'class Door { open() { wait(1); } static make() { wait(1); } #shut() { wait(1); } }',
  ];
  expect(idsIn(saved(source.join('\n')))).toEqual([]);
});

test('what uses private names has one in its class, if that is at the top and the names are seen there', () => {
  const make = (extended: string, body: string) =>
    `class Door extends ${extended} { #n = 1; constructor() { super(); } walk() { ${body} wait(1); } [keep(() => x.#n)]() {} }`;
  const inClass = (source: string): number =>
    (saved(`// @compile the whole file\n${source}`).match(/\$make\d*\.in = /g) ?? []).length;
  expect(inClass(make('Base', 'keep(() => this.#n, (x) => #n in x);'))).toBe(2);
  expect(inClass(`class Out { #n = 1; walk() { ${make('mix(() => this.#n)', 'keep(() => this.#n);')} } }`)).toBe(0);
  expect(inClass(`function play() { ${make('Base', 'keep(() => this.#n);')} wait(1); }`)).toBe(0);
});

test('a function at the top that has no name is made by a factory', () => {
  expect(idsIn(saved("// @compile\ndoor.on('open', () => wait(1));"))).toEqual([expect.stringMatching(/^arrow~door/)]);
});

test('in a block at the top, what captures a variable that changes stays where it is', () => {
  const block = (more: string): string => `{\n  let n = 1;\n  // @compile\n  door.on('open', () => wait(n));\n${more}}`;
  expect(idsIn(saved(block('')))).toHaveLength(1);
  expect(idsIn(saved(block('  n = 2;\n')))).toEqual([]);
});

test('a callback that is called at once stays where it is, and one that may wait does not', () => {
  expect(idsIn(saved(program('  keep([1].filter((n) => n > 1));')))).toEqual([]);
  expect(idsIn(saved(program('  keep([1].filter((n) => walk(n)));')))).toHaveLength(1);
});

test('a function whose step stands in a function that is not compiled has none: the step has no name in a save', () => {
  const inner = 'function told() { wait(1); return a; }';
  const source = (params: string): string => `// @compile\nfunction shop(${params}) { ${inner} a = 2; return told; }`;
  expect(idsIn(saved(source('a')))).toEqual([expect.stringMatching(/^shop>told:\w+\(&a\)$/)]);
  expect(idsIn(saved(source('a, late = () => a')))).toEqual([]);
});

test('code before `super` has returned makes nothing with `this`', () => {
  const source =
    'class Door extends Base { constructor() { super(() => this.name); } }\n// @compile\nfunction go() { wait(1); }';
  expect(idsIn(saved(source))).toEqual([]);
});

test('a factory of strict code in a sloppy script is strict', () => {
  const code = saved("// @compile\nfunction go() {\n  'use strict';\n  keep(() => 1);\n  wait(1);\n}", {
    sourceType: 'script',
  });
  expect(code).toMatch(/function \$make_\w+\(\) \{\n  "use strict";/);
});

test('without saves nothing is made by factories', () => {
  expect(saved(program('  keep(() => 1);'), { saves: false })).not.toContain('$made');
});

test('a file says what it has before its own code runs', () => {
  const code = saved("import a from './a.js';\nlog(1);\n// @compile\nfunction walk() { wait(1); }");
  expect(code).toMatch(/\$saves\("input.js", \$record\(\)\);\nvar walk = /);
});

test('the `this` that a factory gets hides no function of the module that is called so', () => {
  const text =
    'function $this() {}\n// @compile\nfunction go() { wait(); }\nfunction plain() { return () => [$this(), this]; }';
  expect(saved(text)).toContain('function $make($self) {\n  return () => [$this(), $self];');
});

test('a name of the file does not change the name of a factory that uses `this`', () => {
  const shop = program('  keep(() => this.gold);');
  const ids = idsIn(saved(shop));
  expect(ids).toEqual([expect.stringMatching(/^shop>arrow~keep:\w+\(this\)$/)]);
  expect(idsIn(saved(`${shop}\nfunction plain() { const $this = 1; return () => $this; }`))).toEqual([
    ...ids,
    expect.stringMatching(/^plain>arrow:\w+\(\$this\)$/),
  ]);
});

test('an accessor that the plugin writes itself has none: nobody keeps it', () => {
  const assigned = saved(program('  const early = () => { [x] = [1]; };\n  early();\n  let x = 1;\n  keep(x);'));
  expect(idsIn(assigned)).toEqual([expect.stringMatching(/^shop>early:/)]);
  expect(assigned).toContain('[{\n        set v(');
});

test.each([
  ['a getter beside such a key', '{ [await word]: 1, get a() { return word; } }'],
  ['a getter under such a key', '{ get [(await word, "a")]() { return word; } }'],
  [
    'a method with `super`',
    '{ __proto__: { b: "" }, [(await 1, "m")]() { return super.b + word; }, get a() { return this.m(); } }',
  ],
  ['a class', 'new (class { [(await 1, "b")] = 1; get a() { return word; } })()'],
])('in an `async` function an object whose key waits keeps the variables of its iteration: %s', async (_, object) => {
  const source = `'use strict';
    'use compile';
    async function run() {
      const all = [];
      for (let word of ['x', 'y']) {
        all.push(OBJECT);
        word += '!';
      }
      return all.map((one) => one.a).join();
    }`;
  const code = saved(
    source.replace('OBJECT', () => object),
    { sourceType: 'script', runtime: { global: 'RT' } },
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- it was compiled here
  const run = new Function('RT', `${code}\nreturn run();`) as (given: object) => Promise<string>;
  expect(await run({ ...runtime, ...abi })).toBe('x!,y!');
});

import { transform } from '@spindle/compiler';
import * as runtimeAbi from '@spindle/runtime/abi';
import * as hotEntry from '@spindle/runtime/hot';
import { cancelAll, type Exports, hotModule, pulse, quietly } from './hot-module.js';

afterEach(cancelAll);

describe.each(['generators', 'frames'] as const)('with the target %s', (target) => {
  test('a function that others imported runs the new code; who waits goes on in the old body', () => {
    const { load, told, invalid } = hotModule({ target, saves: false });
    const first = load('// @compile\nexport function step(log) { log.push("old"); wait(30); log.push("old end"); }');
    const log: string[] = [];
    first.step(log);
    const second = load('// @compile\nexport function step(log) { log.push("new"); wait(30); log.push("new end"); }');
    first.step(log);
    second.step(log);
    pulse(4);
    expect(log).toEqual(['old', 'new', 'new', 'old end', 'new end', 'new end']);
    expect(told).toEqual([
      expect.stringMatching(/new code of guard\.js\..* old code to its end:\n {2}Thread #\d+ step/),
    ]);
    expect(invalid).toEqual([]);
  });

  test.each([
    ['waits, then does not', 'wait(20); return "old";', 'return "new";'],
    ['does not wait, then does', 'return "old";', 'wait(20); return "new";'],
  ])('a function that %s', (_, before, after) => {
    const { load } = hotModule({ target });
    const { f } = load(`// @compile\nexport function f() { ${before} }`);
    const thread = f();
    load(`// @compile\nexport function f() { ${after} }`);
    const got = f();
    pulse(3);
    const value = (one: unknown): unknown => (one as { result?: unknown }).result ?? one;
    expect([value(thread), value(got)]).toEqual(['old', 'new']);
  });

  test('live objects of a class have the new methods, the old class and the new one are one for instanceof', () => {
    const { load } = hotModule({ target });
    const source = (step: number, more = '') => `// @compile
export class Bot { n = 0; step() { this.n += ${step}; } run() { while (true) { this.step(); wait(10); } }${more}
  get tenfold() { return this.n * ${step * 10}; } static make() { return new Bot(); } }
// @compile
export function isBot(x) { return x instanceof Bot; }`;
    const { Bot, isBot } = load(source(1));
    const bot = new Bot();
    const heldMethod = bot.step;
    bot.run();
    pulse(2);
    expect(bot.n).toBe(3);
    const next = load(source(1000, ' jump() { return "jumped"; }'));
    pulse(1);
    expect(bot.n).toBe(1003);
    heldMethod.call(bot);
    expect([bot.n, bot.tenfold, bot.jump()]).toEqual([2003, 20030000, 'jumped']);
    expect([
      isBot(bot),
      next.isBot(bot),
      new next.Bot() instanceof Bot,
      new Bot().jump(),
      Bot.make() instanceof next.Bot,
    ]).toEqual([true, true, true, 'jumped', true]);
    expect({} instanceof Bot).toBe(false);
    // A third version reaches what came from the first.
    load(source(5));
    bot.step();
    heldMethod.call(bot);
    expect(bot.n).toBe(2013);
    expect(bot.jump).toBeUndefined();
  });

  test('who waits for the next call of a function gets that of the new one', () => {
    const { load } = hotModule({ target });
    const source = (sign: string) => `// @compile
export function ring(who) { return who + "${sign}"; }
// @compile
export function watch() { return waitFor(ring); }`;
    const first = load(source('.'));
    const early = first.watch();
    const second = load(source('!'));
    const late = first.watch();
    second.ring('you');
    pulse(2);
    expect([early.result, late.result]).toEqual(['you', 'you']);
  });
});

/** A loop that asks `speed` each time, as a thread runs it while that is edited. */
const asking = (speed: string, call: string) => `// @compile the whole file

"use strict";
export const NAME = "guard";
function speed(i) { ${speed} return i * 2; }
export function run(seen) { for (let i = 1; i < 4; i++) { seen(${call}); wait(20); } }
`;

const ways: [string, string][] = [
  ['called', 'speed(i)'],
  ['called by a native', '[i].map((n) => speed(n))[0]'],
  ['given to a native', '[i].map(speed)[0]'],
  ['called to sort', '[i, i].sort((a, b) => speed(a) - speed(b))[0] * 2'],
  ['called by a function in it', '(() => speed(i))()'],
];

describe.each(ways)('a function that is %s in a loop', (_, call) => {
  test('with frames goes on where it begins to wait', () => {
    const { load, invalid } = hotModule({ target: 'frames' });
    const seen: unknown[] = [];
    load(asking('', call)).run((value: unknown) => void seen.push(value));
    load(asking('wait(20);', call));
    pulse(20);
    expect([seen, invalid]).toEqual([[2, 4, 6], []]);
  });

  test('with generators reloads the page where it begins to wait, and stays what it was until then', () => {
    const { load, invalid } = hotModule({ target: 'generators' });
    const seen: unknown[] = [];
    load(asking('', call)).run((value: unknown) => void seen.push(value));
    load(asking('wait(20);', call));
    pulse(20);
    expect(invalid).toEqual([
      '`speed` never waited and may wait now, and code that goes on does not wait for it in guard.js.',
    ]);
    expect(seen).toEqual([2, 4, 6]);
  });

  test.each(['generators', 'frames'] as const)('with %s goes on where it ceases to wait', (target) => {
    const { load, invalid } = hotModule({ target });
    const seen: unknown[] = [];
    load(asking('wait(20);', call)).run((value: unknown) => void seen.push(value));
    load(asking('', call));
    pulse(20);
    expect([seen, invalid]).toEqual([[2, 4, 6], []]);
  });
});

describe.each(['generators', 'frames'] as const)('what may wait after an update, with the target %s', (target) => {
  /** Edits a source, and gives why the page is reloaded. */
  function edit(source: (more: string) => string, more: string): readonly string[] {
    const { load, invalid } = hotModule({ target });
    load(source(''));
    load(source(more));
    return invalid;
  }

  test('a method goes on where it begins to wait', () => {
    const { load, invalid } = hotModule({ target });
    const source = (wait: string) => `// @compile
export class Bot { speed(n) { ${wait} return n * 2; } run(seen) { for (let i = 1; i < 4; i++) { seen(this.speed(i)); wait(20); } } }`;
    const seen: unknown[] = [];
    const { Bot } = load(source(''));
    const bot = new Bot();
    const held = bot.speed;
    bot.run((value: unknown) => void seen.push(value));
    load(source('wait(20);'));
    const late = held.call({}, 7);
    pulse(20);
    expect([seen, late.result, invalid]).toEqual([[2, 4, 6], 14, []]);
  });

  test('a method that a class in a script asks, which itself only answers, reloads the page', () => {
    const source = (wait: string) => `// @compile the whole file

"use strict";
function base(n) { return n + 1; }
class Bot { hp(n) { ${wait} return base(n); } }
export function run() { class Small extends Bot { rate() { return this.hp(2); } } const bot = new Small(); while (true) { bot.rate(); wait(20); } }`;
    expect(edit(source, 'wait(20);')).toEqual([expect.stringMatching(/^`Bot\.hp` never waited/)]);
    expect(edit(source, 'n++;')).toEqual([]);
  });

  test('a function that a constructor calls reloads the page, as does one that runs in fields', () => {
    const source = (wait: string) => `// @compile the whole file

"use strict";
function start() { ${wait} return 3; }
export class Bot { hp = start(); go() { wait(1); } }`;
    expect(edit(source, 'wait(20);')).toEqual(
      target === 'frames' ? [] : [expect.stringMatching(/^`start` never waited/)],
    );
  });

  test('a function that gives what may be a Promise, and that a native calls', () => {
    const { load, invalid } = hotModule({ target });
    const source = (wait: string) => `// @compile the whole file

"use strict";
function get(table, n) { ${wait} return table[n]; }
const pick = (n) => get([0, 2, 4], n);
const own = (n) => { ${wait} return n.own; };
export function run(seen) { for (let i = 1; i < 3; i++) { seen([{ own: i }].map(own)[0]); seen([i].map(pick)[0]); wait(20); } }`;
    const seen: unknown[] = [];
    load(source('')).run((value: unknown) => void seen.push(value));
    load(source('let unused = n;'));
    pulse(1);
    expect(invalid).toEqual([]);
    load(source('wait(20);'));
    pulse(20);
    expect(invalid).toEqual([expect.stringMatching(/^`(own|pick|get)` never waited/)]);
    expect(seen).toEqual([1, 2, 2, 4]);
  });

  test('what only functions call that are replaced too may begin to wait', () => {
    const source = (wait: string) => `// @compile the whole file

"use strict";
function base(n) { ${wait} return n + 1; }
export function twice(n) { return base(n) * 2; }`;
    expect(edit(source, 'wait(20);')).toEqual([]);
  });

  test('a mark @instant that is gone', () => {
    const source = (more: string) => `// @compile the whole file

"use strict";
${more === '' ? '// @instant' : ''}
function ring(n) { ${more} return n; }
export function run() { while (true) { ring(1); wait(20); } }`;
    expect(edit(source, 'wait(20);')).toEqual(
      target === 'frames' ? [] : [expect.stringMatching(/^`ring` never waited/)],
    );
  });

  test('a helper that is only called in the file runs the new code in old threads', () => {
    const { load } = hotModule({ target });
    const source = (by: number) => `// @compile the whole file

"use strict";
function step(n) { return n * ${by}; }
export function run(seen) { for (let i = 1; i < 4; i++) { seen(step(i)); wait(20); } }`;
    const seen: unknown[] = [];
    load(source(10)).run((value: unknown) => void seen.push(value));
    load(source(100));
    pulse(10);
    expect(seen).toEqual([10, 200, 300]);
  });

  test('a function that was put on an object, and is held by others, runs the new code', () => {
    const door = {} as Exports;
    const { load, invalid } = hotModule({ target, globals: { door } });
    const source = (text: string) => `// @compile\ndoor.open = function () { wait(1); return "${text}"; };`;
    load(source('old'));
    const held = door.open;
    load(source('new'));
    const thread = held.call({});
    pulse(2);
    expect([thread.result, invalid]).toEqual(['new', []]);
    load('// @compile\ndoor.close = function () { wait(1); };');
    expect(invalid).toEqual(['`door.open` is gone in guard.js.']);
  });
});

test('a call in the old code is told with the arguments of that', () => {
  const { load } = hotModule({ target: 'frames', saves: false });
  const thread = load('// @compile\nexport function f(a) { wait(50); }').f(1);
  load('// @compile\nexport function f(a, b, c) { wait(50); }');
  expect(Array.from(thread.calls()[0].args)).toEqual([1]);
});

test('a description by hand: a function that never waited must not begin to', () => {
  const step = () => runtimeAbi.$plain(() => {}, 'step(0)');
  const invalid: string[] = [];
  const hot = {
    data: {},
    dispose: (keep: (data: object) => void) => keep(hot.data),
    invalidate: (why: string) => void invalid.push(why),
  };
  const accept = (one: unknown) =>
    quietly(() => hotEntry.acceptHotUpdate(hot, { file: 'a.js', fingerprint: '1', bindings: { step: one } }));
  accept(step());
  accept(step());
  expect(invalid).toEqual([]);
  accept(runtimeAbi.$thread(function* () {}, 'step(0)'));
  expect(invalid).toEqual([expect.stringMatching(/^`step` never waited/)]);
});

test.each([
  ['a constructor', 'export class A { constructor() { this.hp = 1; } go() { wait(1); } }', 'hp = 1', 'hp = 2'],
  ['a field', 'export class A { hp = 1; go() { wait(1); } }', 'hp = 1', 'hp = 2'],
  ['a constant', 'export const HP = 1;\nexport function go() { wait(1); }', 'HP = 1', 'HP = 2'],
])('%s that changes reloads the page; a method that changes does not', (_, source, from, to) => {
  const { load, invalid } = hotModule();
  load(`// @compile\n\n"use strict";${source}`);
  load(`// @compile\n\n"use strict";${source.replace('wait(1)', 'wait(2)')}`);
  expect(invalid).toEqual([]);
  load(`// @compile\n\n"use strict";${source.replace(from, to)}`);
  expect(invalid).toEqual(['A constructor, a field or a constant has changed in guard.js.']);
});

test('a function that is gone reloads the page', () => {
  const { load, invalid } = hotModule();
  load('// @compile\nexport function a() { wait(1); }\n// @compile\nexport function b() { wait(1); }');
  load('// @compile\nexport function a() { wait(1); }');
  expect(invalid).toEqual(['`b` is gone in guard.js.']);
});

const asked = `import { acceptHotUpdate } from '@spindle/runtime/hot';
// @compile
export function step() { wait(1); return "old"; }
`;

test.each([
  ['', 'acceptHotUpdate(import.meta.hot);'],
  ['in an if', 'if (import.meta.hot) acceptHotUpdate(import.meta.hot);'],
  ['with accept', 'if (import.meta.hot) {\n  import.meta.hot.accept();\n  acceptHotUpdate(import.meta.hot);\n}'],
])('the call may be written by hand, without a description of the module %s', (_, call) => {
  const { load } = hotModule();
  const { step } = load(asked + call);
  load(asked.replace('old', 'new') + call);
  const thread = step();
  pulse(2);
  expect(thread.result).toBe('new');
});

test('what only updates ask of saves is told by nobody', () => {
  const codesOf = (options: object): string[] =>
    transform('// @compile\nexport function f() { eval("1"); wait(1); }', {
      target: 'frames',
      ...options,
    })!.report.diagnostics.map(({ code }) => code);
  const hot = { context: 'import.meta.hot' };
  // A file without a package.json above it has no name in saves.
  expect(codesOf({ hot, filename: '/nowhere/a.js' })).toEqual(codesOf({ filename: '/nowhere/a.js' }));
  expect(codesOf({ hot, filename: 'a.js', saves: true })).toContain('SPN633');
});

test('a call by hand in a module that cannot be updated says what is missing', () => {
  const { load } = hotModule();
  expect(() => load(`${asked}let count = 0;\nacceptHotUpdate(import.meta.hot);`)).toThrow(
    expect.objectContaining({ code: 'SPN533' }),
  );
});

test('without a context a call by hand does nothing', () => {
  expect(() => hotEntry.acceptHotUpdate(undefined)).not.toThrow();
});

const marked = '// @compile\nfunction f() { wait(1); }\n';

test.each([
  ['starts something', `${marked}f();`],
  ['has state', `${marked}let count = 0;`],
  ['makes an object', `${marked}const door = { open() {} };`],
  ['calls something', `${marked}const log = make();`],
  ['exports a plain function', `${marked}export function plain() { return f; }`],
  ['exports a plain function by name', `${marked}function plain() {}\nexport { plain };`],
  ['has a class with private names', `${marked}class A { #hp = 1; }`],
  ['has a class with a static field', `${marked}class A { static all = []; }`],
  ['has a static block', `${marked}class A { static { f(); } }`],
  ['has a default export without a name', `${marked}export default () => {};`],
])('a module is reloaded as ever if it %s', (_, source) => {
  expect(transform(source, { hot: { context: 'import.meta.hot' } })!.code).not.toContain('hot');
});

test.each([
  [
    'functions, classes, constants, types',
    `${marked}class A { hp = 1 }\nconst N = -1, L = { a: [1, "x"] } as const;\ninterface X {}\ntype Y = X;`,
  ],
  [
    'methods given to an imported object',
    `import { door } from "./door";\n${marked}// @compile\ndoor.open = function () { wait(1); };`,
  ],
  ['arrows', `${marked}// @compile\nexport const g = () => { wait(1); };`],
  ['a default export with a name', `${marked}// @compile\nexport default function g() { wait(1); }`],
])('a module is updated if it has only %s', (_, source) => {
  const { code } = transform(source, { filename: 'a.ts', hot: { context: 'import.meta.hot' } })!;
  expect(code).toContain('import.meta.hot.accept();');
  expect(code).toContain('from "@spindle/runtime/hot"');
});

test.each(['generators', 'frames'] as const)('a program that runs goes on in the old code, with %s', (target) => {
  const { load, told } = hotModule({ target, saves: false });
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const source = (text: string): string =>
    `// @script\nfunction step() { said.push("${text}"); }\nwhile (true) { step(); wait(20); }`;
  const { program } = load(source('old'));
  program();
  const next = load(source('new'));
  program();
  pulse(2);
  next.program();
  expect([said, told]).toEqual([
    ['old', 'new', 'old', 'new', 'new'],
    [expect.stringMatching(/old code to its end:\n {2}Thread #\d+ program/)],
  ]);
});

/** Modules as a bundler reloads them: the runtime, who imports them and the bundler's context are the same for each version. */
import vm from 'node:vm';
import { transform } from '@spindle/compiler';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as hotEntry from '@spindle/runtime/hot';

const modules: Record<string, object> = {
  '@spindle/runtime': runtime,
  '@spindle/runtime/abi': abi,
  '@spindle/runtime/hot': hotEntry,
};

/** Node 20 can crash when it collects a module whose code still runs. */
const kept: object[] = [];

type Exports = Record<string, any>;

/** What the tests of a block compile for. */
let target: 'generators' | 'frames' = 'generators';

/** A module and its versions. */
function hotModule(world: object = {}) {
  const told: string[] = [];
  const invalid: string[] = [];
  const data = {};
  const context = vm.createContext({ console: { info: (text: string) => void told.push(text) }, log: [], world });
  const hot = {
    data,
    accept() {},
    invalidate: (why: string) => void invalid.push(why),
    dispose: (callback: (kept: object) => void) => void (disposed = callback),
  };
  let disposed: (kept: object) => void = () => {};
  async function load(source: string): Promise<Exports> {
    disposed(data);
    const { code } = transform(source, {
      filename: 'guard.js',
      hot: { context: 'import.meta.hot' },
      diagnostics: 'off',
      target,
    })!;
    const module = new vm.SourceTextModule(code, {
      context,
      initializeImportMeta: (meta) => void Object.assign(meta, { hot }),
    });
    kept.push(module);
    await module.link((specifier) => synthetic(modules[specifier]!, context));
    const { console } = globalThis;
    globalThis.console = { ...console, info: (text: string) => void told.push(text) };
    await module.evaluate().finally(() => (globalThis.console = console));
    return module.namespace;
  }
  return { load, told, invalid };
}

function synthetic(values: object, context: vm.Context): vm.SyntheticModule {
  const names = Object.keys(values);
  return new vm.SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, (values as Exports)[name]);
    },
    { context },
  );
}

const pulse = (count: number): void => {
  for (let i = 0; i < count; i++) runtime.scheduler.pulse(16);
};

afterEach(() => {
  for (const thread of runtime.scheduler.threads) thread.cancel();
  pulse(2);
});

describe.each(['generators', 'frames'] as const)('with the target %s', (wanted) => {
  beforeAll(() => void (target = wanted));

  test('a function that others imported runs the new code; who waits goes on in the old body', async () => {
    const { load, told, invalid } = hotModule();
    const first = await load(
      '// @compile\nexport function step(log) { log.push("old"); wait(30); log.push("old end"); }',
    );
    const log: string[] = [];
    first.step(log);
    const second = await load(
      '// @compile\nexport function step(log) { log.push("new"); wait(30); log.push("new end"); }',
    );
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
  ])('a function that %s', async (_, before, after) => {
    const { load } = hotModule();
    const { f } = await load(`// @compile\nexport function f() { ${before} }`);
    const thread = f();
    await load(`// @compile\nexport function f() { ${after} }`);
    const got = f();
    pulse(3);
    const value = (one: unknown): unknown => (one as { result?: unknown }).result ?? one;
    expect([value(thread), value(got)]).toEqual(['old', 'new']);
  });

  test('live objects of a class have the new methods, the old class and the new one are one for instanceof', async () => {
    const { load } = hotModule();
    const source = (step: number, more = '') => `// @compile
export class Bot { n = 0; step() { this.n += ${step}; } run() { while (true) { this.step(); wait(10); } }${more}
  get tenfold() { return this.n * ${step * 10}; } static make() { return new Bot(); } }
// @compile
export function isBot(x) { return x instanceof Bot; }`;
    const { Bot, isBot } = await load(source(1));
    const bot = new Bot();
    const heldMethod = bot.step;
    bot.run();
    pulse(2);
    expect(bot.n).toBe(3);
    const next = await load(source(1000, ' jump() { return "jumped"; }'));
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
    await load(source(5));
    bot.step();
    heldMethod.call(bot);
    expect(bot.n).toBe(2013);
    expect(bot.jump).toBeUndefined();
  });

  test('who waits for the next call of a function gets that of the new one', async () => {
    const { load } = hotModule();
    const source = (sign: string) => `// @compile
export function ring(who) { return who + "${sign}"; }
// @compile
export function watch() { return waitFor(ring); }`;
    const first = await load(source('.'));
    const early = first.watch();
    const second = await load(source('!'));
    const late = first.watch();
    second.ring('you');
    pulse(2);
    expect([early.result, late.result]).toEqual(['you', 'you']);
  });
});

test.each([
  ['a constructor', 'export class A { constructor() { this.hp = 1; } go() { wait(1); } }', 'hp = 1', 'hp = 2'],
  ['a field', 'export class A { hp = 1; go() { wait(1); } }', 'hp = 1', 'hp = 2'],
  ['a constant', 'export const HP = 1;\nexport function go() { wait(1); }', 'HP = 1', 'HP = 2'],
])('%s that changes reloads the page; a method that changes does not', async (_, source, from, to) => {
  const { load, invalid } = hotModule();
  await load(`// @compile\n\n"use strict";${source}`);
  await load(`// @compile\n\n"use strict";${source.replace('wait(1)', 'wait(2)')}`);
  expect(invalid).toEqual([]);
  await load(`// @compile\n\n"use strict";${source.replace(from, to)}`);
  expect(invalid).toEqual(['A constructor, a field or a constant has changed in guard.js.']);
});

test('a function that is gone reloads the page', async () => {
  const { load, invalid } = hotModule();
  await load('// @compile\nexport function a() { wait(1); }\n// @compile\nexport function b() { wait(1); }');
  await load('// @compile\nexport function a() { wait(1); }');
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
])('the call may be written by hand, without a description of the module %s', async (_, call) => {
  const { load } = hotModule();
  const { step } = await load(asked + call);
  await load(asked.replace('old', 'new') + call);
  const thread = step();
  pulse(2);
  expect(thread.result).toBe('new');
});

test('a call by hand in a module that cannot be updated says what is missing', async () => {
  const { load } = hotModule();
  await expect(load(`${asked}let count = 0;\nacceptHotUpdate(import.meta.hot);`)).rejects.toMatchObject({
    code: 'SPN533',
  });
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

import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as natives from '@spindle/runtime/natives';
import { withScheduler } from '@spindle/runtime/testing';
import { runsOutput } from '../../../fixtures/lanes.js';
import { compile, type CompileOptions } from './compile.js';

const noLoop = { while: false, doWhile: false, for: false, forOf: false, forIn: false };

/** Compiles a script in which nothing waits, and runs it with the runtime. Gives what it logs and how it ends. `head` is not compiled. */
async function runCompiled(source: string, options: CompileOptions = {}, head = ''): Promise<unknown[]> {
  const settings = { sourceType: 'script', runtime: { global: 'RT' }, frameWait: noLoop, ...options } as const;
  const scheduler = new runtime.Scheduler({ seed: 1 });
  // Plain code makes such a call at once. The real `beside` would make it after the code that follows.
  const RT = { ...runtime, ...abi, ...natives, beside: (value: unknown) => value };
  const logged = await withScheduler(scheduler, () => runPlain(`${head}\n${compile(source, settings)}`, RT));
  expect(scheduler.threads).toEqual([]);
  return logged;
}

function runPlain(code: string, RT?: object): unknown[] {
  const logged: unknown[] = [];
  const log = (...values: unknown[]): unknown => {
    logged.push(...values.map(shown));
    return values.at(-1);
  };
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- running what was compiled is the test
    const run = new Function('log', 'RT', code) as (log: unknown, RT: unknown) => unknown;
    logged.push(shown(run.call(undefined, log, RT)));
  } catch (error) {
    logged.push(`threw ${(error as Error).name ?? String(error)}`);
  }
  return logged;
}

function shown(value: unknown): unknown {
  if (typeof value === 'function') return `function ${value.name}/${value.length}`;
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Code that neither the random programs (conformance/programs) nor the fixtures contain. Nothing waits, so compiled and plain code must log the same. */
const scripts: Record<string, string> = {
  'what may be deleted': `
    const f = (x) => x;
    // @compile
    const K = function () { f(1); log(delete (new.target), delete f({}).x, typeof new.target); return () => log(delete new.target, f(2)); };
    new K(); K()();`,
  'private methods that are read, not called': `
    // @compile
    class A {
      tag = 'a';
      #greet(x, ...rest) { return log('greet', this === undefined ? 'none' : this.tag, x); }
      static #count(a, b) { return log('count', this?.name, a); }
      #fails() { this.#greet = 1; }
      run(list, nobody) {
        list.forEach(this.#greet); list.map(this.#greet, { tag: 'other' }); log(Array.from(list, A.#count));
        const greet = this.#greet, bound = this.#greet.bind({ tag: 'bound' });
        greet(1); bound(2); this.#greet.call({ tag: 'called' }, 3); (0, this.#greet)(4); (this.#greet)(5); this?.#greet(6);
        log(this.#greet === greet, greet.name, greet.length, 'prototype' in greet, typeof this.#greet, nobody?.#greet, [this.#greet].length);
        try { new greet(); } catch (e) { log(e.name); }
        try { this.#fails(); } catch (e) { log(e.name); }
        try { [this.#greet] = [1]; } catch (e) { log(e.name); }
        try { ({ a: this.#greet } = { a: 1 }); } catch (e) { log(e.name); }
        try { log({}.#greet); } catch (e) { log(e.name); }
        this.#greet\`7\`;
        class B { #greet() { return log('inner', this === undefined); } run() { const f = this.#greet; return f(); } }
        new B().run();
        class C { #other() { return log('C.other'); } run(a) { const g = a.#greet, o = this.#other; g(8); return o(); } }
        new C().run(this);
        return super.constructor;
      }
    }
    new A().run([9], null);`,
  'parameters that move, and an iterator of arrays that somebody has replaced': `
    // @compile
    function f(a, b = log(a), { c } = { c: 3 }, d = class {}) { return [a, b, c, d.name, arguments.length].length; }
    const own = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = null;
    let given;
    try { given = f(1); } finally { Array.prototype[Symbol.iterator] = own; }
    log(given);`,
  'keys of methods': `
    const key = (name) => ({ toString() { log('asked', name); return name; } });
    // @compile
    class A { [key('a')]() { return log(1); } static [key('b')]() { return log(2); } [3 + log(1)]() { return log(3); } [\`t\${log(5)}\`]() { return log(6); } [null]() { return log(7); } }
    // @compile
    const o = { [key('c')]() { return log(4); }, ['__pro' + 'to__']() { return log(5); } };
    log(new A().a, A.b, o.c, new A()[4], new A().t5, new A().null, Object.keys(o), o.c(), new A().a(), new A()[4]());`,
  'parameters whose defaults are calls': `
    const f = (x) => log('f', x);
    // @compile
    function d(a, b = f(a), { c = f(b), ...others } = { c: undefined, z: f(9) }, [e] = [c], ...rest) {
      arguments[0] = 'changed';
      log(a, b, c, others, e, rest, arguments.length);
    }
    d(1); d(1, 2, { c: 3, y: 4 }, [5], 6, 7); log(d.length, d(undefined, undefined, undefined, undefined, 8));
    // @compile
    const tdz = (a = f(b), b = 1) => log(a, b);
    try { tdz(); } catch (e) { log(e.name); }
    tdz(0);
    // @compile
    const earlier = (a = () => b, b = f(3)) => log(a());
    earlier();`,
  'as from plain code and handed over': `
    const t = { then2: 1, p(x) { return { then: (g) => { log('then', x, this === t); return { catch: () => log('caught') }; } }; } };
    const f = (x) => log('f', x);
    // @compile
    function run() {
      t.p(1).then(f).catch(f); t.p(f(2)).then(f); t['p'](f(3))?.then(f); t?.p(f(4)).then(f); t?.p(5).then(f);
      void f(6); log(void t.p(f(7)));
      const none = null; void none?.p(f(20)); void t?.p(f(21)); void t.nope?.(f(22)); void t.p?.(f(23)); void none?.a.b(f(24)); void (() => t)()?.p(f(25));
      try { void t?.nope(f(26)); } catch (e) { log(e.name); } void f?.(f(27));
      log(all(f(8), t.p(f(9)) && 1));
      const n = null; log(n?.p(f(11)).then(f), t.nope?.(f(12)).then(f));
    }
    function all(...x) { return x; }
    run();`,
  'names that JavaScript gives': `
    const o = {}; let v;
    // @compile
    o.a = function () { log(1); };
    // @compile
    v = () => log(1);
    // @compile
    const { d = function () { log(1); } } = {};
    // @compile
    const list = [function () { log(1); }, (a, b) => log(1)];
    // @compile
    const C = class { static s = () => log(1); m() { log(1); } };
    // @compile
    o['x y'] = { 'p(q)>~': (a) => log(a), 'a.b'() { log(1); }, 1: () => log(1) };
    log(o.a, v, d, ...list, C.s, C.prototype.m, ...Object.values(o['x y']));
    v ||= 1;`,
  'odd corners of functions': `
    const f = (x) => log('f', x), base = { get v() { return 'bv'; }, m(x) { return log('bm', x, this.t); } };
    // @compile
    const o = { __proto__: base, t: 1,
      get g() { return (() => [super.v, super.m(f(1)), super['v'], super.m?.(f(2))])(); },
      m(k) { const later = () => super[k](f(3)); return [later(), (() => () => super.m(arguments.length))()()]; },
      tagged() { return (() => super.m\`x\${f(4)}\`)(); },
    };
    log(o.g, o.m('m'), o.tagged().length);
    // @compile
    class D extends Object { constructor(x) { const early = () => this; super(); this.ok = (() => { f(5); return early() === this && new.target === D; })(); } static { this.s = () => { f(6); return this === D; }; } static nt = () => { f(7); return new.target; }; }
    log(new D(1).ok, D.s(), D.nt());
    // @compile
    function withPlainInside() {
      const gen = function* () { yield f(1); const g = () => f(2); g(); yield arguments.length; };
      const as = async () => { f(3); };
      void as(); const list = []; for (const v of gen(1, 2)) list.push(v); return list;
    }
    log(withPlainInside());
    // @compile
    const args = function () { const h = (...a) => { f(0); return [a.length, arguments.length]; }; arguments[0] = 'new'; return [h(1, 2), arguments[0], (() => { f(8); return arguments[0]; })()]; };
    log(args('old', 2, 3));
    // @compile
    const lengths = [function (a, b) { f(); }, (a, b = 1, c) => f(), function (...r) { f(); }, function ({ a }, [b]) { f(); }];
    log(...lengths);
    // @compile
    const curry = (a) => (b) => (c) => f(a + b + c);
    log(curry(1)(2)(3), [1, 2].map((x) => { let r = x; return r + 1; }));
    log((function () { return typeof this; }).call(1), o.missing?.(), delete o.t);
    // @compile
    const sloppyThis = function () { f(1); return typeof this; };
    log(sloppyThis.call(5), sloppyThis.call('s'), sloppyThis.call(null) === typeof (function () { return this; }).call(null));`,
  'a parameter with the name of its function': `
    // @compile
    const shadow = function shadow(shadow) { return log(shadow); };
    shadow(1);`,
  'private names that stand beside ours': `
    // @compile
    class A {
      #_() { return log('_'); }
      #$_() { return log('$_'); }
      #$_1 = 3;
      both() { return [this.#_(), this.#$_(), this.#$_1]; }
    }
    log(new A().both());`,
  'what eval sees': `
    // @compile
    function run() {
      const base = { tag: 'base' };
      const o = Object.setPrototypeOf({ m() { return eval('super.tag'); }, n() { return (() => log(eval('super.tag')))(); } }, base);
      log(o.m());
      const params = function (a = eval('var x = "inside"; 1'), b = () => typeof x) { var y; return [a, b()]; };
      log(params());
      const fact = function own(n) { return n < 2 ? 1 : n * eval('own')(n - 1); };
      log(fact(4));
    }
    run();`,
  'names from computed keys and parentheses': `
    const key = { toString() { return log('the key'); } }, sign = Symbol('sign'), f = (x) => log(x);
    // @compile
    const o = { [key]: function () { f(1); }, [sign]: () => f(2), ['a' + 'b']: function () {}, [\`t\${1}\`]: () => 1, [Symbol()]: function () { f(3); } };
    for (const k of Reflect.ownKeys(o)) log(o[k].name, o[k].length, o[k]());
    // @compile
    class A { [key] = () => f(4); static [sign] = function () { f(5); }; }
    log(new A()['the key'], A[sign].name, A[sign]());
    let a;
    // @compile
    (a) = function () { f(6); };
    log(a.name, a());`,
  'arrows that call super()': `
    const f = (x) => log(x);
    class A { constructor() { f('A'); } }
    // @compile
    class B extends A { constructor() { super(); this.again = () => { f('again'); super(); }; } }
    try { new B().again(); } catch (e) { log(e.name); }`,
  'own names that are assigned': `
    "use strict";
    // @compile
    const plain = function own() { try { own = 1; } catch (e) { log(e.name); } return own === plain; };
    log(plain());
    // @compile
    const seen = function own() { try { eval('own = 1'); } catch (e) { log(e.name); } return own === seen; };
    log(seen());`,
};

/** Free names in every position of an expression and of an assignment target. */
const everyPosition = `
    Number.here = 1;
    // @compile
    function run(a = NaN, { b = Infinity, [String(2)]: c = undefined } = { Math }) {
      log(a, b, c, { undefined, NaN, Math }.Math === Math, typeof undefined, typeof Math, (-Infinity) ** 2, Infinity ** -NaN, [...Array.of(NaN)]);
      log(Number\`1\`, Number?.(2), Number?.here, (Number)(3), new Array(2).length, new Map().size, Object?.keys({ Math }));
      for (Number.x of [1, 2]) log(Number.x);
      [Number.here, ...String.rest] = [Number.here + 1, 2, 3];
      ({ Math: Number.also = Infinity } = {});
      log(Number.here++, --Number.here, String.rest, Number.also);
      const inner = (Math, { NaN: own } = { NaN: undefined }) => [Math, own, typeof NaN];
      log(inner(1), [1, 2].map(String), [3].map((x) => JSON.stringify({ x, undefined })));
      Number: for (;;) { try { throw new TypeError(String(NaN)); } catch (Error) { log(Error.message); break Number; } }
      class Box extends Map { static Set = Set; [NaN] = Infinity; get Math() { return Math; } }
      log(Box.Set === Set, new Box()[NaN], new Box().Math === Math, Box.name);
      return \`\${undefined}\${NaN}\`;
    }
    log(run());`;

describe('compiled code that never waits does what plain code does', () => {
  test.each(Object.entries(scripts))('%s', async (_name, source) => {
    expect(await runCompiled(source)).toEqual(runPlain(source));
  });
});

/** Setters of prototypes are called by assignments, and not by what a literal or a call lists. */
test('long lists with frames, where prototypes have setters for what stands in them', async () => {
  const nine = Array.from({ length: 9 }, (_, n) => `f(${n})`).join();
  const source = `
    const f = (x) => x;
    const list = (...all) => all;
    // @compile
    function run() { return [[${nine}, f(9)], list(${nine}, f(9)), { __proto__: f({ m: () => 5 }), 7: f(7), m() { return super.m(); }, n: class {}, ${nine.replaceAll(/f\((\d)\)/g, 'k$1: f($1)')} }]; }
    const names = [0, 7, 8, 'k0', 'k8'];
    for (const name of names) Object.defineProperty(Object.prototype, name, { configurable: true, set() { count++; } });
    let count = 0;
    const made = run();
    for (const name of names) delete Object.prototype[name];
    log(made, made[2].m(), made[2].n.name, Object.keys(Object.getPrototypeOf(made[2])).join(), count);`;
  expect(await runCompiled(source, { target: 'frames' })).toEqual(runPlain(source));
});

if (runsOutput)
  test('with frames an engine reads 1,200 cases that wait', async () => {
    const cases = Array.from({ length: 1200 }, (_, n) => `case ${n}: return f(${n});`).join('\n');
    const source = `
    const f = (x) => x;
    // @compile
    function run(key) { switch (key) { ${cases} } }
    log(run(0), run(777), run(1199), run(1200));`;
    expect(await runCompiled(source, { target: 'frames' })).toEqual(runPlain(source));
  });

describe('names that the options give mean what they meant', () => {
  const hosted = 'log Math Object Array JSON String Number Symbol Map Set Error TypeError Promise Reflect'.split(' ');
  const globals = Object.fromEntries(hosted.map((name) => [name, `HOST.${name}`]));
  const constants = { undefined: 'void 0', NaN: '0 / 0', Infinity: '1 / zero', zero: '[0][0]' };

  test('in every position of an expression and of a target', async () => {
    const host = `var HOST = { ${hosted.join(', ')} };`;
    expect(await runCompiled(everyPosition, { globals, constants }, host)).toEqual(runPlain(everyPosition));
  });
});

/** Annex B of ECMAScript: in sloppy code, a function of a block is in scope outside the block after its declaration was evaluated. */
const sloppyScripts: Record<string, string> = {
  'functions in blocks': `
    const f = (x) => log(x);
    // @compile
    function run(n) {
      log(typeof early);
      { log(early()); function early() { return f('early'); } }
      log(early(), typeof later);
      if (n) function later() { return f('first'); } else function later() { return f('second'); }
      log(later());
      { function twice() { f(1); } function twice() { return f(2); } }
      log(twice());
      let hidden = 'let';
      { function hidden() { return f('inner'); } log(hidden()); }
      log(hidden);
      { function changed() { return f('old'); } changed = 'new'; }
      log(typeof changed);
      switch (n) { default: { function cased() { return f('cased'); } } }
      { function strictly() { 'use strict'; return f(typeof this); } }
      log(strictly());
      return cased();
    }
    log(run(1), run(0));`,
  'functions behind labels': `
    const f = (x) => log(x);
    // @compile
    function run() {
      log(labelled());
      a: b: function labelled() { return f('labelled'); }
      { log(inside()); c: function inside() { return f('inside'); } }
    }
    run();`,
};

describe('sloppy code that never waits does what plain code does', () => {
  test.each(Object.entries(sloppyScripts))('%s', async (_name, source) => {
    expect(await runCompiled(source)).toEqual(runPlain(source));
  });
});

/** What the rows of docs/saves.md say and no other test shows, word by word. */
import { type Refusal, SaveError } from '../../src/saves.js';
import { MEND_FUNCTION } from '../../src/saves/refused-values.js';
import { compile, Game, savedAndLoaded } from './game.js';

const TOP = `// @compile the whole file
  import { Executor, hook, random } from '@spindle/runtime';
  class Hero extends Executor { walk(n) { this.wait(10 * n); return 'walked ' + n; } }
  const hero = new Hero();
  const key = Symbol.for('key'), own = Symbol('own');
  var old = 1;
  function later(n) { wait(10); return n; }
  function fail() { wait(10); throw new RangeError('fell'); }
  function ring(n) { wait(10); signal('bell', n); }
  export function shout(n) { signal('bell', n); }
  // @plain
  function odd() { return () => eval('1'); }
  const bang = hook(function bang(n) { return n; });
  export function hit(n) { bang(n); }
  class Guard extends Executor {
    calls() { return this.waitFor(hit); }
    both() { return this.all(this.race(later(1), () => { this.wait(50); }), () => later(2)); }
    signals() { return this.waitSignal('bell') + this.waitUntil(() => old > 1); }
  }
`;

describe('what can be saved goes on the same', () => {
  const programs: Readonly<Record<string, string>> = {
    'an error in flight, through a `finally` that waits': `try { try { fail(); } finally { wait(25); log('finally'); } } catch (error) { log(error.message + (error instanceof RangeError)); }`,
    'an error in flight, to who joins the thread': `const t = start(() => { try { fail(); } finally { wait(20); } }); try { waitFor(t); } catch (error) { log(error.message); }`,
    'a wait for an owner': `start(() => hero.walk(3)); wait(5); waitFor(hero); log('free');`,
    'ids of threads': `wait(10); log(start(() => wait(1)).id); wait(10); log(start(() => wait(1)).id);`,
    'a `var` at module level': `old++; wait(10); log(old++); wait(10); log(old);`,
    'sealed, and closed to more': `const s = Object.seal({ n: 1 }), p = Object.preventExtensions([1]), f = Object.freeze([{ n: 1 }]); wait(10); s.n = 2; f[0].n++; log([Object.isSealed(s), Object.isFrozen(s), s.n, Object.isExtensible(p), Object.isSealed(p), Object.isFrozen(f), f[0].n].join());`,
    'shared between threads': `const shared = { n: 0 }; start(() => { wait(10); shared.n++; wait(10); shared.n += 10; }); wait(35); log(shared.n);`,
    'properties of a list beside its elements': `const list = Object.assign([1, , 3], { name: 'x' }); wait(10); log(Object.keys(list).join() + list.length);`,
    'keys that are symbols of all runs': `const o = { [key]: 1, [Symbol.iterator]: 2, a: 3 }, l = Object.assign([5], { [key]: 4 }); wait(10); log(Reflect.ownKeys(o).map(String).join() + o[key] + o[Symbol.iterator] + l[key] + l);`,
    'how far a regular expression has come': `const r = /a/g; r.exec('aaa'); wait(10); log(r.lastIndex + r.flags);`,
    'bytes of one buffer': `const b = new ArrayBuffer(8), x = new Uint8Array(b, 2, 4), y = new DataView(b), f = new Float64Array(new ArrayBuffer(16)), n = new BigInt64Array(new ArrayBuffer(8)); f.set([NaN, -0]); n[0] = -5n; wait(10); x[0] = 7; log([y.getInt8(2), x.byteOffset, x.length, Object.is(f[1], -0), f[0], n[0]].join());`,
    'errors of each kind': `const all = [new AggregateError([new Error('a')], 'b'), new TypeError('c', { cause: 4 }), Object.assign(new Error('d'), { code: 5 })]; wait(10); log(all.map((e) => e.name + e.message + (e.cause ?? '') + (e.code ?? '') + (e.errors?.[0].message ?? '') + (e instanceof Error)).join());`,
    boxed: `const all = [Object(1), Object('ab'), Object(true), Object(-0)]; wait(10); log(all.map((o) => typeof o + typeof o.valueOf() + String(o.valueOf())).join());`,
    primitives: `const all = [undefined, null, NaN, -0, Infinity, -Infinity, 10n, key, '\\ud800', true]; wait(10); log(all.map((v) => Object.is(v, -0) ? '-0' : String(v)).join());`,
    'functions by their names': `const all = [later, Math.max, hero.walk, Array.prototype.map, structuredClone, setTimeout, JSON.parse, log, Map]; wait(10); log([all[0] === later, all[1](1, 2), all[2] === hero.walk, all[3] === [].map, all[4] === structuredClone, all[5] === setTimeout, all[6]('7'), all[7] === log, all[8] === Map].join());`,
    'objects of the language by their names': `const all = [Math, JSON, Reflect, globalThis, Object.prototype, Symbol.iterator]; wait(10); log([all[0] === Math, all[1] === JSON, all[2] === Reflect, all[3] === globalThis, all[4] === Object.prototype, all[5] === Symbol.iterator].join());`,
    'sort of a list without holes, whose callback waits': `const all = [3, 1, undefined, 2]; log(all.sort((a, b) => { wait(10); return a - b; }).join());`,
    'calls of a function of `hook` in a constant': `start(() => { wait(25); hit(3); }); log(waitFor(bang));`,
    'a queue of its calls': `start(() => { hit(1); wait(25); hit(2); }); const hits = listen(bang); log(hits.next()); log(hits.next());`,
    'calls that an executor awaits': `start(() => { wait(25); hit(3); }); log(new Guard().calls());`,
    'a race and an all of an executor': `log(new Guard().both().join());`,
    'a signal and a predicate of an executor': `start(() => { ring(3); wait(10); old = 5; }); log(new Guard().signals());`,
    'a race whose arm has thrown, and who is caught': `try { race(() => fail(), () => { wait(50); }); } catch (error) { wait(10); log(error.message); }`,
  };

  test.each(Object.entries(programs))('%s', (_, body) => {
    const start = compile(`${TOP} export function play() { ${body} }`);
    for (let pulses = 0; pulses < 5; pulses++) {
      const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
      expect(lines).toEqual(whole);
      expect(lines.join()).not.toContain('uncaught');
    }
  });

  test('a thread that is ready: plain code has woken it since the pulse', () => {
    const start = compile(`${TOP} export function play() { log(waitSignal('bell')); wait(10); log('over'); }`);
    const first = new Game(start);
    first.module['play']();
    first.pulse().module['shout'](5);
    const text = first.saves.save();
    const whole = first.finish();
    const second = new Game(start);
    second.saves.load(text);
    expect(second.saves.save()).toBe(text);
    expect(second.finish()).toEqual(whole);
  });

  test('an object of a class of the game, by its fields', () => {
    class Item {
      name: string;
      constructor(name: string) {
        this.name = name;
      }
      get shout(): string {
        return this.name.toUpperCase();
      }
    }
    const start = compile(
      `${TOP} export function play(item) { const list = [item, item]; wait(30); log(list[0].shout + (list[0] === list[1])); }`,
    );
    const { lines, whole } = savedAndLoaded(start, 1, ({ play }) => play(new Item('oil')), { classes: { Item } });
    expect([lines, whole]).toEqual([['3 OILtrue'], ['3 OILtrue']]);
  });
});

const MEND_PROPERTY = 'Make it a method, or give the class to `classes` of `saves`.';
const MEND_OBJECT = 'Give its class to `classes` of `saves`, or an id by `objects.idOf`.';
const MEND_HOLD = 'Let no variable hold it while the game may be saved.';
const MEND_SYMBOL = 'Use `Symbol.for(…)`.';

describe('what cannot be saved is refused, with what it is, where, and what to do', () => {
  class Alien {
    static made = 1;
    name = 'Zork';
  }
  const refused: readonly (readonly [what: string, body: string, wanted: readonly unknown[], given?: unknown])[] = [
    [
      'a symbol of this run as a key',
      'const o = { a: { [own]: 1 } }; wait(50); log(o);',
      ['symbol', 'Symbol(own) is a symbol of this run only', MEND_SYMBOL, 'o.a.Symbol(own)'],
    ],
    [
      'such a key of a list',
      'const o = Object.assign([], { [own]: 1 }); wait(50); log(o);',
      ['symbol', 'Symbol(own) is a symbol of this run only', MEND_SYMBOL, 'o.Symbol(own)'],
    ],
    [
      'such a key of a class',
      'class Door {} Door[own] = 1; wait(50); log(Door);',
      ['symbol', 'Symbol(own) is a symbol of this run only', MEND_SYMBOL, 'Door.Symbol(own)'],
    ],
    [
      'a WeakSet',
      'const w = { deep: [new WeakSet()] }; wait(50); log(w);',
      ['object', 'a WeakSet', MEND_HOLD, 'w.deep[0]'],
    ],
    [
      'a WeakMap in a map',
      'const w = new Map([[1, new WeakMap()]]); wait(50); log(w);',
      ['object', 'a WeakMap', MEND_HOLD, 'w[1]'],
    ],
    ['a WeakRef', 'const w = new WeakRef({}); wait(50); log(w);', ['object', 'a WeakRef', MEND_HOLD, 'w']],
    [
      'a function of `hook` in a variable',
      'const h = hook(given); wait(50); log(h);',
      ['function', 'a function that no save can name', MEND_FUNCTION, 'h'],
      () => 1,
    ],
    [
      'a wait for a call of one without a name',
      'waitFor(hook(given));',
      [
        'event',
        'waits for waitFor(hooked)',
        'Name that function at the top of a file, or save when no script waits for its calls.',
        undefined,
      ],
      () => 1,
    ],
    [
      'a property that is not writable',
      'const o = Object.defineProperty({}, "x", { value: 1, enumerable: true }); wait(50); log(o);',
      ['property', '`x` is no plain property', MEND_PROPERTY, 'o.x'],
    ],
    [
      'a property that is not enumerable',
      'const o = Object.defineProperty({}, "x", { value: 1, writable: true }); wait(50); log(o);',
      ['property', '`x` is no plain property', MEND_PROPERTY, 'o.x'],
    ],
    [
      'an accessor with `super`',
      'const o = { __proto__: hero, get x() { return super.id; } }; wait(50); log(o);',
      ['property', '`x` is no plain property', MEND_PROPERTY, 'o.x'],
    ],
    [
      'an accessor under a computed key',
      'const o = { get ["x" + 1]() { return 1; } }; wait(50); log(o);',
      ['property', '`x1` is no plain property', MEND_PROPERTY, 'o.x1'],
    ],
    [
      'a property of a map beside its entries',
      'const m = Object.assign(new Map(), { name: 1 }); wait(50); log(m);',
      ['property', 'Map has a property of its own, `name`', 'Keep it in another object.', 'm'],
    ],
    [
      'a class that is not compiled',
      'wait(50); log(given);',
      ['function', 'the class `Alien` is made in a function', 'Make it at the top of a module.', 'given'],
      Alien,
    ],
    [
      'a closure with a direct `eval`',
      'const f = odd(); wait(50); log(f);',
      ['function', 'a function that no save can name', MEND_FUNCTION, 'f'],
    ],
    [
      'a generator',
      'const g = given(); wait(50); log(g);',
      ['iterator', 'an iterator (Generator)', 'Make a list of what it gives before the wait.', 'g'],
      function* () {
        yield 1;
      },
    ],
    [
      'an object of the platform',
      'const n = new EventTarget(); wait(50); log(n);',
      ['object', 'an object of `EventTarget`, whose class no save can name', MEND_OBJECT, 'n'],
    ],
  ];

  test.each(refused.map((one) => [one[0], one] as const))('%s', (_, [, body, wanted, given]) => {
    const game = new Game(compile(`${TOP}\nexport function play(given) { ${body} }`));
    game.module['play'](given);
    game.pulse();
    expect(() => game.saves.save()).toThrow(SaveError);
    const [{ code, text, mend, path, function: fn, line }] = game.saves.whyNot() as [Refusal];
    expect([code, text, mend, path]).toEqual(wanted);
    expect([fn, line]).toEqual(['play', 21]);
  });

  test('an object of a class that is given to `classes` may hold the class itself', () => {
    const start = compile(`${TOP}\nexport function play(given) { wait(20); log(given.made); }`);
    const { lines } = savedAndLoaded(start, 1, ({ play }) => play(Alien), { classes: { Alien } });
    expect(lines).toEqual(['2 1']);
  });
});

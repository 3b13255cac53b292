import { LoadError, SaveError } from '../../src/saves.js';
import { compile, Game } from './game.js';

/** By kind: what a constant at the top of a module holds, what a script does with it, and how that is seen. */
const kinds: Readonly<Record<string, readonly [init: string, change: string, look: string]>> = {
  'a list': ['[1]', 'it.push(2); it[0] = 5', 'it.join()'],
  'a list with a hole and a name': ['[1, , 3]', 'it.name = "x"; it.length = 2', 'it.name + it.length + (1 in it)'],
  'a plain object': ['{ a: 1, b: { c: 1 } }', 'it.b.c = 2; delete it.a', 'JSON.stringify(it)'],
  'an object without a prototype': ['Object.create(null)', 'it.a = 1', 'JSON.stringify(it)'],
  'a map': ['new Map([[1, 2]])', 'it.set(3, 4); it.delete(1)', 'String([...it])'],
  'a set': ['new Set([1, 2])', 'it.delete(1); it.add(1)', 'String([...it])'],
  'a date': ['new Date(0)', 'it.setTime(77)', 'it.getTime()'],
  'a regular expression': ['/a/g', 'it.exec("aaa"); it.exec("aaa")', 'it.lastIndex'],
  'a regular expression by its class': ['new RegExp("a", "y")', 'it.exec("aaa")', 'it.lastIndex'],
  bytes: ['new Uint8Array(4)', 'it[2] = 9', 'it.join()'],
  'bytes of a part of a buffer': ['new Uint16Array(new ArrayBuffer(16), 4, 2)', 'it[1] = 300', 'it.join()'],
  'a buffer': ['new ArrayBuffer(4)', 'new Uint8Array(it)[1] = 7', 'new Uint8Array(it).join()'],
  'a view of a buffer': ['new DataView(new ArrayBuffer(4))', 'it.setInt8(1, 5)', 'it.getInt8(1)'],
  'an object of a compiled class': ['new Item()', 'it.n = 2; it.list.push(3)', 'it.n + it.list.join()'],
  'an object with private fields': ['new Vault()', 'it.open()', 'it.isOpen'],
  'a sealed object': ['Object.seal({ n: 1 })', 'it.n = 2', 'it.n'],
  'an executor': ['new Hero()', 'it.hp = 2', 'it.hp'],
  'an error': ['new Error("a")', 'it.message = "b"', 'it.message'],
  'a function with a property': ['() => 1', 'it.count = 3', 'it.count'],
  'a class with a static field': ['class { static n = 1; }', 'it.n = 2', 'it.n'],
  'an object in an object that is frozen': ['Object.freeze({ inner: { n: 1 } })', 'it.inner.n = 2', 'it.inner.n'],
  'a number as an object': ['Object(3)', '', 'it + 1'],
  'a clock': ['new Clock(clock)', 'it.scale = 0.5; it.pause()', 'it.scale + " " + it.paused'],
  'an object that is destructured': ['{ list: [1] }', 'list.push(2)', 'list.join()'],
};

/** The code makes them anew, and nobody can look into them. */
const opaque: Readonly<Record<string, string>> = {
  'a map of weak keys': 'new WeakMap()',
  'a Promise': 'Promise.resolve(1)',
  'an element of the page': 'new EventTarget()',
  'an object of a class that is not compiled': 'new (globalThis.eval("(class Scene { x = 1 })"))()',
  'an iterator': '[1].values()',
};

/** Nothing says what is in them, or what is private. */
const refused: Readonly<Record<string, readonly [init: string, change: string, look: string]>> = {
  'a class of the language that is extended': ['new Bag()', 'it.set(1, 2)', 'it.size'],
  'an object with an accessor that no factory makes': [
    '(() => { let n = 0; return { inc: () => ++n, get ["n"]() { return n; } }; })()',
    'it.inc()',
    'it.n',
  ],
  'an object with an accessor that was defined': [
    '(() => { let n = 0; return Object.defineProperty({ inc: () => ++n }, "n", { get: () => n }); })()',
    'it.inc()',
    'it.n',
  ],
};

const program = ([init, change, look]: readonly [string, string, string]): (() => Readonly<Record<string, any>>) =>
  compile(`// @compile the whole file
    import { Clock, clock, Executor } from '@spindle/runtime';
    class Item { n = 1; list = []; }
    class Hero extends Executor { hp = 1; }
    class Vault { #isOpen = false; open() { this.#isOpen = true; } get isOpen() { return this.#isOpen; } }
    class Bag extends Map {}
    const it = ${init};
    const { list } = it;
    export function play() { wait(20); log(${look}); }
    export const change = () => { ${change}; };
    export const look = () => ${look};
    export { it };`);

test.each(Object.entries(kinds))('%s keeps its identity, and its contents come back', (_, texts) => {
  const start = program(texts);
  const first = new Game(start);
  first.module.play();
  const before = first.module.look();
  first.module.change();
  first.pulse();
  const wanted = first.module.look();
  if (texts[1] !== '') expect(wanted).not.toEqual(before);
  const text = first.saves.save();
  const second = new Game(start);
  const { it } = second.module;
  second.saves.load(text);
  expect(second.saves.save()).toBe(text);
  expect(second.module.look()).toEqual(wanted);
  expect(second.module.it).toBe(it);
});

test.each(Object.entries(opaque))('%s is found by the name of its constant, and what it holds is told', (_, init) => {
  const start = compile(`// @compile the whole file
    const it = ${init};
    const fn = Math.max.bind(null, 1);
    export function play() { const list = [it, fn]; wait(20); log(list[0] === it && list[1] === fn); }`);
  const first = new Game(start);
  first.module.play();
  const text = first.pulse().saves.save();
  const second = new Game(start);
  const { notSaved } = second.saves.load(text);
  expect(notSaved).toEqual([expect.stringMatching(/^what the constant `it` holds \(/)]);
  expect(second.saves.save()).toBe(text);
  expect(second.finish()).toEqual(['2 true']);
});

test.each(Object.entries(refused))('%s is refused by name', (_, texts) => {
  const game = new Game(program(texts));
  game.module.change();
  game.pulse();
  expect(() => game.saves.save()).toThrow(SaveError);
  expect(game.saves.whyNot()[0]!.variable).toBe('it');
});

test('a constant of another kind in this build is told', () => {
  const first = new Game(program(['new ArrayBuffer(4)', '', '1']));
  const text = first.saves.save();
  const second = new Game(program(['new ArrayBuffer(8)', '', '1']));
  expect(() => second.saves.load(text)).toThrow(LoadError);
});

test('a private field that is gone is told, and one that is new has its literal', () => {
  const withFields = (fields: string): (() => Readonly<Record<string, any>>) =>
    compile(`// @compile the whole file
      class Safe { ${fields} get all() { return [#code in this && this.#code, this.#owner]; } }
      export function play() { const safe = new Safe(); wait(20); log(safe.all.join()); }`);
  const first = new Game(withFields('#code = 1; #owner;'));
  first.module.play();
  const text = first.saves.save();
  const second = new Game(withFields('#code = 2; #owner = [].at(0); #door = 3; get door() { return this.#door; }'));
  second.saves.load(text);
  expect(second.finish()).toEqual(['2 1,']);
  const third = new Game(withFields('#owner; #other = 1; get #code() { return 5; }'));
  expect(() => third.saves.load(text)).toThrow(LoadError);
});

test('a variable of any name comes back', () => {
  const start = compile(`// @compile the whole file
    let __proto__ = 1, constructor = 2, toString = 3;
    export const change = () => { __proto__ = 4; constructor = 5; toString = 6; };
    export const look = () => [__proto__, constructor, toString].join();
    export function play() { wait(1); }`);
  const first = new Game(start);
  first.module.change();
  const text = first.saves.save();
  const second = new Game(start);
  second.saves.load(text);
  expect(second.module.look()).toBe('4,5,6');
});

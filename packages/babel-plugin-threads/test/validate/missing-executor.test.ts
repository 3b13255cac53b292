import { type CompileOptions, messagesOf, warned } from '../compile.js';

describe('a word of Executor in what is none', () => {
  const told = (source: string, options: CompileOptions = {}): string[] => warned(`"use compile";\n${source}`, options);

  test.each([
    ['a class without a base', 'class Tower { shoot() { this.wait(1); } }'],
    ['an exported class', 'export class Tower { shoot() { this.wait(1); } }'],
    ['a class of the default export', 'export default class { shoot() { this.wait(1); } }'],
    ['a class in a constant', 'const Tower = class { shoot() { this.wait(1); } };'],
    ['a class whose base is one', 'class A {}\nclass Tower extends A { shoot() { this.wait(1); } }'.replace('\n', ' ')],
    ['an arrow in a method', 'class Tower { shoot() { list.forEach(() => this.waitSignal("a")); } }'],
    ['an arrow in a field', 'class Tower { shoot = () => this.all(a(), b()); }'],
    ['a private method', 'class Tower { #shoot() { this.hold(() => f()); } }'],
    [
      'a class that is used',
      'class Tower { shoot() { this.race(f()); } } new Tower().shoot(); if (x instanceof Tower) f(Tower.all);',
    ],
    ['an object', 'const hero = { walk() { this.wait(1); } }; hero.walk();'],
    ['a function in an object', 'const hero = { walk: function () { this.tracks({}); } };'],
    ['a method that is assigned to an object', 'const door = {}; door.open = function () { this.wait(1); };'],
    ['an arrow in such a method', 'const door = {}; door.open = function () { f(() => this.wait(1)); };'],
    ['a method that is put on a prototype', 'class Tower {} Tower.prototype.shoot = function () { this.wait(1); };'],
    [
      'a method that a constructor gives each object',
      'class Tower { constructor() { this.shoot = function () { this.wait(1); }; } }',
    ],
    ['a static method', 'class Tower { static shoot() { this.wait(1); } }'],
    ['a static field', 'class Tower { static shoot = () => this.wait(1); }'],
    ['a static block', 'class Tower { static { f(() => this.wait(1)); } }'],
    ['a method that is assigned to a class', 'class Tower {} Tower.shoot = function () { this.wait(1); };'],
    ['a static method of an Executor', 'class Tower extends Executor { static shoot() { this.wait(1); } }'],
    ['a static method where objects have it', 'class Tower { wait() {} static shoot() { this.wait(1); } }'],
    ['a method where the class has it', 'class Tower { static wait() {} shoot() { this.wait(1); } }'],
    ['an object with another word of its own', 'const hero = { walk() { this.wait(1); }, all() {} };'],
    [
      'a class in a file whose other functions take `this`',
      'class Tower { shoot() { this.wait(1); } } function f() { mixin(this); }',
    ],
    [
      'a class in a file that makes another one an executor',
      'class Tower { shoot() { this.wait(1); } } class A {} asExecutor(new A());',
    ],
    [
      'a class in a file with a sprite that is one',
      'class Tower { shoot() { this.wait(1); } } class Hero extends asExecutor(Sprite) { walk() { this.wait(1); } }',
    ],
  ])('in %s', (_what, source) => expect(told(source)).toEqual(['SPN612:2']));

  test.each([
    ['an Executor', 'class Tower extends Executor { shoot() { this.wait(1); } }'],
    ['what extends one', 'class A extends Executor {} class Tower extends A { shoot() { this.wait(1); } }'],
    [
      'an imported Executor',
      'import { Executor as E } from "@spindle/runtime"; class Tower extends E { shoot() { this.wait(1); } }',
    ],
    ['what extends an unknown class', 'class Tower extends Actor { shoot() { this.wait(1); } }'],
    ['what extends a sprite as one', 'class Hero extends asExecutor(Sprite) { walk() { this.wait(1); } }'],
    ['the class of which one is made', 'class A { go() { this.wait(1); } } class Hero extends asExecutor(A) {}'],
    ['what extends a class as one', 'class A {} class Hero extends asExecutor(A) { walk() { this.wait(1); } }'],
    ['a mixin', 'class Tower extends Waiting(Object) { shoot() { this.wait(1); } }'],
    ['a class with a method of that name', 'class Tower { shoot() { this.wait(1); } wait() {} }'],
    ['a class with a field of that name', 'class Tower { wait = later; shoot() { this.wait(1); } }'],
    ['a class whose base has it', 'class A { wait() {} } class Tower extends A { shoot() { this.wait(1); } }'],
    ['a class whose child has it', 'class Tower { shoot() { this.wait(1); } } class A extends Tower { wait() {} }'],
    ['a class that gets it', 'class Tower { constructor() { this.wait = later; } shoot() { this.wait(1); } }'],
    ['a class with names that are not known', 'class Tower { [name]() {} shoot() { this.wait(1); } }'],
    [
      'a class of which an object gets it',
      'class Tower { shoot() { this.wait(1); } } const tower = new Tower(); tower.wait = later;',
    ],
    ['a class that makes itself one', 'class Tower { constructor() { asExecutor(this); } shoot() { this.wait(1); } }'],
    [
      'a class that takes a mixin',
      'class Tower { constructor() { Object.assign(this, waits); } shoot() { this.wait(1); } }',
    ],
    [
      'a class whose prototype is changed',
      'class Tower { shoot() { this.wait(1); } } Object.assign(Tower.prototype, waits);',
    ],
    ['a class that is given away', 'class Tower { shoot() { this.wait(1); } } mixin(Tower);'],
    ['a class with a decorator', '@actor class Tower { shoot() { this.wait(1); } }'],
    [
      'a class whose objects become one',
      'class Tower { shoot() { this.wait(1); } } const t = new Tower(); asExecutor(t);',
    ],
    [
      'a file that makes executors of anything',
      'class Tower { shoot() { this.wait(1); } } for (const t of towers) asExecutor(t);',
    ],
    ['a class with such a static method', 'class Tower { static wait() {} static shoot() { this.wait(1); } }'],
    ['a class that gets such a static method', 'class Tower { static shoot() { this.wait(1); } } Tower.wait = later;'],
    [
      'a class whose base has one',
      'class A { static wait() {} } class Tower extends A { static shoot() { this.wait(1); } }',
    ],
    ['a static method of an unknown class', 'class Tower extends Actor { static shoot() { this.wait(1); } }'],
    ['a class that is an executor', 'class Tower { static shoot() { this.wait(1); } } asExecutor(Tower);'],
    ['a class that gets statics', 'class Tower { static shoot() { this.wait(1); } } Object.assign(Tower, waits);'],
    ['a class that gives itself statics', 'class Tower { static { mixin(this); } static shoot() { this.wait(1); } }'],
    ['a class expression that is given away', 'register(class { shoot() { this.wait(1); } });'],
    ['an object that becomes one', 'const hero = asExecutor({ walk() { this.wait(1); } });'],
    ['an object that becomes one later', 'const hero = { walk() { this.wait(1); } }; asExecutor(hero);'],
    ['an object that is given away', 'const hero = { walk() { this.wait(1); } }; scene.add(hero);'],
    ['an exported object', 'export const hero = { walk() { this.wait(1); } };'],
    ['an object with its own', 'const hero = { walk() { this.wait(1); }, wait() {} };'],
    ['an object with a prototype', 'const hero = { __proto__: actor, walk() { this.wait(1); } };'],
    ['an object with a spread', 'const hero = { ...actor, walk() { this.wait(1); } };'],
    ['an object that gets it', 'const hero = { walk() { this.wait(1); } }; hero.wait = later;'],
    ['an object whose method becomes one', 'const door = {}; door.open = function () { mixin(this); this.wait(1); };'],
    [
      'an object that gets what is not known',
      'const door = {}; door[name] = later; door.open = function () { this.wait(1); };',
    ],
    ['an object of a call', 'const door = make(); door.open = function () { this.wait(1); };'],
    ['an object that is set again', 'let door = {}; door = actor; door.open = function () { this.wait(1); };'],
    ['an object of another file', 'door.open = function () { this.wait(1); };'],
    ['a parameter', 'function f(door) { door.open = function () { this.wait(1); }; }'],
    ['an object below', 'const game = { door: {} }; game.door.open = function () { this.wait(1); };'],
    ['an object without a variable', 'game.hero = { walk() { this.wait(1); } };'],
    ['a free function', 'function walk() { this.wait(1); }'],
    [
      'a prototype that gets it',
      'class Tower {} Tower.prototype.wait = later; Tower.prototype.walk = function () { this.wait(1); };',
    ],
    [
      'a prototype that gets what is not known',
      'class Tower {} Tower.prototype[name] = later; Tower.prototype.walk = function () { this.wait(1); };',
    ],
    [
      'a prototype that is given away',
      'class Tower {} mixin(Tower.prototype); Tower.prototype.walk = function () { this.wait(1); };',
    ],
    [
      'a prototype of an Executor',
      'class Tower extends Executor {} Tower.prototype.walk = function () { this.wait(1); };',
    ],
    ['a method that is no word', 'class Tower { shoot() { this.waits(1); } }'],
  ])('%s is none', (_what, source) => {
    if (source.startsWith('@')) return expect(told(source, { decorators: true })).toEqual([]);
    return expect(told(source)).toEqual([]);
  });

  test('of TypeScript: what is declared is there', () => {
    const options = { typescript: true };
    expect(told('class Tower { declare wait: (ms: number) => void; shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('interface Tower extends Executor {} class Tower { shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('class Tower { constructor(private wait: any) {} shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('abstract class Tower { abstract wait(): void; shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('class Tower { shoot() { this.wait(1); } } const t: Tower = new Tower();', options)).toEqual([
      'SPN612:2',
    ]);
  });

  test('code that no mark covers is left alone', () => {
    expect(warned('/* @compile */ function f() {}\nclass Tower { shoot() { this.wait(1); } }')).toEqual([]);
  });

  test('a private field that is set gives the class no member of another name', () => {
    expect(told('class Tower { #hp; shoot() { this.#hp = 3; this.wait(1); } }')).toEqual(['SPN612:2']);
  });

  test('says what to do', () => {
    const tower = 'class Tower { shoot() { this.wait(1); } }';
    const hero = 'const hero = { walk() { this.hold(f()); } };';
    const gate = 'class Gate { static shut() { this.wait(1); } static hide() { this.hold(f()); } }';
    expect(messagesOf(`"use compile"; ${tower} ${hero} ${gate}`)).toEqual([
      '`this.wait` is a method of `Executor`, and `Tower` is not an `Executor`. Write `class Tower extends Executor`, or give each of its objects to `asExecutor`. [SPN612]',
      '`this.hold` is a method of `Executor`, and `hero` is not an `Executor`. Make it one with `asExecutor({…})` where `hero` is made. [SPN612]',
      '`this.wait` is a method of `Executor`, and `this` of a static method is the class `Gate`. Write `wait(…)` without `this`. [SPN612]',
      '`this.hold` is a method of `Executor`, and `this` of a static method is the class `Gate`. A class is no owner, so there is nothing to hold: call the function itself. [SPN612]',
    ]);
  });
});

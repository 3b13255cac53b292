import { warned } from '../compile.js';

/** The codes of the statements, in a method beside one that waits; `f` waits, what `g` does is not known. */
const inside = (statements: string, members = ''): string[] =>
  warned(
    `let shared, obj;\n// @compile\nfunction f() { wait(1); return 1; }\n// @compile\nclass A extends Executor { #hp; hit() { wait(1); } ${members} m(own) { ${statements} } }`,
  ).map((one) => one.replace(/:5$/, ''));

describe('a value that is read before a wait', () => {
  test.each([
    'this.hp -= this.hit();',
    'obj.hp -= this.wait(1);',
    'obj.hp += f();',
    'obj[f()] += f();',
    'this.#hp += f();',
    'shared **= f();',
    'obj.a ||= f();',
    'g = () => { outer = 1; }; outer += f();',
    'obj.a &&= f();',
    'obj.a ??= f();',
    'obj.a += (obj.b = f());',
    'obj.a += (() => f())();',
    'obj.a += waitSignal("x");',
    'obj.a += all(f(), g());',
    'let x = 0; h = () => { x = 1; }; x += f();',
    'let x = 0; h = () => { x += f(); };',
    'obj.a += `${f()}`;',
    'if (obj.a += f()) return;',
    'shared = shared + f();',
    'this.hp = this.hp - this.hit();',
    'this.hp = Math.max(0, this.hp - f());',
    'obj.list = obj.list.concat(f());',
    'obj.a = obj.a || f();',
    'obj.a = obj.a ? f() : 1;',
    'obj[own.key] = [obj[own.key], f()];',
    'obj.a = (obj.a) + (1, f());',
    'obj.a = `${obj.a} ${f()}`;',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN601']));

  test.each([
    'obj.a += Math.max(1, 2);',
    'obj.a = f() + obj.a;',
    'obj.a = obj.b + f();',
    'obj.a = obj.a = f();',
    'obj.a = f(obj.a);',
    'obj.a = own ? obj.a : f();',
    'obj.a = (() => obj.a) + f();',
    'obj[f()] = obj[f()] + f();',
    'let x = 0; x = x + f();',
    'this.a = this.a + waitSignal("x");',
    '({ a: obj.a } = obj.a + f());',
    'obj.a += 1; f();',
    'obj[f()] += 1;',
    'own += f();',
    'let x = 0; x += f();',
    'let x = 0; [1, 2].forEach((y) => { x += f(y); });',
    'const x = 0;\n// @allow SPN631\nh = () => { x += f(); };',
    'const list = [0]; list[0] += f();',
    'this.a += waitSignal("x");',
    'this.a += this.waitSignal("x");',
    'obj.h = () => f();',
    'outer = 0; outer += f();',
    'outer += f(); h = () => { let outer = 1; outer++; };',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

  test.each([
    'obj.a = obj.a || g();',
    'obj.x += randint(-5, 5);',
    'obj.a += obj.g();',
    'obj.a += tag`x`;',
    'obj.a += `${own}`;',
    'obj.a += (() => 1)();',
    'obj.text += this.slice(1);',
    'this.hp -= this.hurt();',
    'this.hp -= super.hurt();',
    'obj.a += random();',
    'own.node = own.node.next();',
  ])('%s is none, as the call is not known to wait', (source) => expect(inside(source)).toEqual([]));

  test.each([
    ['hurt() { this.burn(); } burn() { wait(1); }', true],
    ['hurt() { while (this.on) this.burn(); }', true],
    ['hurt = () => f();', true],
    ['hurt() { return this.burn(); } burn() { return this.hurt(); }', false],
    ['hurt() { this.burn(); }', false],
    ['hurt() { return g(); }', false],
    ['/* @instant */ hurt() { this.hp--; }', false],
    ['get hurt() { return f; }', false],
    ['hurt() { void f(); }', false],
    ['hurt() { start(f); }', false],
  ])('a method is known to wait by what it does: %s', (members, isKnown) => {
    expect(inside('this.hp -= this.hurt();', members)).toEqual(isKnown ? ['SPN601'] : []);
  });

  test('methods of a base class and of an object of the file are known', () => {
    const base = 'class B { hurt() { wait(1); } } class A extends B { m() { this.hp -= super.hurt(); } }';
    const object = 'const shop = { price() { wait(1); } }; function go() { shop.gold -= shop.price(); }';
    expect(warned(`"use compile"; ${base} ${object}`)).toEqual(['SPN601:1', 'SPN601:1']);
  });

  test('a method that a subclass replaces by one that does not wait is not known', () => {
    const base = 'class B { hurt() { wait(1); } m() { this.hp -= this.hurt(); } } class A extends B { hurt() {} }';
    expect(warned(`"use compile"; ${base}`)).toEqual([]);
  });

  test('an order in what is called is no wait', () => {
    const of = (body: string): string =>
      `"use compile"; const bell = { ring() { wait(1); } }; class A { hurt() { ${body} } m() { this.hp -= this.hurt(); } }`;
    expect(warned(of('bell.ring(); return 1;'))).toEqual([]);
    expect(warned(of('return bell.ring();'))).toEqual(['SPN601:1']);
  });

  test('one warning for one assignment', () => expect(inside('obj.a += f() + f();')).toEqual(['SPN601']));

  test.each([
    ['a method', 'heal() { this.hp++; }', true],
    ['a method that empties another', 'end(other) { other.hp = 0; }', true],
    ['a method with a pattern', 'swap(other) { [{ a: this.hp = 1 }, ...other.x] = [other]; }', true],
    ['a loop that writes it', 'all(list) { for (this.hp of list); }', true],
    ['a method that deletes it', 'end() { delete this.hp; }', true],
    ['a method that looks it up', 'look(list) { list[this.hp] = 1; }', false],
    ['the constructor', 'constructor() { this.hp = 1; }', false],
    ['a field', 'hp = 1;', false],
    ['a method that reads', 'get dead() { return this.hp <= 0; }', false],
  ])('`this.hp -= waitSignal(…)` beside %s', (_what, member, isWarned) => {
    const source = `// @compile\nclass A { suffer() { while (true) this.hp -= waitSignal("hit"); } ${member} }`;
    expect(warned(source)).toEqual(isWarned ? ['SPN601:2'] : []);
  });
});

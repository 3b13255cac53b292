import { inside, warned } from '../compile.js';

describe('a value that is read before a wait', () => {
  test.each([
    'this.hp -= this.hit();',
    'obj.hp += f();',
    'obj[f()] += f();',
    'this.#hp += f();',
    'shared **= f();',
    'outer += 1 + f(2);',
    'obj.a ||= f();',
    'obj.a &&= f();',
    'obj.a ??= f();',
    'obj.a += (obj.b = f());',
    'obj.a += (() => 1)() + f();',
    'obj.a += waitSignal("x");',
    'let x = 0; h = () => { x = 1; }; x += f();',
    'let x = 0; h = () => { x += f(); };',
    'obj.a += `${f()}`;',
    'obj.a += tag`x`;',
    'if (obj.a += f()) return;',
    'obj.text += this.slice(1);',
    'shared = shared + f();',
    'this.hp = this.hp - this.hit();',
    'this.hp = Math.max(0, this.hp - f());',
    'obj.list = obj.list.concat(f());',
    'obj.a = obj.a || f();',
    'obj.a = obj.a ? f() : 1;',
    'obj[own.key] = [obj[own.key], f()];',
    'obj.a = (obj.a) + (1, f());',
    'obj.a = `${obj.a} ${f()}`;',
  ])('%s', (source) => {
    const text = source.includes('#') ? `class A { #hp; m() { ${source} } }` : source;
    expect(inside(text)).toEqual(['SPN601']);
  });

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
    'own.node = own.node.next();',
    'this.a = this.a + waitSignal("x");',
    '({ a: obj.a } = obj.a + f());',
    'obj.a += 1; f();',
    'obj[f()] += 1;',
    'own += f();',
    'let x = 0; x += f();',
    'let x = 0; [1, 2].forEach((y) => { x += f(y); });',
    'const list = [0]; list[0] += f();',
    'this.a += waitSignal("x");',
    'this.a += this.waitSignal("x");',
    'obj.a += (() => f())(...own) > 0 ? 1 : 2, 0;'.replace('f()', '1'),
    'obj.h = () => f();',
    'obj.text += own.slice(1).trim();',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

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

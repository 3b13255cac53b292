import { warned } from '../compile.js';

describe('a wait in a region that cannot pause', () => {
  test.each([
    ['a getter', 'class A { get x() { wait(1); } }'],
    ['a setter', 'o = { set x(v) { waitFor(v); } };'],
    ['a constructor', 'class A { constructor() { if (x) wait(); } }'],
    ['a field', 'class A { x = waitSignal("a"); }'],
    ['a static block', 'class A { static { wait(); } }'],
    ['the constructor of an owner', 'class A extends Executor { constructor() { super(); this.wait(5); } }'],
    ['a word of `super`', 'class A extends Executor { get x() { return super.waitFor(y); } }'],
    ['toString', 'class A { toString() { return wait(); } }'],
    ['a method of a symbol', 'o = { [Symbol.iterator]() { wait(); } };'],
    ['an arrow before super()', 'class A extends B { constructor() { (() => wait())(); super(); } }'],
    ['JSON.parse', 'f = () => JSON.parse(x, () => { wait(); });'],
    ['JSON.stringify', 'f = () => JSON.stringify(x, function () { wait(); });'],
    ['new Promise', 'f = () => new Promise((resolve) => { wait(); resolve(); });'],
    ['a condition', 'f = () => waitUntil(() => wait());'],
    ['a condition of this', 'f = function () { this.waitUntil(() => { wait(); return 1; }); };'],
    ['a filter', 'f = () => waitForEvent(x, "y", { filter: () => wait() });'],
  ])('%s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN604:2']));

  test.each([
    ['a map of a typed array', 'f = () => { const list = new Uint8Array(3); list.map(() => wait()); };'],
    ['a trap', 'f = () => new Proxy(o, { get() { return wait(); } });'],
    ['an accessor', 'f = () => Object.defineProperty(o, "x", { get: () => wait() });'],
    ['a trap that is an arrow', 'f = () => new Proxy(o, { get: () => wait() });'],
  ])('%s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN604:2']));

  test.each([
    ['a condition', 'f = () => waitUntil(() => { for (const a of b) { while (a) c(); } });'],
    ['an instant function', '/* @instant */ f = () => { while (a) c(); };'],
  ])('a loop in %s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN606:2']));

  test('a function said to run at once', () => {
    expect(warned('"use compile";\n// @instant\nfunction f() { wait(); }')).toEqual(['SPN604:3']);
  });

  test.each([
    'class A { get x() { return signal("a"); } constructor() { void wait(1); start(wait(2)); } }',
    'class A { x = () => wait(); get y() { return () => wait(); } constructor() { this.z = () => wait(); } }',
    'f = () => JSON.parse(wait(1));',
    'f = () => waitUntil(() => x);',
    'f = () => list.map(() => wait());',
    'f = () => JSON.parse(x, other, () => wait());',
    '"use compile"; new Promise(() => wait());',
    'f = () => new Proxy(wait(), { get: (a) => a });',
    '/* @instant */ f = () => { for (const a of b) c(); const d = []; for (let i = 0; i < 3; i++) d[i] = 1; };',
    'class A { get x() { return this.y() + this.waited(); } }',
  ])('%s is none', (source) => expect(warned(`// @compile\n${source}`)).toEqual([]));
});

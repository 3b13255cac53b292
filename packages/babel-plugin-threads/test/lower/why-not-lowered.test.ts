import { compile } from '../compile.js';

const isGenerator = (script: string, typescript = false): boolean =>
  compile(`let o;\n// @compile\nfunction script() { ${script} }`, { target: 'frames', typescript }).includes(
    'function* $script',
  );

test.each([
  'o.p(); eval("o");',
  'o.p(class Lamp extends o.q(() => Lamp) {});',
  'o.p(class { #on = 1; [o.q((lamp) => lamp.#on)]() {} });',
  'class Lamp extends o.q(() => Lamp) {} Lamp = null;',
])('a generator stays: %s', (script) => {
  expect(isGenerator(script)).toBe(true);
});

test('the types around `eval` go, and the call stays a direct one', () => {
  expect(isGenerator('o.p(); (eval as Function)("o");', true)).toBe(true);
});

test.each([
  'o.p(); eval?.("o");',
  'o.p(); (0, eval)("o");',
  'class Lamp extends o.q(() => Lamp) {}',
  'o.p(class Lamp extends o.q() { static lit = Lamp; });',
  'o.p(class { #on = 1; [o.q()]() { return this.#on; } });',
])('is lowered: %s', (script) => {
  expect(isGenerator(script)).toBe(false);
});

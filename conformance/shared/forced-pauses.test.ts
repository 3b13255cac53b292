import * as babel from '@babel/core';
import forcedPauses from './forced-pauses.js';

const compiled = (source: string): string => {
  const options = { runtime: { global: 'CK' }, diagnostics: 'off' };
  const plugins = [[forcedPauses, options]];
  const settings = { babelrc: false, configFile: false } as const;
  const { code } = babel.transformSync(source, { ...settings, plugins })!;
  babel.parseSync(code!, settings);
  return code!.replace(/\s+/g, ' ');
};

/** The function, on one line, without META strings. */
const inside = (statements: string): string =>
  compiled(`// @compile\nf = function () { ${statements} };`)
    .replace(/^\/\/ @compiled /, '')
    .replace(/function \$meta\w*\(n\) .*$/, '')
    .replace(/, \$meta\w*\(\d+\)/g, '')
    .trim();

test('pauses at the start and after each call and turn, builtins not left out', () => {
  expect(inside('for (const x of xs) o.m(Math.abs(x));')).toBe(
    'f = CK.thread(function* () { const $can = CK.stress.enter("f"), $began = yield CK.stress.pause($can); ' +
      'for (const x of xs) { 0, [yield CK.stress.call($can, o.m, o, (0, [yield CK.stress.call($can, Math.abs, Math, x), ' +
      'yield CK.stress.pause($can)][0])), yield CK.stress.pause($can)][0]; yield CK.stress.pause($can); } });',
  );
});

test('compiles what never waits', () => {
  expect(inside('return () => 1;')).toContain('return CK.thread.arrow(function* ()');
});

test('tells a native that may pause, so that its callback does', () => {
  expect(inside('xs.map((x) => x); xs?.sort(order);').replaceAll('CK.', '')).toContain(
    '0, [yield stress.native($can, "xs.map", xs.map, xs, thread.arrow(function* (x)',
  );
  expect(inside('xs.sort?.(order);')).toContain('CK.stress.native($can, "xs.sort", $fn, xs, order)');
});

test('leaves `eval` and tags the shape that they need', () => {
  const code = inside('eval(s); o.tag`x`;');
  expect(code).toContain('[yield eval(s), ');
  expect(code).toContain('[yield o.tag`x`, ');
});

test('opens optional chains', () => {
  expect(inside('return a?.b(c);')).toContain(
    'a == null ? void 0 : (0, [yield CK.stress.call($can, a.b, a, c), yield CK.stress.pause($can)][0])',
  );
});

test('keeps clear of the names of the file', () => {
  const code = compiled('// @compile\nfunction can() { const began = wait(); return began; }');
  expect(code).toContain('const $can = CK.stress.enter("can"), $began =');
  expect(code).toContain('CK.thread($can1,');
});

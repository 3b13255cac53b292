import * as babel from '@babel/core';
import forcedPauses from './forced-pauses.js';
import { makeStress } from './stress.js';

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

/** What stands around a call: `note` says who may pause. */
const around = (note: string, call: string): string =>
  `0, [CK.stress.${note}, yield ${call}, yield CK.stress.pause($can)][CK.stress.back($can)]`;

test('pauses at the start and after each call and turn, builtins not left out', () => {
  const inner = `(${around('named($can, "abs", Math)', 'Math.abs(x)')})`;
  expect(inside('for (const x of xs) log(Math.abs(x));')).toBe(
    'f = CK.$thread(function* () { const $can = CK.stress.enter("f"), $began = yield CK.stress.pause($can); ' +
      `for (const x of xs) { ${around('allow($can, log)', `log(${inner})`)}; yield CK.stress.pause($can); } });`,
  );
});

test('compiles what never waits', () => {
  expect(inside('return () => 1;')).toContain('return CK.$arrow(function* ()');
});

test('leaves each call as it is written without it', () => {
  const calls: (readonly [written: string, note: string, source?: string])[] = [
    ['g(x)', 'allow($can, g)'],
    ['this.m(x)', 'named($can, "m", this)'],
    ['this.a.b.m(x)', 'named($can, "m")'],
    ['o["m"](x)', 'named($can, "m", o)'],
    ['list[0](x)', 'named($can, "0", list)'],
    ['o[k](x)', 'allow($can)'],
    ['o?.m(x)', 'named($can, "m", o)'],
    ['o.m?.(...xs)', 'named($can, "m", o)'],
    ['(o?.m)(x)', 'named($can, "m", o)'],
    ['o.tag`x`', 'named($can, "tag", o)'],
    ['eval(x)', 'allow($can)'],
    ['g(new A())', 'allow($can)'],
    ['new A().m(x)', 'allow($can)'],
    ['import(x)', 'allow($can)'],
    ['CK.pausingMethod("xs.map", xs.map, xs, double)', 'native($can)', 'xs.map(double)'],
    ['CK.pausing(xs, "map", CK.$arrow(function* (x)', 'native($can)', 'xs.map((x) => x)'],
  ];
  for (const [written, note, source = written] of calls)
    expect(inside(`return ${source};`)).toContain(`return ${around(note, written).split(written)[0]}${written}`);
  expect(inside('o.m(x);')).toContain(around('named($can, "m", o)', 'CK.beside(o.m(x))'));
  expect(inside('(function () {})();')).toContain(
    '[CK.stress.allowId($can, "f>function"), yield CK.beside(CK.$detached(',
  );
});

test('leaves a method as it is that has been read before', () => {
  expect(inside('o.m?.(x).y;')).toContain(around('allow($can, $fn)', 'CK.$callOn(CK.$callable($fn, "o.m"), o, x)'));
  const ofSuper = compiled(
    '// @compile\nclass A extends B { m() { return () => [super.m(x), super.m?.(x), super.m`x`]; } }',
  );
  const [read, text] = ['$superM()', '"(intermediate value).m"'];
  for (const call of [
    `CK.$callOn(CK.$callable(${read}, ${text}), this, x)`,
    `CK.$methodOn(${read}, this, ${text})?.(x)`,
    `CK.$methodOn(CK.$callable(${read}, ${text}), this)\`x\``,
  ])
    expect(ofSuper).toContain(`[CK.stress.named($can, "m"), yield ${call}, `);
});

test('takes no method of the program for what the plugin writes', () => {
  for (const call of ['o.$callOn(x)', 'o.$callOn()'])
    expect(inside(`${call};`)).toContain(around('named($can, "$callOn", o)', `CK.beside(${call})`));
  expect(inside('o.$methodOn()();')).toContain('[CK.stress.named($can, "$methodOn", o), yield o.$methodOn(), ');
});

test('opens optional chains where they are opened without it', () => {
  expect(inside('return a?.b(c).d;')).toContain(`a == null ? void 0 : (${around('named($can, "b", a)', 'a.b(c)')}).d`);
});

test('keeps clear of the names of the file', () => {
  const code = compiled('// @compile\nfunction can() { const began = wait(); return began; }');
  expect(code).toContain('const $can = CK.stress.enter("can"), $began =');
  expect(code).toContain('CK.$thread($can1,');
});

test('nobody pauses in a place that runs to its end at once, made in the arguments of a call that may pause', () => {
  const place = (_name: string, run: () => unknown): unknown => run();
  const { helpers, named, enter } = makeStress({ abi: { $sync: place }, codeOf: () => undefined });
  named({ note: null }, 'm');
  expect(helpers.$sync('the constructor of A', () => enter('B.m'))).toBe(false);
  expect(enter('B.m')).toEqual({ note: null });
});

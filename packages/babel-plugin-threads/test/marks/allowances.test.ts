import { diagnosticsOf, errorOf, warned } from '../compile.js';

describe('@allow', () => {
  const method = (lines: string): string[] => warned(`// @compile\no = { m() {\n${lines}\n} };`);

  test.each([
    ['above the statement', '// @allow SPN603\nMath.random();'],
    ['at the end of the line', 'Math.random(); // @allow SPN603'],
    ['at the end of a statement of several lines', 'f(\nMath.random(),\n); // @allow SPN603'],
    ['above a block', '// @allow SPN603\nif (x) {\nf();\nMath.random();\n}'],
    ['with a reason', '// @allow SPN603: it is only seen\nMath.random();'],
    ['of several', '// @allow SPN601, SPN603\no.a += wait(Math.random());'],
    ['above several lines of comments', '// @allow SPN603\n// It is only seen.\nMath.random();'],
  ])('%s', (_where, lines) => expect(method(lines)).toEqual([]));

  test('above a class or a function it is good for all in it', () => {
    expect(
      warned('// @compile\n// @allow SPN604 SPN603\nclass A { get x() { wait(); } m() {\nMath.random(); } }'),
    ).toEqual([]);
  });

  test.each([
    ['another code', '// @allow SPN601\nMath.random();', ['SPN608:3', 'SPN603:4']],
    ['the next statement', '// @allow SPN603\nMath.random();\nMath.random();', ['SPN603:5']],
    ['the line below', 'f(); // @allow SPN603\nMath.random();', ['SPN608:3', 'SPN603:4']],
  ])('does not reach %s', (_what, lines, expected) => expect(method(lines)).toEqual(expected));

  test.each([
    ['no code', '// @allow\nf();'],
    ['a code that is none', '// @allow SPN603 SPN101\nf();'],
    ['a code in words', '// @allow random\nf();'],
  ])('with %s is an error', (_what, lines) => {
    expect(errorOf(`// @compile\no = { m() {\n${lines}\n} };`)).toContain('[SPN109]');
  });

  test.each([
    ['nothing at all', '// @allow SPN603\nf();', ['SPN608:3']],
    ['one of two codes', '// @allow SPN601, SPN603\nMath.random();', ['SPN608:3']],
    ['both', 'f(); // @allow SPN603 SPN607', ['SPN608:3', 'SPN608:3']],
    ['a misspelt mark that is not there', '// @allow SPN605\nf();', ['SPN608:3']],
    ['what is silenced further out', '// @allow SPN603\nif (x) {\n// @allow SPN601\nMath.random();\n}', ['SPN608:5']],
  ])('that silences %s is told', (_what, lines, expected) => expect(method(lines)).toEqual(expected));

  test.each([
    ['a misspelt mark', '// @allow SPN605\n// @comple\nf();'],
    ['what another one silences too', '// @allow SPN603\nif (x) {\n// @allow SPN603\nMath.random();\n}'],
  ])('that silences %s is none', (_what, lines) => expect(method(lines)).toEqual([]));

  test('that silences nothing can be taken out, also one for a diagnostic about marks', () => {
    for (const code of ['SPN603', 'SPN605']) {
      const found = diagnosticsOf(`// @compile\nfunction f() {\n// @allow ${code}\nwait(1);\n}`);
      expect(found.map((one) => [one.code, one.mends?.map(({ text }) => text)])).toEqual([['SPN608', ['']]]);
    }
  });

  test('in a file without a mark, in output, or with the option "off" is not judged', () => {
    const unused = '// @allow SPN603\nf();';
    expect(warned(unused)).toEqual([]);
    expect(warned(`// @compiled\nfunction f() {\n${unused}\n}\n// @compile\nfunction g() {}`)).toEqual([]);
    expect(warned(`"use compile";\n${unused}`, { diagnostics: 'off' })).toEqual([]);
  });

  test('above nothing is an error', () => {
    expect(errorOf('// @compile\no = { m() {\n// @allow SPN603\n} };')).toContain('[SPN107]');
  });
});

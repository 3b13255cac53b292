import { compile } from '../compile.js';

describe('the first comment of a file', () => {
  test('is the mark of the function directly below', () => {
    const code = compile('// @compile\nconst f = () => g();\nconst h = () => g();');
    expect(code).toContain('const h = () => g();');
    expect(code).toContain('// @compiled\nconst f');
  });

  test.each([
    ['an import', 'import x from "x";\n'],
    ['a directive', '"use strict";\n'],
    ['a statement without functions', 'const N = 1;\n'],
    ['a blank line', '\n'],
    ['another comment and a blank line', '// More.\n\n'],
  ])('is the mark of the file above %s', (_what, between) => {
    const code = compile(`// @compile\n${between}const f = () => g();\nconst h = () => g();`);
    expect(code.match(/yield g\(\)/g)).toHaveLength(2);
  });

  test.each([
    ['a line', '// Copyright 2026.\n'],
    ['a block', '/*!\n * Copyright 2026.\n */\n\n'],
    ['a hashbang and two comments', '#!/usr/bin/env node\n// Copyright 2026.\n\n// More.\n'],
  ])('is the mark of the file also below a licence: %s', (_what, licence) => {
    const code = compile(`${licence}// @compile\nimport x from "x";\nconst f = () => g();\nconst h = () => g();`);
    expect(code.match(/yield g\(\)/g)).toHaveLength(2);
    const withoutBlankLines = (text: string): string => text.replace(/\n+/g, '\n');
    expect(withoutBlankLines(code)).toContain(withoutBlankLines(`${licence}// @compiled\nimport { $arrow }`));
  });

  test('is the mark of the function directly below it also below a licence', () => {
    const code = compile('// Copyright 2026.\n\n// @compile\nconst f = () => g();\nconst h = () => g();');
    expect(code.match(/yield g\(\)/g)).toHaveLength(1);
  });

  test('is the mark of the function below a comment that goes on', () => {
    const code = compile('// @compile\n// Walks north.\nconst f = () => g();\nconst h = () => g();');
    expect(code.match(/yield g\(\)/g)).toHaveLength(1);
  });

  test('may stand below a hashbang', () => {
    expect(compile('#!/usr/bin/env node\n// @compile\n\nconst f = () => g();')).toContain('yield g()');
  });
});

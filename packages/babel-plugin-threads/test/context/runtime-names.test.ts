import { brief, compile, warned } from '../compile.js';

const marked = `
// @compile
function main() {
  all(walk(), go());
  start(walk());
  log(race(walk(), wait(3)));
  waitFor(door.open);
  withTimeout(100, walk());
}`;

/** The compiled function of a file, without the code above it. */
const mainOf = (source: string, sourceType: 'module' | 'script'): string =>
  /function\* ?\$main\(\) \{(.*)/s.exec(brief(source, { sourceType }))![1]!;

const imported = mainOf(
  `import { all, start, race, wait, waitFor, withTimeout } from '@spindle/runtime';${marked}`,
  'module',
);

describe('words that come by require are those that come by import', () => {
  test.each([
    ['taken out of the call', "const { all, start, race, wait, waitFor, withTimeout } = require('@spindle/runtime');"],
    [
      'with `let` and `var`',
      "let { all, start, race } = require('@spindle/runtime'), { wait } = require('@spindle/runtime'); var { waitFor, withTimeout } = require('@spindle/runtime');",
    ],
    [
      'by texts as keys',
      "const { 'all': all, start, race, wait, waitFor, withTimeout } = require('@spindle/runtime');",
    ],
    [
      'out of a variable',
      "const rt = require('@spindle/runtime'); const { all, start, race, wait, waitFor, withTimeout } = rt;",
    ],
    [
      'one by one',
      "const rt = require('@spindle/runtime'); const all = rt.all, start = rt['start'], race = rt?.race, r = rt, wait = r[`wait`]; const waitFor = require(`@spindle/runtime`).waitFor, { withTimeout } = r;",
    ],
    [
      'with a value for a word that is not there',
      "const { all = 1, start, race, wait, waitFor, withTimeout = 2 } = require('@spindle/runtime');",
    ],
    [
      'out of what is left of it',
      "const { signal, ...rest } = require('@spindle/runtime'); const { all, start, race, wait, waitFor, withTimeout } = rest;",
    ],
    [
      'through what compilers put around it',
      "const rt = __importStar(require('@spindle/runtime')); const { all, start, race, wait } = rt; const { waitFor } = _interopRequireWildcard(require('@spindle/runtime')), { withTimeout } = __toESM(require('@spindle/runtime'), 1);",
    ],
  ])('%s', (_, head) => {
    for (const sourceType of ['script', 'module'] as const) expect(mainOf(head + marked, sourceType)).toBe(imported);
  });

  test('under other names', () => {
    const source =
      "const { all: both, race: first } = require('@spindle/runtime');\n// @compile\nfunction main() { both(a(), b()); return first(a()); }";
    expect(mainOf(source, 'script')).toMatch(
      /yield both\(\(\) => a\(\), \(\) => b\(\)\); return yield first\(\(\) => a\(\)\);/,
    );
  });

  test('as members of what `require` gave, also as other compilers call them', () => {
    const source =
      "const rt = require('@spindle/runtime');\n// @compile\nfunction main() { rt.all(a(), b()); rt.wait(3); (0, rt.race)(a()); }";
    expect(mainOf(source, 'script')).toMatch(
      /yield rt.all\(\(\) => a\(\), \(\) => b\(\)\); yield rt.wait\(3\); yield \(0, rt.race\)\(\(\) => a\(\)\);/,
    );
  });

  test('as members, however they are written', () => {
    const source =
      "const rt = require('@spindle/runtime');\n// @compile\nfunction main() { rt?.all(a()); rt['all'](b()); rt[`all`](c()); require('@spindle/runtime').all(d()); }";
    expect(mainOf(source, 'script')).toMatch(
      /yield rt\?\.all\(\(\) => a\(\)\); yield rt\['all'\]\(\(\) => b\(\)\); yield rt\[`all`\]\(\(\) => c\(\)\); yield .*\.all\(\(\) => d\(\)\);/,
    );
  });

  test('by the `import` of TypeScript that is a `require`', () => {
    const source =
      "import rt = require('@spindle/runtime');\nconst { race } = rt;\n// @compile\nfunction main() { rt.all(a()); race(b()); }";
    expect(brief(source, { typescript: true })).toMatch(/yield rt\.all\(\(\) => a\(\)\); yield race\(\(\) => b\(\)\);/);
  });

  test('out of the global that the option names', () => {
    const source =
      'const { all, start: go } = CK.code, { ...rt } = CK.code;\n// @compile\nfunction main() { all(a()); go(b()); rt.race(c()); CK["code"].race(d()); }';
    const options = { sourceType: 'script', runtime: { global: 'CK.code' } } as const;
    expect(brief(source, options)).toMatch(
      /yield all\(\(\) => a\(\)\); go\(\(\) => b\(\)\); yield rt\.race\(\(\) => c\(\)\); yield CK\["code"\]\.race\(\(\) => d\(\)\);/,
    );
  });

  test('inside the function that uses them', () => {
    const source = "// @compile\nfunction main() { const { all } = require('@spindle/runtime'); all(a()); }";
    expect(mainOf(source, 'script')).toContain('yield all(() => a());');
  });

  test('of the module that the option names', () => {
    const source = "const { all } = require('./engine.js');\n// @compile\nfunction main() { all(a()); }";
    expect(brief(source, { sourceType: 'script', runtime: { module: './engine.js' } })).toContain('all(() => a())');
    expect(brief(source, { sourceType: 'script' })).toContain('all(yield a())');
  });

  test('a schema, too', () => {
    const source =
      "const { withSchema } = require('@spindle/runtime/schema');\nwithSchema(quick, { waiting: false });\nfunction quick() { return other(); }\n// @compile\nfunction main() { quick(); }";
    expect(compile(source, { sourceType: 'script' })).not.toContain('yield');
  });
});

describe('what is no word of the runtime', () => {
  test.each([
    ['a `require` of its own', "function require() {} const { all } = require('@spindle/runtime');"],
    ['another module', "const { all } = require('./all.js');"],
    ['a variable that is written again', "let { all } = require('@spindle/runtime'); all = other;"],
    ['a computed key', "const { [all2]: all } = require('@spindle/runtime');"],
    ['a part of the words', "const { all: { all } } = require('@spindle/runtime');"],
    ['what somebody makes of it', "const { all } = mocked(require('@spindle/runtime'));"],
    ['a name that is deeper', "const { inner: { all } } = require('@spindle/runtime');"],
    ['a name that hides it', "const { all } = require('@spindle/runtime'); { const all = other;", '}'],
  ])('%s', (_, head, tail = '') => {
    const source = `${head}\n// @compile\nfunction main() { return all(a()); }\n${tail}`;
    expect(compile(source, { sourceType: 'script' })).toContain('all(yield a())');
  });
});

test.each([
  ['free', 'currentThread()', {}],
  ['of the global', 'CK.code.currentThread()', { runtime: { global: 'CK.code' } }],
  ['of what `require` gave', 'rt.currentThread()', {}],
  ['of `require` itself', "require('@spindle/runtime').currentThread()", {}],
] as const)('a function on the spot that asks for its thread has one: %s', (_, call, options) => {
  const source = `const rt = require('@spindle/runtime');\n// @compile\nfunction main() { return (function () { return ${call}; })(); }`;
  expect(compile(source, { sourceType: 'script', ...options })).toMatch(/(?:\$detached|\.apart)\(function\* \(\) \{/);
});

test('diagnostics know them', () => {
  const source =
    "const { wait } = require('@spindle/runtime');\n// @compile\nclass A { walk() { while (this.isOn()) wait(Math.random()); } get here() { wait(3); } }";
  expect(warned(source, { sourceType: 'script' })).toEqual(['SPN603:3', 'SPN604:3']);
});

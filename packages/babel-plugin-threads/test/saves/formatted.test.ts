/** A pass of a formatter is no edit: what a save compares of functions is the same. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@babel/core';
import { format } from 'oxfmt';
import { globSync } from 'tinyglobby';
import { isOfThisLane } from '../../../../fixtures/lanes.js';
import plugin from '../../src/index.js';

const fixtures = path.join(import.meta.dirname, '../../../../fixtures');
/** One in so many in `npm test`. */
const SHARE = process.env['ALL_CASES'] === '1' ? 1 : 40;
const inputs = globSync('*/*/input.{js,ts}', { cwd: fixtures })
  .sort()
  .filter((file) => !existsSync(path.join(fixtures, path.dirname(file), 'error.txt')))
  // A formatter puts some marks elsewhere there.
  .filter((file) => !file.includes('decorators'))
  .filter((file, at) => file.startsWith('saves/') || at % SHARE === 0);

/** What the output tells of each function and each factory, but where it stands and how its statements are written; undefined for what cannot be compiled. */
function factsOf(source: string, file: string): string[] | undefined {
  const facts: string[] = [];
  const plugins = file.endsWith('.ts') ? ['typescript' as const] : [];
  try {
    const { code } = transformSync(source, {
      filename: `/project/${file}`,
      babelrc: false,
      configFile: false,
      browserslistConfigFile: false,
      parserOpts: { plugins: [...plugins, 'decorators', 'explicitResourceManagement'] },
      plugins: [[plugin, { target: 'frames', saves: true, root: '/project', onDiagnostic() {} }]],
    })!;
    for (const [, text] of code!.matchAll(/^ {4}\d+: (".*"),?$/gm))
      facts.push(withoutTexts(JSON.parse(text!) as string));
    for (const [, id] of code!.matchAll(/^ {6}("[^"]*"): \$make/gm)) facts.push(id!);
    return facts.sort();
  } catch {
    return undefined;
  }
}

const withoutTexts = (text: string): string =>
  text
    .replaceAll(/ \d+:\d+:(\w+)(?::\d+)?/g, ' $1')
    .split('\n')
    .map((line, at) => {
      const fields = line.split('\t');
      // A callee that is the first one in the text of its statement is left out.
      return at < 3 ? line : [fields[0], fields[1], fields[4]].join('\t');
    })
    .join('\n');

test.each(inputs.filter((_, index) => isOfThisLane(index)))('%s', async (file) => {
  const source = readFileSync(path.join(fixtures, file), 'utf8');
  const before = factsOf(source, file);
  for (const options of [
    { printWidth: 40, semi: false, singleQuote: true, trailingComma: 'none', arrowParens: 'avoid' },
    { printWidth: 160, quoteProps: 'consistent', bracketSpacing: false, singleQuote: false },
  ] as const) {
    const { code, errors } = await format(file, source, options);
    // It takes less than engines do.
    if (errors.length > 0) continue;
    expect(factsOf(code, file)).toEqual(before);
  }
});

test('an edit is seen', () => {
  const hashes = (body: string): readonly string[] | undefined =>
    factsOf(`// @compile\nfunction f(a) { ${body} }`, 'a.js');
  const all = [
    'p(1)',
    'p(2)',
    "p('1')",
    'p(a?.b)',
    'p(a.b)',
    'p(a?.b?.c)',
    'p(a?.b.c)',
    'p([1, , 2])',
    'p([1, 2])',
    'p({ a })',
    'p({ [a]: a })',
    'p(`1`)',
  ]
    .concat([
      'p(/a/g)',
      'p(/a/)',
      'p(a++)',
      'p(++a)',
      'p(async () => 1)',
      'p(() => 1)',
      'p((a, 1))',
      'p(a, 1)',
      'p(1n)',
      'p(true)',
      'p("true")',
      'p(a => { a; })',
      'p(a => a)',
    ])
    .map((body) => String(hashes(body)));
  expect(new Set(all).size).toBe(all.length);
});

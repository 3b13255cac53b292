import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import * as words from '../src/words.js';
import type { PageCompiler } from '../src/page-compiler.js';
import { isHelper, VOCABULARY } from '../../babel-plugin-threads/src/vocabulary.js';

const fixtures = path.join(import.meta.dirname, '../../../fixtures');

/** All that the outputs of fixtures with the target `generators` import beside words. */
function emitted(): Set<string> {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('output.js'),
  );
  const texts = files
    .map((file) => readFileSync(path.join(fixtures, file), 'utf8'))
    .filter((text) => !/\$keep\w+\(/.test(text));
  const imported = texts.flatMap(
    (text) => text.match(/(?<=^import \{)[^}]*(?=\} from "@spindle\/runtime\/abi")/gm) ?? [],
  );
  return new Set(imported.flatMap((list) => list.match(/[\w$]+(?= as |,| ?$)/g) ?? []));
}

test('a page has each word, and each helper of the default target, as its global and as a module', () => {
  const helpers = [...emitted()].filter((name) => isHelper(name));
  expect(helpers.length).toBeGreaterThan(30);
  expect([...VOCABULARY].filter((name) => !(name in words))).toEqual([]);
  expect(helpers.filter((name) => !(name in words))).toEqual([]);
});

/** The file as a page loads it: `npm run build` makes it. */
let SpindleCompiler: PageCompiler;
beforeAll(() => {
  const page = { TextEncoder, btoa, SpindleCompiler };
  runInNewContext(readFileSync(new URL('../compiler.js', import.meta.url), 'utf8'), page);
  ({ SpindleCompiler } = page);
});

test('a text of a page is a program that runs itself; a place of the output is one of the text', () => {
  const made = SpindleCompiler.compile('wait(20);\ndoor.open();\n', 'door.js');
  if (made.code === null) throw new Error('not compiled');
  expect(made.code).toContain('Spindle.run(program);');
  const lines = made.code.split('\n');
  const line = lines.findIndex((one) => one.includes('door.open'));
  expect(made.frameAt(line + 1, lines[line]!.indexOf('door.open') + 1)).toEqual({
    line: 2,
    text: expect.stringContaining('> 2 | door.open();'),
  });
  expect(made.isModule).toBe(false);
});

test('a text that cannot be compiled gives all that is wrong, each with its line', () => {
  const made = SpindleCompiler.compile('wait(20);\nawait x;\nexport const y = 1;\n', 'door.js');
  expect(made).toEqual({
    code: null,
    errors: [
      { message: expect.stringContaining('`await`'), frame: { line: 2, text: expect.stringContaining('> 2 |') } },
      { message: expect.stringContaining('`export`'), frame: { line: 3, text: expect.stringContaining('> 3 |') } },
    ],
  });
});

/** The examples in docstrings run, and give what they say. */
import { readdirSync, readFileSync } from 'node:fs';
import { ClientLink } from '../src/client.js';
import { MemoryStore, RoomServer } from '../src/index.js';

const root = new URL('../src/', import.meta.url);
const examples = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const source = readFileSync(new URL(file, root), 'utf8');
    return [...source.matchAll(/ \* @example\n((?: \* .*\n)+) \*\/\n.*?(?:class|function) (\w+)/g)].map(
      ([, text = '', name = '']) => ({
        name,
        code: text.replaceAll(/^ \* /gm, ''),
      }),
    );
  });

test('the examples are found', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual(['ClientLink', 'MemoryStore', 'RoomServer']);
});

test.each(examples)('$name', ({ code }) => {
  const given = { ClientLink, MemoryStore, RoomServer };
  const pairs: unknown[][] = [];
  const checked = code.replaceAll(/^(.*); \/\/ ("[^"]*"|\w+)$/gm, '$$pair($1, $2);');
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own
  const run = new Function(...Object.keys(given), '$pair', checked) as (...values: unknown[]) => void;
  run(...Object.values(given), (...pair: unknown[]) => pairs.push(pair));
  expect(pairs.length).toBeGreaterThan(0);
  for (const [got, wanted] of pairs) expect(got).toEqual(wanted);
});

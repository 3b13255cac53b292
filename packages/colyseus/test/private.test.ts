/** What is private in Colyseus stands in one file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../src/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** Names that the types of Colyseus do not have, and ways to what they do not show. */
const PRIVATE =
  /\._[a-z]\w*|\barguments\b|\braw: \{|\b(?:nextUniqueId|journal|tagViews|dispatchMessage|removeAllListeners)\b|\$items|\.klass\b|\.transport\b|(?<!\.)\.events\b/;

const others = readdirSync(FOLDER).filter((name) => name !== 'private.ts' && name !== 'colyseus.d.ts');

test('`private.ts` has what is looked for', () => {
  expect(read('private.ts')).toMatch(PRIVATE);
});

test.each(others)('%s uses nothing private', (name) => {
  expect(PRIVATE.exec(read(name))?.[0] ?? null).toBeNull();
});

test('`private.ts` names the test that tries it', () => {
  const [, file = ''] = /`(compat\/\S+)`/.exec(read('private.ts')) ?? [];
  expect(existsSync(new URL(`../../../${file}`, import.meta.url))).toBe(true);
});

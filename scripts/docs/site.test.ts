import { readFileSync } from 'node:fs';
import { errorPages } from '../../site/pages/errors.js';
import { readMessages } from '../../site/pages/messages.js';
import { recipePages } from '../../site/pages/recipes.js';

interface Page {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const codes = [...new Set<string>(read('docs/errors.md').match(/SPN\d{3}/g))].sort();
const errors = new Map(
  (errorPages() as { pages: Page[] }).pages.map(({ page, text }) => [/SPN\d{3}/.exec(page)?.[0], text]),
);

test('the codes are found, and each has a message in the sources', () => {
  expect(codes.length).toBeGreaterThan(120);
  expect([...(readMessages() as Map<string, string[]>).keys()].sort()).toEqual(codes);
});

test.each(codes)('%s has a page of its own that says the message, why it comes, and how to mend it', (code) => {
  const parts = (errors.get(code) ?? '').split(/^## /m);
  const bodyOf = (title: string): string =>
    parts.find((part) => part.startsWith(`${title}\n`))?.slice(title.length) ?? '';
  for (const title of ['Message', 'Why', 'Mend']) {
    const body = bodyOf(title).trim();
    expect([title, body.length >= 10]).toEqual([title, true]);
    // `undefined` may be named as a value, in a code span.
    expect(body.replaceAll(/`[^`]*`/g, '')).not.toMatch(/undefined|\[object|\bNaN\b|TODO|\$\{/);
  }
  // Only a message has what is known when it happens: Why and Mend are sentences for all cases.
  expect(bodyOf('Why') + bodyOf('Mend')).not.toMatch(/[‹›]/);
});

describe('recipes', () => {
  let tools: Page[];
  let engines: Page[];
  beforeAll(async () => ({ tools, engines } = (await recipePages()) as never));

  /** The first cells of the tables in which a row is one tool or one engine. */
  const namesIn = (file: string, head: RegExp): string[] =>
    read(file)
      .split(/\n\n+/)
      .filter((part) => head.test(part))
      .flatMap((table) => table.split('\n').slice(2))
      .map((row) => row.split('|')[1]!.replaceAll('`', '').trim());

  test('each row of the tables of bundlers and of Babel in docs/tools.md has a page, with a project or the reason why there is none', () => {
    const rows = namesIn('docs/tools.md', /^\| tool .*\n(?![^]*eslint)/).map((name) => name.replace(/ \d.*/, ''));
    expect(rows.length).toBeGreaterThan(14);
    expect(tools.map(({ title }) => title)).toEqual(rows);
    for (const { title, text } of tools) {
      expect([title, /^## Install\n\n```sh$/m.test(text)]).toEqual([title, true]);
      expect([title, /^## (A whole project|No project of its own)$/m.test(text)]).toEqual([title, true]);
    }
  });

  test('each engine of docs/engines.md has a page with a scene and its words', () => {
    const rows = namesIn('docs/engines.md', /^\| engine .*\|/);
    expect(rows.length).toBe(5);
    expect(engines.map(({ title }) => title).sort()).toEqual(rows.sort());
    for (const { title, text } of engines)
      expect([title, /^```js/m.test(text), /^\| `\w+\(/m.test(text)]).toEqual([title, true, true]);
  });

  test('the pages of the recipes have different names', () => {
    const all = [...tools, ...engines].map(({ page }) => page);
    expect(all.filter((page, i) => all.indexOf(page) !== i)).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf } from './anchors.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(path.join(root, page)))
  .map((page) => ({ page, text: readFileSync(path.join(root, page), 'utf8') }));

/** The relative links of a page that lead to no file, or to no heading of it. */
function deadLinks(page: string, text: string): string[] {
  const isThere = (link: string): boolean => {
    const [name = '', anchor] = link.split('#');
    const file = name === '' ? page : path.join(path.dirname(page), decodeURI(name));
    if (!existsSync(path.join(root, file))) return false;
    return anchor === undefined || anchorsOf(readFileSync(path.join(root, file), 'utf8')).includes(anchor);
  };
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !isThere(link)).map((link) => `${page}: ${link}`);
}

test('what the pages link to is there, with its heading', () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.flatMap(({ page, text }) => deadLinks(page, text))).toEqual([]);
});

test('a link to a page, a heading or an anchor that is gone is found', () => {
  const text = '[a](no-such.md) [b](tools.md#no-such) [c](errors.md#spn601) [d](#no-such) [e](https://nowhere)';
  expect(deadLinks('docs/engines.md', text)).toEqual([
    'docs/engines.md: no-such.md',
    'docs/engines.md: tools.md#no-such',
    'docs/engines.md: #no-such',
  ]);
});

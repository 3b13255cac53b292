/** Which text of the repository becomes which page. A text stands in the repository once; the pages are written anew by each build. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

/** The pages are written there, and VitePress reads them. */
export const OUT = path.join(root, 'site/build/pages');

export const read = (file) => readFileSync(path.join(root, file), 'utf8');

const markdownIn = (folder) => readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.md'));

/** What only those need who work on Spindle itself. */
const LEFT_OUT = ['errors.md'];

const packages = readdirSync(path.join(root, 'packages'));

/** `{ source, page }`: a text of the repository, and the page that shows all of it. */
export const wholeTexts = [
  ...markdownIn('docs')
    .filter((name) => !LEFT_OUT.includes(name))
    .map((name) => ({ source: `docs/${name}`, page: name })),
  ...['docs/guide', 'docs/guide/cookbook'].flatMap((folder) =>
    markdownIn(folder).map((name) => ({
      source: `${folder}/${name}`,
      page: `${folder.replace('docs/', '')}/${name}`,
    })),
  ),
  ...packages.map((name) => ({ source: `packages/${name}/README.md`, page: `packages/${name}.md` })),
];

/** Texts that become more than one page, or a part of one: where a link to them leads. */
const PARTS = { 'docs/errors.md': 'errors/index.md', 'README.md': 'index.md', 'bench/results.json': 'results.md' };

export const pageOfSource = new Map([
  ...wholeTexts.map(({ source, page }) => [source, page]),
  ...Object.entries(PARTS),
]);

/** The first heading of a page, as plain text, without the type parameters of a class. */
export const titleOf = (text) =>
  (/^# (.*)$/m.exec(text)?.[1] ?? '')
    .replaceAll('`', '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\\<.*/, '');

/** Writes all pages. A page that has not changed is not touched, so that the dev server only loads what is new. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { storedTables } from '../../bench/summary.js';
import { changePages } from './changes.js';
import { errorPages } from './errors.js';
import { packagesPage } from './packages.js';
import { homePage } from './home.js';
import { address, isPicture, pictureOf, withLinks } from './links.js';
import { recipePages } from './recipes.js';
import { withRuns } from './runs.js';
import { sidebarOf } from './sidebar.js';
import { OUT, read, root, titleOf, wholeTexts } from './sources.js';

/** Writes the pages that are made of the repository's texts, and `sidebar.json`. `api`: what it shows of the API. */
export async function writePages(api) {
  const errors = errorPages();
  const recipes = await recipePages();
  const changes = changePages();
  const pages = [
    homePage(),
    packagesPage(),
    ...wholeTexts.map(pageOfText),
    resultsPage(),
    ...errors.pages,
    recipes.index,
    ...recipes.tools,
    ...recipes.engines,
    ...changes,
  ];
  for (const { page, source, text } of pages) write(page, withFields(text, source));
  for (const file of pictures()) write(pictureOf(file), readFileSync(path.join(root, file)));
  write(
    '../sidebar.json',
    JSON.stringify(sidebarOf(pages, { sections: errors.sections, api, recipes, changes }), null, 2),
  );
  removeOthers(new Set([...pages.map(({ page }) => page), ...pictures().map(pictureOf)]));
  return pages.length;
}

/** Texts with tables of many columns. */
const WIDE = new Set(
  ['comparison', 'conformance', 'engines', 'performance', 'sources'].map((name) => `docs/${name}.md`),
);

/** Where a text can be edited, if the page is all of one; and whether it needs the whole width. */
function withFields(text, source) {
  const [, head = '', body] = /^(?:---\n([^]*?)---\n\n)?([^]*)$/.exec(text);
  const field = source === undefined ? 'editLink: false' : `edit: ${address}/edit/main/${source}`;
  const wide = WIDE.has(source) ? 'pageClass: wide\naside: false\n' : '';
  return `---\n${field}\n${wide}${head.replace('editLink: false\n', '')}---\n\n${body}`;
}

function pageOfText({ source, page }) {
  const text = withLinks(read(source), { source, page });
  const titled = titleOf(text) === '' || text.startsWith('##') ? `# ${nameOfPackage(source)}\n\n${text}` : text;
  return { page, source, text: withRuns(titled, page) };
}

const nameOfPackage = (source) => JSON.parse(read(path.join(path.dirname(source), 'package.json'))).name;

/** All rows of the benchmarks, of which docs/performance.md shows a few. */
const resultsPage = () => ({
  page: 'results.md',
  text: `---\npageClass: wide\naside: false\n---\n\n# All measured rows\n\n${storedTables()}`,
});

function pictures() {
  const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return [...inDocs.filter(isPicture).map((name) => `docs/${name}`), 'bench/results.svg'];
}

function write(page, content) {
  const file = path.join(OUT, page);
  const before = existsSync(file) ? readFileSync(file) : undefined;
  if (before?.equals(Buffer.from(content))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Pages of an earlier build. Those of the API and the playground are not written here. */
function removeOthers(wanted) {
  for (const name of readdirSync(OUT, { recursive: true, encoding: 'utf8' }))
    if (/\.\w+$/.test(name) && !/^(?:api|public)\//.test(name) && !wanted.has(name)) rmSync(path.join(OUT, name));
}

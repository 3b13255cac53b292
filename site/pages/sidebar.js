/** What stands beside the pages. */
import { anchorsOf } from '../../scripts/docs/anchors.js';
import { titleOf } from './sources.js';

/** `pages`: all but those of the API. `sections`: those of the errors, with their codes. `api`: the entries. `recipes`, `changes`: their pages. */
export function sidebarOf(pages, { sections, api, recipes, changes }) {
  const titles = new Map(pages.map(({ page, text }) => [page, titleOf(text)]));
  const item = (page) => ({
    text: titles.get(page),
    link: `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`,
  });
  const below = (folder) =>
    [...titles.keys()].filter((page) => page.startsWith(folder) && !page.slice(folder.length).includes('/'));
  const guide = [
    { text: 'Guide', items: below('guide/').map(item) },
    { text: 'Cookbook', link: '/guide/5-cookbook', collapsed: true, items: cookbook(pages).map(item) },
    group('Use it', USE, item),
    group('How it works', [...HOW, ...others(pages)], item),
    { text: 'Packages', link: '/packages/', collapsed: true, items: below('packages/').map(item) },
  ];
  const errors = [
    { text: 'Error messages', link: '/errors/' },
    ...sections.map(({ title, codes }) => ({
      text: title,
      link: `/errors/#${anchorsOf(`## ${title}`)[0]}`,
      collapsed: true,
      items: codes.map((code) => item(`errors/${code}.md`)),
    })),
  ];
  const recipe = ({ page }) => item(page);
  const cooking = [
    { text: 'Recipes', items: [item('recipes/index.md'), item('tools.md'), item('engines.md')] },
    { text: 'Bundlers and other tools', items: recipes.tools.map(recipe) },
    { text: 'Engines', items: recipes.engines.map(recipe) },
  ];
  const log = [{ text: 'Change log', items: changes.map(recipe) }];
  return { '/recipes/': cooking, '/changes/': log, '/errors/': errors, ...apiSidebars(api), '/': guide };
}

/** Each entry shows its own exports only: all of them would make each page several times as large. */
function apiSidebars(api) {
  const shown = (open) => [
    { text: 'API', link: '/api/' },
    {
      text: 'Entries',
      items: api.map(({ text, link, items }) => (link === open ? { text, link, items } : { text, link })),
    },
  ];
  return Object.fromEntries([{ link: '/api/' }, ...api].map(({ link }) => [link, shown(link)]));
}

const group = (text, pages, item) => ({ text, items: pages.map((page) => item(`${page}.md`)) });

const USE = [
  'programs',
  'recipes/index',
  'tools',
  'engines',
  'rooms',
  'editor',
  'inspector',
  'typescript',
  'hot-updates',
  'replay',
  'saves',
  'rollback',
  'performance',
  'results',
  'versions',
];
const HOW = [
  'ownership',
  'transform',
  'frames',
  'design',
  'conformance',
  'sources',
  'comparison',
  'glossary',
  'changes/index',
];

/** Texts of docs/ that have no place yet. */
const others = (pages) =>
  pages
    .filter(({ source }) => /^docs\/[\w-]+\.md$/.test(source ?? '') && source !== 'docs/errors.md')
    .map(({ page }) => page.replace('.md', ''))
    .filter((name) => !USE.includes(name) && !HOW.includes(name));

/** In the order of the list of the cookbook. */
function cookbook(pages) {
  const { text } = pages.find(({ page }) => page === 'guide/5-cookbook.md');
  return [...text.matchAll(/\]\(\.\/(cookbook\/[\w-]+\.md)\)/g)].map(([, name]) => `guide/${name}`);
}

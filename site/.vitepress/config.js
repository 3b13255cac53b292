import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { address } from '../pages/links.js';
import { OUT, root } from '../pages/sources.js';
import { checkLinks } from './check-links.js';
import { markdown } from './markdown.js';

const sidebar = JSON.parse(readFileSync(path.join(OUT, '../sidebar.json'), 'utf8'));

/** The path of the site at its address, set by `--base` of run.js. */
const base = process.env.SITE_BASE ?? '/';

export default defineConfig({
  base,
  lang: 'en',
  title: 'Spindle',
  description: 'Write game scripts that wait as plain JavaScript, and run thousands of them side by side.',
  srcDir: 'build/pages',
  cacheDir: 'build/cache',
  cleanUrls: true,
  // The sidebars of all pages, once and not in each page.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: `${base}mark.svg`, type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#33508f' }],
  ],
  markdown,
  buildEnd: checkLinks,
  // What the plugin of the site reads lies outside of its folder.
  vite: {
    server: { fs: { allow: [root] } },
    // The index of the search is loaded when somebody searches.
    build: { chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    logo: '/mark.svg',
    nav: [
      { text: 'Guide', link: '/guide/1-your-first-scene', activeMatch: '^/guide/' },
      { text: 'Playground', link: '/play/index.html', target: '_self' },
      { text: 'Recipes', link: '/recipes/', activeMatch: '^/(recipes|tools|engines)' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Errors', link: '/errors/', activeMatch: '^/errors/' },
    ],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    socialLinks: [{ icon: 'github', link: address }],
    editLink: { pattern: ({ frontmatter }) => frontmatter.edit, text: 'Edit this page' },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            fuzzy: 0.15,
            prefix: true,
            boost: { title: 4, text: 1, titles: 2 },
            // The page of a word comes before those that only use it.
            boostDocument: (id) => (id.startsWith('/api/runtime/') ? 2 : /^\/(recipes|changes)\//.test(id) ? 0.5 : 1),
          },
        },
      },
    },
  },
});

/** Projects whose game runs in a page: the dev server of Vite, and Next. `serve` starts the server, which prints its address. */
import { GAME, TYPED_GAME } from './game.js';

const devServer = (version) => ({
  name: `Vite ${version}, dev server`,
  install: ['@spindle/runtime', '@spindle/unplugin', `vite@${version}`],
  files: {
    ...TYPED_GAME,
    'index.html': '<!doctype html><title>A game</title><script type="module" src="/src/main.ts"></script>',
    'vite.config.js': `import spindle from '@spindle/unplugin/vite';\nexport default { plugins: [spindle()] };`,
  },
  without: { 'vite.config.js': 'export default {};' },
  serve: ['npx', 'vite', '--port', '0', '--host', '127.0.0.1'],
});

/** Both bundlers of Next read a Babel configuration. The Babel is its own, 7.26: it keeps what it knew of inner scopes, which shows with frames. */
const next = (name, { build, serve, place, options = {} }) => ({
  name: `Next 16, ${name}`,
  install: ['@spindle/runtime', 'babel-plugin-threads', 'next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
  files: {
    ...GAME,
    'app/layout.js': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    'app/page.js': `'use client';
import { useEffect } from 'react';

export default function Page() {
  useEffect(() => void import('../src/main.js'), []);
  return <p>A game</p>;
}
`,
    'next.config.mjs': 'export default { productionBrowserSourceMaps: true };',
    '.babelrc': JSON.stringify({ presets: ['next/babel'], plugins: [['babel-plugin-threads', options]] }),
  },
  without: { '.babelrc': '{ "presets": ["next/babel"] }' },
  build,
  serve: ['npx', 'next', serve, '--port', '0', '--hostname', '127.0.0.1'],
  place,
});

export const pages = [
  devServer('8.3.8'),
  devServer('7.3.8'),
  next('dev server', { serve: 'dev' }),
  // The maps that Turbopack makes for production lead to what Babel gave it: https://github.com/vercel/next.js/issues/94450.
  next('build', { build: ['npx', 'next', 'build'], serve: 'start', place: /scene\.js:18/ }),
  next('build by webpack', {
    build: ['npx', 'next', 'build', '--webpack'],
    serve: 'start',
    options: { target: 'frames' },
  }),
];

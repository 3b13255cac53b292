/** What `npm create next-app` makes, with Turbopack and with webpack; SWC stays, and `next/font/local` with it. */
import { typedGameIn } from './game.js';

const LOCAL = ['--port', '0', '--hostname', '127.0.0.1'];
const OPTIONS = '--yes --ts --app --src-dir --no-tailwind --eslint --use-npm --skip-install --disable-git';
const START = ['npx', 'next', 'start', ...LOCAL];

/** The layout that is made takes its fonts from Google, which is not asked here. `font` is one in the package of Next. */
const page = (font) => ({
  'src/app/layout.tsx': `import localFont from 'next/font/local';

const font = localFont({ src: '../../node_modules/next/dist/compiled/@vercel/og/${font}.ttf' });

export default function Layout({ children }: Readonly<{ children: React.ReactNode }>) {
  return (
    <html lang="en" className={font.className}>
      <body>{children}</body>
    </html>
  );
}
`,
  'src/app/page.tsx': `import Play from './play';

export default function Home() {
  return <Play />;
}
`,
  'src/app/play.tsx': `'use client';

import { useEffect } from 'react';

export default function Play() {
  useEffect(() => void import('../game/main'), []);
  return <p>A game</p>;
}
`,
});

const created = (version, { font, turbopack, webpack }) => ({
  name: `create-next-app ${version}`,
  make: [`next-app@${version}`, ...OPTIONS.split(' ')],
  isAsked: false,
  game: { ...typedGameIn('src/game'), ...page(font) },
  enter: {},
  types: ['npx', 'tsc', '--noEmit'],
  dev: ['npx', 'next', 'dev', ...turbopack, ...LOCAL],
  builds: [
    { build: ['npx', 'next', 'build', ...turbopack], preview: START },
    { build: ['npx', 'next', 'build', ...webpack], preview: START },
  ],
});

export const nextStarters = [
  created('15.5.28', { font: 'noto-sans-v27-latin-regular', turbopack: ['--turbopack'], webpack: [] }),
  created('16.4.3', { font: 'Geist-Regular', turbopack: [], webpack: ['--webpack'] }),
];

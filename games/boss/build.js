/**
 * Builds the game into `dist`.
 *
 *   node build.js            for players: small, without the checks of development
 *   node build.js --serve    for you: builds after each change, and the page loads anew
 */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import spindle from '@spindle/unplugin/esbuild';
import esbuild from 'esbuild';

process.chdir(import.meta.dirname);
const isServed = process.argv.includes('--serve');
const mode = isServed ? 'development' : 'production';
process.env.NODE_ENV = mode;

const options = {
  entryPoints: ['src/main.ts', 'src/style.css'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  sourcemap: true,
  minify: !isServed,
  // The inspector shows the names of scripts.
  keepNames: true,
  conditions: [mode],
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  banner: isServed ? { js: "new EventSource('/esbuild').addEventListener('change', () => location.reload());" } : {},
  // For all files: else esbuild reads that of each of our packages, which are linked here, and takes their sources.
  tsconfig: 'tsconfig.json',
  plugins: [spindle()],
  logLevel: 'info',
};

mkdirSync('dist', { recursive: true });
cpSync('index.html', path.join('dist', 'index.html'));
if (isServed) await serve();
else await esbuild.build(options);

async function serve() {
  const context = await esbuild.context(options);
  await context.watch();
  const { port } = await context.serve({ servedir: 'dist', host: '127.0.0.1' });
  console.log(`\n  The game: http://127.0.0.1:${port}/\n`);
}

/**
 * The playground, also from a fresh clone: `npm run play` serves it, `npm run play -- --build` writes static files to
 * play/dist, which work from any path. `--port 5180` and the other options go to Vite.
 */
import path from 'node:path';
import { installSteps } from './install.js';
import { runSteps } from './steps.js';

process.chdir(path.join(import.meta.dirname, '..'));
const given = process.argv.slice(2);
const isBuild = given.includes('--build');
const vite = ['node', 'play/node_modules/vite/bin/vite.js'];
const options = ['--config', 'play/vite.config.ts', ...given.filter((one) => one !== '--build')];

await runSteps([
  ...installSteps(['.', 'play']),
  { name: 'build the packages', run: ['npm', 'run', '--silent', 'build'] },
  isBuild
    ? { name: 'build the playground', run: [...vite, 'build', 'play', ...options] }
    : { name: 'playground', run: [...vite, 'play', ...options] },
]);

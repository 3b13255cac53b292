/** Are the types of the packages found by each kind of resolution? A part of `npm run nightly -- types`. */
import { runSteps } from '../steps.js';
import { packAll } from '../tarballs.js';

const TYPED = [
  '@spindle/runtime',
  'babel-plugin-threads',
  '@spindle/compiler',
  '@spindle/unplugin',
  '@spindle/engines',
  '@spindle/inspector',
  '@spindle/rooms',
  '@spindle/colyseus',
  '@spindle/eslint-plugin',
  '@spindle/language-server',
];

await runSteps(
  packAll()
    .filter(({ name }) => TYPED.includes(name))
    .map(({ name, tarball }) => ({
      name,
      run: ['node_modules/.bin/attw', '--profile', 'esm-only', '--format', 'table', tarball],
    })),
);

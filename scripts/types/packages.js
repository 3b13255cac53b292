/** Are the types of the packages found by each kind of resolution? `npm run types` for the runtime, `npm run types -- tools` for the others. */
import { runSteps } from '../steps.js';
import { packAll } from '../tarballs.js';

const TOOLS = [
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

const wanted = process.argv[2] === 'tools' ? TOOLS : ['@spindle/runtime'];

await runSteps(
  packAll()
    .filter(({ name }) => wanted.includes(name))
    .map(({ name, tarball }) => ({
      name,
      run: ['node_modules/.bin/attw', '--profile', 'esm-only', '--format', 'table', tarball],
    })),
);

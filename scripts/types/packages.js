/** Are the types of the packages found by each kind of resolution? `npm run types` for the runtime, `npm run types -- tools` for the others. */
import { runSteps } from '../steps.js';

const TOOLS = [
  'babel-plugin-threads',
  'compiler',
  'unplugin',
  'engines',
  'inspector',
  'eslint-plugin',
  'language-server',
];

await runSteps(
  (process.argv[2] === 'tools' ? TOOLS : ['runtime']).map((name) => ({
    name,
    run: ['npx', 'attw', '--profile', 'esm-only', '--format', 'table', '--pack', `packages/${name}`],
  })),
);

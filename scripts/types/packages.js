/** Are the types of these packages found by each kind of resolution? `npm run types` for the runtime, `npm run types:tools` for the others. */
import { runSteps } from '../steps.js';

await runSteps(
  process.argv.slice(2).map((name) => ({
    name,
    run: ['npx', 'attw', '--profile', 'esm-only', '--format', 'table', '--pack', `packages/${name}`],
  })),
);

/**
 * Runs jest with native modules: `npm run jest -- fixtures`.
 * Two options are ours, and are not passed on to jest: `--babel=8` selects the lane, `--update` writes the fixtures.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const env = { ...process.env };
const args = [];
for (const arg of process.argv.slice(2)) {
  if (arg.startsWith('--babel=')) env.BABEL = arg.slice('--babel='.length);
  else if (arg === '--update') env.UPDATE_FIXTURES = '1';
  else args.push(arg);
}

const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
process.exitCode = spawnSync(process.execPath, [...flags, jest, ...args], { stdio: 'inherit', env }).status ?? 1;

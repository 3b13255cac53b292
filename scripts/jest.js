/**
 * Runs jest with native modules: `npm run jest -- fixtures`.
 * Four options are ours, and are not passed on to jest: `--babel=8` selects the lane, or `--babel=7,8` two of them, `--together` runs many files in one context
 * (`jest/together.js`), `--update` writes the fixtures, `--minimize <folder or file>` makes a failing fixture, or another program, small.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const env = { ...process.env };
delete env.TOGETHER;
let args = [];
const given = process.argv.slice(2);
const minimizeAt = given.indexOf('--minimize');
if (minimizeAt !== -1) {
  const [, program] = given.splice(minimizeAt, 2);
  if (program === undefined) throw new Error('--minimize needs a fixture folder, or a file.');
  env.MINIMIZE = resolve(program);
}
for (const arg of given) {
  if (arg.startsWith('--babel=')) env.BABEL = arg.slice('--babel='.length);
  else if (arg === '--together') env.TOGETHER = '1';
  else if (arg === '--update') env.UPDATE_FIXTURES = '1';
  else args.push(arg);
}

if (env.MINIMIZE !== undefined) {
  args = [
    'fixtures/minimize',
    '-t',
    'is made small',
    '--reporters',
    resolve(import.meta.dirname, 'jest/failures-only.js'),
  ];
  delete env.UPDATE_FIXTURES;
}

const flags = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // V8 optimizes a function when it has run 16 times as much as usual. Most of them run briefly here, and to optimize them took a quarter of the time.
  '--interrupt-budget=1080000',
];
process.exitCode = spawnSync(process.execPath, [...flags, jest, ...args], { stdio: 'inherit', env }).status ?? 1;

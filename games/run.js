/**
 * A game of `games`, also from a fresh clone: `npm run games -- boss` builds it, serves it, and prints the address.
 * `npm run games -- boss --build` only builds it, into games/boss/dist. `--port 5190` names the port.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installSteps } from '../scripts/install.js';
import { runSteps } from '../scripts/steps.js';

process.chdir(path.join(import.meta.dirname, '..'));
const { values, positionals } = parseArgs({
  options: { build: { type: 'boolean' }, port: { type: 'string' } },
  allowPositionals: true,
});
const [name] = positionals;
const names = readdirSync('games').filter((one) => existsSync(`games/${one}/package.json`));

if (name === undefined || !names.includes(name)) {
  console.error(`Which game? ${names.map((one) => `\`npm run games -- ${one}\``).join(', ')}`);
  process.exitCode = 1;
} else await run(`games/${name}`);

async function run(folder) {
  await runSteps([
    ...installSteps(['.', folder]),
    { name: 'build the packages', run: ['npm', 'run', '--silent', 'build'] },
    { name: `build ${folder}`, run: ['npm', 'run', '--silent', 'build', '--prefix', folder] },
  ]);
  if (values.build || process.exitCode === 1) return;
  // What it imports is there after the steps only.
  const { serve } = await import('../e2e/harness/server.js');
  const { origin } = await serve({ '/': `${folder}/dist` }, {}, { port: Number(values.port ?? 0) });
  console.log(`\n  ${origin}/\n\n  Ctrl+C ends it. \`npm start\` in ${folder} builds it again after each change.`);
}

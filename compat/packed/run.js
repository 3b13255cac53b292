/**
 * `npm run test:packed`: the tarballs that would be published, installed into empty folders from a registry on this machine, as a
 * person would do it. Each project compiles, runs, names the line of the source in an error, and says so when the plugin is missing.
 * Then `npm create spindle@latest`, typed as in the README. Names of projects as arguments choose some of them. Pages are loaded in a
 * Chromium; where there is none, the last line says what was not seen.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOW_TO_GET_IT } from '../../e2e/harness/chromium.js';
import { openBrowser } from './browser.js';
import { createAll } from './create.js';
import { EXPECTED, projects } from './projects.js';
import { run, startRegistry } from './registry.js';

const wanted = process.argv.slice(2);
const isWanted = (name) =>
  wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase()));
const { env, close } = await startRegistry();
const folder = mkdtempSync(path.join(tmpdir(), 'spindle-packed-'));
const browser = await openBrowser();
const failed = [];

for (const project of projects.filter(({ name }) => isWanted(name)))
  await report(project.name, () => tryProject(project));
if (isWanted('create')) await createAll({ folder, env, browser, report });

await browser?.close();
close();
rmSync(folder, { recursive: true, force: true });
console.log(`\n${summary()}`);
process.exit(failed.length === 0 ? 0 : 1);

function summary() {
  const unseen = HOW_TO_GET_IT.replaceAll('npm run e2e', 'npm run test:packed');
  if (failed.length > 0) return `${browser ? '' : `${unseen}\n`}${failed.length} failed: ${failed.join(', ')}`;
  if (browser) return 'All work from their tarballs.';
  return `${unseen}\nAll that needs no browser works from its tarball. THE PAGES AND THE NEW GAMES WERE NOT SEEN.`;
}

/** Runs a job, and prints a line on it. */
async function report(name, job) {
  const begun = performance.now();
  try {
    const note = await job();
    console.log(`✓ ${name} (${Math.round((performance.now() - begun) / 1000)} s)${note ? `: ${note}` : ''}`);
  } catch (error) {
    failed.push(name);
    console.log(`✗ ${name}\n${String(error.message).replaceAll(/^/gm, '    ')}`);
  }
}

async function tryProject({ name, install, files, manifest, build, start, without, startWithout }) {
  const cwd = path.join(folder, name.replaceAll(/\W+/g, '-'));
  const options = { cwd, env };
  write(cwd, { 'package.json': JSON.stringify({ private: true, type: 'module', ...manifest }), ...files });
  await run('npm', ['install', ...install], options);
  const call = ([command, ...args], more) => run(command, args, { ...options, ...more });
  const built = build ? await call(build) : '';
  // The error of the script is told, and ends nothing but its thread.
  const said = await call(start, { mayFail: true });
  const all = `${built}\n${said}`;
  for (const line of EXPECTED.lines) expectIn(said, line);
  expectIn(said, EXPECTED.error);
  if (!EXPECTED.place.test(said)) throw new Error(`The error names no line of the source:\n${all}`);
  write(cwd, without ?? {});
  const lost = await missing({ build: without && build, start: startWithout ?? start }, call);
  if (!/SPN423|SPN504|SPN532|was not compiled/.test(lost))
    throw new Error(`Without the plugin nothing is told:\n${lost}`);
}

async function missing({ build, start }, call) {
  const built = build ? await call(build, { mayFail: true }) : '';
  return built + (await call(start, { mayFail: true }));
}

function expectIn(said, part) {
  if (!said.includes(part)) throw new Error(`It does not print "${part}":\n${said}`);
}

function write(cwd, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(cwd, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

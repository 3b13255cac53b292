/**
 * `npm run compat -- packed`: the tarballs that would be published, installed into empty folders from a registry on this machine, as a
 * person would do it. Each project compiles, runs, names the line of the source in an error, and says so when the plugin is missing.
 * Then `npm create spindle@latest`, typed as in the README. Parts of names as arguments choose some: `vite`, `node24`, `create`.
 * Pages are loaded in a Chromium; where there is none, the last line says what was not seen.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOW_TO_GET_IT } from '../../e2e/harness/chromium.js';
import { openBrowser, seePage } from './browser.js';
import { createAll } from './create.js';
import { askLanguageServer } from './language-server.js';
import { EXPECTED, MISSING } from './game.js';
import { pages } from './pages.js';
import { installNode24, onNode24, tryBundlers, withNode24 } from './node24.js';
import { projects } from './projects.js';
import { run, startRegistry } from './registry.js';
import { throughMaps } from './source-maps.js';

const BUNDLERS_ON_NODE24 = 'node24: npm run compat -- bundlers';
const wanted = process.argv.slice(2);
const isWanted = (name) =>
  wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase()));
const { env, close } = await startRegistry();
const folder = mkdtempSync(path.join(tmpdir(), 'spindle-packed-'));
const browser = await openBrowser();
const failed = [];

if ([...onNode24.map(({ name }) => name), BUNDLERS_ON_NODE24].some(isWanted)) await installNode24();
for (const project of [...projects, ...pages, ...onNode24].filter(({ name }) => isWanted(name)))
  await report(project.name, () => tryProject(project));
if (isWanted(BUNDLERS_ON_NODE24)) await report(BUNDLERS_ON_NODE24, tryBundlers);
if (isWanted('language server')) await report('language server', tryLanguageServer);
if (isWanted('create')) await createAll({ folder, env, browser, report });

await browser?.close();
close();
rmSync(folder, { recursive: true, force: true });
console.log(`\n${summary()}`);
process.exit(failed.length === 0 ? 0 : 1);

async function tryLanguageServer() {
  const cwd = path.join(folder, 'language-server');
  write(cwd, { 'package.json': JSON.stringify({ private: true, type: 'module' }) });
  await run('npm', ['install', '--save-dev', '@spindle/language-server'], { cwd, env });
  await askLanguageServer({ cwd, env });
}

function summary() {
  const unseen = HOW_TO_GET_IT.replaceAll('npm run e2e', 'npm run compat -- packed');
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

async function tryProject(project) {
  const cwd = path.join(folder, project.name.replaceAll(/\W+/g, '-'));
  const { install, files, manifest, build, without, startWithout, serve, isOnNode24 } = project;
  const options = { cwd, env: isOnNode24 ? withNode24(env) : env };
  const call = ([command, ...args], more) => run(command, args, { ...options, ...more });
  // The error of the script is told, and ends nothing but its thread.
  const play = (start) => (serve ? seePage({ ...options, serve, browser }) : call(start, { mayFail: true }));
  write(cwd, { 'package.json': JSON.stringify({ private: true, type: 'module', ...manifest }), ...files });
  await call(['npm', 'install', ...install]);
  const built = build ? await call(build) : '';
  if (serve && browser === undefined) return 'NOT SEEN IN A BROWSER';
  const said = project.isMappedHere ? await throughMaps(await play(project.start)) : await play(project.start);
  for (const line of EXPECTED.lines) expectIn(said, line);
  expectIn(said, EXPECTED.error);
  if (!(project.place ?? EXPECTED.place).test(said))
    throw new Error(`The error names no line of the source:\n${built}\n${said}`);
  write(cwd, without ?? {});
  const rebuilt = build && without ? await call(build, { mayFail: true }) : '';
  const lost = rebuilt + (await play(startWithout ?? project.start));
  if (!MISSING.test(lost)) throw new Error(`Without the plugin nothing is told:\n${lost}`);
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

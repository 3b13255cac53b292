/**
 * `npm run compat -- packed`: the tarballs that would be published, installed into empty folders from a registry on this machine, as a
 * person would do it. Each project compiles, runs, names the line of the source in an error, and says so when the plugin is missing.
 * Then `npm create spindle@latest`, typed as in the README. Parts of names as arguments choose some: `vite`, `node24`, `create`.
 * Pages are loaded in a Chromium; where there is none, the last line says what was not seen.
 */
import path from 'node:path';
import { seePage } from './browser.js';
import { createAll } from './create.js';
import { askLanguageServer } from './language-server.js';
import { EXPECTED, MISSING } from './game.js';
import { expectIn, openLane, write } from './lane.js';
import { pages } from './pages.js';
import { installNode24, onNode24, tryBundlers, withNode24 } from './node24.js';
import { projects } from './projects.js';
import { run } from './registry.js';
import { runners } from './runners.js';
import { throughMaps } from './source-maps.js';

const BUNDLERS_ON_NODE24 = 'node24: npm run compat -- bundlers';
const { env, folder, browser, isWanted, report, finish } = await openLane('packed', process.argv.slice(2));

if ([...onNode24.map(({ name }) => name), BUNDLERS_ON_NODE24].some(isWanted)) await installNode24();
for (const project of [...projects, ...runners, ...pages, ...onNode24].filter(({ name }) => isWanted(name)))
  await report(project.name, () => tryProject(project));
if (isWanted(BUNDLERS_ON_NODE24)) await report(BUNDLERS_ON_NODE24, tryBundlers);
if (isWanted('language server')) await report('language server', tryLanguageServer);
await createAll({ folder, env, browser, report, isWanted });
await finish({
  well: 'All work from their tarballs.',
  unseen: 'All that needs no browser works from its tarball. THE PAGES AND THE NEW GAMES WERE NOT SEEN.',
});

async function tryLanguageServer() {
  const cwd = path.join(folder, 'language-server');
  write(cwd, { 'package.json': JSON.stringify({ private: true, type: 'module' }) });
  await run('npm', ['install', '--save-dev', '@spindle/language-server'], { cwd, env });
  await askLanguageServer({ cwd, env });
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

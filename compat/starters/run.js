/**
 * `npm run compat -- starters`: projects as other people start them. What npm carries is made by its own command; what lies only in a
 * repository is rebuilt in its shape. `npx @spindle/cli init` has to be enough: then types hold, and a marked script runs in the dev
 * server and in the build. A page of Kaplay has no package.json. Parts of names as arguments choose some: `create-vite`, `phaser`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { seePage } from '../packed/browser.js';
import { EXPECTED } from '../packed/game.js';
import { expectIn, openLane, write } from '../packed/lane.js';
import { freePort, run } from '../packed/registry.js';
import { engines } from './engines.js';
import { fiber } from './fiber.js';
import { excalibur } from './parcel.js';
import { tryKaplay } from './kaplay.js';
import { nextStarters } from './next.js';
import { viteStarters } from './vite.js';

const { env, folder, browser, isWanted, report, finish } = await openLane('starters', process.argv.slice(2));

for (const starter of [...viteStarters, ...nextStarters, fiber, ...engines, excalibur].filter(({ name }) =>
  isWanted(name),
))
  await report(starter.name, () => tryStarter(starter));
if (isWanted('Kaplay, a page')) await report('Kaplay, a page', () => tryKaplay({ folder, env, browser }));
await finish({
  well: 'Spindle works in all starters.',
  unseen: 'Spindle is put into all starters, and they build. THEIR PAGES WERE NOT SEEN.',
});

async function tryStarter(starter) {
  const { name, make, add = [], files, game, enter, types, dev, builds, until } = starter;
  const cwd = path.join(folder, name.replaceAll(/\W+/g, '-'));
  const options = { cwd, env };
  const call = ([command, ...args]) => run(command, args, options);
  write(cwd, files ?? {});
  if (make) await run(...npmCreate(make, cwd));
  await call(['npm', 'install', '--ignore-scripts', ...add]);
  await init(call, starter);
  write(cwd, game);
  for (const [file, line] of Object.entries(enter)) prepend(path.join(cwd, file), line);
  if (types) await call(types);
  const see = (serve) => seePage({ ...options, serve, browser, until });
  if (browser) {
    const port = String(await freePort());
    const said = await see(dev.map((word) => (word === 'PORT' ? port : word)));
    expectGame(said, until);
    if (!EXPECTED.place.test(said)) throw new Error(`The error names no line of the source:\n${said}`);
  }
  for (const { build, preview } of builds) {
    await call(build);
    if (browser && preview) expectGame(await see(preview), until);
  }
  return browser ? undefined : 'NOT SEEN IN A BROWSER';
}

/** As a person reads it in the terminal. `make`: the package, the options of its own. */
function npmCreate([starter, ...args], cwd) {
  const words = ['create', '--yes', starter, path.basename(cwd), '--', ...args];
  return ['npm', words, { cwd: path.dirname(cwd), env }];
}

/** The second time, the packages are there: the tools of the project are asked whether they compile. `isAsked` is false where none can be. */
async function init(call, { isAsked = true }) {
  const said = await call(['npx', '--yes', '@spindle/cli', 'init', '--yes']);
  if (said.includes('By hand')) throw new Error(`Something is left to be done by hand:\n${said}`);
  await call(['npm', 'install', '--ignore-scripts']);
  const again = await call(['npx', '@spindle/cli', 'init']);
  expectIn(again, 'Nothing has to be changed.');
  if (isAsked) expectIn(again, 'Checked: ');
}

/** An import stands first. In a component it stands first in the script. */
function prepend(file, line) {
  const text = readFileSync(file, 'utf8');
  const [script = ''] = /^<script\b[^>]*>\n/m.exec(text) ?? [];
  const at = text.indexOf(script) + script.length;
  write(path.dirname(file), { [path.basename(file)]: `${text.slice(0, at)}${line}\n${text.slice(at)}` });
}

function expectGame(said, until) {
  for (const line of EXPECTED.lines) expectIn(said, line);
  expectIn(said, EXPECTED.error);
  if (until && !until.test(said)) throw new Error(`It does not print ${until}:\n${said}`);
}

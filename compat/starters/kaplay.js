/** A game of Kaplay as one begins it: a page, the file of the engine beside it, and no package.json. Spindle is one more file. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { seePage } from '../packed/browser.js';
import { expectIn, write } from '../packed/lane.js';
import { freePort, run } from '../packed/registry.js';

const PAGE = `<!doctype html>
<title>A game</title>
<body>
<script src="lib/kaplay.js"></script>
<script src="lib/spindle.js"></script>
<script>
  const k = kaplay({ global: false, width: 320, height: 240 });
  const hero = k.add([k.rect(20, 20), k.pos(0, 0)]);
</script>
<script type="text/spindle">
  for (let i = 0; i < 3; i++) {
    hero.pos.x += 10;
    wait(50);
  }
  console.log('the hero stands at ' + hero.pos.x);
  throw new Error('a wall');
</script>
</body>
`;

/** What a content delivery network serves comes from the same packages. */
export async function tryKaplay({ folder, env, browser }) {
  const cwd = path.join(folder, 'kaplay');
  const packages = path.join(cwd, 'packages');
  write(packages, { 'package.json': '{}' });
  await run('npm', ['install', '--ignore-scripts', 'kaplay@3001.0.19', '@spindle/page', 'sirv-cli@3.0.1'], {
    cwd: packages,
    env,
  });
  write(cwd, { 'game/index.html': PAGE });
  for (const file of ['kaplay/dist/kaplay.js', '@spindle/page/spindle.js', '@spindle/page/compiler.js'])
    cpSync(path.join(packages, 'node_modules', file), path.join(cwd, 'game/lib', path.basename(file)));
  if (browser === undefined) return 'NOT SEEN IN A BROWSER';
  const port = String(await freePort());
  const serve = [path.join(packages, 'node_modules/.bin/sirv'), 'game', '--host', '127.0.0.1', '--port', port];
  const said = await seePage({ serve, cwd, env, browser, until: /a wall/ });
  expectIn(said, 'the hero stands at 30');
  return undefined;
}

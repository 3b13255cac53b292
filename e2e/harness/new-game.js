/** A new game, with the files of `e2e/hot`, under a dev server of Vite. Its packages are those of the workspace. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import spindle from '../../packages/unplugin/dist/vite.js';
import { LIMIT_MS, openPage } from './browser.js';
import { giveOwnTime } from './own-time.js';
import { built, root } from './stage.js';

/**
 * Gives the game in the browser, whose frames come by `passFrames`, and what edits its files. `vite` is the name of a package of `e2e`, `target` an option of
 * the compiler.
 */
export async function playNewGame(context, vite, target = 'generators') {
  const told = [];
  let server;
  const folder = path.join(built, `hot/${vite}-${target}`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.join(root, 'e2e/hot'), folder, { recursive: true });
  // The tests look at the figures, and give them orders.
  edit('src/main.ts', (code) => `${code}\nObject.assign(window, { game: { hero, guard, scheduler } });\n`);
  const { createLogger, createServer } = await import(vite);
  const note = (text) => told.push(stripVTControlCharacters(text));
  server = await createServer({
    root: folder,
    configFile: false,
    customLogger: { ...createLogger('silent'), info: note, warn: note, warnOnce: note, error: note },
    plugins: [spindle({ target })],
    // The edits tell the server of the files: a watcher may miss one that comes soon after another.
    server: { host: '127.0.0.1', port: 0, watch: null },
  });
  await server.listen();

  function edit(file, change) {
    const place = path.join(folder, file);
    const before = readFileSync(place, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`The edit changes nothing in ${file}`);
    writeFileSync(place, after);
    server?.watcher.emit('change', place);
  }

  /** Waits until it is true, and gives it. */
  async function until(isTrue) {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(20)) {
      const value = isTrue();
      if (value) return value;
    }
    throw new Error(`It did not come in time. The console says:\n${opened.lines.join('\n')}\n${told.join('\n')}`);
  }

  const opened = await openPage(context, server.resolvedUrls.local[0], (page) =>
    giveOwnTime(page, { isStepped: true }),
  );
  return {
    ...opened,
    /** What stands on the terminal. */
    told,
    close: () => server.close(),
    until,
    edit,
    replace: (file, from, to) => edit(file, (code) => code.replace(from, to)),
  };
}

/** Plays a game of `games/` by a script, and notes in each frame what it shows, what its threads wait for, and how long they ran. */
import path from 'node:path';
import { launch, openPage } from './browser.js';
import { openGame } from './play-game.js';
import { careful, keys, WINS } from './players.js';
import { serve } from './server.js';
import { folderOf } from './target-game.js';

/** How many frames, how long they are, and who plays. */
const PLAYS = {
  adventure: { frames: 600, ms: 50, decide: keys, plan: WINS },
  guards: { frames: 600, ms: 100, decide: careful, plan: null },
};

/**
 * Gives a text for each frame, the number of the `firstFrame`, and the `outcome` at the end; or with `isTimed`, in place of the texts, how many `pulses` there were
 * and the milliseconds that all of them took.
 */
export function tracePlay(name, target, { isTimed = false } = {}) {
  const folder = folderOf(name, target);
  return name === 'boss' ? playBoss(folder, isTimed) : playByHook(name, folder, isTimed);
}

async function playByHook(name, folder, isTimed) {
  const { frames, ms, decide, plan } = PLAYS[name];
  const browser = await openGame(name, folder);
  const { page } = await browser.open();
  await page.evaluate(`globalThis.watch = ${watch.toString()}; globalThis.decide = ${decide.toString()};`);
  const played = await page.evaluate(
    ([count, step, given, timed]) => {
      const { game } = globalThis;
      const memory = { plan: given };
      // Only one of the two can be saved, and tells so.
      const look = () => JSON.stringify({ ...game.state(), told: null });
      const watched = globalThis.watch(game.scheduler, timed ? null : look);
      for (let i = 0; i < count; i++) {
        globalThis.decide(game, memory);
        game.step(step, false);
      }
      return { ...watched, outcome: game.state().outcome };
    },
    [frames, ms, plan, isTimed],
  );
  await browser.close();
  return played;
}

/** The player who plays by himself. */
async function playBoss(folder, isTimed) {
  const server = await serve({ '/': path.join(folder, 'dist') });
  const browser = await launch();
  const { page } = await openPage(browser.context, `${server.origin}/?by-hand`);
  await page.waitForFunction(() => globalThis.boss !== undefined);
  await page.evaluate(`globalThis.watch = ${watch.toString()};`);
  const played = await page.evaluate((timed) => {
    const { boss } = globalThis;
    const { field, light, spinner } = boss;
    const { dataset } = document.body;
    boss.frames(1);
    document.getElementById('watch').click();
    const watched = globalThis.watch(boss.scheduler, timed ? null : look);
    // The last of these frames is drawn, which takes most of the time.
    for (let times = 0; times < 100 && !['won', 'lost'].includes(dataset.screen); times++) boss.frames(60);
    return { ...watched, outcome: dataset.screen };

    function look() {
      let hash = 0;
      for (const { x, y } of field.bullets) hash = (hash * 31 + x * 7 + y) % 1e9;
      const speech = document.getElementById('speech').textContent;
      return [
        dataset.screen,
        speech,
        light.x,
        light.y,
        light.hearts,
        spinner.strength,
        field.bullets.length,
        hash,
      ].join();
    }
  }, isTimed);
  await browser.close();
  await server.close();
  return played;
}

/** Runs in the page. `look` says what is seen after a pulse. The clocks of browsers are coarse, so times are only summed up. */
function watch(scheduler, look) {
  const watched = { firstFrame: scheduler.clock.frame, trace: [], pulses: 0, pulseMs: 0 };
  const pulse = scheduler.pulse.bind(scheduler);
  scheduler.pulse = (ms) => {
    const begin = performance.now();
    pulse(ms);
    watched.pulseMs += performance.now() - begin;
    watched.pulses++;
    if (look === null) return;
    const { threads, clock } = scheduler;
    // The text of thousands of threads is long: it is taken now and then.
    const waits = threads.length < 60 || clock.frame % 200 === 0 ? scheduler.dump() : threads.length;
    watched.trace.push(`${clock.frame} ${look()}\n${waits}`);
  };
  return watched;
}

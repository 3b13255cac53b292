/** `@spindle/engines` in the real engines, each in a page of its own: what `e2e/engines/games` does there, and the scenes of `e2e/engines/scenes`, of which docs/engines.md shows one. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { transform } from '../packages/compiler/dist/bundle/compiler.js';
import { giveOwnTime } from './harness/own-time.js';
import { built, openStage, root } from './harness/stage.js';

/** Which engines: those of `e2e/engines`, or the oldest that the peers of `@spindle/engines` allow. playwright.config.js says it. */
const test = base.extend({ engines: ['engines', { option: true, scope: 'worker' }] });

const SCENES = path.join(root, 'e2e/engines/scenes');

/** Five ideas, each in each engine. */
const IDEAS = path.join(root, 'e2e/engines/ideas');

/** Compiles the scenes and the ideas into files beside the games. */
function writeScenes() {
  const write = (file, to) => {
    const out = path.join(built, 'games', to);
    const text = readFileSync(file, 'utf8');
    mkdirSync(path.dirname(out), { recursive: true });
    writeFileSync(out, transform(text, { filename: to })?.code ?? text);
  };
  for (const file of readdirSync(SCENES)) write(path.join(SCENES, file), file.replace('.js', '-scene.js'));
  for (const file of readdirSync(IDEAS, { recursive: true }).filter((name) => name.endsWith('.js')))
    write(path.join(IDEAS, file), path.join('ideas', file));
}

let stage;
test.beforeAll(async ({ engines }) => {
  writeScenes();
  stage = await openStage({}, { engines });
});
test.afterAll(() => stage.close());

/** A game that has begun: `window.game`. `call(name)` starts one of its scripts, in `window.thread`. */
async function open(engine, folder = 'games') {
  const opened = await stage.open('engine.html', giveOwnTime);
  const { page } = opened;
  await page.evaluate(async (file) => {
    const { begin } = await import(file);
    window.game = await begin();
    window.frames = (count) => {
      const { clock } = window.game.scheduler;
      const last = clock.frame + count;
      return new Promise((resolve) => {
        const look = () => (clock.frame >= last ? resolve() : requestAnimationFrame(look));
        look();
      });
    };
    window.call = (script) => void (window.thread = window.game[script]());
    /** What a thread gives, if it ends in ten seconds. */
    window.end = (thread) => {
      const late = window.passFrames(600).then(() => {
        throw new Error(window.game.scheduler.dump());
      });
      return Promise.race([thread, late]);
    };
  }, `/${folder}/${engine}.js`);
  return {
    ...opened,
    run: (script) => page.evaluate((name) => window.end(window.game[name]()), script),
    /** No error, and nothing on the console: a warning of the engine is one of ours. */
    isQuiet: () =>
      assert.deepEqual({ lines: opened.lines.filter(isOfEngine), errors: opened.errors }, { lines: [], errors: [] }),
  };
}

/** A game that can be saved, by `window.saves`. */
async function openWithSaves(engine) {
  const game = await open(engine, 'games-saves');
  await game.page.evaluate(async () => {
    const { saves } = await import('/runtime/saves.js');
    const { scheduler, named } = window.game;
    const placeOf = (figure) => figure.pos ?? figure.position ?? figure;
    window.saves = saves(scheduler, {
      objects: {
        idOf: (object) => Object.keys(named()).find((name) => named()[name] === object),
        find: (id) => named()[id],
      },
      state: {
        save: () => ['hero', 'guard'].map((name) => [name, placeOf(named()[name]).x, placeOf(named()[name]).y]),
        load: (places) => places.forEach(([name, x, y]) => Object.assign(placeOf(named()[name]), { x, y })),
      },
    });
    window.xOf = (name) => placeOf(named()[name]).x;
  });
  return game;
}

/** The browser says how fast a page draws in software. */
const isOfEngine = (line) => !/GL Driver Message/.test(line);

const FRAME_MS = 1000 / 60;

/** Engines round the lengths of frames, and have them a frame later. */
const isNear = (ms, otherMs) => Math.abs(ms - otherMs) < 1.5 * FRAME_MS;

/** What each engine has to wait for, beside frames, tweens and pointers: the table of docs/engines.md. */
const HAS = {
  phaser: ['timer', 'animation', 'collision', 'overlap'],
  excalibur: ['timer', 'collision'],
  pixi: ['animation', 'overlap'],
  three: ['animation'],
  kaplay: ['timer', 'overlap'],
};

test('in development, what a script throws stands on the page', async () => {
  const game = await open('three');
  await game.page.evaluate(() => {
    window.game.scheduler.spawn(function opening() {
      throw new Error('a wall');
    });
    return window.frames(2);
  });
  const panel = game.page.locator('spindle-errors section');
  assert.match(await panel.innerText(), /Error: a wall[^]*In the call: opening\(\)/);
  await panel.getByRole('button', { name: 'Close' }).click();
  assert.equal(await panel.count(), 0);
  await game.page.close();
});

for (const engine of Object.keys(HAS)) {
  test.describe(engine, () => {
    let game;
    test.beforeAll(async () => (game = await open(engine)));
    test.afterAll(async () => {
      await game.page.screenshot({ path: path.join(built, `${engine}.png`) });
      await game.page.close();
    });

    const ideas = readdirSync(path.join(IDEAS, engine)).filter((name) => name !== 'stage.js');
    const scenes = [['its scene', `${engine}-scene.js`], ...ideas.map((idea) => [idea, `ideas/${engine}/${idea}`])];
    for (const [title, file] of scenes)
      test(`${title} plays to its end`, async () => {
        const scene = await stage.open('engine.html', giveOwnTime);
        await scene.page.evaluate((name) => import(`/games/${name}`).then(() => undefined), file);
        // A click each fifth of a second.
        for (let clicks = 0; clicks < 75 && !scene.lines.includes('log: the end'); clicks++) {
          await scene.page.mouse.click(400, 200);
          if (clicks === 5) await scene.page.screenshot({ path: path.join(built, file.replace('.js', '.png')) });
          await scene.page.evaluate(() => window.passFrames(12));
        }
        await scene.page.close();
        assert.deepEqual(
          { lines: scene.lines.filter(isOfEngine), errors: scene.errors },
          { lines: ['log: the end'], errors: [] },
        );
      });

    const has = async (name) => {
      const isThere = await game.page.evaluate((member) => member in window.game, name);
      assert.equal(isThere, HAS[engine].includes(name), `${engine} and ${name}`);
      return isThere;
    };

    test('a pulse has as many milliseconds as a frame of the engine', async () => {
      const { engineMs, clockMs, pageMs } = await game.page.evaluate(async () => {
        const { scheduler, now } = window.game;
        await window.frames(2);
        const times = () => [now(), scheduler.clock.now, performance.now()];
        const before = times();
        await window.frames(40);
        const [inEngine, inScripts, inPage] = times().map((time, i) => time - before[i]);
        return { engineMs: inEngine, clockMs: inScripts, pageMs: inPage };
      });
      assert.ok(isNear(clockMs, engineMs), `${clockMs} ms in scripts, ${engineMs} ms in the engine`);
      assert.ok(isNear(clockMs, pageMs), `${clockMs} ms in scripts, ${pageMs} ms in the page`);
      game.isQuiet();
    });

    test('a figure walks by frames', async () => {
      const { frames, x } = await game.page.evaluate(async () => {
        const { scheduler, walk } = window.game;
        const before = scheduler.clock.frame;
        const result = await window.end(walk());
        return { frames: scheduler.clock.frame - before, x: result };
      });
      assert.deepEqual({ frames, x }, { frames: 20, x: 120 });
      game.isQuiet();
    });

    test('a tween is waited for, and keeps its owner', async () => {
      const { ms, x } = await game.page.evaluate(async () => {
        const { scheduler, tween } = window.game;
        const before = scheduler.clock.now;
        const result = await window.end(tween());
        return { ms: scheduler.clock.now - before, x: result };
      });
      assert.equal(Math.round(x), 460);
      assert.ok(isNear(ms, 300 + FRAME_MS), `${ms} ms`);
      game.isQuiet();
    });

    test('a click on an object is waited for', async () => {
      const [x, y] = await game.page.evaluate(async () => {
        window.thread = window.game.click.thread();
        await window.frames(2);
        return window.game.click.at();
      });
      await game.page.mouse.click(300, 380);
      await game.page.evaluate(() => window.frames(2));
      assert.equal(await game.page.evaluate(() => window.thread.ended), false);
      await game.page.mouse.click(x, y);
      const { given, expected } = await game.page.evaluate(async () => ({
        given: await window.end(window.thread),
        expected: window.game.click.given,
      }));
      assert.deepEqual(given, expected);
      game.isQuiet();
    });

    test('a timer is waited for', async () => {
      test.skip(!(await has('timer')), 'it has none');
      assert.equal(await game.run('timer'), true);
      game.isQuiet();
    });

    test('an animation is waited for', async () => {
      test.skip(!(await has('animation')), 'it has none');
      assert.equal(await game.run('animation'), true);
      game.isQuiet();
    });

    test('a collision is waited for', async () => {
      test.skip(!(await has('collision')), 'it has none');
      assert.equal(await game.run('collision'), true);
      game.isQuiet();
    });

    test('an overlap is waited for', async () => {
      test.skip(!(await has('overlap')), 'it has none');
      await game.page.evaluate(async () => {
        window.call('overlap');
        await window.frames(3);
      });
      assert.equal(await game.page.evaluate(() => window.thread.ended), false);
      await game.page.evaluate(() => window.game.moveTogether());
      assert.equal(await game.page.evaluate(() => window.end(window.thread)), true);
      game.isQuiet();
    });

    test('the threads of an object end when it is destroyed', async () => {
      const status = await game.page.evaluate(async () => {
        const thread = window.game.patrol();
        await window.frames(3);
        const before = thread.ended;
        window.game.destroy();
        await window.frames(1);
        return [before, thread.status];
      });
      assert.deepEqual(status, [false, 'cancelled']);
      game.isQuiet();
    });

    test('all threads end when the scene does, and the next scene can go on', async () => {
      const { status, left } = await game.page.evaluate(async () => {
        const { scheduler, forever, shutDown, again } = window.game;
        const thread = forever();
        await window.frames(3);
        const before = thread.ended;
        shutDown();
        while (!again()) await new Promise((resolve) => requestAnimationFrame(resolve));
        await window.frames(3);
        return { status: [before, thread.status], left: scheduler.threads.length };
      });
      assert.deepEqual({ status, left }, { status: [false, 'cancelled'], left: 0 });
      game.isQuiet();
    });
  });
}

/** They stand in no range of peers, so there is no oldest version. */

/** What a script of the engine says that waits for its tween: an engine cannot go on with one in another page. */
const TWEENS = {
  phaser: /tween, end/,
  excalibur: /actions, end/,
  pixi: /function/,
  three: /function/,
  kaplay: /tween, end/,
};

for (const [engine, refused] of Object.entries(TWEENS)) {
  test.describe(`saves with ${engine}`, () => {
    let text;

    test('a walk and a wait for a click are saved; a tween of the engine is refused by name', async () => {
      const { page, isQuiet } = await openWithSaves(engine);
      const { saved, x, why } = await page.evaluate(async () => {
        const { game, saves, frames } = window;
        void game.walk();
        void game.click.thread();
        await frames(5);
        const halfway = saves.save();
        const reached = window.xOf('hero');
        await frames(30);
        void game.tween();
        await frames(2);
        return { saved: halfway, x: reached, why: saves.whyNot().map((one) => one.text) };
      });
      text = saved;
      assert.ok(x > 60 && x < 120, `x is ${x}`);
      assert.match(why.join(), refused);
      isQuiet();
      await page.close();
    });

    test('another page goes on with both', async () => {
      const { page, isQuiet } = await openWithSaves(engine);
      await page.evaluate(async (save) => {
        const { game, saves, frames } = window;
        saves.load(save);
        window.thread = game.scheduler.threads.find(({ owner }) => owner === game.named().guard);
        await frames(30);
      }, text);
      assert.equal(await page.evaluate(() => window.xOf('hero')), 120);
      await page.mouse.click(...(await page.evaluate(() => window.game.click.at())));
      assert.equal(await page.evaluate(() => window.end(window.thread).then(() => window.thread.status)), 'done');
      isQuiet();
      await page.close();
    });

    test('an object that was made anew has its threads back, which end with it', async () => {
      const { page, isQuiet } = await openWithSaves(engine);
      const { moved, status, left } = await page.evaluate(async () => {
        const { game, saves, frames } = window;
        void game.patrol();
        await frames(3);
        const save = saves.save();
        void game.walk();
        await frames(3);
        game.destroy();
        await frames(2);
        game.respawn();
        saves.load(save);
        const [thread] = game.scheduler.threads;
        const loadedAt = window.xOf('guard');
        await frames(3);
        const hasMoved = window.xOf('guard') !== loadedAt;
        const isLive = !thread.ended;
        game.destroy();
        await frames(2);
        return { moved: [isLive, hasMoved], status: thread.status, left: game.scheduler.threads.length };
      });
      assert.deepEqual({ moved, status, left }, { moved: [true, true], status: 'cancelled', left: 0 });
      isQuiet();
      await page.close();
    });
  });
}

/** Of an animation Pixi tells which picture is shown, not for how long: it may end so many frames later. */
const LATE_FRAMES = { pixi: 5 };

/** The lines with their frames, from this frame on. */
const toldAfter = (frame, lines) =>
  lines
    .filter(isOfEngine)
    .map((line) => /^log: (\d+) +(.*)/.exec(line))
    .map(([, at, text]) => ({ at: Number(at), text }))
    .filter(({ at }) => at > frame);

const textOf = ({ text }) => text;

for (const engine of Object.keys(HAS)) {
  test(`the scene of ${engine} that is saved in mid-sentence goes on after a reload, and again in the same page`, async () => {
    const scene = await stage.open('engine.html', (page) => giveOwnTime(page, { isStepped: true }));
    const { page, lines, errors } = scene;
    const begin = () => page.evaluate((file) => import(file).then(() => undefined), `/saved/${engine}.js`);
    const pass = (count) => page.evaluate((frames) => window.passFrames(frames), count);
    const save = async () => {
      await page.keyboard.press('s');
      return page.evaluate(async () => {
        const { scheduler } = await import('@spindle/runtime');
        return { frame: scheduler.clock.frame, text: localStorage.getItem('slot') };
      });
    };
    const load = async ({ text }) => {
      await page.evaluate((slot) => localStorage.setItem('slot', slot), text);
      await page.keyboard.press('l');
      lines.length = 0;
    };
    await begin();
    await pass(45);
    const early = await save();
    await pass(35);
    const late = await save();
    await pass(150);
    const watched = [...lines];
    await page.reload();
    await begin();
    // The robber has not come back yet.
    await pass(8);
    await load(early);
    await pass(20);
    await page.screenshot({ path: path.join(built, `saved-${engine}.png`) });
    // All are under way.
    for (const saved of [late, early]) {
      const expected = toldAfter(saved.frame, watched);
      assert.match(expected.at(-1).text, /^the end: /);
      await load(saved);
      await pass(150);
      const told = toldAfter(0, lines);
      assert.deepEqual(told.map(textOf), expected.map(textOf));
      const lateBy = told.map(({ at }, i) => at - expected[i].at);
      const isInTime = (frames) => frames >= 0 && frames <= (LATE_FRAMES[engine] ?? 0);
      assert.ok(lateBy.every(isInTime), `late by ${lateBy} frames`);
    }
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test.describe('tweens of others', () => {
  test.skip(({ engines }) => engines !== 'engines', 'the engines do not matter');
  let page;
  let opened;
  test.beforeAll(async () => {
    opened = await stage.open('engine.html', giveOwnTime);
    ({ page } = opened);
    await page.evaluate(async () => {
      const { begin } = await import('/games/tweens.js');
      window.game = begin();
    });
  });
  test.afterAll(() => page?.close());

  for (const [title, name] of [
    ['a tween of GSAP', 'gsap'],
    ['a timeline of GSAP', 'timeline'],
    ['an animation of anime.js', 'anime'],
  ]) {
    /** What a script gives, and how long it took in the page. */
    const play = (script) =>
      page.evaluate(
        async ([member, called]) => {
          const begun = performance.now();
          const x = await window.game[member][called]();
          return { x, ms: performance.now() - begun };
        },
        [name, script],
      );

    test(`${title} is waited for to its end`, async () => {
      const { x, ms } = await play('glide');
      assert.equal(x, 100);
      assert.ok(isNear(ms, 300 + FRAME_MS), `${ms} ms`);
      assert.deepEqual({ lines: opened.lines, errors: opened.errors }, { lines: [], errors: [] });
    });

    test(`${title} is waited for by two scripts`, async () => {
      assert.deepEqual((await play('together')).x, [100, 100]);
    });

    test(`${title} that takes longer than a script has time is left alone`, async () => {
      const { x } = await play('giveUp');
      assert.ok(x > 0 && x < 100, `x is ${x}`);
      assert.deepEqual({ lines: opened.lines, errors: opened.errors }, { lines: [], errors: [] });
    });
  }
});

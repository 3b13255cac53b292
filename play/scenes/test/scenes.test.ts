import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Place } from '../../stage/grid.js';
import { playScene, readScene } from './play-scene.js';

const folder = path.join(import.meta.dirname, '..');
const ids = readdirSync(folder).flatMap((name) => (name.endsWith('.js') ? [path.basename(name, '.js')] : []));
const play = (id: string) => playScene(readScene(id));

describe.each(ids)('%s', (id) => {
  test('is one of the list', () => {
    expect(readFileSync(path.join(folder, 'index.ts'), 'utf8')).toContain(`'./${id}.js?raw'`);
  });

  test('has at most 60 lines, and begins with what it shows', () => {
    const lines = readScene(id).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.slice(0, 2)).toEqual(['// @compile', expect.stringMatching(/^\/\/ [A-Z].{20}/)]);
  });

  test('moves in the first second, plays 600 frames with no error, and the compiler warns of nothing', () => {
    const scene = play(id);
    const pictures = new Set();
    for (let i = 0; i < 60; i++) {
      scene.frames(1);
      pictures.add(scene.picture());
    }
    expect(pictures.size).toBeGreaterThan(10);
    scene.frames(540);
    expect({ errors: scene.errors, told: scene.told, warnings: scene.warnings }).toEqual({
      errors: [],
      told: [],
      warnings: [],
    });
  });
});

test('buttons: what is ordered while the player is busy is done in that order', () => {
  const { globals, until, press, frames } = play('buttons');
  const { player, hud } = globals;
  frames(1);
  expect(hud.orders).toBe(4);
  until(() => player.x === 8);
  until(() => player.lift > 0);
  until(() => player.words === 'Hop!');
  until(() => hud.orders === 0);
  expect([player.x, player.lift]).toEqual([5, 0]);
  press('KeyB', 'KeyA', 'KeyB', 'KeyB');
  const way: number[] = [];
  while (player.busy) {
    frames(1);
    if (Number.isInteger(player.x) && player.x !== way.at(-1)) way.push(player.x);
  }
  expect(way).toEqual([4, 3, 2, 3, 4, 5, 4, 3, 2, 1, 0]);
});

test('glitches: all walk at once, or one after the other', () => {
  const { globals, lines, until, press, tap } = play('glitches');
  const { player, glitches } = globals;
  const busy = () => glitches.filter((glitch: { busy: boolean }) => glitch.busy).length;
  expect([busy(), lines]).toEqual([3, ['all have set out']]);
  until(() => busy() === 0);
  for (const glitch of glitches) expect(glitch.distanceFrom(player)).toBeLessThanOrEqual(1.1);
  press('KeyC');
  until(() => busy() === 0);
  expect(glitches.map(({ x, y }: { x: number; y: number }) => [x, y])).toEqual([
    [2, 1],
    [8, 1],
    [13, 2],
  ]);
  tap(7.5, 8); // the button B
  expect(busy()).toBe(1);
  until(() => lines.length === 4);
  expect(lines.slice(1)).toEqual(['Ada has been here', 'Bo has been here', 'Cy has been here']);
});

describe('guard', () => {
  test('he sees the player, and catches who stands still', () => {
    const { globals, actor, until, hold, release } = play('guard');
    hold('ArrowUp');
    until(() => globals.player.y === 1);
    release('ArrowUp');
    hold('ArrowRight');
    until(() => actor('guard').words === 'Halt!');
    release('ArrowRight');
    until(() => globals.stage.banner !== '');
    expect(globals.stage.banner).toBe('Caught!');
  });

  test('he comes to see what it was, and finds nobody', () => {
    const { globals, actor, frames, until, press, hold, release } = play('guard');
    frames(60);
    press('Space');
    hold('ArrowDown');
    until(() => globals.player.y === 8);
    release('ArrowDown');
    expect(globals.stage.banner).toBe('');
    until(() => actor('guard').words !== '');
  });

  test('who goes round him with the gem gets away', () => {
    const { globals, until } = play('guard');
    globals.player.cancelAll();
    // By hand, as a player does: when he is on the other side.
    globals.player.place(14, 4);
    until(() => globals.hud.gem === 'yours');
    globals.player.place(1, 4);
    until(() => globals.stage.banner !== '');
    expect(globals.stage.banner).toBe('Got away!');
  });
});

describe('cutscene', () => {
  const end = ({ actor }: ReturnType<typeof play>) =>
    ['Mira', 'Tuck', 'door'].map((name) => {
      const { x, y, lift } = actor(name);
      return [x, y, lift];
    });

  test('a key leaves out the rest, and all stand where they would have stood', () => {
    const watched = play('cutscene');
    const watchedFrames = watched.until(() => watched.lines.length > 0);
    const skipped = play('cutscene');
    skipped.frames(40);
    skipped.press('Space');
    const skippedFrames = skipped.until(() => skipped.lines.length > 0);
    expect([watchedFrames > 400, skippedFrames]).toEqual([true, 41]);
    expect(end(skipped)).toEqual(end(watched));
    expect(skipped.lines).toEqual(['Mira stands at 11 4']);
  });

  test('afterwards the player has Mira', () => {
    const { actor, press, frames, hold } = play('cutscene');
    press('Enter');
    frames(2);
    hold('ArrowUp');
    frames(120);
    expect([actor('Mira').x, actor('Mira').y]).toEqual([11, 0]);
  });
});

describe('boss', () => {
  /** Shoots when the boss is above, and not in each frame. */
  const shootWhenAbove = ({ globals, actor, press }: ReturnType<typeof play>) => {
    if (globals.scheduler.clock.frame % 10 === 0 && Math.abs(actor('boss').x - globals.player.x) < 1.2) press('Space');
  };

  test('in the second phase he aims, too; then he is beaten', () => {
    const scene = play('boss');
    const { globals, actor, actors, frames, until } = scene;
    const shoot = () => {
      globals.player.life = 1;
      shootWhenAbove(scene);
    };
    until(() => (shoot(), actor('boss').life <= 0.5));
    const aimed = () => actors().some(({ color }) => color === 'rose');
    expect(aimed()).toBe(false);
    until(() => (shoot(), actor('boss').words === 'Now I am angry.'));
    until(() => actor('boss').words === '');
    until(() => (shoot(), aimed()));
    until(() => (shoot(), globals.stage.banner !== ''));
    expect(globals.stage.banner).toBe('The boss is beaten!');
    // The patterns are cancelled; the bolts that fly are not.
    frames(300);
    expect(actors().filter(({ look }) => look === 'bolt')).toEqual([]);
  });

  test('who only stands there loses', () => {
    const { globals, until } = play('boss');
    until(() => globals.stage.banner !== '', 6000);
    expect(globals.stage.banner).toBe('Try again!');
  });
});

describe('tower', () => {
  test('a creep that is hit walks on, slower, and is warm again', () => {
    const { until, creeps } = tower();
    until(() => creeps().some(({ color }) => color === 'ice'));
    const cold = creeps().find(({ color }) => color === 'ice') as {
      x: number;
      y: number;
      speed: number;
      busy: boolean;
    };
    const [x, y] = [cold.x, cold.y];
    expect([cold.speed, cold.busy]).toEqual([0.8, true]);
    until(() => cold.x !== x || cold.y !== y);
    until(() => cold.speed === 3);
  });

  test('one tower lets some through, with two more nobody comes home', () => {
    const { globals, until } = tower();
    until(() => globals.hud.home === 2, 6000);
    const { globals: more, tap, until: untilMore } = tower();
    tap(1, 3);
    tap(9, 5);
    tap(9, 4);
    tap(13, 5);
    untilMore(() => more.hud.beaten === 8, 6000);
    expect(more.hud.home).toBe(undefined);
  });

  const tower = () => {
    const scene = play('tower');
    const creeps = () => scene.actors().filter(({ name }) => name === 'creep');
    return { ...scene, creeps };
  };
});

test('robot: the program reads as it runs, stops, begins anew, and has a speed', () => {
  const { actor, until, press, frames, lineCount } = play('robot');
  const robot = actor('robot');
  const whole = until(() => robot.words === 'A flower!');
  expect([whole > 600, lineCount(), robot.x, robot.y]).toEqual([true, 48, expect.closeTo(7.5), expect.closeTo(4)]);
  press('KeyA', 'KeyC');
  const from = until(() => robot.words === '');
  expect(until(() => robot.words === 'A flower!') - from).toBeLessThan(whole / 3);
  press('KeyA');
  frames(40);
  press('KeyB');
  const at = [robot.x, robot.y];
  frames(60);
  expect([robot.x, robot.y]).toEqual(at);
});

test('walkers: a tap interrupts a thousand strolls, and each goes on where it was', () => {
  const { globals, actors, tap, until, frames, lines } = play('walkers');
  frames(2);
  expect(globals.hud.threads).toBeGreaterThan(1000);
  frames(60);
  tap(4, 4);
  frames(1);
  expect(lines).toEqual(['called 1000 walkers']);
  const near = () => actors().filter(({ x, y }) => Math.hypot(x - 4, y - 4) < 1.7).length;
  until(() => near() > 600);
  until(() => near() < 200);
});

test('pause: the world stops in mid-step, and the menu goes on', () => {
  const { globals, actor, actors, press, frames } = play('pause');
  const world = () => actors().flatMap(({ name, x, y, lift }) => (name === 'spark' ? [] : [[name, x, y, lift]]));
  frames(90);
  press('KeyA');
  const stopped = world();
  frames(60);
  expect([globals.stage.banner, globals.hud.seconds]).toEqual(['Pause', 1]);
  expect(world()).toEqual(stopped);
  expect(actor('spark').x).not.toBe(5);
  press('KeyA');
  frames(10);
  expect([globals.stage.banner, actor('spark')]).toEqual(['', undefined]);
  expect(world()).not.toEqual(stopped);
  frames(30);
  expect(globals.hud.seconds).toBe(2);
  press('KeyB');
  frames(270);
  expect(globals.hud.seconds).toBe(3);
});

test('alert: in turn, one by one, or the newest', () => {
  const { globals, frames, until } = play('alert');
  const [ada, bo, cy] = globals.glitches;
  frames(88);
  expect([ada.x, bo.x, cy.x]).toEqual([ada.x, ada.x, ada.x]);
  frames(10);
  expect([ada.x > 7, bo.x, cy.x < 7]).toEqual([true, ada.x, true]);
  until(() => cy.x === 5 && !cy.busy);
  until(() => ada.x === 12);
  until(() => bo.words === '1 to go.');
  until(() => bo.x === 5);
  expect(ada.x).toBe(12);
});

test('follow: the newest tap wins, the dog runs after the hero, and the cat from the dog', () => {
  const { actor, tap, until, frames, globals } = play('follow');
  const [hero, dog, cat] = ['hero', 'dog', 'cat'].map(actor) as unknown as [Place, Place, Place];
  until(() => hero.x === 14 && hero.y === 4);
  tap(14, 7);
  frames(5);
  tap(1, 1);
  until(() => hero.x === 1 && hero.y === 1);
  until(() => Math.hypot(dog.x - 1, dog.y - 1) <= 1.5);
  until(() => Math.hypot(dog.x - cat.x, dog.y - cat.y) > 4);
  globals.stage.wall(3, 0, 1, 9);
  tap(9, 4);
  until(() => actor('hero').words !== '');
  expect(actor('hero').words).toBe('There is no way.');
});

test('rhythm: all jump together again after each round; one that was tapped rests', () => {
  const { actors, frames, tap, press, globals } = play('rhythm');
  const lifts = () => actors().map(({ lift }) => lift);
  frames(400);
  expect(new Set(lifts()).size).toBeGreaterThan(3);
  frames(325);
  expect([new Set(lifts()).size, globals.hud.round]).toEqual([1, 2]);
  expect(lifts()[0]).toBeGreaterThan(0);
  tap(2.5, 5);
  frames(30);
  const resting = actors()[2] as { lift: number; size: number };
  expect([resting.size, lifts()[0]]).toEqual([0.7, expect.anything()]);
  const seen = new Set<number>();
  for (let i = 0; i < 120; i++) {
    frames(1);
    seen.add(resting.lift);
  }
  expect(seen.size).toBe(1);
  tap(2.5, 5);
  frames(120);
  expect(resting.size).toBe(1);
  press('Space');
  expect(globals.scheduler.clock.scale).toBe(1);
  frames(1);
  expect(globals.scheduler.clock.scale).toBe(0.3);
});

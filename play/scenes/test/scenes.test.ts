import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
    const before = scene.picture();
    scene.frames(30);
    expect(scene.picture()).not.toEqual(before);
    scene.frames(570);
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

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Scheduler } from '@spindle/runtime';
import { verify } from '@spindle/runtime/testing';
import { Actor } from '../actor.js';
import { createStage } from '../index.js';
import { EAST, Grid, NORTH, SOUTH, WEST } from '../grid.js';
import { wrapped } from '../draw/text.js';
import { world } from '../world.js';

const FRAME_MS = 1000 / 60;

function makeStage() {
  const logged: unknown[][] = [];
  const errors: unknown[] = [];
  const scheduler = new Scheduler({ onError: (error) => void errors.push(error) });
  const stage = createStage({
    canvas: null,
    width: 1670,
    height: 970,
    scheduler,
    log: (...values) => void logged.push(values),
  });
  const frames = (count: number) => {
    for (let i = 0; i < count; i++) {
      scheduler.pulse(FRAME_MS);
      verify(scheduler);
    }
  };
  frames(1);
  return { stage, scheduler, frames, logged, errors, in: <T>(fn: () => T): T => scheduler.enter(fn) };
}

test('all that stands there, and what is held down, goes back in place', () => {
  const { stage, in: inside, scheduler } = makeStage();
  const { player, ButtonA, stage: view, hud } = stage.globals as Record<string, any>;
  const seen = (): string => {
    const { grid, figures, keys, lines, tap, cursor, isSteered } = world();
    const walls = [...grid.walls()];
    const all = [...figures].map((one) => [one.x, one.y, one.words, one.life]);
    return JSON.stringify([
      walls,
      all,
      keys,
      lines,
      view,
      hud,
      tap,
      cursor,
      isSteered,
      stage.held,
      ButtonA.onPress === null,
    ]);
  };
  inside(() => {
    player.place(1, 1);
    world().draw({ x: 0, y: 0 }, { x: 1, y: 0 }, 'blue');
    view.wall(3, 3);
    hud.coins = 1;
  });
  stage.key('ArrowUp', true);
  const before = seen();
  const mark = stage.state.mark();
  inside(() => {
    player.place(2, 5);
    Object.assign(player, { words: 'Hello', life: 0.5 });
    expect(new Actor(4, 4).life).toBe(1);
    ButtonA.onPress = () => {};
    world().draw({ x: 1, y: 0 }, { x: 2, y: 0 }, 'blue');
    world().draw({ x: 2, y: 0 }, { x: 2, y: 2 }, 'red');
    view.open(3, 3);
    view.wall(8, 1, 2, 2);
    Object.assign(view, { banner: 'Won', cinema: true });
    Object.assign(hud, { coins: 7, gem: 'yours' });
    Object.assign(world(), { isSteered: true });
  });
  stage.key('ArrowLeft', true);
  stage.pointer(400, 300, true);
  expect(seen()).not.toBe(before);
  stage.state.rewind(mark);
  expect(seen()).toBe(before);
  // Twice, from what has come since.
  view.wall(5, 5);
  stage.key('ArrowUp', false);
  stage.state.rewind(mark);
  expect(seen()).toBe(before);
  expect(scheduler.threads).toEqual([]);
});

describe('what a script gets', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../globals.d.ts'), 'utf8');
  const declared = [...text.matchAll(/^declare (?:const|class|function) (\w+)/gm)].map(([, name]) => name);

  test('is what globals.d.ts declares', () => {
    const { stage } = makeStage();
    expect(new Set(Object.keys(stage.globals))).toEqual(new Set(declared));
  });

  test('an actor has the members that are declared', () => {
    const { in: inside } = makeStage();
    const actor = inside(() => new Actor());
    const [, body = ''] = /^declare class Actor extends Executor \{\n(.*?)^\}/ms.exec(text) ?? [];
    const members = [...body.matchAll(/^ {2}(\w+)[:(]/gm)].map(([, name]) => name as string);
    expect(members.length).toBeGreaterThan(25);
    expect(members.filter((name) => !(name in actor))).toEqual([]);
  });

  test('the stage has the members that are declared', () => {
    const { stage } = makeStage();
    const [, body = ''] = /^declare const stage: \{\n(.*?)^\}/ms.exec(text) ?? [];
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gm)].map(([, name]) => name);
    expect(new Set(Object.keys(stage.globals.stage as object))).toEqual(new Set(members));
  });
});

describe('walking', () => {
  test('moves once in each frame, and needs as long for each square', () => {
    const { in: inside, frames } = makeStage();
    const actor = inside(() => new Actor(2, 2, { speed: 6 }));
    inside(() => actor.walk(EAST, 3));
    const way = [actor.x];
    while (actor.busy) {
      frames(1);
      way.push(actor.x);
    }
    const steps = way.slice(1).map((x, i) => Math.round((x - (way[i] as number)) * 1000));
    // The first move is at the call; after the last one the walk ends with its frame.
    expect(steps.slice(0, -1)).toEqual(Array.from({ length: 29 }, () => 100));
    expect([actor.x, actor.y, actor.facing]).toEqual([5, 2, EAST]);
  });

  test('ends at a wall, and says so', async () => {
    const { in: inside, frames } = makeStage();
    world().grid.wall(4, 2);
    const actor = inside(() => new Actor(2, 2));
    const walk = inside(() => actor.walk(EAST, 5)) as unknown as PromiseLike<boolean>;
    frames(60);
    expect([actor.x, await walk, actor.canWalk(EAST), actor.canWalk(NORTH)]).toEqual([3, false, false, true]);
  });

  test('leads around walls, and nowhere where there is no way', async () => {
    const { in: inside, frames } = makeStage();
    world().grid.wall(4, 0, 1, 8);
    const actor = inside(() => new Actor(2, 2, { speed: 20 }));
    inside(() => actor.walkTo(6, 2));
    frames(120);
    expect([actor.x, actor.y]).toEqual([6, 2]);
    world().grid.wall(4, 8);
    const walk = inside(() => actor.walkTo({ x: 1, y: 1 })) as unknown;
    expect([walk, actor.x]).toEqual([false, 6]);
  });

  test('a walk that is cancelled between two squares goes on from there', () => {
    const { in: inside, frames } = makeStage();
    const actor = inside(() => new Actor(2, 2));
    inside(() => actor.walk(EAST, 3));
    frames(3);
    actor.cancelAll();
    expect(actor.x).not.toBe(Math.round(actor.x));
    inside(() => actor.walk(SOUTH));
    frames(60);
    expect([actor.x, actor.y]).toEqual([2, 3]);
  });

  test('those who walk towards one stand around it', () => {
    const { in: inside, frames } = makeStage();
    const goal = inside(() => new Actor(8, 4));
    const others = [0, 1, 2, 3].map((i) => inside(() => new Actor(i * 4, 0)));
    for (const other of others) inside(() => other.walkTowards(goal));
    frames(300);
    expect(new Set(others.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    for (const other of others) expect(other.distanceFrom(goal)).toBeLessThanOrEqual(1.1);
  });
});

test('words, jumps and trembling end, also when they are cancelled', () => {
  const { in: inside, frames, errors } = makeStage();
  const actor = inside(() => new Actor(2, 2));
  inside(() => actor.say('Hello'));
  inside(() => actor.jump());
  inside(() => actor.shake());
  frames(3);
  expect([actor.words, actor.lift, actor.tremble > 0]).toEqual(['Hello', 0, true]);
  frames(60);
  expect([actor.words, actor.lift > 0, actor.tremble]).toEqual(['', true, 0]);
  inside(() => actor.say('Bye'));
  actor.cancelAll();
  expect([actor.words, actor.lift, actor.busy, errors]).toEqual(['', 0, false, []]);
});

describe('the input', () => {
  test('arrow keys steer, the last one first, and a finger steers along the longer side', () => {
    const { stage, in: inside, frames } = makeStage();
    const actor = inside(() => new Actor(4, 4, { speed: 30 }));
    inside(() => actor.steer());
    stage.key('ArrowLeft', true);
    stage.key('ArrowUp', true);
    frames(3);
    stage.key('ArrowUp', false);
    frames(3);
    expect([actor.x < 4, actor.y < 4]).toEqual([true, true]);
    stage.key('ArrowLeft', false);
    stage.pointer(12.85 * 100, 4.85 * 100, true);
    frames(120);
    expect([actor.x, actor.y]).toEqual([12, 4]);
    stage.pointer(12.85 * 100, 4.85 * 100, false);
    frames(5);
    inside(() => actor.say('Others may order it while nobody steers.'));
    expect(actor.words).not.toBe('');
  });

  test('a tap presses what stands there, or else the stage; keys press buttons', () => {
    const { stage, scheduler, in: inside } = makeStage();
    const pressed: string[] = [];
    const { ButtonA, ButtonB } = stage.globals as Record<'ButtonA' | 'ButtonB', { onPress: unknown; x: number }>;
    const actor = inside(() => new Actor(3, 3));
    actor.onPress = () => void pressed.push('actor');
    ButtonA.onPress = () => void pressed.push('A');
    expect(ButtonA.x).toBe(7.5);
    scheduler.signal = ((name: string) => void pressed.push(name)) as typeof scheduler.signal;
    const tap = (x: number, y: number) => {
      stage.pointer((x + 0.85) * 100, (y + 0.85) * 100, true);
      stage.pointer((x + 0.85) * 100, (y + 0.85) * 100, false);
    };
    tap(3, 3);
    tap(7.5, 8);
    tap(9, 2);
    stage.key('KeyA', true);
    stage.key('KeyB', true);
    stage.key('Space', true);
    stage.key('Space', false);
    expect(pressed).toEqual(['actor', 'A', 'tap', 'action', 'A', 'key', 'key', 'action', 'key']);
    expect(ButtonB.onPress).toBe(null);
  });
});

describe('without a pointer', () => {
  test('arrow keys choose a square, and Enter taps there', () => {
    const { stage, scheduler, in: inside } = makeStage();
    const heard: unknown[] = [];
    scheduler.signal = (...said: unknown[]) => void heard.push(said);
    const press = (...codes: string[]) => {
      for (const code of codes) {
        stage.key(code, true);
        stage.key(code, false);
      }
    };
    press('ArrowLeft', 'ArrowUp');
    expect(world().cursor).toEqual({ x: 7, y: 3 });
    heard.length = 0;
    press('Enter');
    expect(heard).toEqual([['tap', { x: 7, y: 3 }], ['action'], ['key', 'Enter']]);
    const actor = inside(() => new Actor(7, 3));
    actor.onPress = () => void heard.push('pressed');
    press('Enter');
    expect(heard).toContain('pressed');
    press(...Array.from({ length: 20 }, () => 'ArrowRight'));
    expect(world().cursor).toEqual({ x: 15, y: 3 });
    stage.pointer(500, 500, true);
    expect(world().cursor).toBe(null);
  });

  test('where somebody is steered, the arrow keys are for that', () => {
    const { stage, in: inside, frames } = makeStage();
    const actor = inside(() => new Actor(7, 3));
    inside(() => actor.steer());
    frames(1);
    stage.key('ArrowLeft', true);
    frames(5);
    expect([world().cursor, actor.x < 7]).toEqual([null, true]);
  });
});

test('after dispose nobody can stand on it', () => {
  const { stage } = makeStage();
  stage.dispose();
  expect(() => new Actor()).toThrow('There is no stage. Call createStage first.');
});

test('walls stop the sight', () => {
  const grid = new Grid();
  grid.wall(4, 2, 1, 3);
  const from = { x: 2, y: 3 };
  expect(grid.isClear(from, { x: 6, y: 3 })).toBe(false);
  expect(grid.isClear(from, { x: 2, y: 7 })).toBe(true);
  expect(grid.seenFar(from, 1, 0, 5)).toBeCloseTo(1.5, 0);
  expect(grid.seenFar(from, 0, 1, 3)).toBe(3);
  grid.open(4, 2, 1, 3);
  expect(grid.isClear(from, { x: 6, y: 3 })).toBe(true);
  expect(grid.stepTowards(from, from)).toBe(null);
  expect(grid.stepTowards(from, { x: 0, y: 3 })).toBe(WEST);
});

test('long words are wrapped between words', () => {
  const widthOf = (text: string) => text.length;
  expect(wrapped('one two three', 7, widthOf)).toEqual(['one two', 'three']);
  expect(wrapped('extraordinary', 5, widthOf)).toEqual(['extraordinary']);
});

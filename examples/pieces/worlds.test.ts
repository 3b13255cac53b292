/** Pieces with many things at once: a boss with helpers, a hero with effects, a farm, bullets, and a program of a child. */
import { executorOf, Scheduler, type Thread } from '@spindle/runtime';
import { runToEnd } from '@spindle/runtime/testing';
import { loadPiece, momentsOf, type Target, targets } from './disturb.js';
import { expectNothingLeft, type Inputs, pulse } from './frames.js';

/** A script that throws lets the `pulse` throw, and so the test. */
const newScheduler = (): Scheduler => new Scheduler({ seed: 1 });

const spawn = (scheduler: Scheduler, fn: () => unknown): Thread => scheduler.spawn(fn);

function openFight(target: Target) {
  const scheduler = newScheduler();
  const hero = {
    hp: 1000,
    hurt(n: number) {
      this.hp -= n;
    },
  };
  const boss = new (loadPiece('boss', target).Boss)();
  const fight = spawn(scheduler, () => boss.fight(hero));
  const inputs: Inputs = { 100: () => boss.hurt(50), 250: () => boss.hurt(30), 1300: () => boss.hurt(30) };
  return { scheduler, hero, boss, fight, inputs };
}

describe.each(targets)('a boss, %s', (target) => {
  test('fights slowly, with helpers, with fire, and in rage; when it is dead its helpers are gone', () => {
    const { scheduler, hero, boss, fight, inputs } = openFight(target);
    pulse(scheduler, 71, inputs);
    expect([boss.phase, hero.hp]).toEqual(['slow', 990]);
    pulse(scheduler, 170, inputs);
    expect([boss.phase, boss.adds.size]).toEqual(['with helpers', 3]);
    pulse(scheduler, 40, inputs);
    expect([boss.phase, boss.casting, boss.isEnraged]).toEqual(['fire', 'fire', false]);
    pulse(scheduler, 1100, inputs);
    expect([boss.isEnraged, boss.phase, boss.adds.size, fight.status]).toEqual([true, 'dead', 0, 'done']);
    expectNothingLeft(scheduler);
  });

  test('a kick breaks off the attack, and nobody is hurt', () => {
    const { scheduler, hero, boss } = openFight(target);
    pulse(scheduler, 50);
    expect(boss.casting).toBe('slam');
    boss.kick();
    pulse(scheduler, 30);
    expect([boss.casting, hero.hp]).toEqual([null, 1000]);
    executorOf(boss).cancelAll('over');
    pulse(scheduler, 2);
    expectNothingLeft(scheduler);
  });

  test.each<[string, string, (played: ReturnType<typeof openFight>) => void]>([
    ['the boss dies', 'dead', ({ boss }) => boss.hurt(1000)],
    ['the hero dies', 'asleep', ({ hero }) => hero.hurt(5000)],
    ['the fight is cancelled', 'asleep', ({ fight }) => fight.cancel('skipped')],
    ['the boss is closed', 'asleep', ({ boss }) => executorOf(boss).close('skipped')],
  ])('nothing of the fight is left over when %s, at any moment', (_title, phase, act) => {
    for (const frame of momentsOf('boss', 600)) {
      const played = openFight(target);
      const { scheduler, hero, boss, inputs } = played;
      pulse(scheduler, frame, inputs);
      act(played);
      pulse(scheduler, 3);
      const { hp } = hero;
      expect([frame, boss.phase, boss.casting, boss.adds.size]).toEqual([frame, phase, null, 0]);
      expectNothingLeft(scheduler);
      pulse(scheduler, 60);
      expect(hero.hp).toBe(hp);
    }
  });
});

const level = {
  ground: (x: number): number | null => (x > 50 && x < 100 ? null : 0),
  hasLadder: (x: number): boolean => x > 280 && x < 290,
};

function openLevel(target: Target) {
  const scheduler = newScheduler();
  const { Hero } = loadPiece('platformer', target);
  const hero = new Hero(level);
  const life = spawn(scheduler, () => hero.live());
  const order = (fn: () => void) => (): void => scheduler.enter(fn);
  const inputs: Inputs = {
    1: () => (hero.keys.right = true),
    36: () => (hero.keys.jump = true),
    38: () => (hero.keys.jump = false),
    71: order(() => hero.dash()),
    75: order(() => hero.dash()),
    85: order(() => hero.dash()),
    92: order(() => hero.knockBack(-1)),
    106: order(() => hero.knockBack(-1)),
    150: order(() => hero.dash()),
    163: () => (hero.keys.up = true),
  };
  return { scheduler, hero, life, inputs };
}

describe.each(targets)('the controller of a platformer, %s', (target) => {
  const place = (hero: any): number[] => [hero.x, hero.y].map(Math.round);

  test('he jumps behind the edge, dashes once, is knocked back once, blinks, and climbs', () => {
    const { scheduler, hero, inputs } = openLevel(target);
    pulse(scheduler, 35, inputs);
    expect(place(hero)).toEqual([54, -3]);
    pulse(scheduler, 15, inputs);
    expect(place(hero)).toEqual([78, 53]);
    pulse(scheduler, 35, inputs);
    expect([...place(hero), hero.canDash]).toEqual([170, 0, false]);
    pulse(scheduler, 5, inputs);
    expect(place(hero)).toEqual([178, 0]);
    pulse(scheduler, 20, inputs);
    expect([hero.hp, hero.isSafe, hero.isVisible]).toEqual([2, true, false]);
    pulse(scheduler, 70, inputs);
    expect([...place(hero), hero.isSafe, hero.isVisible]).toEqual([281, 14, false, true]);
    executorOf(hero).close('the end');
    pulse(scheduler, 1);
    expectNothingLeft(scheduler);
  });

  test.each<[string, (played: ReturnType<typeof openLevel>) => void]>([
    ['all that he does is ended', ({ hero }) => executorOf(hero).cancelAll('STOP')],
    ['he is closed', ({ hero }) => executorOf(hero).close('STOP')],
    ['he dies', ({ hero }) => (hero.hp = 0)],
    ['his life is cancelled', ({ life }) => life.cancel('STOP')],
  ])('he stands still, is visible and can be hurt when %s, at any moment', (_title, act) => {
    for (const frame of momentsOf('platformer', 250)) {
      const played = openLevel(target);
      const { scheduler, hero, inputs } = played;
      pulse(scheduler, frame, inputs);
      act(played);
      pulse(scheduler, 70);
      const there = [hero.x, hero.y];
      expect([frame, hero.isVisible, hero.isSafe, hero.canDash]).toEqual([frame, true, false, true]);
      expectNothingLeft(scheduler);
      pulse(scheduler, 20);
      expect([hero.x, hero.y]).toEqual(there);
    }
  });
});

describe.each(targets)('a farm, %s', (target) => {
  test('500 figures work by their plans, shelter from the rain, sleep at night, and go on from a save', () => {
    const { newFarm, play } = loadPiece('farm', target);
    const scheduler = newScheduler();
    const saves: string[] = [];
    const farm = newFarm(500);
    spawn(scheduler, () => play(farm, 2, (text: string) => saves.push(text)));
    const places = new Set();
    const watch = (): void => farm.figures.forEach((one: any) => places.add(one.place));
    pulse(scheduler, 125, Object.fromEntries(Array.from({ length: 125 }, (_, frame) => [frame, watch])));
    expect(places).toEqual(new Set(['bed', 'field', 'tree', 'mill']));
    runToEnd(scheduler);
    expect(farm.figures.filter((one: any) => one.place !== 'bed')).toEqual([]);
    expect([saves.length, farm.day, JSON.parse(saves[1]!)]).toEqual([2, 3, farm]);
    expectNothingLeft(scheduler);
  });

  test('a day that is cancelled, at any moment, is not saved; the farm of the last night goes on', () => {
    const { newFarm, play } = loadPiece('farm', target);
    for (const frame of momentsOf('farm', 370)) {
      const scheduler = newScheduler();
      const saves = [JSON.stringify(newFarm(8))];
      const playing = spawn(scheduler, () => play(JSON.parse(saves[0]!), 3, (text: string) => saves.push(text)));
      pulse(scheduler, frame);
      const { length } = saves;
      playing.cancel('the player leaves');
      pulse(scheduler, 1);
      expectNothingLeft(scheduler);
      expect(saves.length).toBe(length);
      spawn(scheduler, () => play(JSON.parse(saves.at(-1)!), 1, (text: string) => saves.push(text)));
      runToEnd(scheduler);
      expect(JSON.parse(saves.at(-1)!).day).toBe(length + 1);
      expectNothingLeft(scheduler);
    }
  });
});

describe.each(targets)('bullets and particles from a pool, %s', (target) => {
  test('5,000 bullets fly, burst into 15,000 particles, and all of them are in their pools again', () => {
    const { volley, world, made, isAllInPools } = loadPiece('bullets', target);
    const scheduler = newScheduler();
    spawn(scheduler, () => volley(1000, 5));
    pulse(scheduler, 30);
    expect(scheduler.threads.length).toBe(world.bullets.size + world.particles.size + 1);
    expect(world.bullets.size + world.particles.size).toBeGreaterThan(5000);
    runToEnd(scheduler);
    expect([world.hits, world.bullets.size, world.particles.size, isAllInPools()]).toEqual([5000, 0, 0, true]);
    expect(made.bullets).toBeLessThan(5000);
    expectNothingLeft(scheduler);
  });

  test('a STOP at any moment puts all of them back, and the next volley uses them again', () => {
    const { volley, world, made, isAllInPools } = loadPiece('bullets', target);
    const scheduler = newScheduler();
    for (const frame of momentsOf('bullets', 60)) {
      spawn(scheduler, () => volley(20, 5));
      pulse(scheduler, frame);
      scheduler.cancelAll('STOP');
      pulse(scheduler, 1);
      expect([frame, world.bullets.size, world.particles.size, isAllInPools()]).toEqual([frame, 0, 0, true]);
      expectNothingLeft(scheduler);
    }
    expect(made.bullets).toBeLessThanOrEqual(100);
  });
});

describe.each(targets)('a program of a block editor, %s', (target) => {
  const square = ['near', 'far', 'far', 'far', 'round 16'];

  test('the robot goes round by its sensor, and STOP ends it', () => {
    const { robot, default: program } = loadPiece('block-program', target);
    const scheduler = newScheduler();
    const running = spawn(scheduler, program);
    pulse(scheduler, 250);
    expect(robot.said).toEqual(square);
    running.cancel('STOP');
    pulse(scheduler, 1);
    expectNothingLeft(scheduler);
  });

  test('STOP at any moment leaves him where he is, and the next run begins anew', () => {
    for (const frame of momentsOf('block program', 250)) {
      const { robot, default: program } = loadPiece('block-program', target);
      const scheduler = newScheduler();
      const running = spawn(scheduler, program);
      pulse(scheduler, frame);
      const there = JSON.stringify(robot);
      running.cancel('STOP');
      pulse(scheduler, 50);
      expect(JSON.stringify(robot)).toBe(there);
      expectNothingLeft(scheduler);
      Object.assign(robot, { x: 0, y: 0, angle: 0, said: [] });
      spawn(scheduler, program);
      pulse(scheduler, 250);
      expect(robot.said).toEqual(square);
    }
  });
});

/** Saves of a run that is recorded, and logs that begin with a save. */
/* oxlint-disable unicorn/no-thenable -- an option is called so */
import { EventEmitter } from 'node:events';
import { defineWait } from '../../src/host.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { LoadError, type SavesOptions } from '../../src/saves.js';
import { currentScheduler } from '../../src/scheduling/current-scheduler.js';
import type { Scheduler } from '../../src/scheduling/scheduler.js';
import { microtasks } from '../replay/replay-run.js';
import { compile, Game } from './game.js';

const start = compile(`// @compile the whole file
  import { random, waitForEvent, waitFor, waitSignal, listen } from '@spindle/runtime';
  let steps = 0;
  export function guard(door, knock, fetch) {
    const queue = listen(door, 'step');
    for (;;) {
      steps++;
      log('guard ' + Math.floor(1000 * random()) + ' ' + waitForEvent(door, 'open'));
      log('pen ' + waitFor(fetch('pen'), { restart: () => fetch('ink') }));
      log('knock ' + knock());
      log('step ' + queue.next() + ' of ' + steps);
    }
  }
  export function clock() { for (;;) { wait(70); log('tick ' + steps); } }
  export function other() { log('called'); wait(20); log('answered'); }
  export function watch() { for (;;) log('signal ' + waitSignal('bell')); }`);

class World {
  readonly door: EventEmitter & { id?: string } = Object.assign(new EventEmitter(), { id: 'door' });
  readonly knocks: ((how: string) => void)[] = [];
  readonly fetched: ((what: string) => void)[] = [];
  readonly game: Game;
  hp = 3;

  constructor(scheduler?: Scheduler, options: SavesOptions = {}) {
    const knock = defineWait<[], string>({
      kind: 'recording.knock',
      begin: (_, settle) => {
        this.knocks.push(settle);
        return () => {};
      },
    });
    const fetch = async (): Promise<string> => new Promise((resolve) => this.fetched.push(resolve));
    this.game = new Game(
      start,
      {
        objects: { idOf: ({ id }: { id?: string }) => id, find: (id) => (id === 'door' ? this.door : undefined) },
        functions: { knock, fetch },
        state: { save: () => this.hp, load: (hp: number) => void (this.hp = hp) },
        ...options,
      },
      scheduler ?? { inbox: recorder() },
    );
    this.knock = knock;
    this.fetch = fetch;
  }

  readonly knock: () => string;
  readonly fetch: () => Promise<string>;

  begin(): this {
    const { guard, clock, watch } = this.game.module;
    guard(this.door, this.knock, this.fetch);
    clock();
    watch();
    return this;
  }

  /** What comes from outside in a frame. */
  async play(from: number, to: number): Promise<void> {
    for (let frame = from; frame < to; frame++) {
      if (frame % 5 === 0) this.door.emit('step', frame);
      if (frame % 7 === 3) this.door.emit('open', frame);
      if (frame % 7 === 5) this.fetched.splice(0).forEach((resolve) => resolve(`fetched ${frame}`));
      await microtasks();
      if (frame % 7 === 6) this.knocks.splice(0).forEach((settle) => settle(`knock ${frame}`));
      this.pulse(frame);
    }
  }

  /** What the game does itself, which a replay does again. */
  pulse(frame: number): void {
    const { scheduler, module } = this.game;
    if (frame % 11 === 2) module['other']();
    if (frame % 6 === 1)
      scheduler.signal(
        'bell',
        scheduler.input('keys', () => `key ${frame}`),
      );
    this.game.pulse();
  }
}

const copyOf = (log: Log): Log => JSON.parse(JSON.stringify(log)) as Log;

/** Saves after so many pulses, plays on, loads that, plays on. */
async function loadedAt(saved: number, loaded: number): Promise<{ world: World; text: string; log: Log }> {
  const world = new World().begin();
  await world.play(0, saved);
  const text = world.game.saves.save();
  await world.play(saved, loaded);
  world.game.saves.load(text);
  world.game.lines.length = 0;
  await world.play(loaded, 90);
  return { world, text, log: copyOf(world.game.scheduler.record()) };
}

/** What a replay logs. `setUp`: what the program does before the log begins. */
function replayed(log: Log, setUp: (world: World) => void, firstFrame: number, options: SavesOptions = {}): string[] {
  let lines: string[] = [];
  replay(log, (scheduler) => {
    const world = new World(scheduler, options);
    lines = world.game.lines;
    setUp(world);
    let frame = firstFrame;
    return () => {
      if (frame === firstFrame) lines.length = 0;
      world.pulse(frame++);
    };
  });
  return lines;
}

describe('a load while a run is recorded', () => {
  test.each([0, 1, 4, 6, 7, 9, 20])('begins a new log with the save: saved at %d', async (saved) => {
    const { world, text, log } = await loadedAt(saved, 31);
    expect(log.save).toBe(text);
    expect(world.game.lines.length).toBeGreaterThan(20);
    expect(replayed(log, () => {}, 31)).toEqual(world.game.lines);
    // The program begins as ever, and the save comes then.
    expect(replayed(log, (one) => void one.begin(), 31)).toEqual(world.game.lines);
    // It loads the save itself.
    expect(replayed(log, ({ game }) => void game.saves.load(text), 31)).toEqual(world.game.lines);
  });

  test('that fails leaves the log as it is', async () => {
    const world = new World().begin();
    await world.play(0, 9);
    const before = world.game.scheduler.record();
    expect(() => world.game.saves.load('x')).toThrow(LoadError);
    expect(world.game.scheduler.record()).toEqual(before);
    await world.play(9, 40);
    expect(replayed(copyOf(world.game.scheduler.record()), (one) => void one.begin(), 0)).toEqual(world.game.lines);
  });

  test('that fails late leaves the log and its waits as they are', async () => {
    let isWrong = false;
    const commit = (): void => {
      if (isWrong) throw new Error('no place');
    };
    const world = new World(undefined, { state: { save: () => 1, prepare: () => ({ commit }) } }).begin();
    await world.play(0, 9);
    isWrong = true;
    expect(() => world.game.saves.load(world.game.saves.save())).toThrow('no place');
    await world.play(9, 40);
    const log = copyOf(world.game.scheduler.record());
    expect(log.save).toBeUndefined();
    expect(replayed(log, (one) => void one.begin(), 0)).toEqual(world.game.lines);
  });

  test('has what the game reads in it', async () => {
    let hp = 7;
    const optionsOf = (read: number[]): SavesOptions => {
      const readHp = (): void => void read.push((currentScheduler() as Scheduler).input('hp', () => hp++));
      return { state: { save: () => 0, load: readHp }, onLoad: readHp };
    };
    const [read, readAgain]: [number[], number[]] = [[], []];
    const world = new World(undefined, optionsOf(read)).begin();
    await world.play(0, 9);
    const text = world.game.saves.save();
    await world.play(9, 12);
    world.game.saves.load(text);
    world.game.lines.length = 0;
    await world.play(12, 40);
    const log = copyOf(world.game.scheduler.record());
    expect(replayed(log, () => {}, 12, optionsOf(readAgain))).toEqual(world.game.lines);
    expect([read, readAgain]).toEqual([
      [7, 8],
      [7, 8],
    ]);
  });

  test('can be done again, and when a replay has gone on live', async () => {
    const first = await loadedAt(7, 31);
    const worlds: World[] = [];
    const program = (given: Scheduler): (() => void) => {
      const one = new World(given);
      worlds.push(one);
      let frame = 31;
      return () => one.pulse(frame++);
    };
    const scheduler = replay(first.log, program, { then: 'live' });
    const [world] = worlds as [World];
    await world.play(90, 120);
    const log = copyOf(scheduler.record());
    expect(log.save).toBe(first.text);
    const again = world.game.saves.save();
    await world.play(120, 130);
    world.game.saves.load(again);
    world.game.lines.length = 0;
    await world.play(130, 170);
    const last = copyOf(scheduler.record());
    expect(last.save).toBe(again);
    expect(replayed(last, () => {}, 130)).toEqual(world.game.lines);
  });
});

describe('while a run is replayed', () => {
  test('a load is refused, and nothing has changed', async () => {
    const world = new World().begin();
    const text = world.game.saves.save();
    await world.play(0, 40);
    const log = copyOf(world.game.scheduler.record());
    const problems: unknown[] = [];
    const load = (one: World): void => {
      try {
        one.begin().game.saves.load(text);
      } catch (error) {
        problems.push(error);
      }
    };
    expect(replayed(log, load, 0)).toEqual(world.game.lines);
    expect(problems).toEqual([expect.objectContaining({ kind: 'busy' })]);
    expect((problems[0] as Error).message).toContain('The scheduler follows a log. Load when that is over.');
  });

  test('a save is as it was', async () => {
    const texts: string[] = [];
    const world = new World().begin();
    await world.play(0, 20);
    texts.push(world.game.saves.save());
    const log = copyOf(world.game.scheduler.record());
    const worlds: World[] = [];
    replay(log, (scheduler) => {
      const one = new World(scheduler).begin();
      worlds.push(one);
      let frame = 0;
      return () => one.pulse(frame++);
    });
    expect(worlds[0]!.game.saves.save()).toBe(texts[0]);
  });

  test('a log that begins with a save needs a program that has saves', async () => {
    const { log } = await loadedAt(4, 31);
    expect(() => replay(log, () => {})).toThrow('a program that calls `saves(scheduler)`');
    expect(() => replay({ ...log, save: 5 } as never, () => {})).toThrow('`save` is 5');
  });

  test('what the program does before the save is loaded is not in the log', async () => {
    const { world, text, log } = await loadedAt(4, 31);
    const setUp = (one: World): void => {
      one.begin();
      one.door.emit('open', 5);
      one.game.pulse(3);
      one.game.scheduler.input('keys', () => 1);
      one.game.saves.load(new World().game.saves.save());
      one.game.saves.load(text);
    };
    expect(replayed(log, setUp, 31)).toEqual(world.game.lines);
  });
});

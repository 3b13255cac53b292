/**
 * What others have to do with an arm of a word is written out when somebody asks for it (words/arms.ts). So a program is played three times: with arms
 * that are written out from their start, with those that nobody asks, and with some that are asked between pulses. It cannot tell these apart: trace,
 * log and `dump()` are the same to the letter.
 */
import fc from 'fast-check';
import { Scheduler } from '../../src/index.js';
import { recorder } from '../../src/replay.js';
import { Arms } from '../../src/words/arms.js';
import { runs as allRuns, seed } from './amount.js';
import { maxFrames } from './compare.js';
import { Player } from './drive.js';
import { type Fault, number, type Program, programs, type Statement } from './program.js';
import { scenes } from './scenes.js';

/** Each is played three times. */
const runs = Math.ceil(allRuns / 4);

interface Played {
  readonly trace: string;
  readonly log: string;
}

async function play(program: Program, isRecorded: boolean, fault: Fault | null = null): Promise<Played> {
  const scheduler = new Scheduler({ warnings: false, ...(isRecorded && { inbox: recorder() }) });
  const player = new Player(program, fault, { scheduler });
  await player.run(maxFrames);
  return {
    trace: player.lines.join('\n'),
    log: isRecorded ? JSON.stringify(scheduler.record()).replaceAll(/"timeStamp":[\d.]+/g, '') : '',
  };
}

type Restore = () => void;

/** The same while something is replaced. */
async function playWith(replaced: readonly Restore[], ...given: Parameters<typeof play>): Promise<Played> {
  try {
    return await play(...given);
  } finally {
    replaced.forEach((restore) => restore());
  }
}

/** Puts another method in the place of one. Returns how to put that back. */
function replace<T extends object, K extends keyof T>(object: T, key: K, by: (original: T[K]) => T[K]): Restore {
  const original = object[key];
  object[key] = by(original);
  return () => void (object[key] = original);
}

const fromTheStart = (): Restore =>
  replace(
    Arms.prototype,
    'take',
    () =>
      function (this: Arms, arm) {
        arm.own.branchOf = this.siblings;
      },
  );

/** Asks one arm of three, and so the others of its word, before each pulse. */
const now = (): Restore =>
  replace(
    Scheduler.prototype,
    'pulse',
    (pulse) =>
      function (this: Scheduler, ms) {
        for (const thread of this.threads) if (thread.isArm && thread.id % 3 === 0) void thread.cold;
        pulse.call(this, ms);
      },
  );

/** How many arms have ended, been ended by their record, and been dropped, without being written out, and how many were. */
const counted = { ended: 0, finished: 0, dropped: 0, asked: 0 };

const countEnded = (): Restore =>
  replace(
    Arms.prototype,
    'ended',
    (ended) =>
      function (this: Arms, arm) {
        counted.ended++;
        ended.call(this, arm);
      },
  );

const countFinished = (): Restore =>
  replace(
    Arms.prototype,
    'finish',
    (finish) =>
      function (this: Arms, arm) {
        const isDone = finish.call(this, arm);
        if (isDone) counted.finished++;
        return isDone;
      },
  );

const countDropped = (): Restore =>
  replace(
    Arms.prototype,
    'drop',
    (drop) =>
      function (this: Arms, ...given) {
        const { gone } = this;
        const isDone = drop.call(this, ...given);
        counted.dropped += this.gone - gone;
        return isDone;
      },
  );

const countAsked = (): Restore =>
  replace(
    Arms.prototype,
    'write',
    (write) =>
      function (this: Arms, arm) {
        counted.asked++;
        return write.call(this, arm);
      },
  );

const playAllWays = async (...given: Parameters<typeof play>): Promise<[Played, Played, Played]> => [
  await playWith([fromTheStart()], ...given),
  await playWith([countEnded(), countFinished(), countDropped()], ...given),
  await playWith([now(), countAsked()], ...given),
];

/** With a thread that races three waits again and again, beside what the program does. */
function withRaces({ roots, ...program }: Program): Program {
  const free = { id: 0, held: false, isWord: false } as const;
  const race: Statement = {
    ...free,
    do: 'group',
    how: 'race',
    form: 'args',
    ms: 0,
    branches: [
      [{ ...free, do: 'wait', ms: 20 }],
      [{ ...free, do: 'waitSignal', name: 0 }],
      [{ ...free, do: 'waitFrames', frames: 3 }],
    ],
  };
  const body: Statement[] = [{ id: 0, do: 'loop', times: 3, body: [race] }];
  const call: Statement = { id: 0, do: 'call', on: null, fn: 0, how: 'used', slot: null, gives: null, body };
  return number({ ...program, roots: [{ frame: 0, body: [call] }, ...roots] });
}

test(`${runs} random programs cannot tell when their arms are written out`, async () => {
  const property = fc.asyncProperty(programs(), fc.boolean(), async (program, isRecorded) => {
    const [written, rows, asked] = await playAllWays(withRaces(program), isRecorded);
    expect([rows, asked]).toEqual([written, written]);
  });
  await fc.assert(property, { numRuns: runs, seed });
  // Else these would be three ways to play the same.
  for (const count of Object.values(counted)) expect(count).toBeGreaterThan(runs / 2);
}, 3_600_000);

test.each(Object.entries(scenes))('nor can a scene: %s', async (_name, scene) => {
  for (const isRecorded of [false, true]) {
    const [written, rows, asked] = await playAllWays(scene, isRecorded);
    expect([rows, asked]).toEqual([written, written]);
  }
});

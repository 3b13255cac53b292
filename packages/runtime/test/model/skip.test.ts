import fc from 'fast-check';
import { $thread, Clock, currentThread, skippable, type Thread, waitFrames } from '../../src/index.js';
import { verify } from '../../src/testing.js';
import { Player } from './drive.js';
import { number, print, type Program, programs, type Statement } from './program.js';

const runs = Number(process.env['MODEL_RUNS'] ?? 1000) / 4;
const seed = Number(process.env['MODEL_SEED'] ?? 20261121);
/** Local frames of a scene. */
const frames = 40;

/** What no scene without outsiders does: Promises are settled by the world, an alarm calls plain code. */
const fromOutside: readonly string[] = ['promise', 'settle', 'after'];

/** The program as a scene that nobody outside has a part in. */
const sceneOf = (program: Program): Program =>
  number(
    JSON.parse(JSON.stringify({ ...program, stops: [] }), (key, value: Statement) => {
      if (key === 'gives') return null;
      return typeof value === 'object' && fromOutside.includes(value?.do) ? { id: 0, do: 'log' } : value;
    }) as Program,
  );

interface Seen {
  readonly lines: readonly string[];
  readonly uncaught: readonly string[];
  readonly pulses: number;
}

/** Plays a scene on a clock of its own, and skips it after so many pulses. Every line begins with the frame and the time of that clock. */
function play(program: Program, skipAfter: number): Seen {
  const player = new Player(program);
  const { scheduler } = player;
  let clock = scheduler.clock;
  const told: string[] = [];
  scheduler.onError = (error) => void told.push(player.labelOf(error));
  const log = (text: string): void => {
    player.lines.push(`${clock.frame} ${clock.now} ${text}`);
  };
  const scene = $thread(function* () {
    clock = (currentThread() as Thread).clock;
    const slow = new Clock(clock);
    Object.assign(player, { log, clocks: [clock, slow, new Clock(slow)] });
    for (let frame = 0; frame < frames; frame++) {
      player.playNow(frame);
      yield waitFrames(1);
    }
  }, 'scene(0)');
  const thread = scheduler.spawn(() => skippable(scene, { by: 'skip' }));
  for (let pulse = 0; pulse < frames + 5; pulse++) {
    if (pulse === skipAfter) scheduler.signal('skip');
    scheduler.pulse(10);
    verify(scheduler);
    if (thread.ended) return { lines: player.lines, uncaught: told.sort(), pulses: pulse };
  }
  return { lines: player.lines, uncaught: told.sort(), pulses: Infinity };
}

test('a scene that is skipped is the scene that was watched, line by line, with its frames and times', () => {
  let skipped = 0;
  const property = fc.property(programs(), fc.integer({ min: 1, max: 8 }), (made, after) => {
    const program = sceneOf(made);
    const [watched, seen] = [play(program, Infinity), play(program, after)];
    if (seen.pulses <= after + 1) skipped++;
    const same = (one: Seen): string => JSON.stringify([one.lines, one.uncaught]);
    return same(watched) === same(seen);
  });
  const result = fc.check(property, { numRuns: runs, seed });
  if (result.counterexample) {
    const [made, after] = result.counterexample;
    const program = sceneOf(made);
    const [watched, seen] = [play(program, Infinity), play(program, after)];
    const at = seen.lines.findIndex((line, index) => line !== watched.lines[index]);
    const part = ({ lines }: Seen): string => lines.slice(Math.max(0, at - 8), at + 5).join('\n');
    throw new Error(
      `after ${after}\n${print(program)}\n--- skipped\n${part(seen)}\n--- watched\n${part(watched)}\n${String(seen.uncaught)}; ${String(watched.uncaught)}`,
    );
  }
  expect(result.numRuns).toBe(runs);
  // Nearly all come to their end in the pulse of the skip: some stop their own clock.
  expect(skipped).toBeGreaterThan(0.8 * runs);
}, 600_000);

/** Random scenes that are watched, and skipped. */
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import { Clock, currentThread, type Thread, waitFrames } from '../../src/index.js';
import { follow, skippable } from '../../src/scenes.js';
import { verify } from '../../src/testing.js';
import { byHand, type Build } from './build.js';
import { Player } from './drive.js';
import { type Fault, number, print, type Program, programs, type Statement } from './program.js';

/** Local frames of a scene, and how many more are looked at: what it has begun may go on after it. */
const frames = 40;
const framesAfter = 20;

/** What no scene without outsiders does: Promises are settled by the world, an alarm calls plain code. */
const fromOutside: readonly string[] = ['promise', 'settle', 'after'];

/** The program as a scene that nobody outside has a part in. */
export const sceneOf = (program: Program): Program =>
  number(
    JSON.parse(JSON.stringify({ ...program, stops: [] }), (key, value: Statement) => {
      if (key === 'gives') return null;
      return typeof value === 'object' && fromOutside.includes(value?.do) ? { id: 0, do: 'log' } : value;
    }) as Program,
  );

export interface Seen {
  readonly lines: readonly string[];
  readonly uncaught: readonly string[];
  readonly pulses: number;
  /** How many threads lived, for each time that a call or a wait gave its value. */
  readonly moments: readonly number[];
}

/**
 * Plays a scene on a clock of its own, and skips it after so many pulses. Every line begins with the frame and the time of that clock. What
 * goes wrong does so where a call or a wait gives its value: frames of the world outside are others in each run.
 */
export function playScene(
  program: Program,
  skipAfter: number,
  fault: Fault | null = null,
  build: Build = byHand,
): Seen {
  const player = new Player(program, fault, { build });
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
    Object.assign(player, { log, clocks: [clock, slow, new Clock(slow), follow(clock, () => clock.now)] });
    for (let frame = 0; frame < frames; frame++) {
      player.playNow(frame);
      yield waitFrames(1);
    }
  }, 'scene(0)');
  const thread = scheduler.spawn(() => skippable(scene, { by: 'skip' }));
  let pulses = Infinity;
  // By frames of the scene: they are the same in both runs.
  for (let pulse = 0; clock.frame < frames + framesAfter && pulse < 2 * frames; pulse++) {
    if (pulse === skipAfter) scheduler.signal('skip');
    scheduler.pulse(10);
    verify(scheduler);
    if (thread.ended) pulses = Math.min(pulses, pulse);
  }
  return { lines: player.lines, uncaught: told.sort(), pulses, moments: player.moments };
}

/** Nothing, or something that goes wrong where a call or a wait gives its value. */
const faults = fc.option(
  fc.record({
    how: fc.constantFrom('throw', 'cancel', 'close'),
    at: fc.integer({ min: 1, max: 8 }),
    thread: fc.nat(3),
  }),
  { freq: 1 },
) as fc.Arbitrary<Fault | null>;

/** Random scenes, each skipped at some time. Throws with the smallest that differs. Gives how many came to their end in that pulse. */
export function compareSkips(runs: number, seed: number, builds: fc.Arbitrary<Build> = fc.constant(byHand)): number {
  let skipped = 0;
  const property = fc.property(
    programs(),
    fc.integer({ min: 1, max: 8 }),
    faults,
    builds,
    (made, after, fault, build) => {
      const program = sceneOf(made);
      const seen = playScene(program, after, fault, build);
      if (seen.pulses <= after + 1) skipped++;
      return difference(playScene(program, Infinity, fault), seen) === null;
    },
  );
  const { counterexample } = fc.check(property, { numRuns: runs, seed });
  if (counterexample) {
    const [made, after, fault, build] = counterexample;
    throw new Error(String(reportOf(sceneOf(made), after, fault, build)));
  }
  return skipped;
}

/** How a scene that is skipped after so many pulses differs from the one that is watched; null if it does not. */
export function reportOf(program: Program, after: number, fault: Fault | null, build: Build = byHand): string | null {
  const differs = difference(playScene(program, Infinity, fault), playScene(program, after, fault, build));
  return differs && `after ${after}, fault ${JSON.stringify(fault)}, ${build.name}\n${print(program)}\n${differs}`;
}

/** With both from a little before. */
function difference(watched: Seen, skipped: Seen): string | null {
  const said = ({ lines, uncaught }: Seen): string[] => [...lines, `uncaught: ${uncaught.join(', ')}`];
  const [ours, theirs] = [said(skipped), said(watched)];
  if (ours.join('\n') === theirs.join('\n')) return null;
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  const from = Math.max(0, (at < 0 ? ours.length : at) - 8);
  const part = (lines: readonly string[]): string => lines.slice(from, from + 13).join('\n');
  return `--- skipped\n${part(ours)}\n--- watched\n${part(theirs)}`;
}

/** Random runs with an outside, recorded and played again: what the tests of replay share. */
import fc from 'fast-check';
import * as abi from '../../src/abi.js';
import * as host from '../../src/host.js';
import * as runtime from '../../src/index.js';
import * as scenes from '../../src/scenes.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { makeWorld } from './replay-world.js';

/** How long a test of many runs may take: the nightly ones take minutes. What waits for ever is found in one. */
export const limitMs: number = process.env['REPLAY_RUNS'] ? 3_600_000 : 60_000;

/** The nightly run asks for more, with a seed of its own. */
export const atLeast = (numRuns: number): { numRuns: number; seed?: number } => ({
  numRuns: Number(process.env['REPLAY_RUNS'] ?? numRuns),
  ...(process.env['REPLAY_SEED'] && { seed: Number(process.env['REPLAY_SEED']) }),
});

export type Step = readonly [string, unknown];
export interface World {
  lines: string[];
  play(step: Step): unknown;
  remember(step: Step): unknown;
  isInside(step: Step): boolean;
}
export const worldOn = (namespace: typeof runtime, scheduler: runtime.Scheduler): World =>
  makeWorld({ ...abi, ...namespace, ...scenes, ...host }, scheduler) as unknown as World;
const { Scheduler } = runtime;

const method = fc.constantFrom('roam', 'load', 'hear', 'queue', 'ask', 'order', 'rush');
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('pulse'), fc.constantFrom(0, 4, 10, 16.5)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('call'), fc.tuple(fc.nat(2), method, fc.nat(3))) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('emit', 'settle', 'keys'), fc.nat(8)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('signal', 'spawn', 'after', 'cancel', 'resume', 'scale'), fc.nat(9)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('onSlow', 'scene', 'pause', 'unpause', 'skip'), fc.nat(2)) },
);
export const run = fc.record({ seed: fc.nat(1000), steps: fc.array(step, { minLength: 5, maxLength: 60 }) });

export const microtasks = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await Promise.resolve();
};

/** Plays all steps, with the outside; gives the log, as it comes out of a file, and the trace. */
export async function record(seed: number, steps: readonly Step[]): Promise<{ log: Log; lines: string[] }> {
  const onError = (error: unknown): void => void world.lines.push(`uncaught: ${(error as Error).message}`);
  const scheduler = new Scheduler({ seed, inbox: recorder(), onError });
  const world = worldOn(runtime, scheduler);
  await playOn(world, steps);
  return { log: JSON.parse(JSON.stringify(scheduler.record())) as Log, lines: world.lines };
}

/** Plays on, with the outside. */
export async function playOn(world: World, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    world.play(one);
    await microtasks();
  }
}

/** Plays what the program does under a log, and nothing of the outside. */
export function playAgain(log: Log, steps: readonly Step[]): string[] {
  let world: World | undefined;
  const onError = (error: unknown): void => void world?.lines.push(`uncaught: ${(error as Error).message}`);
  const program = (scheduler: runtime.Scheduler): void => {
    world = worldOn(runtime, scheduler);
    for (const one of steps) if (world.isInside(one)) world.play(one);
  };
  replay(log, program, { onError });
  return (world as unknown as World).lines;
}

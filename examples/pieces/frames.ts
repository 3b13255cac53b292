/** Plays frames of a scheduler, with what the player does in them. In the tests of a file that imports this, nothing is told. */
import type { Scheduler } from '@spindle/runtime';
import { verify } from '@spindle/runtime/testing';
import { recordWarnings } from '../../packages/runtime/test/warnings.js';

/** The calls of the game's own code, each before the pulse behind that frame. */
export type Inputs = Record<number, () => void>;

/** What came to `console.warn`. */
const told = recordWarnings();
afterEach(expectNothingTold);

function expectNothingTold(): void {
  expect(told).toEqual([]);
}

export function pulse(scheduler: Scheduler, frames: number, inputs: Inputs = {}): void {
  for (let n = 0; n < frames; n++) {
    inputs[scheduler.clock.frame]?.();
    scheduler.pulse(16);
  }
}

/** The same, and Promises settle between the frames. */
export async function pulseWithPromises(scheduler: Scheduler, frames: number, inputs: Inputs = {}): Promise<void> {
  for (let n = 0; n < frames; n++) {
    pulse(scheduler, 1, inputs);
    for (let i = 0; i < 4; i++) await Promise.resolve();
  }
}

export function expectNothingLeft(scheduler: Scheduler): void {
  expect(scheduler.dump()).toBe('');
  expect(scheduler.threads).toEqual([]);
  verify(scheduler);
}

/** The state of the current turn, which all calls share. */
import type { FrameList } from '../collections/frame-list.js';

/**
 * This many calls may stand on the native stack before the next one is looked at (deep-calls.ts). Half of the stack is left then, as plain code
 * may take more than compiled code.
 */
export const MANY_CALLS = 768;

/** A body that takes this many steps more in a turn that has taken too many is the one with the endless loop, and not one that it calls. */
export const RUNAWAY_STEPS = 64;

export const turn: {
  /** The synchronous region that runs, as messages name it (`a getter`): nothing may pause in it. Null outside any. */
  region: string | null;
  /** The thread that has this turn, unless the turn is hot; null in plain code. Ask `runningThread()` (threads/current.ts). */
  inTurn: object | null;
  /**
   * The list that gives hot turns (frame-list.ts): then the thread at its place `at` runs, and that is written nowhere else.
   * Null when that thread has been cooled, and in every other turn.
   */
  hot: FrameList<any> | null;
  /**
   * How many calls of compiled code stand on the native stack. An entry that has no room left on it to say that its body has thrown leaves
   * one too many, so each turn puts it back.
   */
  depth: number;
  /** The part of `depth` that stands around this turn, with the call that the turn begins with: deep-calls.ts looks only at the calls above it. */
  base: number;
  /** Steps of bodies in this turn, against endless turns. */
  steps: number;
  /** A small integer, unless the option is larger: the engine compares small integers without a conversion. */
  maxSteps: number;
  /**
   * Up to this depth entries run bodies themselves (execution/frame-code.ts); from there on the next call is looked at (deep-calls.ts). It is 0
   * while no entry may: stacks are noted, or a turn has taken too many steps. `enter` finds out when that is over. Calls through plain code raise
   * it; errors and the end of a turn lower it again, as the native stack may have less room for the next ones.
   */
  freeDepth: number;
  /** Iterations of fast loops since the last real pause. */
  fastCount: number;
  /** The number of steps when a call that ended at once has left orders (ownership/orders.ts); -1 if none has since the last wait. */
  leftAt: number;
  /** The frame of the thread that runs. */
  frame: number;
  /** Iterations of counted loops since the pulse began or a batch of them was full. */
  loopCount: number;
  /**
   * In a synchronous region: the value of the next call is used, so that call runs to its end there, on whatever owner.
   */
  isUsed: boolean;
} = {
  region: null,
  inTurn: null,
  hot: null,
  depth: 0,
  base: 0,
  steps: 0,
  maxSteps: 1 << 30,
  freeDepth: MANY_CALLS,
  fastCount: 0,
  leftAt: -1,
  frame: 0,
  loopCount: 0,
  isUsed: false,
};

/** The native stack may have less room for the next calls than for those that have raised it. */
export function lowerFreeDepth(): void {
  if (turn.freeDepth > MANY_CALLS) turn.freeDepth = MANY_CALLS;
}

/**
 * The gate at the entry of a function whose calls are frame objects: may a call only run the body, in the thread that calls?
 * It is read from what the runtime knows in any case, so nobody writes it and it is never out of date.
 */
import { pending as thePending } from '../execution/suspension.js';
import { turn as theTurn } from '../execution/turn-state.js';
import { runningThread } from '../threads/current.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const pending = thePending;
const turn = theTurn;

/** No call has this as its `this`. */
const NOBODY: unique symbol = Symbol('nobody');

// A class: the getters of an object literal are not inlined.
class Gate {
  /** A thread runs, nothing is pending, and the place can pause: a call without an owner only runs its body. */
  get open(): boolean {
    return pending.kind === null && turn.region === null && runningThread() !== null;
  }

  /** So does a call on this owner: that of the thread, which holds it alone. */
  get self(): unknown {
    const thread = runningThread();
    if (thread === null || pending.kind !== null || turn.region !== null || !thread.alone) return NOBODY;
    return thread.lock === null ? NOBODY : thread.lock.owner;
  }

  /** The kind of the pause that travels outwards; null: none. */
  get kind(): string | null {
    return pending.kind;
  }
}

export const gate: Gate = new Gate();

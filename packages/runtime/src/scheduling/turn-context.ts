/** The context of the code that a turn interrupts. It is put back when the turn is over. */
import { MANY_CALLS, turn } from '../execution/turn-state.js';
import { current, giveWay } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';

/**
 * The context of the turn around another one, or of plain code. There is one for each turn that stands on the native stack; they are used again and
 * again, as a new one took a seventh of the time of a start. Local variables are quicker (borrowed.ts), but would take a third of the room there.
 */
export class TurnContext {
  inTurn: Thread | null = null;
  starter: Thread | null = null;
  base = 0;
  depth = 0;
  region: string | null = null;
  steps = 0;
  maxSteps = 0;
  fastCount = 0;
  frame = 0;
  /** Has the first call of the inner turn thrown? Later: has the runtime itself thrown in it, on an exhausted native stack? */
  fails = false;
  /** The context for a turn within that turn. */
  inner: TurnContext | null = null;
}

let next = new TurnContext();

/** A turn begins, in a fresh context, in which no thread runs yet. Returns the context that it interrupts, for `leaveTurn`. */
export function enterTurn(maxSteps: number, frame: number): TurnContext {
  const outer = next;
  const inner = (outer.inner ??= new TurnContext());
  outer.inTurn = giveWay();
  // No call from here on: on an exhausted native stack it would throw.
  next = inner;
  outer.starter = current.starter;
  outer.base = turn.base;
  outer.depth = turn.depth;
  outer.region = turn.region;
  outer.steps = turn.steps;
  outer.maxSteps = turn.maxSteps;
  outer.fastCount = turn.fastCount;
  outer.frame = turn.frame;
  outer.fails = false;
  current.starter = turn.region = null;
  turn.base = turn.depth;
  turn.steps = turn.fastCount = 0;
  turn.maxSteps = maxSteps;
  turn.frame = frame;
  return outer;
}

/** A turn is over: the outer context is put back. This calls nothing, so that it has room on the native stack wherever `enterTurn` had. */
export function leaveTurn(outer: TurnContext): void {
  next = outer;
  turn.base = outer.base;
  turn.depth = outer.depth;
  if (turn.freeDepth > MANY_CALLS) turn.freeDepth = MANY_CALLS;
  turn.hot = null;
  turn.inTurn = outer.inTurn;
  current.starter = outer.starter;
  turn.region = outer.region;
  turn.steps = outer.steps;
  turn.maxSteps = outer.maxSteps;
  turn.fastCount = outer.fastCount;
  turn.frame = outer.frame;
  outer.inTurn = outer.starter = null;
}

/** A turn that has taken too many steps: which of its bodies has the endless loop. */
import { runaway } from '../messages/errors.js';
import { turn } from './turn-state.js';

/** The steps of each body in a turn that has taken too many. */
const stepsTooMany = new WeakMap<object, number>();

/**
 * A turn has taken too many steps. Is this the body with the endless loop, and not one that it calls? The error is
 * thrown into it, so that its `finally` blocks run. A body that catches the error and continues is left without
 * unwinding.
 */
export function isRunaway(body: object): boolean {
  const steps = (stepsTooMany.get(body) ?? 0) + 1;
  stepsTooMany.set(body, steps);
  if (steps > RUNAWAY_STEPS + 1) throw runaway(turn.maxSteps);
  return steps > RUNAWAY_STEPS || turn.steps > 2 * turn.maxSteps;
}
const RUNAWAY_STEPS = 64;

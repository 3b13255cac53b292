/** Where a generator waits, as code says it that is compiled with the option `positions`. */
import { pauseForFrame } from './pauses.js';
import { isPromise } from './is-promise.js';
import { layers } from './layers.js';
import { nextFrame, pending } from './suspension.js';
import { turn } from './turn-state.js';

/** Noted where a pause notes no stack: what its frames had noted at an earlier pause says nothing of this one. */
export const NO_STACK = { stack: '' };

/**
 * A call has given this at a place of the source, such as `4:3`, and the body yields what this returns. If it waits there, its frame notes the place.
 * Nothing is noted where a stack is, which tells the same.
 */
export function atPlace(place: string, value: unknown): unknown {
  const given = value === nextFrame ? pauseForFrame(turn.frame + 1) : value;
  const { kind, site } = pending;
  const hasStack = layers.noteSite !== null && site !== null && site.taken !== NO_STACK;
  if ((kind !== null || isPromise(given)) && !hasStack) pending.site = { taken: {}, depth: -1, at: place };
  return given;
}

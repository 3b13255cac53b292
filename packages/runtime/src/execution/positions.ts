/** Where a generator waits, as code says it that is compiled with the option `positions`. */
import { pauseForFrame } from './pauses.js';
import { isPromise } from './is-promise.js';
import { layers } from './layers.js';
import { nextFrame, pending } from './suspension.js';
import { turn } from './turn-state.js';

/**
 * A call has given this at a place of the source, such as `4:3`, and the body yields what this returns. If it waits there, its frame notes the place.
 * Nothing is noted where stacks are, which tell the same.
 */
export function atPlace(place: string, value: unknown): unknown {
  const given = value === nextFrame ? pauseForFrame(turn.frame + 1) : value;
  if ((pending.kind !== null || isPromise(given)) && layers.noteSite === null)
    pending.site = { taken: {}, depth: -1, at: place };
  return given;
}

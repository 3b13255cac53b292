/**
 * The waits of Executor that not every game needs, by name. The module of the free word of the same name puts each here,
 * so a bundle without that module has none of their code; `@spindle/runtime/own-waits` brings all of them.
 */
import type { AnyFunction } from '../dispatch/calls.js';
import { ownWaitMissing } from '../messages/errors.js';

export const ownWaits: Record<string, AnyFunction> = {};

/** Each with its `length`, and how many arguments it takes at most, where these are more. */
export const OWN_WAITS: Readonly<Record<string, { readonly length: number; readonly most?: number }>> = {
  waitFor: { length: 2 },
  waitSignal: { length: 1 },
  waitForEvent: { length: 2, most: 3 },
  all: { length: 0, most: Infinity },
  race: { length: 0, most: Infinity },
  withTimeout: { length: 2 },
  tracks: { length: 1 },
  hold: { length: 1 },
};

export function ownWait(name: string): AnyFunction {
  const body = ownWaits[name];
  if (body === undefined) throw ownWaitMissing(`this.${name}`);
  return body;
}

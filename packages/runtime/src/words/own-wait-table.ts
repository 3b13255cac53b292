/**
 * The waits of Executor that not every game needs, by name. The module of the free word of the same name puts each here,
 * so a bundle without that module has none of their code; `@spindle/runtime/own-waits` brings all of them.
 */
import type { AnyFunction } from '../dispatch/calls.js';
import { ownWaitMissing } from '../messages/errors.js';

export const ownWaits: Record<string, AnyFunction> = {};

/** Each with the number of its parameters. */
export const OWN_WAITS: Readonly<Record<string, number>> = {
  waitFor: 2,
  waitSignal: 1,
  waitForEvent: 2,
  all: 0,
  race: 0,
  withTimeout: 2,
  tracks: 1,
  hold: 1,
};

export function ownWait(name: string): AnyFunction {
  const body = ownWaits[name];
  if (body === undefined) throw ownWaitMissing(`this.${name}`);
  return body;
}

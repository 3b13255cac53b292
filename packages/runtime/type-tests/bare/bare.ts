/** The declarations of all entries, and what sources of events give that need no host. */
import '@spindle/runtime/globals';
import { Scheduler } from '@spindle/runtime';
import type {} from '@spindle/runtime/abi';
import type {} from '@spindle/runtime/globals-guard';
import type {} from '@spindle/runtime/host';
import type {} from '@spindle/runtime/natives';
import type {} from '@spindle/runtime/replay';
import type {} from '@spindle/runtime/schema';
import type {} from '@spindle/runtime/texts';
import type {} from '@spindle/runtime/stacks';
import type {} from '@spindle/runtime/testing';
import { expectTypeOf } from 'expect-type';

interface Payloads {
  coin: number;
  talk: string;
}
declare const bus: { on<K extends keyof Payloads>(type: K, listener: (payload: Payloads[K]) => void): () => void };
expectTypeOf(waitForEvent(bus, 'coin')).toEqualTypeOf<number>();
expectTypeOf(waitForEvent({ on: () => {} }, 'anything')).toBeAny();
// @ts-expect-error: no source
waitForEvent({}, 'anything');
expectTypeOf(new Scheduler().spawn(() => wait(3)).result).toEqualTypeOf<void | undefined>();

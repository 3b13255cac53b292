/** What an event of mitt and of nanoevents gives. */
import '@spindle/runtime/globals';
import type { EmitterOf } from '@spindle/runtime';
import { expectTypeOf } from 'expect-type';
import type { Emitter as Mitt } from 'mitt';
import { createNanoEvents, type Emitter as Nanoevents } from 'nanoevents';

const bus = createNanoEvents<{
  set: (name: string, count: number) => void;
  tick: () => void;
  hit: (n: number) => void;
}>();
expectTypeOf(waitForEvent(bus, 'set')).toEqualTypeOf<[name: string, count: number]>();
expectTypeOf(waitForEvent(bus, 'tick')).toEqualTypeOf<undefined>();
expectTypeOf(waitForEvent(bus, 'hit')).toEqualTypeOf<number>();
expectTypeOf(listen(bus, 'hit').next()).toEqualTypeOf<number>();
waitForEvent(bus, 'set', { filter: (name, count) => name === 'gold' && count > 3 });
// @ts-expect-error -- a spelling mistake
waitForEvent(bus, 'hti');
declare const untyped: Nanoevents;
expectTypeOf(waitForEvent(untyped, 'whatever')).toBeAny();

// The methods of mitt have two overloads, so TypeScript cannot say which of its events has which value.
type Talk = { gold: number; talk: string };
declare const hub: Mitt<Talk>;
expectTypeOf(waitForEvent(hub, 'gold')).toEqualTypeOf<number | string>();
expectTypeOf(waitForEvent<number>(hub, 'gold')).toEqualTypeOf<number>();
// @ts-expect-error -- a spelling mistake
waitForEvent(hub, 'glod');
const said: Mitt<Talk> & EmitterOf<Talk> = hub as Mitt<Talk> & EmitterOf<Talk>;
expectTypeOf(waitForEvent(said, 'gold')).toEqualTypeOf<number>();
const source = eventSource<Talk>({ on: hub.on, off: hub.off });
expectTypeOf(waitForEvent(source, 'gold')).toEqualTypeOf<number>();

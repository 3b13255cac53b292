/** What waitForEvent and listen give, by the type of the source. */
import type { EmitterOf, EventSource } from '@spindle/runtime';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expectTypeOf } from 'expect-type';
import { g } from './guard.js';

declare const button: HTMLButtonElement;
declare const socket: WebSocket;
declare const abort: AbortSignal;
declare const video: HTMLVideoElement;

// DOM targets
expectTypeOf(waitForEvent(window, 'keydown')).toEqualTypeOf<KeyboardEvent>();
expectTypeOf(g.waitForEvent(window, 'keydown')).toEqualTypeOf<KeyboardEvent>();
expectTypeOf(waitForEvent(button, 'focusin')).toEqualTypeOf<FocusEvent>();
expectTypeOf(waitForEvent(button, 'click').button).toEqualTypeOf<number>();
expectTypeOf(waitForEvent(document, 'DOMContentLoaded')).toEqualTypeOf<Event>();
expectTypeOf(waitForEvent(document.body, 'touchstart')).toEqualTypeOf<TouchEvent>();
expectTypeOf(waitForEvent(window, 'error')).toEqualTypeOf<ErrorEvent>();
expectTypeOf(waitForEvent(socket, 'error')).toEqualTypeOf<Event>();
expectTypeOf(waitForEvent(socket, 'close')).toEqualTypeOf<CloseEvent>();
expectTypeOf(waitForEvent(socket, 'message').data).toBeAny();
expectTypeOf(waitForEvent(abort, 'abort')).toEqualTypeOf<Event>();
expectTypeOf(waitForEvent(video, 'ended')).toEqualTypeOf<Event>();
expectTypeOf(waitForEvent(new EventTarget(), 'boss')).toEqualTypeOf<Event>();
expectTypeOf(listen(window, 'keydown').next()).toEqualTypeOf<KeyboardEvent>();
waitForEvent(window, 'keydown', { filter: (event) => event.key === 'Enter', timeout: 1000 });
g.waitForEvent(window, 'keydown', { filter: ({ key }) => key === 'Enter' });
// @ts-expect-error -- a spelling mistake
waitForEvent(window, 'keydwon');
// @ts-expect-error -- a spelling mistake
g.waitForEvent(window, 'keydwon');
// @ts-expect-error -- a spelling mistake
listen(window, 'keydwon');
// @ts-expect-error -- no source
waitForEvent('window', 'keydown');
// @ts-expect-error -- it may be null
waitForEvent(document.querySelector('button'), 'click');

// an event of the game's own: the script names its type
expectTypeOf(waitForEvent<CustomEvent<number>>(window, 'boss').detail).toEqualTypeOf<number>();
expectTypeOf(listen<CustomEvent<number>>(window, 'boss').next()).toEqualTypeOf<CustomEvent<number>>();
// @ts-expect-error -- the type of a variable is no name for it
const mistaken: KeyboardEvent = waitForEvent(window, 'keydwon');
void mistaken;

// Node's EventEmitter with a map of events
interface DoorEvents {
  open: [who: string];
  hit: [who: string, strength: number];
  shut: [];
}
const door = new EventEmitter<{ open: [who: string]; hit: [who: string, strength: number]; shut: [] }>();
expectTypeOf(waitForEvent(door, 'open')).toEqualTypeOf<string>();
expectTypeOf(waitForEvent(door, 'hit')).toEqualTypeOf<[who: string, strength: number]>();
expectTypeOf(waitForEvent(door, 'shut')).toEqualTypeOf<undefined>();
expectTypeOf(listen(door, 'open').next()).toEqualTypeOf<string>();
waitForEvent(door, 'hit', { filter: (who, strength) => who === 'Ada' && strength > 3 });
// @ts-expect-error -- a spelling mistake
waitForEvent(door, 'opne');

// a class that extends it: TypeScript cannot find what it extends, so the script or the class says it
class Gate extends EventEmitter<{ open: [who: string]; shut: [] }> {}
expectTypeOf(waitForEvent(new Gate(), 'open')).toBeAny();
expectTypeOf(waitForEvent<string>(new Gate(), 'open')).toEqualTypeOf<string>();
class Portal extends EventEmitter {}
interface Portal extends EmitterOf<DoorEvents> {}
expectTypeOf(waitForEvent(new Portal(), 'hit')).toEqualTypeOf<[who: string, strength: number]>();

// emitters of Node without a map: any, but for what their overloads say
expectTypeOf(waitForEvent(new EventEmitter(), 'whatever')).toBeAny();
declare const connection: Socket;
expectTypeOf(waitForEvent<Buffer>(connection, 'data')).toEqualTypeOf<Buffer>();

// emitters with one generic method, as those of nanoevents and many others
interface Payloads {
  name: string;
  level: number | string;
  muted: boolean;
  hint?: number;
  over: undefined;
  key: KeyboardEvent;
  event: Event;
}
interface Bus {
  on<K extends keyof Payloads>(type: K, listener: (payload: Payloads[K]) => void): () => void;
}
declare const bus: Bus;
expectTypeOf(waitForEvent(bus, 'name')).toEqualTypeOf<string>();
expectTypeOf(waitForEvent(bus, 'level')).toEqualTypeOf<number | string>();
expectTypeOf(waitForEvent(bus, 'muted')).toEqualTypeOf<boolean>();
expectTypeOf(waitForEvent(bus, 'hint')).toEqualTypeOf<number | undefined>();
expectTypeOf(waitForEvent(bus, 'over')).toEqualTypeOf<undefined>();
expectTypeOf(waitForEvent(bus, 'key')).toEqualTypeOf<KeyboardEvent>();
expectTypeOf(waitForEvent(bus, 'event')).toEqualTypeOf<Event>();
// @ts-expect-error -- a spelling mistake
waitForEvent(bus, 'nmae');

interface Listeners {
  set: (name: string, count: number) => void;
  tick: () => void;
  key: (event: KeyboardEvent) => void;
}
interface Typed {
  subscribe<K extends keyof Listeners>(type: K, listener: Listeners[K]): { unsubscribe(): void };
}
declare const typed: Typed;
expectTypeOf(waitForEvent(typed, 'set')).toEqualTypeOf<[name: string, count: number]>();
expectTypeOf(waitForEvent(typed, 'tick')).toEqualTypeOf<undefined>();
expectTypeOf(waitForEvent(typed, 'key')).toEqualTypeOf<KeyboardEvent>();

// eventSource
const collisions = eventSource<{ wall: [speed: number, angle: number]; coin: number; items: string[] }>({
  on: (type, listener) => setTimeout(listener, type.length),
});
expectTypeOf(waitForEvent(collisions, 'wall')).toEqualTypeOf<[speed: number, angle: number]>();
expectTypeOf(waitForEvent(collisions, 'coin')).toEqualTypeOf<number>();
expectTypeOf(waitForEvent(collisions, 'items')).toEqualTypeOf<string[]>();
// @ts-expect-error -- a spelling mistake
waitForEvent(collisions, 'wal');
expectTypeOf(waitForEvent(eventSource({ on: () => undefined }), 'tick')).toBeAny();

// sources whose type says nothing: any
declare const source: EventSource;
declare const anything: any;
expectTypeOf(waitForEvent(source, 'tick')).toBeAny();
expectTypeOf(waitForEvent(anything, 'tick')).toBeAny();
declare const untyped: { on: any };
expectTypeOf(waitForEvent<Date>(untyped, 'tick')).toEqualTypeOf<Date>();
expectTypeOf(waitForEvent(untyped, 'tick')).toBeAny();
expectTypeOf(listen(untyped, 'tick').next()).toBeAny();

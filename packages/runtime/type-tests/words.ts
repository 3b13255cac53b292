/** What each word gives. The comments name the rows of docs/typescript.md. */
import { Clock, Scheduler, type Thread } from '@spindle/runtime';
import { defineWait } from '@spindle/runtime/host';
import { follow } from '@spindle/runtime/scenes';
import { expectTypeOf } from 'expect-type';
import { alarm, g, Guard, type Loot, t, Thief } from './guard.js';

declare const thenable: { then(done: (value: bigint) => void): void };
declare const noise: (() => string) | Promise<number>;
declare const unknownValue: unknown;
declare const anything: any;

// waitFor: the arguments of a call
expectTypeOf(waitFor(alarm.ring)).toEqualTypeOf<Thief>();
expectTypeOf(waitFor(alarm.ring, alarm)).toEqualTypeOf<Thief>();
expectTypeOf(g.waitFor(alarm.ring)).toEqualTypeOf<Thief>();
expectTypeOf(waitFor(() => undefined)).toEqualTypeOf<undefined>();
declare const hit: (who: Guard, strength: number) => void;
expectTypeOf(waitFor(hit)).toEqualTypeOf<[who: Guard, strength: number]>();
declare const open: (who?: string) => void;
expectTypeOf(waitFor(open)).toEqualTypeOf<string | undefined>();
declare const say: (line: string, seconds?: number) => void;
expectTypeOf(waitFor(say)).toEqualTypeOf<string | [line: string, seconds?: number | undefined]>();
declare const log: (...lines: string[]) => void;
expectTypeOf(waitFor(log)).toEqualTypeOf<string | string[] | undefined>();
expectTypeOf(waitFor(anything)).toBeAny();

// waitFor: Promises, other thenables, threads
expectTypeOf(waitFor(Promise.resolve(3))).toEqualTypeOf<number>();
expectTypeOf(g.waitFor(Promise.resolve(3))).toEqualTypeOf<number>();
expectTypeOf(waitFor(g.lookFor(t))).toEqualTypeOf<Loot>();
expectTypeOf(waitFor(thenable)).toBeUnknown();
expectTypeOf(waitFor(start(g.walkTo(3)))).toEqualTypeOf<number>();
expectTypeOf(waitFor(noise)).toEqualTypeOf<number | undefined>();

// waitFor: what an Executor does
expectTypeOf(waitFor(g)).toEqualTypeOf<undefined>();
expectTypeOf(g.waitFor(g)).toEqualTypeOf<undefined>();
// @ts-expect-error -- it gives nothing
export const none: Loot = waitFor(g);

// waitFor: an object that a call gives may be waited for, so the script says what it expects
declare const take: () => Loot;
expectTypeOf(waitFor(take())).toBeUnknown();
const loot: Loot = waitFor(take());
expectTypeOf(loot).toEqualTypeOf<Loot>();

// waitFor: the value of a call that cannot be waited for
expectTypeOf(waitFor(g.walkTo(3))).toEqualTypeOf<number>();
expectTypeOf(waitFor(g.chase(t))).toEqualTypeOf<string>();
expectTypeOf(waitFor(g.patrol())).toEqualTypeOf<void>();
expectTypeOf(waitFor([1, 2])).toEqualTypeOf<number[]>();
expectTypeOf(waitFor(unknownValue)).toBeUnknown();

// all
expectTypeOf(all(g.walkTo(1), g.chase(t))).toEqualTypeOf<[number, string]>();
expectTypeOf(g.all(g.walkTo(1), g.chase(t))).toEqualTypeOf<[number, string]>();
expectTypeOf(all(g.walkTo(1), wait(5))).toEqualTypeOf<[number, void]>();
expectTypeOf(all(() => g.walkTo(1))).toEqualTypeOf<[number]>();
expectTypeOf(all([g.walkTo(1), g.lookFor(t)])).toEqualTypeOf<[number, Loot]>();
expectTypeOf(all([1, 2].map((x) => g.walkTo(x)))).toEqualTypeOf<number[]>();
expectTypeOf(all(...[1, 2].map((x) => g.walkTo(x)))).toEqualTypeOf<number[]>();
expectTypeOf(all([1, 2].map((x) => () => g.walkTo(x)))).toEqualTypeOf<number[]>();
expectTypeOf(all({ x: g.walkTo(1), how: () => g.chase(t) })).toEqualTypeOf<{ x: number; how: string }>();
expectTypeOf(all(start(g.walkTo(1)), g.lookFor(t))).toEqualTypeOf<[number, Loot]>();
expectTypeOf(all([])).toEqualTypeOf<[]>();

// race
expectTypeOf(race(g.walkTo(1), wait(5))).toEqualTypeOf<number | void>();
expectTypeOf(g.race(g.walkTo(1), g.wait(5))).toEqualTypeOf<number | void>();
expectTypeOf(race([g.walkTo(1), g.chase(t)])).toEqualTypeOf<number | string>();
expectTypeOf(race([1, 2].map((x) => g.walkTo(x)))).toEqualTypeOf<number>();
const first = race({ walk: g.walkTo(1), chase: g.chase(t) });
if (first.key === 'walk') expectTypeOf(first.value).toEqualTypeOf<number>();
else expectTypeOf(first).toEqualTypeOf<{ readonly key: 'chase'; readonly value: string }>();

// tracks, withTimeout, hold
expectTypeOf(tracks({ x: g.walkTo(1) })).toEqualTypeOf<{ x: number }>();
expectTypeOf(g.tracks({ x: () => g.chase(t), loot: g.lookFor(t) })).toEqualTypeOf<{ x: string; loot: Loot }>();
expectTypeOf(withTimeout(10, g.walkTo(1))).toEqualTypeOf<number>();
expectTypeOf(g.withTimeout(10, () => g.chase(t))).toEqualTypeOf<string>();
expectTypeOf(g.hold(() => 3)).toEqualTypeOf<number>();

// listen to calls
expectTypeOf(listen(alarm.ring).next()).toEqualTypeOf<Thief>();
expectTypeOf(listen(hit, g).next()).toEqualTypeOf<[who: Guard, strength: number]>();

// waitUntil and the words of time
expectTypeOf(waitUntil(() => g.x)).toEqualTypeOf<number>();
expectTypeOf(g.waitUntil(() => anything as Thief | undefined)).toEqualTypeOf<Thief | undefined>();
expectTypeOf(every(500)).toEqualTypeOf<number>();
expectTypeOf([wait(), wait(5), waitFrames(3), waitUntilTime(5), waitUntil(3)]).toEqualTypeOf<void[]>();
expectTypeOf([clock.now, random()]).toEqualTypeOf<number[]>();

// words that run a function
expectTypeOf(scope(() => g.walkTo(3))).toEqualTypeOf<number>();
expectTypeOf(scope(g.walkTo(3))).toEqualTypeOf<number>();
expectTypeOf(withClock(new Clock(clock), () => g.chase(t))).toEqualTypeOf<string>();
expectTypeOf(skippable(() => g.chase(t), { by: 'skip' })).toEqualTypeOf<string>();
expectTypeOf(skippable(() => g.walkTo(1), { by: [new EventTarget(), 'click'] })).toEqualTypeOf<number>();
expectTypeOf(tween(100, (part) => part * 2)).toEqualTypeOf<void>();
expectTypeOf(hook((x: number) => [x])).toEqualTypeOf<(x: number) => number[]>();

// calls in scripts have the type of their value
expectTypeOf(g.walkTo(3)).toEqualTypeOf<number>();

// start, attach, spawn: threads
expectTypeOf(start(g.walkTo(3))).toEqualTypeOf<Thread<number>>();
expectTypeOf(start(() => g.walkTo(3)).result).toEqualTypeOf<number | undefined>();
expectTypeOf(start(() => g.lookFor(t))).toEqualTypeOf<Thread<Loot>>();
// A call has the type of its value, so `start(5)` has the types of a call that gives 5: the compiler refuses the literal (SPN616).
expectTypeOf(start(5)).toEqualTypeOf<Thread<number>>();
expectTypeOf(attach(g.chase(t))).toEqualTypeOf<Thread<string>>();
expectTypeOf(start(() => g.walkTo(3)).cancel('enough')).toEqualTypeOf<void>();
expectTypeOf(currentThread()).toEqualTypeOf<Thread | undefined>();
const room = new Scheduler();
const walk = (x: number): number => g.walkTo(x);
expectTypeOf(room.spawn(walk, { args: [3] })).toEqualTypeOf<Thread<number>>();
expectTypeOf(room.spawn(() => g.lookFor(t)).result).toEqualTypeOf<Loot | undefined>();
// @ts-expect-error -- of another type
room.spawn(walk, { args: ['3'] });
const patrol: Thread = start(() => g.patrol());
expectTypeOf(patrol.result).toBeUnknown();
expectTypeOf(async () => await start(() => g.walkTo(3))).toEqualTypeOf<() => Promise<number>>();
expectTypeOf(start(() => g.walkTo(3)).then()).toEqualTypeOf<Promise<number>>();
expectTypeOf(start(() => g.walkTo(3)).catch(String)).toEqualTypeOf<Promise<number | string>>();
expectTypeOf(start(() => g.walkTo(3)).catch()).toEqualTypeOf<Promise<number>>();
expectTypeOf(start(() => g.walkTo(3)).finally(() => {})).toEqualTypeOf<Promise<number>>();
expectTypeOf(Promise.all([start(() => g.walkTo(3)), start(() => g.chase(t))])).toEqualTypeOf<
  Promise<[number, string]>
>();

// wrong arguments
// @ts-expect-error -- milliseconds
wait('5');
// @ts-expect-error -- milliseconds first
withTimeout(g.chase(t), 10);
// @ts-expect-error -- the function comes last
tween((part: number) => part, 100);
// @ts-expect-error -- it would be called without its argument, and without its object
start(g.walkTo);

// more arguments than a word takes
// @ts-expect-error -- no callback
wait(1, () => {});
// @ts-expect-error -- no time limit
waitUntil(() => true, 2000);
// @ts-expect-error -- no range
random(1, 6);
// @ts-expect-error -- no time limit
waitSignal('score', 2000);
// @ts-expect-error -- no callback
waitFrames(1, () => {});
// @ts-expect-error -- no callback
every(1, () => {});
// @ts-expect-error -- no callback
waitUntilTime(1, () => {});
// @ts-expect-error -- no time limit
waitFor(t, undefined, 2000);
// @ts-expect-error -- several values
signal('score', 1, {}, 2);
// @ts-expect-error -- no callback
withTimeout(10, g.chase(t), () => {});
const then = (): void => {};
// @ts-expect-error -- no callback
tween(100, (part) => part, undefined, then);
// @ts-expect-error -- arguments of the function
start(() => g.walkTo(3), {}, 3);
// @ts-expect-error -- no callback
g.wait(1, () => {});
// @ts-expect-error -- no time limit
g.waitUntil(() => true, 2000);
// @ts-expect-error -- no callback
g.withTimeout(10, g.chase(t), () => {});
// @ts-expect-error -- no time limit
room.wait('score', 2000);
// @ts-expect-error -- no callback
room.sleep(1, () => {});

// follow: a clock, for `withClock` and as the parent of others
const song = follow(clock, () => 5);
expectTypeOf(song).toExtend<Clock>();
expectTypeOf(withClock(song, () => g.walkTo(3))).toEqualTypeOf<number>();
expectTypeOf(new Clock(song)).toEqualTypeOf<Clock>();
expectTypeOf(song.unfollow()).toBeVoid();
// @ts-expect-error: what it gives is no number
follow(clock, () => 'late');

// waitUntil: what returns nothing is never true, and what needs `this` is called without it
expectTypeOf(waitUntil(() => anything)).toBeAny();
expectTypeOf(waitUntil(() => unknownValue)).toBeUnknown();
expectTypeOf(waitUntil(() => [g].find(({ x }) => x > 3))).toEqualTypeOf<Guard | undefined>();
declare function fail(): never;
void (() => waitUntil((): never => fail()));
declare const perhaps: () => boolean | void;
expectTypeOf(waitUntil(perhaps)).toEqualTypeOf<boolean | void>();
declare const h: { ask(this: Guard): boolean; answer(): boolean };
expectTypeOf(waitUntil(h.answer)).toEqualTypeOf<boolean>();
// @ts-expect-error: braces without `return`
waitUntil(() => {});
// @ts-expect-error: the same
g.waitUntil(() => {
  void (g.x > 3);
});
// @ts-expect-error: it is called without `this`
waitUntil(h.ask);
waitUntil(function () {
  // @ts-expect-error: the same
  return this.x > 3;
});

// all, race: nothing to wait for
expectTypeOf(all([])).toEqualTypeOf<[]>();
declare const many: number[];
expectTypeOf(all(...many)).toEqualTypeOf<number[]>();
const both = <A>(a: () => A, b: () => A) => all(a, b);
expectTypeOf(
  both(
    () => 3,
    () => 4,
  ),
).toEqualTypeOf<[number, number]>();
// @ts-expect-error
all();
// @ts-expect-error
g.all();
// @ts-expect-error
race();
// @ts-expect-error
g.race();

// waitForEvent, listen: a source has methods for listeners
// @ts-expect-error
waitForEvent({}, 'x');
// @ts-expect-error
g.waitForEvent({}, 'x');
// @ts-expect-error
listen({}, 'x');
declare const observable: { subscribe(what: string, listener: (amount: number) => void): () => void };
expectTypeOf(waitForEvent(observable, 'x')).toEqualTypeOf<number>();

// withTimeout: in a generic function, too
function inTime<T>(promise: Promise<T>): T {
  return withTimeout(500, waitFor(promise));
}
expectTypeOf(inTime(Promise.resolve(3))).toEqualTypeOf<number>();
const ownInTime = <T>(promise: Promise<T>): T => g.withTimeout(500, waitFor(promise));
expectTypeOf(ownInTime(Promise.resolve(3))).toEqualTypeOf<number>();
const callInTime = <T>(call: () => Promise<T>): T => withTimeout(500, call);
expectTypeOf(callInTime(() => Promise.resolve(3))).toEqualTypeOf<number>();
expectTypeOf(withTimeout(500, start(g.walkTo(3)))).toEqualTypeOf<number>();
expectTypeOf(withTimeout(500, () => () => g.walkTo(3))).toEqualTypeOf<number>();

// defineWait: what the word takes and gives
const waitForDoor = defineWait<[door: string, width?: number], Guard>({
  kind: 'castle.door',
  begin([door, width], settle) {
    expectTypeOf(door).toEqualTypeOf<string>();
    expectTypeOf(width).toEqualTypeOf<number | undefined>();
    settle(g);
    // @ts-expect-error -- it gives a guard
    settle(5);
    return () => {};
  },
});
expectTypeOf(waitForDoor('north')).toEqualTypeOf<Guard>();
// @ts-expect-error -- without a door
waitForDoor();
const waitForBell = defineWait({
  kind: 'castle.bell',
  begin([tone]: [tone: string], settle: () => void) {
    settle();
    return () => tone;
  },
});
expectTypeOf(waitForBell).parameters.toEqualTypeOf<[tone: string]>();
expectTypeOf(waitForBell('deep')).toBeVoid();
// @ts-expect-error -- nothing undoes it
defineWait({ kind: 'castle.bell', begin: () => {} });

// asExecutor: an object, or a class to extend
class Sprite {
  constructor(readonly x: number) {}
  hide(): this {
    return this;
  }
}
class Hero extends asExecutor(Sprite) {
  walk(): number {
    this.wait(5);
    return this.hide().x;
  }
}
expectTypeOf(new Hero(3).busy).toBeBoolean();
expectTypeOf(new Hero(3).walk()).toBeNumber();
// @ts-expect-error -- its constructor is that of the sprite
new Hero('x');
expectTypeOf(asExecutor({ hp: 3 }).hp).toBeNumber();

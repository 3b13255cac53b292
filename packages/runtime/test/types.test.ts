import { typeCheckAll } from './type-check.js';

/** The types that the package ships. */
const shipped = { entry: 'dist/public.d.ts', others: 'dist/*.d.ts' };

const script = `import { Clock, Scheduler, scheduler, start, type Thread } from '@spindle/runtime';
import { ScriptHost } from '@spindle/runtime/host';
import { recorder, replay } from '@spindle/runtime/replay';
import { runToEnd } from '@spindle/runtime/testing';
import type {} from '@spindle/runtime/abi';
import type {} from '@spindle/runtime/globals';
import type {} from '@spindle/runtime/natives';
import type {} from '@spindle/runtime/observe';
import type {} from '@spindle/runtime/schema';
import type {} from '@spindle/runtime/texts';
import type {} from '@spindle/runtime/stacks';
export const thread: Thread = start(() => 1);
const room = new Scheduler({ inbox: recorder(), onError: (error, { name }) => void [error, name] });
runToEnd(replay(room.record(), (again) => new ScriptHost(again)));
export const numbers = [new Clock(scheduler.clock).now, thread.id, room.threads.length];
`;

/** Each word, and the type of what it gives. */
const given = `import { all, attach, type Executor, listen, race, scheduler, start, tracks, waitFor, waitForEvent, waitSignal, withTimeout, type Thread } from '@spindle/runtime';
declare module '@spindle/runtime' { interface Signals { hit: number } }
declare const walk: (steps: number) => string, ring: () => void, thread: Thread<Date>, promise: Promise<bigint>, hero: Executor;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const sure = <T extends true>(): T | undefined => undefined;
const values = all(walk(1), () => walk(2).length, thread, promise);
sure<Same<typeof values, [string, number, Date, bigint]>>();
const many = hero.all(...[1, 2].map(() => () => thread.result));
sure<Same<typeof many, (Date | undefined)[]>>();
const first = race(walk(1), () => walk(2).length);
sure<Same<typeof first, string | number>>();
const listed = all([walk(1), () => thread]), mapped = all([1, 2].map((n) => walk(n))), named = all({ a: walk(1), b: promise }), none = all([]);
sure<Same<[typeof listed, typeof mapped, typeof named, typeof none], [[string, Date], string[], { a: string; b: bigint }, []]>>();
const single = all(() => walk(1)), spread = all(...[1, 2].map((n) => walk(n)));
sure<Same<[typeof single, typeof spread], [[string], string[]]>>();
const won = hero.race([walk(1), promise]), by = race({ a: walk(1), b: promise });
sure<Same<typeof won, string | bigint>>();
sure<Same<typeof by, { readonly key: 'a'; readonly value: string } | { readonly key: 'b'; readonly value: bigint }>>();
const inTime = withTimeout(100, promise);
sure<Same<typeof inTime, bigint>>();
const { camera, music } = tracks({ camera: () => walk(1).length, music: thread });
sure<Same<[typeof camera, typeof music], [number, Date]>>();
const started = start(() => walk(1)), child = attach(() => promise);
sure<Same<[typeof started, typeof child], [Thread<string>, Thread<bigint>]>>();
const spawned = scheduler.spawn(walk, { args: [3] });
sure<Same<typeof spawned.result, string | undefined>>();
const steps = waitFor(walk), nothing = waitFor(ring), end = waitFor(thread), settled = waitFor(promise);
sure<Same<[typeof steps, typeof nothing, typeof end, typeof settled], [number, undefined, Date, bigint]>>();
const again = waitFor(promise, { restart: () => promise }), kept = hero.waitFor(promise, { restart: () => 1n });
sure<Same<[typeof again, typeof kept], [bigint, bigint]>>();
const hit = waitSignal('hit'), other = waitSignal('other'), event = waitForEvent<Date>({ on: () => {} }, 'tick');
sure<Same<[typeof hit, typeof other, typeof event], [number, any, Date]>>();
const hits = listen('hit').next(), walks = listen(walk).next(), ticks = listen({ on: () => {} }, 'tick').next();
sure<Same<[typeof hits, typeof walks, typeof ticks], [number, number, any]>>();
export const awaited = async (): Promise<Date> => await thread;
`;

test('what a word gives has the type of what the script passes to it', () => {
  const [right, wrong, odd] = typeCheckAll(
    [given, given.replace('args: [3]', "args: ['three']"), given.replace('restart: () => promise', 'restart: promise')],
    shipped,
  );
  expect(right).toBe('');
  expect(wrong).toContain("Type 'string' is not assignable");
  expect(odd).toContain("Type 'Promise<bigint>' is not assignable to type '() => unknown'");
}, 60_000);

test('the types that are shipped hold without those of the runtime itself, which no editor offers', () => {
  const inside = `${script}export const inside = [thread.flags, thread.lock, room.live, room.signals];`;
  const [right, said = ''] = typeCheckAll([script, inside], shipped);
  expect(right).toBe('');
  const missing = [...said.matchAll(/Property '(\w+)' does not exist on type '(\w+)/g)].map(
    ([, name, of]) => `${of}.${name}`,
  );
  expect(missing).toEqual(['Thread.flags', 'Thread.lock', 'Scheduler.live', 'Scheduler.signals']);
}, 60_000);

/** `waitFor`: the end of a thread, the next call of a function, what an object does, a Promise. */
import { layers } from '../execution/layers.js';
import { checkReceiver, isA, isReceiver, checkCount } from '../arguments.js';
import { type CompiledFunction, codeOf } from '../execution/compiled-function.js';
import { pause } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { isPromise } from '../execution/is-promise.js';
import { DEV } from '../messages/development.js';
import { tooMany } from '../messages/more-arguments.js';
import { noCallToHear, notCompiled, nothingToWaitFor } from '../messages/errors.js';
import { threadsOf } from '../ownership/hold.js';
import { knownLock, mayOwn, ownedBy, ownerBehind } from '../ownership/owner.js';
import { joinOfOne } from '../threads/joins.js';
import { joinBy } from '../threads/settle-joins.js';
import { Thread } from '../threads/thread.js';
import { thenableOf } from '../waits/promise.js';
import { callsOf, awaitNext } from '../waits/channels.js';
import { needThread } from '../waits/wait-arguments.js';
import { watchWaitFor } from './nothing-under-way.js';
import { ownWaits } from './own-wait-table.js';
import type { AwaitedBy, WaitForOptions } from '../threads/values.js';

/** What a call gave, as `waitFor(call())` gets it: that need not be something to wait for. */
class Given {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }

  /** Is it what a call gave? A Proxy is not asked. */
  static isGiven(value: unknown): value is Given {
    return typeof value === 'object' && value !== null && #value in value;
  }

  get value(): unknown {
    return this.#value;
  }
}

/** Stands in emitted code around the call in `waitFor(call())`. */
export const given = (value: unknown): Given => new Given(value);

/** Stands in emitted code around the call in `waitFor(call(), { restart: () => call() })`: what it gives is waited for before `waitFor` is called. */
export function restartable<T>(value: T, options: unknown): T {
  layers.restart?.(value, options);
  return value;
}

/**
 * Only the calls of a function have a receiver. A second argument for anything else is one too many, but an object that the plugin may have
 * put there: `waitFor(hero.door)` is `waitFor(hero.door, hero)` in the output.
 */
export function waitForAny(name: string, what: unknown, receiver: unknown, keeps: boolean): unknown {
  const thread = needThread(name);
  const isGiven = Given.isGiven(what);
  const awaited = isGiven ? what.value : what;
  if (
    DEV &&
    (isGiven
      ? receiver !== undefined && typeof awaited !== 'function' && !Object(receiver).restart
      : typeof awaited === 'object' && !isReceiver(receiver))
  )
    throw tooMany(keeps ? `this.${name}` : name, 1, [what, receiver]);
  if (isA(awaited, Thread)) return joinBy(joinOfOne('one', awaited), keeps);
  const code = codeOf(awaited);
  if (code !== undefined && !isWrittenAtWaitFor(code)) {
    checkReceiver(name, receiver);
    const label = (): string => `${name}(${code.label})`;
    return awaitNext(callsOf(code, thread, { receiver: ownerBehind(receiver), label }), keeps);
  }
  layers.restart?.(awaited, receiver);
  if (isPromise(awaited)) return pause(kinds.promise, awaited, keeps);
  const acting = threadOn(thread, awaited);
  if (acting !== undefined) return joinBy(joinOfOne('owner', acting), keeps);
  if (knownLock(awaited) !== undefined || layers.isExecutor?.(awaited) === true) return undefined;
  const thenable = thenableOf(awaited);
  if (thenable !== null) return pause(kinds.promise, thenable, keeps);
  if (isGiven || (mayOwn(awaited) && !isCollection(awaited))) {
    if (DEV && mayOwn(awaited)) watchWaitFor(thread, awaited, isGiven);
    return awaited;
  }
  if (typeof awaited !== 'function') throw nothingToWaitFor(name, awaited);
  throw code === undefined ? notCompiled(name, awaited) : noCallToHear(name);
}

/** `waitFor(() => this.ready())`: the function is new at each call, so no code ever calls it. */
const isWrittenAtWaitFor = ({ id }: CompiledFunction): boolean => /~(?:this\.)?waitFor(?:~\d+)?$/.test(id);

/** Asked with `in`, so that no getter is called. */
const isCollection = (object: object): boolean =>
  Symbol.iterator in object ||
  ArrayBuffer.isView(object) ||
  object instanceof ArrayBuffer ||
  object instanceof WeakMap ||
  object instanceof WeakSet;

/** The newest live thread that `thread` started on an owner, else the last one in the list of the owner's executor. */
function threadOn(thread: Thread, owner: unknown): Thread | undefined {
  const lock = knownLock(owner);
  if (lock === undefined) return undefined;
  return (
    ownedBy(lock).findLast((owned) => owned.parent === thread) ?? threadsOf(lock).findLast((other) => other !== thread)
  );
}

/**
 * Waits for the end of a thread, of a Promise or any other object with a `then` method (a tween), or of what an entity
 * does; or for the next call of a compiled function (on `receiver`, if given). Returns the result, or the argument of
 * that call. `waitFor(call())` first waits for the value of the call. If that value can be waited for, it then waits
 * for it; otherwise it returns it.
 *
 * A wait for a Promise can be saved if it says how it begins again: `waitFor(load(), { restart: () => load() })`. Once the save is loaded,
 * the script calls `restart`, and waits for what that gives.
 * @throws {TypeError} for a value that cannot be waited for. @throws {NotInThreadError} outside any thread.
 *
 * @example
 * const door = {
 *   //@compile
 *   open(who) {
 *     wait(100);
 *   },
 * };
 * //@compile
 * function greet() {
 *   const who = waitFor(door.open); // until door.open is called
 *   waitFor(door); // until the door is open
 *   return "come in, " + who;
 * }
 * const greeting = greet();
 * door.open("Ada");
 * runToEnd(scheduler);
 * greeting.result; // "come in, Ada"
 */
export function waitFor<T, R = unknown>(awaited: T, options?: WaitForOptions<T>): AwaitedBy<T, R>;
export function waitFor<T, R = unknown>(awaited: T, receiver?: unknown): AwaitedBy<T, R> {
  checkCount('waitFor', 2, arguments);
  return waitForAny('waitFor', awaited, receiver, false) as AwaitedBy<T, R>;
}

ownWaits['waitFor'] = (awaited: unknown, receiver?: unknown) => waitForAny('waitFor', awaited, receiver, true);

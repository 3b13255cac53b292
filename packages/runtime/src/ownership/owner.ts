/** Which objects can act, and the executor of each (R1). */
import { SmallSet } from '../collections/small-set.js';
import { ThreadQueue } from '../collections/thread-queue.js';
import type { CompiledFunction } from '../execution/compiled-function.js';
import { badArgument, otherScheduler } from '../messages/errors.js';
import { isPlain, show } from '../messages/format.js';
import { schedulerForNewOwner } from '../threads/current.js';
import type { Lock, ThreadScheduler, Thread } from '../threads/thread.js';

const locks = new WeakMap<object, Lock>();
const libraries = new WeakSet();
/** @internal Shared by all owners that nobody holds or queues for, which saves an allocation. Never written: the first thread makes a list of its own. */
export const NOBODY: Thread[] = [];
/** @internal */
export const NO_QUEUE: ThreadQueue<Thread> = new ThreadQueue();

/**
 * Declares that an object only groups functions: it is never the owner of a call. Call it before the first call on the object. Returns the object.
 *
 * @example
 * const sounds = asLibrary({
 *   // @compile
 *   hum() {
 *     while (true) wait(1000);
 *   },
 *   // @compile
 *   ring() {
 *     return "rrring";
 *   },
 * });
 * sounds.hum();
 * sounds.ring(); // "rrring"
 */
export function asLibrary<T extends object>(object: T): T {
  if (typeof object !== 'object' || object === null) throw badArgument('asLibrary', 'an object', object);
  libraries.add(object);
  return object;
}

/** The owner behind a proxy; everything else as it is. */
export const ownerBehind = (object: unknown): unknown =>
  knownLock(object)?.owner ?? behind(object, schedulerForNewOwner());

/** What stands behind an object, as far as a scheduler knows (its option `identity`). */
function behind(object: unknown, scheduler: ThreadScheduler): unknown {
  const { identity } = scheduler;
  if (identity === null || typeof object !== 'object' || object === null) return object;
  const found: unknown = identity(object);
  if (typeof found !== 'object' || found === null) throw badArgument('identity', 'to give an object', found);
  return found;
}

/**
 * @internal The lock of an owner; null for what cannot own: primitives, functions, the global object, module namespaces, libraries.
 * An object that was no owner before is one for itself, unless the scheduler that is about to use it knows better.
 */
export function lockOf(self: unknown, scheduler?: ThreadScheduler): Lock | null {
  if (typeof self !== 'object' || self === null) return null;
  const known = locks.get(self);
  // Without a scheduler it was only looked at (`executorOf`), perhaps by code that knew of no `identity`.
  if (known !== undefined && known.scheduler !== null) return known;
  const owner = behind(self, scheduler ?? schedulerForNewOwner());
  if (owner !== self) {
    const lock = lockOf(owner, scheduler);
    if (lock !== null) shareLock(self, lock);
    if (lock !== null && known?.handle) shareLock(known.handle, lock);
    return lock;
  }
  if (known !== undefined) return known;
  if (!canOwn(self)) return null;
  const lock: Lock = {
    owner: self,
    scheduler: null,
    holders: NOBODY,
    preempted: NOBODY,
    queue: NO_QUEUE,
    granted: null,
    owned: new SmallSet(),
    closed: null,
    handle: null,
  };
  locks.set(self, lock);
  return lock;
}

/** Objects of the class Executor, whether they have acted or not; that class stands above this file (executor-class.ts). */
export const executors: { has(object: unknown): boolean } = { has: () => false };

/** @internal The lock of an object that was an owner before; undefined otherwise. */
export const knownLock = (object: unknown): Lock | undefined =>
  typeof object === 'object' && object !== null
    ? (locks.get(object) ?? locks.get(behind(object, schedulerForNewOwner()) as object))
    : undefined;

/** @internal Lets a second object (a handle) stand for the same owner. */
export function shareLock(handle: object, lock: Lock): void {
  locks.set(handle, lock);
}

/** Could it be an owner? It is not made one. */
export const mayOwn = (object: unknown): object is object =>
  typeof object === 'object' && object !== null && canOwn(object);

function canOwn(object: object): boolean {
  if (object === globalThis || libraries.has(object)) return false;
  try {
    // A module namespace has no prototype; nothing else is asked, as a getter or a Proxy would notice.
    if (Object.getPrototypeOf(object) === null && Object.hasOwn(object, Symbol.toStringTag)) return false;
    return !Object.hasOwn(object, '__esModule');
  } catch {
    // A Proxy that was revoked, or whose traps throw. Nobody has to read an owner to tell it from others.
    return true;
  }
}

/** @internal An executor belongs to one scheduler while threads of it live; then it goes to the next that uses it. */
export function bindTo(lock: Lock, scheduler: ThreadScheduler, code: CompiledFunction): void {
  if (lock.scheduler === scheduler) return;
  if (!lock.owned.isEmpty) throw otherScheduler(show(lock.owner), code.path, isPlain(lock.owner));
  lock.scheduler?.shared.delete(lock);
  lock.scheduler = scheduler;
}

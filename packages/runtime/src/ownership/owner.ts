/** Which objects can act, and the executor of each (R1). */
import { SmallSet } from '../collections/small-set.js';
import { StampBase } from '../collections/stamp-base.js';
import { ThreadQueue } from '../collections/thread-queue.js';
import type { CompiledFunction } from '../execution/compiled-function.js';
import { badArgument, otherScheduler } from '../messages/errors.js';
import { isPlain, show } from '../messages/format.js';
import { schedulerForNewOwner } from '../threads/current.js';
import type { Lock, ThreadScheduler, Thread } from '../threads/thread.js';

/** The field of owners, and of what represents them. */
class LockStamp extends StampBase {
  #lock: Lock;

  constructor(object: object, lock: Lock) {
    super(object);
    this.#lock = lock;
  }

  static lockOf(object: object): Lock | undefined {
    return #lock in object ? object.#lock : unstamped.get(object);
  }

  static set(object: object, lock: Lock): void {
    if (#lock in object) object.#lock = lock;
    // oxlint-disable-next-line no-new -- it is `object` itself
    else new LockStamp(object, lock);
  }
}

/** The locks of objects that take no field: an engine may refuse one that is not extensible. */
const unstamped = new WeakMap<object, Lock>();

/** The lock that an object has. */
const lockAt = (object: object): Lock | undefined => LockStamp.lockOf(object);

function setLock(object: object, lock: Lock): void {
  try {
    LockStamp.set(object, lock);
  } catch {
    unstamped.set(object, lock);
  }
}

const libraries = new WeakSet();
/**
 * @internal Shared by all owners without a holder, which saves an allocation. It is never changed: the first thread
 * creates a list of its own.
 */
export const NOBODY: Thread[] = [];
/** @internal */
export const NO_QUEUE: ThreadQueue<Thread> = new ThreadQueue();
const NO_SIBLINGS: Lock['siblings'] = [];

/**
 * Declares that an object only groups functions: it is never the owner of a call. Call it before the first call on the
 * object. Returns the object.
 *
 * @example
 * const sounds = asLibrary({
 *   //@compile
 *   hum() {
 *     while (true) wait(1000);
 *   },
 *   //@compile
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

/** The object behind a proxy, according to the option `identity` of a scheduler. */
function behind(object: unknown, scheduler: ThreadScheduler): unknown {
  const { identity } = scheduler;
  if (identity === null || typeof object !== 'object' || object === null) return object;
  const found: unknown = identity(object);
  if (typeof found !== 'object' || found === null) throw badArgument('identity', 'to give an object', found);
  return found;
}

/**
 * @internal The lock of an owner; null for what cannot own: primitives, functions, the global object, module
 * namespaces, libraries. An object that was no owner before becomes one, unless the `identity` of the scheduler
 * that is about to use it returns another object.
 */
export function lockOf(self: unknown, scheduler?: ThreadScheduler): Lock | null {
  if (typeof self !== 'object' || self === null) return null;
  const known = lockAt(self);
  // Without a scheduler, only `executorOf` has read it, perhaps before the option `identity` was set.
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
    siblings: NO_SIBLINGS,
    closed: null,
    handle: null,
  };
  setLock(self, lock);
  return lock;
}

/**
 * Objects of the class Executor, whether they have acted or not; that class is in a higher file (executor-class.ts).
 */
export const executors: { has(object: unknown): boolean } = { has: () => false };

/** @internal The lock of an object that was an owner before; undefined otherwise. */
export const knownLock = (object: unknown): Lock | undefined =>
  typeof object === 'object' && object !== null
    ? (lockAt(object) ?? lockAt(behind(object, schedulerForNewOwner()) as object))
    : undefined;

/** @internal Its live threads, in order of start, for who looks at them: none of them is lent to another call. */
export function ownedBy({ owned, holders }: Lock): Thread[] {
  // One that a call has borrowed is not among them before that.
  for (let i = 0; i < holders.length; i++) (holders[i] as Thread).keep();
  const threads = owned.toArray();
  for (let i = 0; i < threads.length; i++) (threads[i] as Thread).keep();
  return threads;
}

/** @internal Makes a second object (a handle) represent the same owner. */
export function shareLock(handle: object, lock: Lock): void {
  setLock(handle, lock);
}

/** Could it be an owner? This does not make it one. */
export const mayOwn = (object: unknown): object is object =>
  typeof object === 'object' && object !== null && canOwn(object);

function canOwn(object: object): boolean {
  if (object === globalThis || libraries.has(object)) return false;
  try {
    // A module namespace has no prototype. Nothing else is read, because a getter or a Proxy could observe it.
    if (Object.getPrototypeOf(object) === null && Object.hasOwn(object, Symbol.toStringTag)) return false;
    return !Object.hasOwn(object, '__esModule');
  } catch {
    // A Proxy that was revoked, or whose traps throw. An owner is recognized without reading it.
    return true;
  }
}

/** @internal Do threads of it live? */
export const hasThreads = ({ owned, holders }: Lock): boolean => holders.length > 0 || !owned.isEmpty;

/** @internal An executor belongs to one scheduler while threads of it live; then it goes to the next that uses it. */
export function bindTo(lock: Lock, scheduler: ThreadScheduler, code: CompiledFunction): void {
  if (lock.scheduler === scheduler) return;
  if (hasThreads(lock)) throw otherScheduler(show(lock.owner), code.path, isPlain(lock.owner));
  lock.scheduler?.shared.delete(lock);
  lock.scheduler = scheduler;
}

/** Which objects can act, and the executor of each (R1). */
import { SmallSet } from '../collections/small-set.js';
import { StampBase } from '../collections/stamp-base.js';
import { ThreadQueue } from '../collections/thread-queue.js';
import type { CompiledFunction } from '../execution/compiled-function.js';
import { badArgument, otherScheduler } from '../messages/errors.js';
import { callOn } from '../realm.js';
import { schedulerForNewOwner } from '../threads/current.js';
import type { Lock, ThreadScheduler, Thread } from '../threads/thread.js';

/** Adds the lock to an owner, and to what represents it, as a private field. */
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

const lockAt = (object: object): Lock | undefined => LockStamp.lockOf(object);

/** @internal Makes an object the owner of a lock, or a second one (a handle), which represents the same owner. */
export function shareLock(object: object, lock: Lock): void {
  try {
    LockStamp.set(object, lock);
  } catch {
    unstamped.set(object, lock);
  }
}

const libraries = new WeakSet();
/**
 * @internal Shared by all owners without a holder, which saves an allocation.
 */
export const NOBODY: readonly Thread[] = [];
/** @internal */
export const NO_QUEUE: ThreadQueue<Thread> = new ThreadQueue();
const NO_SIBLINGS: Lock['siblings'] = [];

/** The fields of a lock that more than one thread wants. Few locks need them. */
class Rare {
  holders: readonly Thread[] = NOBODY;
  preempted: readonly Thread[] = NOBODY;
  queue: ThreadQueue<Thread> = NO_QUEUE;
  granted: Thread | null = null;
  siblings: Lock['siblings'] = NO_SIBLINGS;
  closed: Lock['closed'] = null;
  handle: object | null = null;
}
/** Stands in each lock of which none of them has been written. */
const NONE = /*#__PURE__*/ new Rare();

/** The record of an executor. Very many owners have one, so it is small; it is the set of its live threads itself. */
class LockRecord extends SmallSet<Thread> implements Lock {
  readonly owner: object;
  scheduler: ThreadScheduler | null = null;
  holder: Thread | null = null;
  #rare: Rare = NONE;

  constructor(owner: object) {
    super();
    this.owner = owner;
  }

  get owned(): SmallSet<Thread> {
    return this;
  }

  get holders(): readonly Thread[] {
    return this.holder === null ? this.#rare.holders : [this.holder];
  }
  set holders(holders: readonly Thread[]) {
    const several = holders.length > 1;
    this.holder = several ? null : (holders[0] ?? null);
    if (several || this.#rare !== NONE) this.#own.holders = several ? holders : NOBODY;
  }

  isHeldBy(thread: Thread): boolean {
    return this.holder === thread || this.#rare.holders.includes(thread);
  }

  get preempted(): readonly Thread[] {
    return this.#rare.preempted;
  }
  set preempted(preempted: readonly Thread[]) {
    this.#own.preempted = preempted;
  }

  get queue(): ThreadQueue<Thread> {
    return this.#rare.queue;
  }
  set queue(queue: ThreadQueue<Thread>) {
    this.#own.queue = queue;
  }

  get granted(): Thread | null {
    return this.#rare.granted;
  }
  set granted(granted: Thread | null) {
    this.#own.granted = granted;
  }

  get siblings(): Lock['siblings'] {
    return this.#rare.siblings;
  }
  set siblings(siblings: Lock['siblings']) {
    this.#own.siblings = siblings;
  }

  get closed(): Lock['closed'] {
    return this.#rare.closed;
  }
  set closed(closed: Lock['closed']) {
    this.#own.closed = closed;
  }

  get handle(): object | null {
    return this.#rare.handle;
  }
  set handle(handle: object | null) {
    this.#own.handle = handle;
  }

  get isCalm(): boolean {
    const { holders, granted, queue, preempted, siblings } = this.#rare;
    return (
      holders.length === 0 &&
      granted === null &&
      queue.first === null &&
      preempted.length === 0 &&
      siblings.length === 0
    );
  }

  /** The same fields, made on demand: for writing. */
  get #own(): Rare {
    if (this.#rare === NONE) this.#rare = new Rare();
    return this.#rare;
  }
}

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
  return known !== undefined && known.scheduler !== null ? known : callOn(findLock, undefined, self, known, scheduler);
}

/**
 * `lockOf` for an object that was no owner before. A variable, and called by `call`: so an engine does not know what is called, and puts only the
 * rest of `lockOf` into the code of each start.
 */
// oxlint-disable-next-line prefer-const, func-style -- see above
let findLock = function (self: object, known: Lock | undefined, scheduler: ThreadScheduler | undefined): Lock | null {
  const owner = behind(self, scheduler ?? schedulerForNewOwner());
  if (owner !== self) {
    const lock = lockOf(owner, scheduler);
    if (lock !== null) shareLock(self, lock);
    if (lock !== null && known?.handle) shareLock(known.handle, lock);
    return lock;
  }
  if (known !== undefined) return known;
  if (!canOwn(self)) return null;
  const lock = new LockRecord(self);
  shareLock(self, lock);
  return lock;
};

/** @internal The lock of an object that was an owner before; undefined otherwise. */
export const knownLock = (object: unknown): Lock | undefined =>
  typeof object === 'object' && object !== null
    ? (lockAt(object) ?? lockAt(behind(object, schedulerForNewOwner()) as object))
    : undefined;

/** @internal Its live threads, in order of start, for who looks at them: none of them is lent to another call. */
export function ownedBy({ owned, holder }: Lock): Thread[] {
  // A thread that a call has borrowed is not among them before that. It is the only holder: nobody waits for it yet.
  holder?.stay();
  const threads = owned.toArray();
  threads.forEach((thread) => thread.stay());
  return threads;
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
export const hasThreads = (lock: Lock): boolean =>
  lock.holder !== null || lock.owned.size > 0 || lock.holders.length > 0;

/** @internal An executor belongs to one scheduler while threads of it live; then it goes to the next that uses it. */
export function bindTo(lock: Lock, scheduler: ThreadScheduler, code: CompiledFunction): void {
  if (lock.scheduler === scheduler) return;
  if (hasThreads(lock)) throw otherScheduler(lock.owner, code.path);
  lock.scheduler?.shared.delete(lock);
  lock.scheduler = scheduler;
}

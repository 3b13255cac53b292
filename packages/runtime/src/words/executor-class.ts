/** Objects that do one thing at a time: the class Executor, `executorOf` and `asExecutor`. */
import { addLayer, layers } from '../execution/layers.js';
import { DEV } from '../messages/development.js';
import type { AnyFunction } from '../dispatch/calls.js';
import { ownedMethod } from '../dispatch/wrappers.js';
import { badArgument } from '../messages/errors.js';
import type { EventArguments, EventName, EventOf } from './event-types.js';
import type { EventOptions, EventSource } from './events.js';
import { lockOf, ownedBy, shareLock } from '../ownership/owner.js';
import { isBusy, threadsOf } from '../ownership/hold.js';
import { cancelOthers } from '../scheduling/end.js';
import { stayingThread } from '../threads/current.js';
import { cancelAll } from '../threads/settle-joins.js';
import { OWN_WAITS, ownWait } from './own-wait-table.js';
import type {
  AllOf,
  AwaitedBy,
  WaitForOptions,
  Callable,
  GivenBy,
  Predicate,
  RaceOf,
  SignalName,
  SignalValue,
  SomeCalls,
  ValuesOf,
} from '../threads/values.js';
import { isA, checkCount } from '../arguments.js';
import type { Lock, Thread } from '../threads/thread.js';
import { waitCondition } from '../waits/predicate.js';
import { waitClockTime, waitFrameCount, waitTime } from '../waits/wait-arguments.js';

/**
 * An object that does one thing at a time: while it is busy, calls on it queue. Its own waits keep it busy; the free
 * functions of the same names let other calls run on it.
 *
 * @example
 * class Glitch extends Executor {
 *   //@compile
 *   walk(steps) {
 *     for (let i = 0; i < steps; i++) this.wait(100);
 *     return "there";
 *   }
 * }
 * const glitch = new Glitch();
 * const walk = glitch.walk(3);
 * glitch.busy; // true
 * runToEnd(scheduler);
 * walk.result; // "there"
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the waits are put on the prototype below
export class Executor {
  /** The threads that hold it, then those that queue, in order. */
  get threads(): Thread[] {
    return threadsOf(lockFor(this));
  }

  /** All its live threads, in the order in which they started. */
  get owned(): Thread[] {
    return ownedBy(lockFor(this));
  }

  /** Is it held by a thread that waits, or granted to one? */
  get busy(): boolean {
    return isBusy(lockFor(this));
  }

  /** The trace of the thread that holds it: `step(NORTH) -> walk(NORTH) -> ButtonC.onPress()`; empty if it is free. */
  trace(): string {
    return threadsOf(lockFor(this))[0]?.trace() ?? '';
  }

  /** Cancels all its threads; the last started comes first. */
  cancelAll(reason?: unknown): void {
    cancelAll(ownedBy(lockFor(this)), reason);
  }

  /**
   * Cancels all its threads except the running one and those that wait for it; the last started comes first. So a
   * method can stop what its object does, even if that has led to its own call. From plain code it cancels all.
   *
   * @example
   * class Guard extends Executor {
   *   //@compile
   *   patrol() {
   *     while (true) this.wait(100);
   *   }
   *   //@instant
   *   //@compile
   *   fall() {
   *     this.cancelOthers("knocked out");
   *     return this.owned.length;
   *   }
   * }
   * const guard = new Guard();
   * const patrol = guard.patrol();
   * guard.fall(); // 1
   * patrol.status; // "cancelled"
   */
  cancelOthers(reason?: unknown): void {
    const thread = stayingThread();
    const threads = ownedBy(lockFor(this));
    if (thread === null) cancelAll(threads, reason);
    else cancelOthers(threads, thread, reason);
  }

  /** Ends it: all its threads are cancelled, and later calls throw an OwnerGoneError with `reason`. */
  close(reason?: unknown): void {
    const lock = lockFor(this);
    layers.closed?.(lock);
    lock.closed ??= { reason };
    cancelAll(ownedBy(lock), reason);
  }
}

/**
 * The waits of Executor. They keep the object: other calls on it queue until the wait is over. During the free words of the
 * same names other threads can act on it.
 */
export interface Executor {
  /**
   * Waits `ms` milliseconds, or until the next frame, and keeps this object: other calls on it queue meanwhile. During the
   * free `wait(ms)` they run.
   *
   * @example
   * class Guard extends Executor {
   *   //@compile
   *   salute() {
   *     this.wait(100);
   *   }
   *   //@compile
   *   doze() {
   *     wait(100);
   *   }
   *   //@compile
   *   greet() {
   *     this.greeted = true;
   *   }
   * }
   * const [saluting, dozing] = [new Guard(), new Guard()];
   * saluting.salute();
   * dozing.doze();
   * saluting.greet();
   * dozing.greet();
   * saluting.greeted; // undefined
   * dozing.greeted; // true
   */
  wait(ms?: number): void;
  /** Waits until the n-th frame from now, and keeps this object; the free `waitFrames` lets others act on it. */
  waitFrames(frames: number): void;
  /**
   * Waits until the condition holds, and returns its value. Keeps this object, so only something else can make it true: a call
   * on this object would queue. To wait for that, use the free `waitUntil`.
   */
  waitUntil<T>(condition: Predicate<T>): T;
  /** Waits until that frame, and keeps this object. */
  waitUntil(frame: number): void;
  /** Waits until the clock has reached `ms`, and keeps this object; the free `waitUntilTime` lets others act on it. */
  waitUntilTime(ms: number): void;
  /**
   * Waits for a thread, a Promise, a call or what an object does, like the free `waitFor`. Keeps this object: other calls on
   * it queue until then.
   */
  waitFor<T, R = unknown>(awaited: T, options?: WaitForOptions<T>): AwaitedBy<T, R>;
  /** Waits for a signal, and keeps this object; during the free `waitSignal` others can act on it. */
  waitSignal<K extends SignalName>(name: K): SignalValue<K>;
  /** Waits for an event whose type you name, and keeps this object; during the free `waitForEvent` others can act on it. */
  waitForEvent<E = never>(
    source: EventSource,
    type: [E] extends [never] ? never : string,
    options?: EventOptions,
  ): NoInfer<E>;
  /** Waits for an event, and keeps this object; during the free `waitForEvent` others can act on it. */
  waitForEvent<S extends EventSource, N extends EventName<S>>(
    source: S,
    type: N,
    options?: EventOptions<EventArguments<S, N>>,
  ): EventOf<S, N>;
  /**
   * Starts the calls side by side and waits for all of them, like the free `all`. Keeps this object from the start to the
   * end: the calls may act on it, and others queue. The free `all` lets others in whenever none of its calls keeps it.
   *
   * @example
   * class Guard extends Executor {
   *   //@compile
   *   say(text) {
   *     wait(100);
   *     return text;
   *   }
   *   //@compile
   *   report() {
   *     return this.all(this.say("all"), this.say("quiet")).join(" ");
   *   }
   *   //@compile
   *   greet() {
   *     this.greetedMs = clock.now;
   *   }
   * }
   * const guard = new Guard();
   * const reporting = guard.report();
   * guard.greet();
   * runToEnd(scheduler, { frameMs: 50 });
   * reporting.result; // "all quiet"
   * guard.greetedMs; // 100
   */
  all<const T extends readonly unknown[]>(...calls: SomeCalls<T>): AllOf<T>;
  /** Starts the calls side by side and waits for the first, like the free `race`. Keeps this object, as `this.all` does. */
  race<const T extends readonly unknown[]>(...calls: SomeCalls<T>): RaceOf<T>;
  /** Waits for a call, for at most `ms` milliseconds, like the free `withTimeout`. Keeps this object meanwhile. */
  withTimeout<T>(ms: number, call: () => T): GivenBy<T>;
  /** Waits for a call, for at most `ms` milliseconds, like the free `withTimeout`. Keeps this object meanwhile. */
  withTimeout<T>(ms: number, call: T): Awaited<T>;
  /** Runs each function on its own thread and waits for all of them, like `tracks`. Keeps this object, as `this.all` does. */
  tracks<T extends Readonly<Record<string, unknown>>>(functions: T): ValuesOf<T>;
  /**
   * Keeps this object from the start of `fn` to its end, even during free waits in it. Returns the value of `fn`.
   *
   * @example
   * class Wizard extends Executor {
   *   //@compile
   *   enchant() {
   *     return this.hold(() => {
   *       wait(100);
   *       return "done";
   *     });
   *   }
   *   //@compile
   *   nod() {
   *     this.noddedMs = clock.now;
   *   }
   * }
   * const wizard = new Wizard();
   * const spell = wizard.enchant();
   * wizard.nod();
   * runToEnd(scheduler, { frameMs: 50 });
   * spell.result; // "done"
   * wizard.noddedMs; // 100
   */
  hold<T>(fn: Callable<T>): GivenBy<T>;
}

const heldWaits = {
  wait: (ms?: number) => waitTime(ms, true),
  waitFrames: (frames: number) => waitFrameCount('waitFrames', frames, true),
  waitUntil: (condition: number | (() => unknown)) => waitCondition('waitUntil', condition, true),
  waitUntilTime: (ms: number) => waitClockTime(ms, true),
};

for (const [name, { length, most = length }] of Object.entries(OWN_WAITS))
  addWait(name, length, most, (...args: never[]) => ownWait(name)(...args));
for (const [name, body] of Object.entries<AnyFunction>(heldWaits)) addWait(name, 1, 1, body);

function addWait(name: string, length: number, most: number, body: AnyFunction): void {
  const counted = (...args: never[]): unknown => {
    checkCount(`this.${name}`, most, args);
    return body(...args);
  };
  const value = ownedMethod(name, length, DEV ? counted : body, body);
  Object.defineProperty(Executor.prototype, name, { value, writable: true, configurable: true });
}

addLayer({ isExecutor: (object) => isA(object, Executor) });

function lockFor(object: object, word: string = 'executorOf'): Lock {
  const lock = lockOf(object);
  if (lock === null) throw badArgument(word, 'an object that can own', object);
  return lock;
}

/**
 * Returns a handle on the executor of any object: `threads`, `owned`, `busy`, `trace()`, `cancelAll()`,
 * `cancelOthers()` and `close()`, even if the object has methods of its own with these names. The handle of an object
 * is always the same.
 *
 * @example
 * class Door extends Executor {
 *   //@compile
 *   close() {
 *     this.wait(100);
 *   }
 * }
 * const door = new Door();
 * const closing = door.close(); // its own method
 * executorOf(door).close("the house is gone");
 * closing.status; // "cancelled"
 */
export function executorOf(object: object): Executor {
  const lock = lockFor(object);
  if (lock.handle === null) shareLock((lock.handle = new Executor()), lock);
  return lock.handle as Executor;
}

/** A class whose objects are no Executors, such as the sprite of an engine. */
type PlainClass = new (...args: any[]) => object;

/**
 * Adds the members of Executor to an object, except those whose names it already has. Returns the object. Of a class it makes
 * one to extend, whose objects have them: that is how the sprites of an engine become Executors.
 *
 * @example
 * const door = asExecutor({
 *   //@compile
 *   open() {
 *     this.wait(100);
 *   },
 * });
 * door.open();
 * door.busy; // true
 *
 * class Sprite {}
 * class Hero extends asExecutor(Sprite) {
 *   //@compile
 *   wave() {
 *     this.wait(100);
 *   }
 * }
 * const hero = new Hero();
 * hero.wave();
 * hero.busy; // true
 */
export function asExecutor<C extends PlainClass>(base: C): C & (new (...args: any[]) => Executor);
export function asExecutor<T extends object>(object: T): T & Executor;
export function asExecutor(given: object): object {
  if (typeof given !== 'function') lockFor(given, 'asExecutor');
  try {
    if (typeof given === 'function') return extend(given as PlainClass);
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(Executor.prototype)))
      if (name !== 'constructor' && !(name in given)) Object.defineProperty(given, name, member);
    return given;
  } catch {
    // An arrow is no class; a frozen object and some Proxies take no members.
    throw badArgument('asExecutor', 'a class or an extensible object', given);
  }
}

/** The members come when the engine has made the object: so what it calls by such a name stays its own. */
const extend = (base: PlainClass): PlainClass =>
  class extends base {
    constructor(...args: any[]) {
      super(...args);
      asExecutor(this);
    }
  };

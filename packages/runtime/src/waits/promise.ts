/** Waits for Promises and other thenables. */
import { SmallSet } from '../collections/small-set.js';
import { asPlainCode } from '../threads/current.js';
import { joinOf, leaveJoin } from '../threads/joins.js';
import type { Thread } from '../threads/thread.js';
import { wake } from '../threads/wake.js';

type Settle = (value: unknown) => void;
type Then = (this: object, resolve: Settle, reject: Settle) => unknown;

/**
 * An object with a `then` that is no Promise, such as a tween or a query. Its `then` is read once and called once, as
 * by `await`.
 */
export class Thenable {
  readonly object: object;
  readonly #then: Then;
  constructor(object: object, then: Then) {
    this.object = object;
    this.#then = then;
  }
  /** Calls `then` as plain code, outside the thread that waits. */
  listen(resolve: Settle, reject: Settle): void {
    asPlainCode(this.#then, this.object, [resolve, reject]);
  }
}

/** Null for what has no `then`. */
export function thenableOf(value: unknown): Thenable | null {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return null;
  const { then } = value as { then?: unknown };
  return typeof then === 'function' ? new Thenable(value, then as Then) : null;
}

/** `itself`: a thenable that settles with itself, as tweens do. A log could not hold it. */
type Outcome = 'value' | 'error' | 'itself';

/**
 * The waits for each Promise or thenable, in order. All share one reaction, as a reaction cannot be removed: a loop
 * that races the same Promise again and again would leave one for each round. Some tweens (GSAP) call only the last
 * reaction that they were given.
 */
export const waiting: WeakMap<object, SmallSet<Settling>> = new WeakMap();

/** One wait for a Promise or a thenable. It wakes its thread once, unless it has been forgotten before. */
export class Settling {
  /** Null once it is over. */
  thread: Thread | null;
  readonly awaited: Promise<unknown> | Thenable;
  /** How it is notified of the outcome. A recorder or a replay comes between. */
  readonly report: (how: Outcome, value?: unknown) => void;
  constructor(thread: Thread, awaited: Promise<unknown> | Thenable) {
    this.thread = thread;
    this.awaited = awaited;
    const { inbox } = thread.scheduler;
    const settle = (how: Outcome, value?: unknown): void =>
      how === 'itself' ? this.settle('value', itselfOf(awaited)) : this.settle(how, value);
    this.report = inbox?.link(`a Promise of ${thread.name}`, settle, true) ?? settle;
  }
  listen(): void {
    const { awaited } = this;
    const itself = itselfOf(awaited);
    const known = waiting.get(itself);
    if (known !== undefined) return known.add(this);
    const all = new SmallSet<Settling>();
    all.add(this);
    waiting.set(itself, all);
    // Only the first settlement counts. A wait that begins after it gets a reaction of its own.
    const isFirst = (): boolean => waiting.get(itself) === all && waiting.delete(itself);
    const tell = (how: Outcome, value?: unknown): void => {
      if (isFirst()) all.toArray().forEach((one) => one.report(how, value));
    };
    const resolve = (value: unknown): void => (value === itself ? tell('itself') : tell('value', value));
    const reject = (error: unknown): void => tell('error', error);
    try {
      if (awaited instanceof Thenable) awaited.listen(resolve, reject);
      else void awaited.then(resolve, reject);
    } catch (error) {
      // A `then` of its own: what it throws comes out at the wait.
      if (isFirst()) all.toArray().forEach((one) => one.settle('error', error));
    }
  }
  settle(mode: 'value' | 'error', value: unknown): void {
    const { thread } = this;
    if (thread === null) return;
    const join = joinOf(thread);
    thread.scheduler.inbox?.came();
    this.forget();
    if (join !== null) leaveJoin(join);
    wake(thread, value, mode);
    if (join !== null) thread.scheduler.joinOver(thread, join.targets);
  }
  forget(): void {
    this.thread = null;
    waiting.get(itselfOf(this.awaited))?.delete(this);
  }
}

export const itselfOf = (awaited: Promise<unknown> | Thenable): object =>
  awaited instanceof Thenable ? awaited.object : awaited;

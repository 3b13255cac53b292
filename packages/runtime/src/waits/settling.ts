/** Who waits for a Promise or another thenable. */
import { ThreadSet } from '../collections/small-set.js';
import { current } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';
import { wake } from '../threads/wake.js';

type Settle = (value: unknown) => void;
type Then = (this: object, resolve: Settle, reject: Settle) => unknown;

/** What is no Promise and has a `then`: a tween, a query. Its `then` is read once and called once, as `await` does. */
export class Thenable {
  readonly object: object;
  readonly #then: Then;
  constructor(object: object, then: Then) {
    this.object = object;
    this.#then = then;
  }
  /** As plain code: what `then` does is no business of the thread that waits. */
  listen(resolve: Settle, reject: Settle): void {
    const { thread, starter } = current;
    current.thread = null;
    current.starter = thread ?? starter;
    try {
      this.#then.call(this.object, resolve, reject);
    } finally {
      current.thread = thread;
      current.starter = starter;
    }
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
 * Who waits for a Promise or a thenable, in order. It gets one reaction for all of them, as it cannot be told to forget one: a loop that
 * races it again and again would leave one for each round. Some tweens (GSAP) know only of the last one.
 */
export const waiting: WeakMap<object, ThreadSet<Settling>> = new WeakMap();

/** One wait for a Promise or a thenable. It wakes its thread, once, unless that has left it. */
export class Settling {
  /** Null once it is over. */
  thread: Thread | null;
  readonly awaited: Promise<unknown> | Thenable;
  /** How it is told what came of it; a recorder and a replay stand between. */
  readonly report: (how: Outcome, value?: unknown) => void;
  constructor(thread: Thread, awaited: Promise<unknown> | Thenable) {
    this.thread = thread;
    this.awaited = awaited;
    const { inbox } = thread.host;
    const settle = (how: Outcome, value?: unknown): void =>
      how === 'itself' ? this.settle('value', itselfOf(awaited)) : this.settle(how, value);
    this.report = inbox === null ? settle : inbox.link(`a Promise of ${thread.name}`, settle);
  }
  listen(): void {
    const { awaited } = this;
    const itself = itselfOf(awaited);
    const known = waiting.get(itself);
    if (known !== undefined) return known.add(this);
    const all = new ThreadSet<Settling>();
    all.add(this);
    waiting.set(itself, all);
    // The first time counts; who asks anew after it has a reaction of its own.
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
    this.forget();
    wake(thread, value, mode);
  }
  forget(): void {
    this.thread = null;
    waiting.get(itselfOf(this.awaited))?.delete(this);
  }
}

const itselfOf = (awaited: Promise<unknown> | Thenable): object =>
  awaited instanceof Thenable ? awaited.object : awaited;

/** How plain code awaits a thread: as a Promise. */
import { DEV } from '../messages/development.js';
import { addToStack } from './error-trace.js';
import { WithStarter } from './starters.js';

/** A thread that gives a `V`. As its flags (flags.ts), these methods come by the prototype of Thread. */
export class Awaitable<V, T> extends WithStarter<T> {
  /** @internal */ declare readonly value: unknown;
  /** @internal */ declare readonly name: string;
  /** @internal */ declare readonly scheduler: WithStarter<T>['scheduler'] & {
    readonly pulses: { awaited(thread: any): void } | null;
  };

  /**
   * Makes a thread awaitable: `await thread` returns its value or throws its error, whose stack then ends with the calls
   * of the thread.
   */
  // oxlint-disable-next-line unicorn/no-thenable -- a Thread is awaited by design
  then<A = V, B = never>(
    onFulfilled?: ((value: V) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.joined = true;
    if (DEV && !this.ended) this.scheduler.pulses?.awaited(this);
    return new Promise<V>((resolve, reject) => {
      const settle = (): void => {
        if (this.failed) addToStack(this.value, `thread ${this.name}`);
        (this.done ? resolve : reject)(this.value as V);
      };
      if (this.ended) settle();
      else (this.ownRare.settlers ??= []).push(settle);
    }).then(onFulfilled, onRejected);
  }

  /**
   * Like that of a Promise: gives the value of the thread, or what `onRejected` makes of its error, a cancel included.
   *
   * @example
   * //@compile
   * function save() {
   *   wait(100);
   *   throw new Error("the disk is full");
   * }
   * const saving = start(() => save()).catch((error) => error.message);
   * runToEnd(scheduler);
   * await saving; // "the disk is full"
   */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<V | B> {
    return this.then(null, onRejected);
  }

  /** Like that of a Promise: calls `onFinally` when the thread has ended, however it did, and gives its value or throws its error. */
  finally(onFinally?: (() => void) | null): Promise<V> {
    return this.then().finally(onFinally);
  }
}

/** The signals of a scheduler by name. A signal without a waiting thread and without a remembered value is removed. */
import { addLayer, layers } from '../execution/layers.js';
import { DEV } from '../messages/development.js';
import { show } from '../messages/format.js';
import { type SignalOf, SubscriptionList } from '../threads/subscription.js';
import type { ThreadScheduler, Thread } from '../threads/thread.js';
import { checkSignalName, type SignalTable } from './signal-interface.js';
import { publish, awaitNext } from './channels.js';

/** The signal of a name, for code that is about to wait for it. */
export const signalOf = ({ signals }: ThreadScheduler, name: string): SignalOf<Thread> => signals.of(name);

export function waitForSignal(word: string, { signals }: ThreadScheduler, name: unknown, keeps: boolean): unknown {
  checkSignalName(word, name);
  const awaited = signals.of(name);
  return awaitNext(awaited, keeps, awaited.sticky);
}

/** It is listed by its name while a thread waits for it or it has a remembered value. */
class Signal implements SignalOf<Thread> {
  readonly name: string;
  readonly list: SubscriptionList<Thread> = new SubscriptionList();
  /** What is remembered of it. */
  sticky: { value: unknown } | null = null;
  readonly #byName: Map<string, Signal>;

  constructor(name: string, byName: Map<string, Signal>) {
    this.name = name;
    this.#byName = byName;
  }

  label(): string {
    return `waitSignal(${show(this.name)})`;
  }

  onJoin(): void {
    this.#byName.set(this.name, this);
  }

  onLeave(): void {
    if (this.list.size === 0 && this.sticky === null) this.#byName.delete(this.name);
  }
}

class Signals implements SignalTable {
  readonly byName: Map<string, Signal> = new Map();
  /**
   * A cache of one, as a signal that very many wait for is asked for again and again. It may be out of the map: then
   * its list is empty.
   */
  #last: Signal | null = null;

  /** The signal of a name, for code that is about to wait for it or to remember its value. */
  of(name: string): Signal {
    return (this.#last = this.#find(name) ?? new Signal(name, this.byName));
  }

  send(name: string, value: unknown, isSticky: boolean): void {
    const signal = isSticky ? this.of(name) : this.#find(name);
    if (signal === undefined) {
      if (DEV) layers.unheard?.(this, name);
      return;
    }
    this.#last = signal;
    if (isSticky) {
      signal.sticky = { value };
      signal.onJoin();
    }
    publish(signal.list, value);
  }

  clear(name: string): void {
    const signal = this.#find(name);
    if (signal === undefined) return;
    signal.sticky = null;
    signal.onLeave();
  }

  #find(name: string): Signal | undefined {
    return this.#last?.name === name ? this.#last : this.byName.get(name);
  }
}

addLayer({ signals: () => new Signals() });

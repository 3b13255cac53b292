import { EventEmitter } from 'node:events';

/** Where the events of a program come from: one of each kind that `waitForEvent` knows. Each counts its listeners. */
export interface Source {
  fire(args: readonly number[]): void;
  readonly listening: number;
}

/** What an EventTarget hands over: one event, whatever the arguments. */
export class Happening extends Event {
  readonly number: number | undefined;

  constructor(value: number | undefined) {
    super('event');
    this.number = value;
  }
}

/** For logs. */
export const encode = (value: unknown): unknown =>
  value instanceof Happening ? { happening: value.number } : undefined;
export const decode = (json: unknown): unknown => new Happening((json as { happening?: number }).happening);

class Target extends EventTarget implements Source {
  readonly #listeners = new Set<unknown>();

  override addEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.add(listener);
    super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.delete(listener);
    super.removeEventListener(type, listener);
  }

  get listening(): number {
    return this.#listeners.size;
  }

  fire(args: readonly number[]): void {
    this.dispatchEvent(new Happening(args[0]));
  }
}

class Emitter extends EventEmitter implements Source {
  get listening(): number {
    return this.listenerCount('event');
  }

  fire(args: readonly number[]): void {
    this.emit('event', ...args);
  }
}

type Listener = (...args: readonly number[]) => void;

/** Knows `on` and `off` and nothing else. */
class Bus implements Source {
  #listeners: Listener[] = [];

  on(_type: string, listener: Listener): void {
    this.#listeners = [...this.#listeners, listener];
  }

  off(_type: string, listener: Listener): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }

  get listening(): number {
    return this.#listeners.length;
  }

  fire(args: readonly number[]): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

export const makeSources = (): Source[] => [new Target(), new Emitter().setMaxListeners(0), new Bus()];

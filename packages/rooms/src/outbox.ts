/** What a process sends. Calls of the storage are sent again until they are answered. */
import type { Effect, ProcessMessage, Report, RoomMessage } from './messages.js';
import type { StoreAnswer, StoreCall } from './store/calls.js';

/** What is asked in place of a call that has got no answer; null: nothing any more. */
type Again = () => StoreCall | null;

interface Pending {
  readonly again: Again;
  readonly onAnswer: ((answer: StoreAnswer) => void) | undefined;
  sentMs: number;
}

export class Outbox {
  nowMs = 0;
  readonly #retryMs: number;
  readonly #pending: Map<number, Pending> = new Map();
  #effects: Effect[] = [];
  #lastId = 0;

  constructor(retryMs: number) {
    this.#retryMs = retryMs;
  }

  /** Returns its number. */
  ask(call: StoreCall, onAnswer?: (answer: StoreAnswer) => void, again: Again = () => call): number {
    const id = ++this.#lastId;
    this.#pending.set(id, { again, onAnswer, sentMs: this.nowMs });
    this.#effects.push({ to: 'store', id, call });
    return id;
  }

  /** The answer of a call is not heard any more. It may be done all the same. */
  takeBack(id: number): void {
    this.#pending.delete(id);
  }

  /** An answer that comes twice is heard once. */
  answer(id: number, answer: StoreAnswer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.onAnswer?.(answer);
  }

  /** Sends again what has got no answer. What is given up is answered with `young`: not yet. */
  resend(): void {
    for (const [id, pending] of this.#pending) {
      if (this.nowMs - pending.sentMs < this.#retryMs) continue;
      pending.sentMs = this.nowMs;
      const call = pending.again();
      if (call) this.#effects.push({ to: 'store', id, call });
      else this.answer(id, { kind: 'young' });
    }
  }

  toClient(link: string, message: RoomMessage): void {
    this.#effects.push({ to: 'client', link, message });
  }

  toProcess(process: string, message: ProcessMessage): void {
    this.#effects.push({ to: 'process', process, message });
  }

  report(report: Report): void {
    this.#effects.push({ to: 'host', report });
  }

  /** All since the last time. */
  flush(): readonly Effect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }
}

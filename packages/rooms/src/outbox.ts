/** What a process sends. Calls of the storage are sent again until they are answered. */
import type { Effect, ProcessMessage, Report, RoomMessage } from './messages.js';
import type { ClaimCall, StoreAnswer, StoreCall } from './store/calls.js';

interface Pending {
  readonly call: StoreCall;
  readonly onAnswer: (answer: StoreAnswer) => void;
  readonly askedMs: number;
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

  /** Returns what takes the call back: its answer is not heard any more. It may be done all the same. */
  ask(call: StoreCall, onAnswer: (answer: StoreAnswer) => void): () => void {
    const id = ++this.#lastId;
    const { nowMs } = this;
    this.#pending.set(id, { call, onAnswer, askedMs: nowMs, sentMs: nowMs });
    this.#effects.push({ to: 'store', id, call });
    return () => void this.#pending.delete(id);
  }

  /** An answer that comes twice is heard once. */
  answer(id: number, answer: StoreAnswer): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    pending.onAnswer(answer);
  }

  /** Sends again what has got no answer. By the time the storage is back, a claim may be of a room whose owner is well: it is given up. */
  resend(): void {
    for (const [id, pending] of this.#pending) {
      if (this.nowMs - pending.sentMs < this.#retryMs) continue;
      const { call, askedMs } = pending;
      pending.sentMs = this.nowMs;
      // Of calls only claims have `isOffer`.
      const { epoch, isOffer, leaseMs } = call as Partial<ClaimCall>;
      const isGivenUp = isOffer === false && this.nowMs - askedMs > leaseMs!;
      if (isGivenUp) this.answer(id, { kind: 'none' });
      // A new room may have been made by it, and be another process's by now.
      else this.#effects.push({ to: 'store', id, call: epoch! < 0 ? ({ ...call, epoch: 0 } as StoreCall) : call });
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

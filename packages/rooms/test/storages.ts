/** The storages of a world: rooms are dealt to them, as to the nodes of a cluster. Each is away, comes back empty or older for itself. */
import { MemoryStore } from '../src/index.js';
import type { Row, StoreAnswer, StoreCall } from '../src/store/calls.js';

export interface StorageOptions {
  /** See `MemoryStore`. */
  readonly mostDeaths?: number;
}

export class Storage {
  store: MemoryStore;
  /** It answers nothing before. */
  awayUntilMs = 0;
  readonly #options: StorageOptions;
  /** The rows of the last seconds, as a replica may have them. */
  #past: { atMs: number; rows: ReadonlyMap<string, Row> }[] = [];
  #isNew = false;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.store = new MemoryStore(options);
  }

  answer(call: StoreCall, nowMs: number): StoreAnswer {
    if (this.#isNew) this.store.sinceMs = nowMs;
    this.#isNew = false;
    const answer = this.store.answer(call, nowMs);
    this.#past = [...this.#past.slice(-200), { atMs: nowMs, rows: new Map(this.store.rows) }];
    return answer;
  }

  /** It dies, and comes back with nothing in it: it begins when somebody reaches it. */
  empty(nowMs: number, awayMs: number): void {
    this.awayUntilMs = Math.max(this.awayUntilMs, nowMs + awayMs);
    this.store = new MemoryStore(this.#options);
    this.#isNew = true;
    this.#past = [];
  }

  /** It dies, and a replica that lags takes its place. */
  goBack(nowMs: number, lagMs: number, awayMs: number): void {
    const past = this.#past.findLast(({ atMs }) => atMs <= nowMs - lagMs)?.rows ?? [];
    this.empty(nowMs, awayMs);
    for (const [room, row] of past) this.store.rows.set(room, row);
  }
}

export class Storages {
  readonly all: readonly Storage[];

  constructor(count: number, options: StorageOptions) {
    this.all = Array.from({ length: count }, () => new Storage(options));
  }

  of(room: string): Storage {
    return this.all[(room.codePointAt(0)! + room.length) % this.all.length]!;
  }

  /** All that are asked have to be reached: null. */
  answer(call: StoreCall, nowMs: number, isReached: (storage: Storage) => boolean): StoreAnswer | null {
    const asked = call.kind === 'due' ? this.all : [this.of(call.room)];
    if (asked.some((storage) => nowMs < storage.awayUntilMs || !isReached(storage))) return null;
    const answers = asked.map((storage) => storage.answer(call, nowMs));
    const [first] = answers;
    if (call.kind !== 'due') return first!;
    const rooms = answers.flatMap((answer) => (answer.kind === 'due' ? answer.rooms : []));
    return { kind: 'due', rooms: rooms.slice(0, call.limit) };
  }
}

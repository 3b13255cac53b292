/**
 * What of a room is durable. There is one write at a time; what comes meanwhile goes with the next.
 *
 * A pulse is durable when the log says how it went: when it has the record of what came in, or, where nothing came in, a **horizon** behind it. Each write
 * promises a few pulses ahead, so that pulses without inputs need no record. After a crash the next owner runs all pulses up to the horizon.
 */
import type { Entry } from './entries.js';
import type { Outbox } from './outbox.js';
import { type CommitCall, ENDED_MS, type LogRecord, type PutCall, type StoreAnswer } from './store/calls.js';

export interface JournalOptions {
  readonly room: string;
  readonly process: string;
  /** Write the records of pulses? Else only snapshots are durable. */
  readonly hasLog: boolean;
  readonly leaseMs: number;
  /** The lease is renewed so often. */
  readonly beatMs: number;
  /** So many pulses ahead are promised. */
  readonly aheadPulses: number;
  /** A text that nobody else has. */
  readonly generation: string;
}

/** By client: inputs up to this number. */
export type Acks = ReadonlyMap<string, number>;

export interface Snapshot {
  readonly text: string;
  readonly pulse: number;
  readonly acks: Acks;
  /** So many entries are in it. */
  readonly entries: number;
}

type Write = { readonly snapshot?: Snapshot | null; readonly next?: CommitCall['next'] };
/** `lost`, `older`: the storage has no row, or an older one: it is to be put anew. */
export type WriteResult = 'kept' | 'fenced' | 'lost' | 'older';

export class Journal {
  epoch: number;
  /** Inputs up to these numbers are durable. */
  readonly acked: Map<string, number> = new Map();
  /** So many entries are durable. */
  entries: number;
  readonly #options: JournalOptions;
  readonly #outbox: Outbox;
  #seq = 0;
  #generation = '';
  #horizon: number;
  #snapshot: Snapshot;
  /** Since the snapshot, also what is not durable yet: a storage that has lost the room gets it again. */
  #log: LogRecord[];
  /** The first so many of the log are durable. */
  #durableCount: number;
  /** When the last write was sent for the first time. */
  writtenMs: number = -Infinity;
  /** When the last write was sent that the storage has kept: nobody else may have the room before its lease has ended. */
  keptMs: number;
  /** While a snapshot is written: the pulse of the first record before it that is not durable yet. */
  #openPulse: number = Infinity;
  isWriting = false;
  /** Takes the write back that is under way. */
  #undo: () => void = () => {};

  constructor(
    options: JournalOptions,
    outbox: Outbox,
    start: { epoch: number; snapshot: Snapshot; log: readonly LogRecord[]; horizon: number },
  ) {
    this.#options = options;
    this.#outbox = outbox;
    this.epoch = start.epoch;
    this.#snapshot = start.snapshot;
    this.#log = [...start.log];
    this.#durableCount = start.log.length;
    this.#horizon = start.horizon;
    this.keptMs = outbox.nowMs;
    for (const [client, n] of start.snapshot.acks) this.acked.set(client, n);
    this.entries = start.snapshot.entries + countOf(start.log);
  }

  /** The pulse up to which nothing can go otherwise any more. */
  get durablePulse(): number {
    if (!this.#options.hasLog) return this.#snapshot.pulse;
    const next = this.#log[this.#durableCount]?.pulse ?? Infinity;
    return Math.min(this.#horizon, this.#openPulse - 1, next - 1);
  }

  /** Of the last snapshot that is durable. */
  get snapshotText(): string {
    return this.#snapshot.text;
  }

  add(record: LogRecord): void {
    if (this.#options.hasLog) this.#log.push(record);
  }

  /** Has something to be written, or the lease to be renewed? */
  isDue(pulse: number): boolean {
    const { hasLog, beatMs } = this.#options;
    if (this.#outbox.nowMs - this.writtenMs >= beatMs || this.#durableCount < this.#log.length) return true;
    return hasLog && pulse + 2 >= this.#horizon;
  }

  /** Writes what is new; with a snapshot, in its place. `then` hears what became of it. */
  write(pulse: number, { snapshot = null, next = null }: Write, then: (result: WriteResult) => void): void {
    const { room, process: owner, leaseMs, hasLog, aheadPulses } = this.#options;
    const log = snapshot === null ? this.#log : this.#log.filter((record) => record.pulse > snapshot.pulse);
    const records = snapshot === null ? log.slice(this.#durableCount) : log;
    const last = hasLog ? pulse : (snapshot ?? this.#snapshot).pulse;
    const horizon = next !== null || !hasLog ? last : last + aheadPulses;
    const { epoch } = this;
    const seq = ++this.#seq;
    const head = { room, owner, epoch, seq, leaseMs, horizon };
    const call: CommitCall = {
      kind: 'commit',
      ...head,
      records,
      snapshot: snapshot?.text ?? null,
      next,
      generation: this.#generation,
    };
    if (snapshot !== null) {
      this.#openPulse = this.#log[this.#durableCount]?.pulse ?? Infinity;
      this.#durableCount = 0;
    }
    this.#log = log;
    const taken = log.length;
    this.#start();
    const lose = (): void => {
      if (snapshot !== null) this.#snapshot = snapshot;
    };
    const takeBack = this.#outbox.ask(call, (answer) => {
      if (answer.kind === 'kept') this.#keep({ horizon, taken, snapshot, generation: answer.generation });
      else lose();
      this.isWriting = false;
      then(this.#resultOf(answer));
    });
    this.#undo = () => {
      takeBack();
      lose();
      // If it is done all the same, no more than this is promised.
      this.#horizon = Math.min(this.#horizon, horizon);
    };
  }

  /** The write under way is not answered, and may come or not: the room is to be put under an epoch above that. */
  abandon(epoch: number): void {
    this.#undo();
    this.isWriting = false;
    this.restart(epoch, this.keptMs);
  }

  /** Writes the whole row: of a new room, or where the storage has lost it. */
  put(pulse: number, then: (result: WriteResult) => void): void {
    const { room, process: owner, leaseMs, hasLog, aheadPulses, generation } = this.#options;
    const horizon = hasLog ? pulse + aheadPulses : this.#snapshot.pulse;
    const log = [...this.#log];
    const { text: snapshot } = this.#snapshot;
    const head = { room, owner, epoch: this.epoch, seq: ++this.#seq, leaseMs, horizon };
    const call: PutCall = { kind: 'put', ...head, snapshot, log, generation };
    this.#start();
    this.#outbox.ask(call, (answer) => {
      if (answer.kind === 'kept') {
        this.epoch = answer.epoch;
        this.#keep({ horizon, taken: log.length, snapshot: this.#snapshot, generation: answer.generation });
      }
      this.isWriting = false;
      then(this.#resultOf(answer));
    });
  }

  /** Nobody else may have the room yet. */
  get isLeased(): boolean {
    return this.#outbox.nowMs - this.keptMs <= this.#options.leaseMs;
  }

  #resultOf({ kind }: StoreAnswer): WriteResult {
    // That it has ended would be known.
    if (kind === 'none') return this.#outbox.nowMs - this.keptMs < ENDED_MS ? 'lost' : 'fenced';
    return kind === 'kept' || kind === 'lost' || kind === 'older' ? kind : 'fenced';
  }

  /** The room was taken back, or put under another epoch. */
  restart(epoch: number, keptMs: number): void {
    this.epoch = epoch;
    this.keptMs = keptMs;
    this.#seq = 0;
    this.writtenMs = -Infinity;
  }

  #start(): void {
    this.isWriting = true;
    this.writtenMs = this.#outbox.nowMs;
  }

  #keep({
    horizon,
    taken,
    snapshot,
    generation,
  }: {
    horizon: number;
    taken: number;
    snapshot: Snapshot | null;
    generation: string;
  }): void {
    this.#generation = generation;
    this.#horizon = horizon;
    this.#openPulse = Infinity;
    this.keptMs = this.writtenMs;
    if (snapshot !== null) {
      this.#snapshot = snapshot;
      this.acked.clear();
      for (const [client, n] of snapshot.acks) this.acked.set(client, n);
      this.entries = snapshot.entries;
    }
    const records = this.#log.slice(snapshot === null ? this.#durableCount : 0, taken);
    this.entries += countOf(records);
    for (const { entries } of records)
      for (const entry of entries as Entry[]) if ('n' in entry) this.acked.set(entry.client, entry.n);
    this.#durableCount = taken;
  }
}

const countOf = (log: readonly LogRecord[]): number => log.reduce((sum, { entries }) => sum + entries.length, 0);

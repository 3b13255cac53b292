/**
 * What of a room is durable. There is one write at a time; what comes meanwhile goes with the next. Only what is not durable yet is kept here.
 *
 * A pulse is durable when the log says how it went: when it has the record of what came in, or, where nothing came in, a **horizon** behind it. Each write
 * promises a few pulses ahead, so that pulses without inputs need no record. After a crash the next owner runs all pulses up to the horizon.
 *
 * A storage that has lost the room gets a snapshot of now. Until it has kept one, a write says only whose room it is: a log without a snapshot is worth nothing.
 */
import type { Entry } from './entries.js';
import type { AllOptions } from './options.js';
import type { Outbox } from './outbox.js';
import type { CommitCall, LogRecord } from './store/calls.js';

/** By client: inputs up to this number. */
export type Acks = ReadonlyMap<string, number>;

export interface Snapshot {
  readonly text: string;
  readonly pulse: number;
  readonly acks: Acks;
  /** So many entries are in it. */
  readonly entries: number;
}

interface Write {
  readonly kind?: 'put' | 'commit';
  readonly snapshot?: Snapshot | null;
  readonly next?: CommitCall['next'];
}
/** `lost`, `older`: the storage has no row, or an older one: it is to be put anew. `young`: not yet. */
export type WriteResult = 'kept' | 'fenced' | 'lost' | 'older' | 'young';

export class Journal {
  epoch: number;
  /** Inputs up to these numbers are durable. */
  acked: Map<string, number> = new Map();
  /** So many entries are durable. */
  entries = 0;
  readonly #room: string;
  readonly #options: AllOptions;
  readonly #outbox: Outbox;
  #seq = 0;
  #horizon: number;
  /** What is not durable yet. */
  #log: LogRecord[] = [];
  /** The storage has no row of it, or an older one: nothing more is durable before it has kept a snapshot. */
  isLost = false;
  /** When the last write was sent for the first time. */
  writtenMs: number = -Infinity;
  /** When the last write was sent that has made something durable: nobody else may have the room before its lease has ended. */
  keptMs: number;
  /** The pulse of the first record that is not durable yet; it may be in a snapshot that is being written. */
  #openPulse: number = Infinity;
  isWriting = false;
  /** Takes the write back that is under way. */
  #undo: () => void = () => {};

  constructor(
    { name, options, outbox }: { readonly name: string; readonly options: AllOptions; readonly outbox: Outbox },
    start: { epoch: number; snapshot: Snapshot; log: readonly LogRecord[]; horizon: number },
  ) {
    this.#room = name;
    this.#options = options;
    this.#outbox = outbox;
    this.epoch = start.epoch;
    this.#horizon = start.horizon;
    this.keptMs = outbox.nowMs;
    this.#count(start.log, start.snapshot);
  }

  /** The pulse up to which nothing can go otherwise any more. Without a log: that of the last snapshot. */
  get durablePulse(): number {
    return Math.min(this.#horizon, this.#openPulse - 1);
  }

  add(record: LogRecord): void {
    this.#log.push(record);
    this.#openPulse = Math.min(this.#openPulse, record.pulse);
  }

  /** Was the last write in an earlier beat, so that another is due, whatever is in it? The rooms of a process beat together: their writes go as one. */
  get isLate(): boolean {
    const { nowMs } = this.#outbox;
    return nowMs - this.writtenMs > nowMs % this.#options.beatMs;
  }

  /** Has the last write been waiting for so long? The storage of another room may be another node of a cluster. */
  isUnanswered(forMs: number): boolean {
    return this.isWriting && this.#outbox.nowMs - this.writtenMs >= forMs;
  }

  /** Has something to be written, or the lease to be renewed? */
  isDue(pulse: number): boolean {
    const { log: hasLog } = this.#options;
    return this.isLate || (!this.isLost && (this.#log.length > 0 || (hasLog && pulse + 2 >= this.#horizon)));
  }

  /**
   * Writes what is new; with a snapshot of now, in its place. `put`: the whole row, of a new room or where the storage has lost it; without a snapshot, what it has
   * of it stays. `then` hears what became of it.
   */
  write(
    pulse: number,
    { kind = this.epoch > 0 ? 'commit' : 'put', snapshot = null, next = null }: Write,
    then: (result: WriteResult) => void,
  ): void {
    const { process: owner, beatMs, stepMs, leaseMs, log: hasLog } = this.#options;
    const isBare = snapshot === null && (this.isLost ||= kind === 'put');
    // Until the next but one.
    const aheadPulses = next === null ? Math.ceil((2 * beatMs) / stepMs) + 2 : 0;
    const promised = hasLog && !isBare ? pulse + aheadPulses : (snapshot?.pulse ?? this.#horizon);
    if (snapshot !== null) this.#log = [];
    const records = isBare ? [] : [...this.#log];
    this.isWriting = true;
    this.writtenMs = this.#outbox.nowMs;
    const call = {
      kind,
      room: this.#room,
      owner,
      epoch: this.epoch,
      seq: ++this.#seq,
      leaseMs,
      horizon: isBare ? 0 : promised,
      snapshot: snapshot?.text ?? null,
      records,
      next,
    };
    // It is fresh once.
    this.epoch = Math.max(this.epoch, 0);
    const takeBack = this.#outbox.ask(call, (answer) => {
      this.isWriting = false;
      if (answer.kind === 'kept') {
        this.epoch = answer.epoch;
        if (!isBare) this.#keep(promised, records, snapshot);
      }
      // Nothing else is said to a write.
      then(answer.kind as WriteResult);
    });
    this.#undo = () => {
      takeBack();
      this.isWriting = false;
      // If it is done all the same, no more than this is promised.
      this.#horizon = Math.min(this.#horizon, promised);
    };
  }

  /** The room was taken back, or is to be put under another epoch. A write under way is heard no more; it may be done, or not, in a lower epoch. */
  restart(epoch: number, keptMs: number = this.keptMs): void {
    this.#undo();
    this.epoch = epoch;
    this.keptMs = keptMs;
    this.#seq = 0;
    this.writtenMs = -Infinity;
  }

  #keep(horizon: number, records: readonly LogRecord[], snapshot: Snapshot | null): void {
    this.#horizon = horizon;
    this.keptMs = this.writtenMs;
    this.#log.splice(0, records.length);
    this.#count(records, snapshot);
    this.#openPulse = this.#log[0]?.pulse ?? Infinity;
    if (this.isLost) this.#outbox.report({ kind: 'written anew', room: this.#room });
    this.isLost = false;
  }

  /** These are durable, behind the snapshot if there is one. */
  #count(log: readonly LogRecord[], snapshot: Snapshot | null): void {
    if (snapshot !== null) {
      this.acked = new Map(snapshot.acks);
      this.entries = snapshot.entries;
    }
    const { acked } = this;
    for (const entry of log.flatMap(({ entries }) => entries as Entry[])) {
      this.entries++;
      if (entry.kind === 'input') acked.set(entry.client, entry.n);
      else if (entry.kind === 'leave' || entry.kind === 'join') acked.delete(entry.client);
    }
  }
}

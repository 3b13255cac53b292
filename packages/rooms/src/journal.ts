/**
 * What of a room is durable. There is one write at a time; what comes meanwhile goes with the next.
 *
 * A pulse is durable when the log says how it went: when it has the record of what came in, or, where nothing came in, a **horizon** behind it. Each write
 * promises a few pulses ahead, so that pulses without inputs need no record. After a crash the next owner runs all pulses up to the horizon.
 */
import type { Entry } from './entries.js';
import type { AllOptions } from './options.js';
import type { Outbox } from './outbox.js';
import type { CommitCall, LogRecord, PutCall, StoreAnswer, StoreCall } from './store/calls.js';

/** Of each client: inputs up to this number. */
export type Acks = readonly (readonly [client: string, n: number])[];

export interface Snapshot {
  readonly text: string;
  readonly pulse: number;
  readonly acks: Acks;
  /** So many entries are in it. */
  readonly entries: number;
}

type Write = { readonly snapshot?: Snapshot | null; readonly next?: CommitCall['next'] };
/** `lost`, `older`: the storage has no row, or an older one: it is to be put anew. `young`: not yet. */
export type WriteResult = 'kept' | 'fenced' | 'lost' | 'older' | 'young';

type Then = (result: WriteResult) => void;
/** What else a write says. */
type What = Pick<CommitCall, 'kind' | 'records' | 'next'> | Pick<PutCall, 'kind' | 'log'>;

export class Journal {
  epoch: number;
  /** Inputs up to these numbers are durable. */
  acked: Map<string, number> = new Map();
  /** So many entries are durable. */
  entries = 0;
  readonly #room: string;
  readonly #options: AllOptions;
  /** So many pulses ahead are promised. */
  readonly #aheadPulses: number;
  readonly #outbox: Outbox;
  #seq = 0;
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
  /** While a snapshot is written, or the one before was not kept: the first pulse before it that is not durable. */
  #openPulse: number = Infinity;
  isWriting = false;
  /** The last write, and its number. */
  #call!: CommitCall | PutCall;
  #callId = 0;
  /** What it puts in the place of the log. */
  #newSnapshot: Snapshot | null = null;
  /** So many of the log are durable when it is kept. */
  #takenCount = 0;
  #then!: Then;

  constructor(
    { name, options, outbox }: { readonly name: string; readonly options: AllOptions; readonly outbox: Outbox },
    start: { epoch: number; snapshot: Snapshot; log: readonly LogRecord[]; horizon: number },
  ) {
    this.#room = name;
    this.#options = options;
    this.#aheadPulses = Math.ceil((2 * options.beatMs) / options.stepMs) + 2;
    this.#outbox = outbox;
    this.epoch = start.epoch;
    this.#snapshot = start.snapshot;
    this.#log = [...start.log];
    this.#durableCount = start.log.length;
    this.#horizon = start.horizon;
    this.keptMs = outbox.nowMs;
    this.#count(start.log, start.snapshot);
  }

  /** The pulse up to which nothing can go otherwise any more. */
  get durablePulse(): number {
    const next = this.#log[this.#durableCount]?.pulse ?? Infinity;
    return Math.min(this.#horizon, this.#openPulse - 1, next - 1);
  }

  add(record: LogRecord): void {
    this.#log.push(record);
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
    return this.isLate || this.#durableCount < this.#log.length || (this.#options.log && pulse + 2 >= this.#horizon);
  }

  /** Writes what is new; with a snapshot, in its place. `then` hears what became of it. */
  write(pulse: number, { snapshot = null, next = null }: Write, then: Then): void {
    if (snapshot !== null) {
      this.#openPulse = this.durablePulse + 1;
      this.#durableCount = 0;
      this.#log = this.#log.filter((record) => record.pulse > snapshot.pulse);
    }
    const records = this.#log.slice(this.#durableCount);
    this.#send(pulse, { kind: 'commit', records, next }, snapshot, then);
  }

  /** Writes the whole row: of a new room, or where the storage has lost it. With `isTrial` it promises nothing, and the next commit finds it older. */
  put(pulse: number, then: Then, isTrial?: boolean): void {
    this.#send(pulse, { kind: 'put', log: [...this.#log] }, this.#snapshot, then);
    if (isTrial) this.#seq++;
    // It is fresh once.
    if (this.epoch < 0) this.epoch = 0;
  }

  #send(pulse: number, what: What, snapshot: Snapshot | null, then: Then): void {
    const { process: owner, leaseMs, log } = this.#options;
    const { next } = what as Partial<CommitCall>;
    // Also if the storage does not keep it: then it is put.
    this.#snapshot = snapshot ?? this.#snapshot;
    const call = {
      room: this.#room,
      owner,
      epoch: this.epoch,
      seq: ++this.#seq,
      leaseMs,
      horizon: log ? pulse + (next ? 0 : this.#aheadPulses) : this.#snapshot.pulse,
      snapshot: snapshot?.text ?? null,
      // Behind what is spread each object would be of a hidden class of its own.
      ...what,
    };
    this.#call = call as CommitCall | PutCall;
    this.#newSnapshot = snapshot;
    this.#takenCount = this.#log.length;
    this.#then = then;
    this.isWriting = true;
    this.writtenMs = this.#outbox.nowMs;
    this.#callId = this.#outbox.ask(this.#call, this.#answered, this.#again);
  }

  /** Whoever has the room by then may have to write it into a storage that is empty again. A room that was fresh may have been made by the first attempt. */
  readonly #again = (): StoreCall | null => {
    const call = this.#call;
    const isGivenUp = call.kind === 'put' && call.epoch > 0 && this.isUnanswered(call.leaseMs);
    return isGivenUp ? null : { ...call, epoch: this.epoch };
  };

  readonly #answered = (answer: StoreAnswer): void => {
    this.isWriting = false;
    // Else it was on trial.
    if (answer.kind === 'kept' && this.#call.seq === this.#seq) {
      this.epoch = answer.epoch;
      this.#horizon = this.#call.horizon;
      this.#openPulse = Infinity;
      this.keptMs = this.writtenMs;
      this.#count(
        this.#log.slice(this.#newSnapshot === null ? this.#durableCount : 0, this.#takenCount),
        this.#newSnapshot,
      );
      this.#durableCount = this.#takenCount;
    }
    // Nothing else is said to a write.
    this.#then(answer.kind as WriteResult);
  };

  /** The room was taken back, or is to be put under another epoch. A write under way is heard no more; it may be done, or not, in a lower epoch. */
  restart(epoch: number, keptMs: number): void {
    this.isWriting = false;
    this.#outbox.takeBack(this.#callId);
    // If it is done all the same, no more than this is promised.
    this.#horizon = Math.min(this.#horizon, this.#call.horizon);
    this.epoch = epoch;
    this.keptMs = keptMs;
    this.#seq = 0;
    this.writtenMs = -Infinity;
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

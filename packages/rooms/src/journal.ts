/**
 * What of a room is durable. There is one write at a time; what comes meanwhile goes with the next.
 *
 * A pulse is durable when the log says how it went: when it has the record of what came in, or, where nothing came in, a **horizon** behind it. Each write
 * promises a few pulses ahead, so that pulses without inputs need no record. After a crash the next owner runs all pulses up to the horizon.
 */
import type { Entry } from './entries.js';
import type { AllOptions } from './options.js';
import type { Outbox } from './outbox.js';
import type { CommitCall, LogRecord, PutCall } from './store/calls.js';

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
/** What each write says besides is the same. */
type Headless<C> = Omit<C, 'room' | 'owner' | 'epoch' | 'seq' | 'leaseMs'>;

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
  /** Takes the write back that is under way. */
  #undo: () => void = () => {};

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
    const { log: hasLog } = this.#options;
    const last = hasLog ? pulse : (snapshot ?? this.#snapshot).pulse;
    const horizon = next !== null || !hasLog ? last : last + this.#aheadPulses;
    if (snapshot !== null) {
      this.#openPulse = this.durablePulse + 1;
      this.#durableCount = 0;
      this.#log = this.#log.filter((record) => record.pulse > snapshot.pulse);
    }
    const records = this.#log.slice(this.#durableCount);
    this.#send({ kind: 'commit', horizon, records, snapshot: snapshot?.text ?? null, next }, snapshot, then);
  }

  /** Writes the whole row: of a new room, or where the storage has lost it. With `isTrial` it promises nothing, and the next commit finds it older. */
  put(pulse: number, then: Then, isTrial?: boolean): void {
    const snapshot = this.#snapshot;
    const horizon = this.#options.log ? pulse + this.#aheadPulses : snapshot.pulse;
    this.#send({ kind: 'put', horizon, snapshot: snapshot.text, log: [...this.#log] }, snapshot, then);
    if (isTrial) this.#seq++;
    // It is fresh once.
    if (this.epoch < 0) this.epoch = 0;
  }

  #send(what: Headless<CommitCall> | Headless<PutCall>, snapshot: Snapshot | null, then: Then): void {
    const { process: owner, leaseMs } = this.#options;
    // What is spread comes last: behind it each object would be of a hidden class of its own.
    const call = { room: this.#room, owner, epoch: this.epoch, seq: ++this.#seq, leaseMs, ...what };
    const { horizon } = what;
    const taken = this.#log.length;
    this.isWriting = true;
    this.writtenMs = this.#outbox.nowMs;
    // Also if the storage has not kept it: then it is put.
    const settle = (): void => {
      this.#snapshot = snapshot ?? this.#snapshot;
      this.isWriting = false;
    };
    // Whoever has the room by then may have to write it into a storage that is empty again. A room that was fresh may have been made by the first attempt.
    const again = (): typeof call | null =>
      call.kind === 'put' && call.epoch > 0 && this.isUnanswered(leaseMs) ? null : { ...call, epoch: this.epoch };
    const takeBack = this.#outbox.ask(
      call,
      (answer) => {
        settle();
        // Else it was on trial.
        if (answer.kind === 'kept' && call.seq === this.#seq) {
          this.epoch = answer.epoch;
          this.#keep({ horizon, taken, snapshot });
        }
        // Nothing else is said to a write.
        then(answer.kind as WriteResult);
      },
      again,
    );
    this.#undo = () => {
      takeBack();
      settle();
      // If it is done all the same, no more than this is promised.
      this.#horizon = Math.min(this.#horizon, horizon);
    };
  }

  /** The room was taken back, or is to be put under another epoch. A write under way is heard no more; it may be done, or not, in a lower epoch. */
  restart(epoch: number, keptMs: number): void {
    this.#undo();
    this.epoch = epoch;
    this.keptMs = keptMs;
    this.#seq = 0;
    this.writtenMs = -Infinity;
  }

  #keep({ horizon, taken, snapshot }: { horizon: number; taken: number; snapshot: Snapshot | null }): void {
    this.#horizon = horizon;
    this.#openPulse = Infinity;
    this.keptMs = this.writtenMs;
    this.#count(this.#log.slice(snapshot === null ? this.#durableCount : 0, taken), snapshot);
    this.#durableCount = taken;
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

/** The storage of one process, without Redis. `scripts` says the same to Redis. */
import {
  ENDED_MS,
  epochByClock,
  KEPT_MS,
  LIVED_MS,
  type ClaimCall,
  type CommitCall,
  type DueCall,
  type DueRoom,
  type EndCall,
  type LogRecord,
  type PutCall,
  type Row,
  type StoreAnswer,
  type StoreCall,
  YOUNG_MS,
} from './calls.js';

/**
 * Keeps the rows of rooms. Each call is one step: it compares the epoch, and writes the row or leaves it.
 *
 * @example
 * const store = new MemoryStore();
 * const owner = { room: 'inn', owner: 'a', epoch: 1 };
 * store.answer({ ...owner, epoch: 0, kind: 'put', seq: 1, leaseMs: 600, horizon: 0, snapshot: '{}', log: [] }, 0);
 * store.answer({ kind: 'claim', room: 'inn', by: 'b', epoch: 1, leaseMs: 600, isOffer: false }, 500).kind; // "refused"
 * store.answer({ kind: 'claim', room: 'inn', by: 'b', epoch: 1, leaseMs: 600, isOffer: false }, 700).kind; // "row"
 * store.answer({ ...owner, kind: 'end' }, 700).kind; // "fenced"
 */
export class MemoryStore {
  readonly rows: Map<string, Row> = new Map();
  readonly #ended: Map<string, { readonly epoch: number; readonly untilMs: number }> = new Map();
  /** When it has begun anew, and may have lost rooms that somebody has. */
  sinceMs: number = -Infinity;
  readonly #mostDeaths: number;

  /** A room that processes die of is set aside at the third death; or at another one. */
  constructor({ mostDeaths = 3 }: { readonly mostDeaths?: number } = {}) {
    this.#mostDeaths = mostDeaths;
  }

  /** `nowMs` is by the storage's own clock. */
  answer(call: StoreCall, nowMs: number): StoreAnswer {
    if (call.kind === 'due') return this.#due(call, nowMs);
    const row = this.rows.get(call.room);
    switch (call.kind) {
      case 'put':
        return this.#put(call, row, nowMs);
      case 'commit':
        return this.#commit(call, row, nowMs);
      case 'claim':
        return this.#claim(call, row, nowMs);
      case 'end':
        return this.#end(call, row, nowMs);
      default:
        return row === undefined ? NONE : { kind: 'row', row };
    }
  }

  #put(call: PutCall, row: Row | undefined, nowMs: number): StoreAnswer {
    const { room, owner, seq, leaseMs, horizon, snapshot, log } = call;
    const isNew = call.epoch < 1;
    // Also where there is a row: it may be one that the caller had before others.
    if (!call.epoch && nowMs - this.sinceMs < YOUNG_MS + 2 * leaseMs) return { kind: 'young' };
    if (isNew && row) return row.owner === owner && row.seq === seq ? kept(row.epoch) : FENCED;
    const ended = this.#endedEpoch(room, nowMs);
    const epoch = isNew ? epochByClock(ended, nowMs) : call.epoch;
    const isMine = row?.epoch === epoch && row.owner === owner;
    if (epoch <= ended || (row && row.epoch >= epoch && !isMine)) return FENCED;
    if (isMine && row.seq >= seq) return kept(epoch);
    this.rows.set(room, {
      status: 'held',
      giver: null,
      giverSeq: 0,
      isExact: false,
      deaths: row?.deaths ?? [],
      epoch,
      owner,
      seq,
      leaseUntilMs: nowMs + leaseMs,
      horizon,
      snapshot,
      log,
    });
    return kept(epoch);
  }

  #commit(call: CommitCall, row: Row | undefined, nowMs: number): StoreAnswer {
    if (row === undefined) return call.epoch > this.#endedEpoch(call.room, nowMs) ? { kind: 'lost' } : FENCED;
    if (row.epoch > call.epoch) {
      if (isHandedOverBy(call, row)) return kept(call.epoch);
      this.rows.set(call.room, { ...row, deaths: row.deaths.filter((epoch) => epoch !== call.epoch) });
      return FENCED;
    }
    if (row.epoch < call.epoch || call.seq > row.seq + 1) return { kind: 'older' };
    if (row.owner !== call.owner) return FENCED;
    if (call.seq === row.seq + 1) this.rows.set(call.room, committed(row, call, nowMs));
    return kept(call.epoch);
  }

  /** Of a room of this name that has ended a moment ago; else 0. */
  #endedEpoch(room: string, nowMs: number): number {
    const ended = this.#ended.get(room);
    return ended && nowMs < ended.untilMs ? ended.epoch : 0;
  }

  #claim({ room, by, epoch, leaseMs, isOffer }: ClaimCall, row: Row | undefined, nowMs: number): StoreAnswer {
    if (row === undefined) return NONE;
    if (isClaimedBy(by, epoch, row)) return { kind: 'row', row };
    const isFree = isOffer ? row.status === 'offered' && row.giver === by : isDue(row, nowMs);
    if (row.epoch !== epoch || !isFree) return { kind: 'refused', row };
    const hasDied = !isOffer && row.status !== 'waiting';
    // An epoch begins at about its own number by the clock.
    const before = row.leaseUntilMs - leaseMs - epoch > LIVED_MS ? [] : row.deaths;
    const deaths = hasDied ? [...before, epoch] : before;
    const claimed: Row = {
      ...row,
      epoch: isOffer ? epoch + 1 : epochByClock(epoch, nowMs),
      owner: by,
      status: deaths.length < this.#mostDeaths ? 'held' : 'aside',
      seq: 0,
      leaseUntilMs: nowMs + leaseMs,
      // Who has died may have shown what it has not written.
      isExact: row.isExact && !hasDied,
      deaths,
    };
    this.rows.set(room, claimed);
    return { kind: 'row', row: claimed };
  }

  #end({ room, owner, epoch }: EndCall, row: Row | undefined, nowMs: number): StoreAnswer {
    if (row && (row.epoch > epoch || (row.epoch === epoch && row.owner !== owner))) return FENCED;
    this.rows.delete(room);
    this.#ended.set(room, { epoch: Math.max(epoch, this.#endedEpoch(room, nowMs)), untilMs: nowMs + ENDED_MS });
    return kept(epoch);
  }

  #due({ limit }: DueCall, nowMs: number): StoreAnswer {
    const rooms: DueRoom[] = [];
    for (const [room, { untilMs }] of this.#ended) if (untilMs <= nowMs) this.#ended.delete(room);
    for (const [room, row] of this.rows) {
      if (nowMs - row.leaseUntilMs > KEPT_MS) this.rows.delete(room);
      else if (rooms.length < limit && isDue(row, nowMs))
        rooms.push({ room, epoch: row.epoch, isWaiting: row.status === 'waiting' });
    }
    return { kind: 'due', rooms };
  }
}

/** Is it this claim that has raised the epoch? Its answer was lost. */
function isClaimedBy(by: string, epoch: number, row: Row): boolean {
  return row.epoch > epoch && row.owner === by && row.seq === 0 && (row.status === 'held' || row.status === 'aside');
}

const NONE: StoreAnswer = { kind: 'none' };
const FENCED: StoreAnswer = { kind: 'fenced' };
const kept = (epoch: number): StoreAnswer => ({ kind: 'kept', epoch });

/** May anybody take it? */
function isDue({ status, leaseUntilMs }: Row, nowMs: number): boolean {
  return status === 'waiting' || (status !== 'aside' && leaseUntilMs < nowMs);
}

/** Is it this write that has raised the epoch? Its answer was lost. */
function isHandedOverBy({ next, owner, seq, epoch }: CommitCall, row: Row): boolean {
  return next !== null && row.epoch === epoch + 1 && row.giver === owner && row.giverSeq === seq;
}

function committed(row: Row, call: CommitCall, nowMs: number): Row {
  const { seq, horizon, records, leaseMs, next, owner: giver } = call;
  const snapshot = call.snapshot ?? row.snapshot;
  const log: readonly LogRecord[] = call.snapshot === null ? [...row.log, ...records] : records;
  const written = { ...row, horizon, snapshot, log, leaseUntilMs: nowMs + leaseMs };
  if (next === null) return { ...written, status: 'held', seq, isExact: false };
  const { to, isExact } = next;
  const status = to === null ? 'waiting' : 'offered';
  return { ...written, epoch: row.epoch + 1, giver, giverSeq: seq, isExact, seq: 0, status, owner: to ?? giver };
}

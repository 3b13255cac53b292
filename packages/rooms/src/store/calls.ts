/**
 * What rooms need of a storage: six calls, each of which reads and writes one row as one step. All of them can be made
 * again when their answer is lost: the second time changes nothing and is answered as the first.
 *
 * A row belongs to an owner (a process) in an epoch. Whoever takes a room raises its epoch. **Only a higher epoch fences**: a row that is missing, or has a lower
 * one, means that the storage has lost something, and its owner writes it anew.
 */

/** A room that has gone on for longer with the same owner is not what processes die of: deaths before that are forgotten. */
export const LIVED_MS = 3000;
/** That a room has ended is known for so long: whoever still has it is fenced. */
export const ENDED_MS = 60_000;
/** Nobody comes for it any more. */
export const KEPT_MS = 86_400_000;

/**
 * A storage that has begun anew may lack rooms that somebody has. For so long and two leases it takes no new ones: each process has to reach it again, to wait a
 * lease for who else may have the room, and to write it.
 */
export const YOUNG_MS = 2000;

/** The epoch of a new room whose name was drawn just now: nobody can have one of it, so that it is made also where the storage is young. For the first attempt only. */
export const FRESH = -1;

/**
 * The epoch of a new room, and of who claims one that nobody has. A replica that lags may know nothing of the last owners: by the clock it is above theirs, as
 * rooms are handed over less than once in a millisecond.
 */
export const epochByClock = (epoch: number, nowMs: number): number => Math.max(epoch + 1, Math.floor(nowMs));

/** What came from outside at the start of a pulse, in the order in which it was applied. */
export interface LogRecord {
  /** From 1. */
  readonly pulse: number;
  readonly entries: readonly unknown[];
  /** Of the game before the pulse: a replay that has another one is not true. */
  readonly hash: number;
}

/**
 * - `held`: the owner has it.
 * - `offered`: it was handed over to the owner, which has not said yet that it has it; the giver may take it back.
 * - `waiting`: nobody has it; the next process takes it.
 * - `aside`: too many processes have died of it; nobody takes it.
 */
export type RowStatus = 'held' | 'offered' | 'waiting' | 'aside';

export interface Row {
  readonly epoch: number;
  readonly owner: string;
  readonly status: RowStatus;
  /** Who has handed it over last, and the number of that write; null where nobody has. */
  readonly giver: string | null;
  readonly giverSeq: number;
  /** Was it handed over between two pulses, and has nobody had it since? Then nothing that was sent may be taken back. */
  readonly isExact: boolean;
  /** The number of the owner's last write in this epoch; 0 before its first. */
  readonly seq: number;
  /** By the clock of the storage. */
  readonly leaseUntilMs: number;
  /** Pulses up to here went, or will go, as the log says: without a record nothing came in from outside. */
  readonly horizon: number;
  readonly snapshot: string;
  /** Since the snapshot. */
  readonly log: readonly LogRecord[];
  /** The epochs of owners that were taken for dead and have not been heard of since; none before one that has lived. */
  readonly deaths: readonly number[];
}

/** Who writes. */
interface Owner {
  readonly room: string;
  readonly owner: string;
  readonly epoch: number;
}

/**
 * A whole row: of one that the storage has lost, or of a new room, whose epoch is 0 or `FRESH`: the answer says which it has, one that no room of this name has had. It
 * is written over a lower epoch only.
 */
export interface PutCall extends Owner {
  readonly kind: 'put';
  readonly seq: number;
  readonly leaseMs: number;
  readonly horizon: number;
  readonly snapshot: string;
  readonly log: readonly LogRecord[];
}

/**
 * What has come since the last write. It renews the lease. A snapshot takes the place of the log so far. Who was taken for dead and writes has not died.
 */
export interface CommitCall extends Owner {
  readonly kind: 'commit';
  /** One more than that of the last write. */
  readonly seq: number;
  readonly leaseMs: number;
  readonly horizon: number;
  readonly records: readonly LogRecord[];
  readonly snapshot: string | null;
  /** Hands the room over to a process, or to whoever comes (`to: null`). */
  readonly next: { readonly to: string | null; readonly isExact: boolean } | null;
}

/** Takes a room whose lease is over, or that waits; or what the caller has offered to a process which has not taken it, and nothing else. */
export interface ClaimCall {
  readonly kind: 'claim';
  readonly room: string;
  readonly by: string;
  readonly isOffer: boolean;
  /** That of the row as it was seen. */
  readonly epoch: number;
  readonly leaseMs: number;
}

/** The room is over: its row goes. */
export interface EndCall extends Owner {
  readonly kind: 'end';
}

export interface ReadCall {
  readonly kind: 'read';
  readonly room: string;
}

/** Asks for rooms that may be claimed now. */
export interface DueCall {
  readonly kind: 'due';
  readonly limit: number;
}

export type StoreCall = PutCall | CommitCall | ClaimCall | EndCall | ReadCall | DueCall;

/**
 * - `kept`: written.
 * - `fenced`: another one has the room in a higher epoch, or it has ended.
 * - `lost`: there is no row: put it anew.
 * - `young`: the storage has begun anew, and takes no new room yet.
 * - `older`: the row is older than what the caller has written, as a replica may have it: put it anew.
 * - `none`: there is no row to claim or to read.
 * - `row`: what was claimed, or read. A claim that was one death too many has set the row aside.
 * - `refused`: the claim came too late, or too early.
 */
export type StoreAnswer =
  | { readonly kind: 'kept'; readonly epoch: number }
  | { readonly kind: 'fenced' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'young' }
  | { readonly kind: 'older' }
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'refused'; readonly row: Row }
  | { readonly kind: 'none' }
  | { readonly kind: 'due'; readonly rooms: readonly DueRoom[] };

export interface DueRoom {
  readonly room: string;
  readonly epoch: number;
  /** Its owner has given it away; else its lease is over. */
  readonly isWaiting: boolean;
}

/** Where rooms are kept: `MemoryStore`, `RedisStore`. */
export interface RoomStore {
  answer(call: StoreCall): StoreAnswer | Promise<StoreAnswer>;
}

/** Who has a room. */
export interface Place {
  /** Null: nobody has it now. */
  readonly process: string | null;
  readonly isAside: boolean;
}

export const placeIn = ({ status, owner }: Row): Place => ({
  process: status === 'waiting' || status === 'aside' ? null : owner,
  isAside: status === 'aside',
});

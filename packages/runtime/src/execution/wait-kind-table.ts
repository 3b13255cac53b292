/**
 * The kinds of waits: ONE table, in which each kind is one row. All that a turn, an end, a deadlock, a stop, a skip or a text
 * has to know of a wait stands in its row. A row is added by the file that has what the kind does, far above this one: core
 * waits in waits/core-kinds.ts, those that not every game needs with their words. The table is down here, and knows threads only
 * as a `T`, so that each folder can ask it.
 */
import { cannotPauseHere } from '../messages/errors.js';

/** The status of a thread that waits, or that has just let the other threads run first. */
export type WaitStatus = 'ready' | 'sleeping' | 'waiting' | 'checking' | 'blocked';

/**
 * A row: the `kind` of the current pause, and of the thread that waits. The subject is data whose shape belongs to the kind. Its
 * members are methods, so that a row can declare the type of its subject.
 */
export interface WaitKindOf<T> {
  readonly name: string;
  readonly status: WaitStatus;

  // ---- what the wait does
  /** Registers the wait of a thread that has just been suspended. */
  begin(thread: T): void;
  /** Undoes the registration: the wait will not wake the thread. Returns the targets and children of a join. */
  undo(thread: T, subject: unknown): UndoneOf<T> | void;
  /** Its deadline has come. */
  onTimer(thread: T): void;
  /** The threads that have to act or end before this one can continue, now that `start` begins to wait (R9). */
  blockers(thread: T, start: T): T[];

  // ---- what is true of it
  /** Its begin calls foreign code, which may do anything: cancel the thread, or look at what it holds. */
  readonly isForeign: boolean;
  /** Something outside of the game ends it: a Promise. So no time that is skipped brings that nearer. */
  readonly isOutside: boolean;
  /** It is the wait of a loop for its next iteration. */
  readonly loops: boolean;
  /** It lasts until a point in time, which does not move while the thread is paused. */
  readonly isPoint: boolean;
  /** Its thread is in the queue of its executor, and its subject is the call that it goes on with. */
  readonly queues: boolean;
  /** Its thread waits for the end of others, and admits those of them that queue for its executor: its subject is a `Join`. */
  readonly joins: boolean;
  /** Does it leave the subscription of its thread as it is? */
  keepsSubscription(thread: T): boolean;

  // ---- its texts
  /** `wait(200)`, `waitSignal(ready)`, `a promise`: the wait in the words of the script. */
  label(subject: unknown): string;
  sentence(thread: T): string;
  /** The threads that have to end or to release the owner before it continues. */
  holdUps(thread: T): readonly T[];
  /**
   * Why it is refused in a synchronous region, if the only reason is that another thread holds an owner. Null
   * otherwise.
   */
  refusal(subject: unknown, region: string): Error | null;
}

/** What the code that undid a wait still has to handle. */
export interface UndoneOf<T> {
  /** The targets of a join; null for another wait. */
  readonly targets: readonly T[] | null;
  /** The targets that are cancelled when their joiner stops waiting. */
  readonly children: readonly T[];
}

const nothing = (): void => {};
const no = (): boolean => false;

/** The columns of a kind whose row does not say otherwise. So all rows have one shape, and reading a column is monomorphic. */
const USUAL: Omit<WaitKindOf<any>, 'name' | 'status' | 'label'> & ThisType<WaitKindOf<any>> = {
  begin: nothing,
  undo: nothing,
  onTimer: nothing,
  blockers: () => [],
  isForeign: false,
  isOutside: false,
  loops: false,
  isPoint: false,
  queues: false,
  joins: false,
  keepsSubscription: no,
  sentence({ subject }: { readonly subject: unknown }) {
    return this.label(subject);
  },
  holdUps: () => [],
  refusal: () => null,
};

/** A name stands here, too, so that a misspelt one is an error of types. Where a game is saved, the subject of the kind is in saves/thread-rows.ts. */
type KindName =
  | ('frame' | 'frames' | 'timer' | 'time' | 'every' | 'predicate' | 'promise' | 'join' | 'blocked')
  | ('call' | 'subscription' | 'queue' | 'promised' | 'tween' | 'sleep' | 'yield');

/** The rows by their names. A row is there once the file that adds it is loaded: the word that begins such a wait imports that file. */
export const kinds = {} as Record<KindName, WaitKindOf<any>>;

export function addKinds<T>(
  rows: Partial<Record<KindName, Pick<WaitKindOf<T>, 'status' | 'label'> & Partial<WaitKindOf<T>>>>,
): void {
  for (const [name, row] of Object.entries(rows)) kinds[name as KindName] = { ...USUAL, ...row, name };
}

/** A wait in the words of the script; `wait` where there is none. */
export const describeWait = (kind: WaitKindOf<any> | null, subject: unknown): string => kind?.label(subject) ?? 'wait';

/** The error of a wait in a synchronous region. */
export const refusal = (kind: WaitKindOf<any> | null, subject: unknown, region: string): Error =>
  kind?.refusal(subject, region) ?? cannotPauseHere(describeWait(kind, subject), region);

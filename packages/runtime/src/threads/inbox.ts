/**
 * The hook that recording and replaying need: where everything from outside passes. The rest is in
 * `@spindle/runtime/replay`.
 */

/** What of the scheduler an inbox looks at. */
export interface RecordedScheduler {
  /** Does plain code run, with no thread and no pulse around it? Only what comes then comes from outside. */
  readonly isOutside: boolean;
  readonly clock: { readonly frame: number; readonly now: number };
  readonly live: { readonly size: number };
  readonly lastThreadId: number;
  random: { state: number; draw(): number } | null;
  readonly seed: number;
  readonly order: { readonly from: number | string } | undefined;
  readonly maxStepsPerTurn: number;
  /** Makes it the one that plain calls use while `fn` runs. */
  enter<T>(fn: () => T): T;
}

/** Where everything from outside passes. `recorder()` and `replay()` of `@spindle/runtime/replay` make them. */
export interface Inbox {
  /** The scheduler is being made. */
  attach(scheduler: RecordedScheduler): void;
  /**
   * Plain code or a script does something to the scheduler: makes a call, sends a signal, pulses. `isSticky`: of a signal; no log has it, as the program
   * sends it again.
   */
  note(kind: string, name: string, args: ArrayLike<unknown>, isSticky?: boolean): void;
  /** Something has come to threads, or was undone, of which no log needs a record: `link` has that, or the program does it again. `isEdited`: a hot update has come. */
  came(isEdited?: true): void;
  /** Does the run follow a log? */
  readonly replaying: boolean;
  /**
   * An event source or a Promise will call back later: returns the function that it has to call. `isOnce`: it does so once,
   * and what it then says must not be lost.
   */
  link(label: string, deliver: (...args: any[]) => void, isOnce?: boolean): (...args: any[]) => void;
  /** What the game reads from outside: see `scheduler.input`. */
  input<T>(name: string, read: () => T): T;
  log(): Log;
  /** Loads a save. If that returns, the log begins with it, and what the load has read and called comes first. */
  begin<T>(save: string, load: () => T): T;
  /** What loads the save that a log begins with, if the program has that. */
  load: ((save: string) => unknown) | null;
  /** The run follows a log that has begun: no save may be loaded. */
  readonly isFollowing: boolean;
}

/** One record of something from outside. Its values are JSON, with marks for what JSON lacks. */
export interface LogRecord {
  /** The pulse that it came after, or, for a pulse, the one before. */
  readonly frame: number;
  /** Its place among those of that frame, from 0. */
  readonly seq: number;
  /**
   * `event`: an event source or a Promise called back. `input`: something was read. Every other kind is
   * what plain code did.
   */
  readonly kind: string;
  /** What was called, sent, read or linked. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** Events: which of the links of the run it was, from 1. */
  readonly link?: number;
  /** Pulses: live threads, threads started so far, and the state of the random numbers. */
  readonly state?: readonly number[];
}

/** What came from outside in one run; plain JSON. */
export interface Log {
  readonly version: 1;
  readonly seed: number;
  /** What `shuffledBy` was given, if the run had an order. */
  readonly order?: number | string;
  /** The save that the run goes on from. */
  readonly save?: string;
  /** null: without end, which JSON lacks. */
  readonly maxStepsPerTurn: number | null;
  readonly records: readonly LogRecord[];
  /** The number of records, which shows whether the end of a log is missing. Older logs do not have it. */
  readonly count?: number;
  /** How the run stood when the log was taken: as `state` of a pulse. */
  readonly end: readonly number[];
}

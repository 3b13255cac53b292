/** An inbox that writes down everything from outside. */
import { badArgument } from '../messages/errors.js';
import type { Inbox, Log, LogRecord, RecordedScheduler } from '../threads/inbox.js';
import { checkFunctionOption, checkOptions } from '../arguments.js';
import { randomOf } from '../scheduling/random.js';
import { type Encode, encode } from './codec.js';

export interface RecorderOptions {
  /**
   * Returns JSON for the game's own values in events, Promises and inputs, and undefined for all other values. `decode`
   * is its inverse.
   */
  readonly encode?: Encode;
}

/** An event source or a Promise that will call back. */
export interface Link {
  readonly label: string;
  readonly deliver: (...args: unknown[]) => void;
}

/** Numbers that distinguish one run from another between two pulses. */
export const stateOf = (scheduler: RecordedScheduler): readonly number[] => [
  scheduler.live.size,
  scheduler.lastThreadId,
  randomOf(scheduler).state,
];

export const showState = ([live, started, random]: readonly number[]): string =>
  `${live} live threads of ${started} started and the random state ${random}`;

/** What comes, without its position in the log: the frame, and the number within the frame. */
export type Come = Omit<LogRecord, 'frame' | 'seq'>;

export function showRecord({ kind, name, args, state }: Come): string {
  const given = args.map((arg) => JSON.stringify(arg)).join(', ');
  const what = kind === 'call' || name === '' ? '' : ` ${name}`;
  const text = kind === 'call' ? `${name}(${given})` : kind === 'input' ? `input ${name}` : `${kind}${what}(${given})`;
  return `\`${text}\`${state === undefined ? '' : ` with ${showState(state)}`}`;
}

/**
 * Creates an inbox for `new Scheduler({ inbox: recorder() })`. It records everything that comes from outside, with
 * frame and order; `scheduler.record()` returns the log. Each scheduler needs its own recorder.
 *
 * @example
 * const recorded = new Scheduler({ seed: 7, inbox: recorder() });
 * recorded.spawn(() => waitFrames(2));
 * recorded.pulse(16);
 * recorded.pulse(16);
 * recorded.record().records.map(({ kind }) => kind).join(" "); // "spawn pulse pulse"
 */
export function recorder(options: RecorderOptions = {}): Inbox {
  checkOptions('recorder', options, ['encode']);
  checkFunctionOption('recorder', 'encode', options.encode);
  return new Recorder(options);
}

/** What is recorded since the beginning, or since a save was loaded. */
interface Recorded {
  readonly save?: string | undefined;
  records: LogRecord[];
  /** How many links its run has made. */
  links: number;
}

const NOTHING = { records: [], links: 0 };

/** Goes on with a log, if there is one. */
export class Recorder implements Inbox {
  readonly replaying = false;
  readonly isFollowing = false;
  load: Inbox['load'] = null;
  readonly #encode: Encode | undefined;
  #recorded: Recorded;
  #scheduler!: RecordedScheduler;

  constructor(options: RecorderOptions, before: Pick<Log, 'save' | 'records'> & { readonly links: number } = NOTHING) {
    this.#encode = options.encode;
    const { save, records, links } = before;
    this.#recorded = { save, records: records.slice(), links };
  }

  attach(scheduler: RecordedScheduler): void {
    if (this.#scheduler !== undefined) throw badArgument('new Scheduler', 'an inbox of its own', this);
    this.#scheduler = scheduler;
  }

  note(kind: string, name: string, args: ArrayLike<unknown>): void {
    if (!this.#scheduler.isOutside) return;
    this.#add(kind, name, args, kind === 'pulse' ? { state: stateOf(this.#scheduler) } : {});
  }

  came(): void {}

  link(label: string, deliver: (...args: unknown[]) => void): (...args: unknown[]) => void {
    const recorded = this.#recorded;
    const link = ++recorded.links;
    // What waited before a load waits no more.
    return (...args) => (recorded === this.#recorded ? this.come({ label, deliver }, link, args) : deliver(...args));
  }

  come({ label, deliver }: Link, link: number, args: readonly unknown[]): void {
    if (this.#scheduler.isOutside) this.#add('event', label, args, { link });
    deliver(...args);
  }

  input<T>(name: string, read: () => T): T {
    try {
      const value = read();
      this.#add('input', name, ['value', value]);
      return value;
    } catch (error) {
      this.#add('input', name, ['error', error]);
      throw error;
    }
  }

  begin<T>(save: string, load: () => T): T {
    const before = this.#recorded;
    const recorded: Recorded = (this.#recorded = { save, records: [], links: 0 });
    try {
      const loaded = load();
      const { frame } = this.#scheduler.clock;
      recorded.records = recorded.records.map((record, seq) => ({ ...record, frame, seq }));
      return loaded;
    } catch (error) {
      this.#recorded = before;
      throw error;
    }
  }

  log(): Log {
    const { seed, order, maxStepsPerTurn } = this.#scheduler;
    const { save, records } = this.#recorded;
    return {
      version: 1,
      seed,
      ...(order !== undefined && { order: order.from }),
      ...(save !== undefined && { save }),
      maxStepsPerTurn: Number.isFinite(maxStepsPerTurn) ? maxStepsPerTurn : null,
      records: [...records],
      count: records.length,
      end: stateOf(this.#scheduler),
    };
  }

  #add(kind: string, name: string, args: ArrayLike<unknown>, more: Partial<LogRecord> = {}): void {
    const { frame } = this.#scheduler.clock;
    const { records } = this.#recorded;
    const last = records.at(-1);
    const seq = last?.frame === frame ? last.seq + 1 : 0;
    records.push({ frame, seq, kind, name, args: Array.from(args, (arg) => encode(arg, this.#encode)), ...more });
  }
}

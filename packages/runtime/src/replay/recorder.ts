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

/** Goes on with a log, if there is one, whose run has made so many links. */
export class Recorder implements Inbox {
  readonly replaying = false;
  readonly #encode: Encode | undefined;
  readonly #records: LogRecord[];
  #scheduler!: RecordedScheduler;
  #lastLink: number;

  constructor(options: RecorderOptions, before: readonly LogRecord[] = [], links = 0) {
    this.#encode = options.encode;
    this.#records = before.slice();
    this.#lastLink = links;
  }

  attach(scheduler: RecordedScheduler): void {
    if (this.#scheduler !== undefined) throw badArgument('new Scheduler', 'an inbox of its own', this);
    this.#scheduler = scheduler;
  }

  note(kind: string, name: string, args: ArrayLike<unknown>): void {
    if (!this.#scheduler.isOutside) return;
    this.#add(kind, name, args, kind === 'pulse' ? { state: stateOf(this.#scheduler) } : {});
  }

  link(label: string, deliver: (...args: unknown[]) => void): (...args: unknown[]) => void {
    const link = ++this.#lastLink;
    return (...args) => this.come({ label, deliver }, link, args);
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

  log(): Log {
    const { seed, maxStepsPerTurn } = this.#scheduler;
    return {
      version: 1,
      seed,
      maxStepsPerTurn: Number.isFinite(maxStepsPerTurn) ? maxStepsPerTurn : null,
      records: [...this.#records],
      count: this.#records.length,
      end: stateOf(this.#scheduler),
    };
  }

  #add(kind: string, name: string, args: ArrayLike<unknown>, more: Partial<LogRecord> = {}): void {
    const { frame } = this.#scheduler.clock;
    const last = this.#records.at(-1);
    const seq = last?.frame === frame ? last.seq + 1 : 0;
    this.#records.push({ frame, seq, kind, name, args: Array.from(args, (arg) => encode(arg, this.#encode)), ...more });
  }
}

/** Recording and replaying a run: a separate entry point, because many games need neither. */
import { badArgument, cannotSupply, replayDiffers, ReplayError } from './messages/errors.js';
import { macrotask } from './time/drivers.js';
import type { Inbox, Log, LogRecord, RecordedScheduler } from './threads/inbox.js';
import { checkLog } from './replay/log-shape.js';
import { checkFunction, checkFunctionOption, checkOptions, fieldsOf } from './arguments.js';
import { isPromise } from './execution/is-promise.js';
import { type Come, type Link, Recorder, showRecord, showState, stateOf } from './replay/recorder.js';
import type { SchedulerOptions } from './scheduling/options.js';
import { Order } from './scheduling/order.js';
import { Scheduler } from './scheduling/scheduler.js';
import { type Decode, decode, type Encode, encode, Opaque } from './replay/codec.js';

export { recorder, type RecorderOptions } from './replay/recorder.js';
export { ReplayError } from './messages/errors.js';
export type { Inbox, Log, LogRecord } from './threads/inbox.js';

/**
 * Starts the run. May return a function: it is called instead of each pulse, with the milliseconds, and must make that
 * pulse itself.
 */
export type Program = (scheduler: Scheduler) => unknown;
/**
 * A program whose plain code awaits threads. It must not await anything that takes real time: read such values with
 * `scheduler.input`.
 */
export type AsyncProgram = (scheduler: Scheduler) => Promise<unknown>;

export interface ReplayOptions {
  /** The same function as for the recorder: values that it encodes are compared by their JSON. */
  readonly encode?: Encode;
  /** Returns the value for JSON that the recorder's `encode` returned. */
  readonly decode?: Decode;
  /**
   * Calls that came from outside, by their names in the log: `{ "door.onOpen": (...args) => door.onOpen(...args) }`.
   * The replay makes them, with the arguments of the log; the program must not. For scripts that were passed to an
   * emitter or a button.
   */
  readonly calls?: Readonly<Record<string, (...args: any[]) => unknown>>;
  /**
   * `"live"`: goes on from the end of the log, and goes on recording. A Promise, a source of events or an input that the log
   * leaves open is the live one from then on. `scheduler.replaying` is true before. A game that is saved as its log is
   * loaded in this way.
   */
  readonly then?: 'live';
  /** The same as for `new Scheduler`. */
  readonly onError?: SchedulerOptions['onError'];
}

/**
 * Runs a program again with a log. The program makes its plain calls as before, and each is compared with the log. The
 * log supplies the values of Promises, events and inputs, and their times; anything that comes from outside now is
 * ignored. Pulses that the program does not make itself are made with the milliseconds of the log. Returns the
 * scheduler at the end of the log, or a Promise of it if the program returns a Promise.
 * With `{ then: "live" }` the run goes on from there.
 * @throws {ReplayError} that names the first difference. @throws {TypeError} for a value that is not a log.
 *
 * @example
 * const play = (scheduler) => {
 *   //@compile
 *   function roll() {
 *     wait(100);
 *     return Math.floor(6 * random());
 *   }
 *   const dice = scheduler.spawn(roll);
 *   return (ms) => {
 *     scheduler.pulse(ms);
 *     rolled = dice.result;
 *   };
 * };
 * let rolled;
 * const recorded = new Scheduler({ seed: 7, inbox: recorder() });
 * const update = play(recorded);
 * for (let i = 0; i < 3; i++) update(50);
 * rolled; // 0
 * const saved = JSON.stringify(recorded.record());
 *
 * rolled = undefined;
 * replay(JSON.parse(saved), play);
 * rolled; // 0
 */
export function replay(log: Log, program: AsyncProgram, options?: ReplayOptions): Promise<Scheduler>;
export function replay(log: Log, program: Program, options?: ReplayOptions): Scheduler;
export function replay(log: Log, program: Program, options: ReplayOptions = {}): Scheduler | Promise<Scheduler> {
  checkLog(log);
  checkFunction('replay', 'a log and a program', program);
  checkOptions('replay', options, ['calls', 'decode', 'encode', 'onError', 'then']);
  for (const name of ['decode', 'encode', 'onError'] as const) checkFunctionOption('replay', name, options[name]);
  if (options.then !== undefined && options.then !== 'live')
    throw badArgument('replay', '`then` to be "live"', options.then);
  const calls = fieldsOf('replay', 'calls: functions by name', options.calls === undefined ? {} : options.calls);
  for (const [name, call] of calls) checkFunctionOption('replay', `calls, for ${name}`, call);
  const inbox = new Replayer(log, options);
  const { seed, maxStepsPerTurn, order } = log;
  const { onError } = options;
  const given = { ...(onError && { onError }), ...(order !== undefined && { order: new Order(order) }) };
  const scheduler = new Scheduler({ seed, maxStepsPerTurn: maxStepsPerTurn ?? Infinity, inbox, ...given });
  const playing = scheduler.enter(() => program(scheduler));
  scheduler.enter(() => inbox.loadFirst(program));
  if (isPromise(playing)) return playAlong(scheduler, inbox, playing);
  return playOn(scheduler, inbox, playing);
}

/** Makes the pulses while the program awaits its threads, then those that are left. */
async function playAlong(scheduler: Scheduler, inbox: Replayer, given: Promise<unknown>): Promise<Scheduler> {
  const end: { how: 'open' | 'done' | 'failed'; value: unknown } = { how: 'open', value: undefined };
  given.then(
    (update) => Object.assign(end, { how: 'done', value: update }),
    (error: unknown) => Object.assign(end, { how: 'failed', value: error }),
  );
  do await macrotask();
  while (end.how === 'open' && pulseOnce(scheduler, inbox));
  if (end.how === 'failed') throw end.value;
  // If the program still waits, the log has to end here too.
  return playOn(scheduler, inbox, end.value);
}

/** Makes the pulses that are left. */
function playOn(scheduler: Scheduler, inbox: Replayer, update: unknown): Scheduler {
  if (typeof update === 'function') callForPulses(scheduler, inbox, update as (ms: number) => unknown);
  else while (pulseOnce(scheduler, inbox));
  inbox.end();
  return scheduler;
}

function pulseOnce(scheduler: Scheduler, inbox: Replayer): boolean {
  const ms = inbox.pulseMs();
  if (ms !== undefined) scheduler.enter(() => scheduler.pulse(ms));
  return ms !== undefined;
}

/** The game makes each pulse itself, together with what it does before and after the pulse. */
function callForPulses(scheduler: Scheduler, inbox: Replayer, update: (ms: number) => unknown): void {
  for (let ms = inbox.nextPulseMs(); ms !== undefined; ms = inbox.nextPulseMs()) {
    const { left } = inbox;
    const dtMs = ms;
    scheduler.enter(() => update(dtMs));
    if (inbox.left === left) inbox.differ(null);
  }
}

/** An inbox that hands out what a log holds, and checks the rest against it. */
class Replayer implements Inbox {
  load: Inbox['load'] = null;
  readonly #log: Log;
  readonly #options: ReplayOptions;
  #links = new Map<number, Link>();
  /** What Promises of this run said while it followed the log. One that the log leaves open says it when that is over. */
  readonly #kept = new Map<number, readonly unknown[]>();
  /** The run has gone on from the end of the log. */
  #live: Recorder | null = null;
  #scheduler!: RecordedScheduler;
  /** The record that comes next. */
  #at = 0;
  /** The first difference. A program that caught this error gets it again. */
  #difference: Error | null = null;
  #isCalling = false;
  /** False until the save is loaded that the log begins with: what the program does before is not in the log. */
  #hasBegun: boolean;
  /** That happens: its records have the frame that comes with it. */
  #isLoading = false;

  constructor(log: Log, options: ReplayOptions) {
    this.#log = log;
    this.#options = options;
    this.#hasBegun = log.save === undefined;
  }

  attach(scheduler: RecordedScheduler): void {
    this.#scheduler = scheduler;
  }

  get replaying(): boolean {
    return this.#live === null;
  }

  get isFollowing(): boolean {
    return this.replaying && this.#hasBegun;
  }

  /** The program has not loaded the save itself. */
  loadFirst(program: unknown): void {
    if (this.#hasBegun) return;
    if (this.load === null)
      throw badArgument('replay', 'a program that calls `saves(scheduler)`, for its save', program);
    this.load(this.#log.save!);
  }

  begin<T>(save: string, load: () => T): T {
    if (this.#live !== null) {
      const loaded = this.#live.begin(save, load);
      this.#forgetLinks();
      return loaded;
    }
    if (save !== this.#log.save) return load();
    this.#forgetLinks();
    this.#hasBegun = this.#isLoading = true;
    try {
      return load();
    } finally {
      this.#isLoading = false;
    }
  }

  /** What waited before a load waits no more. */
  #forgetLinks(): void {
    this.#links = new Map();
    this.#kept.clear();
  }

  note(kind: string, name: string, args: ArrayLike<unknown>): void {
    if (!this.#scheduler.isOutside || !this.#hasBegun) return;
    if (!this.#isCalling) this.#supply();
    if (this.#isOver) {
      this.#goLive().note(kind, name, args);
      return;
    }
    const come = this.#describe(kind, name, args);
    if (kind === 'pulse') Object.assign(come, { state: stateOf(this.#scheduler) });
    const record = this.#next;
    if (record === undefined || !same(record, come)) this.differ(come);
    this.#advance(come);
  }

  came(): void {}

  link(label: string, deliver: (...args: unknown[]) => void, isOnce = false): (...args: unknown[]) => void {
    if (this.#live !== null) return this.#live.link(label, deliver);
    const links = this.#links;
    const [link, number] = [{ label, deliver }, links.size + 1];
    links.set(number, link);
    return (...args) => {
      // From outside it comes when the log says so.
      if (!this.#scheduler.isOutside || !this.#hasBegun || links !== this.#links) deliver(...args);
      else if (this.#isOver) this.#goLive().come(link, number, args);
      else if (isOnce) this.#kept.set(number, args);
    };
  }

  input(name: string, read: () => any): any {
    if (!this.#hasBegun) return read();
    if (this.#scheduler.isOutside) this.#supply();
    if (this.#isOver) return this.#goLive().input(name, read);
    const record = this.#next;
    const come = this.#describe('input', name, []);
    if (record?.kind !== 'input' || record.name !== name) return this.differ(come);
    this.#advance(come);
    const [how, value] = this.#decode(record);
    if (how === 'error') throw value;
    return value;
  }

  log(): Log {
    return this.#live === null ? this.#log : this.#live.log();
  }

  /** How many records are left. */
  get left(): number {
    return this.#log.records.length - this.#at;
  }

  nextPulseMs(): number | undefined {
    for (let i = this.#at; i < this.#log.records.length; i++) {
      const { kind, args } = this.#log.records[i] as LogRecord;
      if (kind === 'pulse') return args[0] as number;
    }
    return undefined;
  }

  /** Replays the records before the next pulse, then returns its ms; undefined if the next record is no pulse. */
  pulseMs(): number | undefined {
    this.#supply();
    return this.#next?.kind === 'pulse' ? (this.#next.args[0] as number) : undefined;
  }

  /** The program has ended: no record may be left, and the run has to be in the state that the log ends with. */
  end(): void {
    if (this.#difference !== null) throw this.#difference;
    this.#supply();
    if (this.#next !== undefined) this.differ(null);
    if (this.#live === null) this.#checkEnd();
    if (this.#isOver) this.#goLive();
  }

  #checkEnd(): void {
    const state = stateOf(this.#scheduler);
    if (String(state) === String(this.#log.end)) return;
    const { frame } = this.#scheduler.clock;
    this.#fail(frame, 0, `the end with ${showState(this.#log.end)}`, `the end with ${showState(state)}`);
  }

  /** The log is over, and the run may go on without it. */
  get #isOver(): boolean {
    const { then } = this.#options;
    return then === 'live' && this.#hasBegun && this.#next === undefined && this.#difference === null;
  }

  /** From here on the run records itself. What its Promises have said meanwhile comes first. */
  #goLive(): Recorder {
    const { isOutside } = this.#scheduler;
    if (this.#live === null) {
      if (isOutside) this.#checkEnd();
      this.#live = new Recorder(this.#options, { ...this.#log, links: this.#links.size });
      this.#live.attach(this.#scheduler);
    }
    const live = this.#live;
    if (isOutside)
      this.#kept.forEach((args, number) => {
        this.#kept.delete(number);
        live.come(this.#links.get(number) as Link, number, args);
      });
    return live;
  }

  /** What the program did matches the next record of the log. The frame has to match, too. */
  #advance(come: Come | null): void {
    if (this.#next?.frame !== this.#scheduler.clock.frame && !this.#isLoading) this.differ(come);
    this.#at++;
  }

  /** What the program did differs from the next record of the log. Null: the program did nothing. */
  differ(come: Come | null): never {
    const record = this.#next;
    const { frame } = this.#scheduler.clock;
    const wanted = record === undefined ? 'nothing more' : showRecord(record);
    const got = come === null ? 'nothing' : showRecord(come);
    const isLate = record !== undefined && record.frame !== frame;
    this.#fail(record?.frame ?? frame, record?.seq ?? 0, wanted, isLate ? `${got} at frame ${frame}` : got);
  }

  #fail(frame: number, seq: number, wanted: string, got: string): never {
    this.#difference ??= replayDiffers(frame, seq, wanted, got);
    throw this.#difference;
  }

  get #next(): LogRecord | undefined {
    return this.#log.records[this.#at];
  }

  /**
   * Replays the events, the settled Promises and the calls from outside that the log has before the next other record.
   */
  #supply(): void {
    for (let record = this.#next; record !== undefined; record = this.#next) {
      const call = record.kind === 'call' ? this.#options.calls?.[record.name] : undefined;
      if (call !== undefined) this.#call(record, call);
      else if (record.kind === 'event') this.#deliver(record);
      else return;
    }
  }

  #deliver(record: LogRecord): void {
    const link = this.#links.get(record.link as number);
    if (link?.label !== record.name) this.differ(null);
    this.#advance(null);
    this.#kept.delete(record.link as number);
    link?.deliver(...this.#decode(record));
  }

  /** Repeats a call from outside. An error goes to the caller of that time, so the program does not see it here. */
  #call(record: LogRecord, call: (...args: unknown[]) => unknown): void {
    const { left } = this;
    const args = this.#decode(record);
    this.#isCalling = true;
    try {
      this.#scheduler.enter(() => call(...args));
    } catch (error) {
      if (error instanceof ReplayError) throw error;
    } finally {
      this.#isCalling = false;
    }
    if (this.left === left) this.differ(null);
  }

  #describe(kind: string, name: string, args: ArrayLike<unknown>): Come {
    return { kind, name, args: Array.from(args, (arg) => encode(arg, this.#options.encode)) };
  }

  #decode(record: LogRecord): unknown[] {
    try {
      return decode(record.args, this.#options.decode) as unknown[];
    } catch (error) {
      if (!(error instanceof Opaque)) throw error;
      throw cannotSupply(record.frame, record.seq, record.name, error.name);
    }
  }
}

function same(record: LogRecord, come: Come): boolean {
  const facts = ({ kind, name, args, state }: typeof come): string => JSON.stringify([kind, name, args, state]);
  return facts(record) === facts(come);
}

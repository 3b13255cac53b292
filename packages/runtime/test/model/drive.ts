import * as abi from '../../src/abi.js';
import * as host from '../../src/host.js';
import * as runtime from '../../src/index.js';
import * as scenes from '../../src/scenes.js';
import { Thread } from '../../src/threads/thread.js';
import { type Build, byHand } from './build.js';
import {
  compiledCount,
  type Fault,
  functionCount,
  isQuiet,
  nameOf,
  type Program,
  promiseCount,
  readingOf,
} from './program.js';
import { Ledger } from './ledger.js';
import { Happening, makeSources, type Source } from './sources.js';
import { brokenGate, Turns } from './turns.js';
import { verify } from '../../src/testing.js';

const { $plain } = abi;
const { asExecutor, asLibrary, currentThread, Executor, executorOf, hook, Scheduler } = runtime;

type Fn = (...args: number[]) => unknown;

/** On what a program is played, and how it is compiled. */
interface Setting {
  readonly scheduler?: InstanceType<typeof Scheduler>;
  readonly build?: Build;
  /** False for so many threads that it would take too long to look at each after each operation. */
  readonly isChecked?: boolean;
  /** The source of the clock that follows says no less: a game that loads a save starts its music where it was. */
  readonly songFromMs?: number;
}

/** Plays a program on the real runtime, checking the invariants after each pulse. Gives its trace. */
export async function drive(
  program: Program,
  maxFrames: number,
  fault: Fault | null = null,
  build: Build = byHand,
): Promise<string[]> {
  const player = new Player(program, fault, { build });
  await player.run(maxFrames);
  return player.lines;
}

class Named extends Executor {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** The three ways to be an actor: of the class, made one, and any object. */
function actorOf(name: string, index: number): object {
  if (index % 3 === 0) return new Named(name);
  return index % 3 === 1 ? asExecutor({ name }) : { name };
}

/** The free functions, with the shape of an executor. */
export const free: object = { ...abi, ...runtime, ...scenes, hold: (fn: () => unknown) => fn() };

/** What introduces no owner (R1). */
function libraryOf(what: Program['library']): unknown {
  const made = {
    asLibrary: asLibrary({}),
    function: () => {},
    class: Named,
    globalThis,
    namespace: runtime,
    exports: Object.defineProperty({}, '__esModule', { value: true }),
  };
  return made[what];
}

const makeAsk = (log: (text: string) => void): unknown =>
  $plain(function (id: number) {
    log(`${id} answers`);
    return id;
  }, 'ask(1) question');

/** What emitted code calls `p`: the cast, the slots, and the trace. */
export class Player {
  readonly lines: string[] = [];
  readonly scheduler: InstanceType<typeof Scheduler>;
  readonly actors: readonly object[];
  /** Their executors: themselves, if they have the methods. */
  readonly waits: readonly InstanceType<typeof Executor>[];
  /** The scheduler's, one that hangs on it, one that hangs on that. */
  readonly clocks: readonly runtime.Clock[];
  readonly library: unknown;
  readonly sources: readonly Source[];
  readonly shared: readonly Settleable[] = Array.from({ length: promiseCount }, () => new Settleable());
  readonly hooked: readonly Fn[] = Array.from({ length: functionCount - compiledCount }, () =>
    hook((...args: number[]) => args.length),
  );
  readonly functions: readonly Fn[];
  readonly slots: (Thread | null)[] = [null, null];
  count = 0;
  readonly #program: Program;
  readonly #roots: Readonly<Record<number, () => void>>;
  protected readonly labels = new Map<Thread, string>();
  protected readonly queues = new Map<Thread, runtime.Queue[]>();
  /** Promises that wait for their frame. */
  protected open: { frame: number; promise: Settleable; id: number; rejects: boolean }[] = [];

  /** How many threads lived, for each time that a call or a wait gave its value. */
  readonly moments: number[] = [];
  /** How many threads have begun. */
  get threadCount(): number {
    return this.labels.size;
  }

  /** The names of waits that take a scheduler. */
  readonly host: typeof host = host;

  readonly #fault: Fault | null;
  readonly #ledger: Ledger;
  readonly #turns: Turns;
  readonly #isChecked: boolean;
  /** What was against the law of errors. */
  readonly #broken: string[] = [];

  /** `scheduler`: of a replay. */
  constructor(
    program: Program,
    fault: Fault | null = null,
    { scheduler = new Scheduler({ warnings: false }), build = byHand, isChecked = true, songFromMs = 0 }: Setting = {},
  ) {
    this.#program = program;
    this.#fault = fault;
    this.#isChecked = isChecked;
    this.actors = Array.from({ length: program.actors }, (_, index) => actorOf(nameOf(index), index));
    this.waits = this.actors.map(executorOf);
    this.library = libraryOf(program.library);
    const kinds = makeSources();
    this.sources = kinds.map((_, index) => kinds[(index + program.firstSource) % kinds.length] as Source);
    this.scheduler = scheduler;
    scheduler.onError = (error, thread) => {
      this.#broken.push(...this.#ledger.told(thread, error));
      this.log(`uncaught ${this.labelOf(error)}`);
      this.#throwsEverySecond();
    };
    this.#ledger = new Ledger(this.scheduler);
    this.#turns = new Turns(this.scheduler);
    const slow = new runtime.Clock(this.scheduler.clock);
    const below = new runtime.Clock(slow);
    // Timers of clocks come in the order in which these were made.
    const song = scenes.follow(scheduler.clock, () => Math.max(songFromMs, readingOf(program, scheduler.clock.frame)));
    this.clocks = [scheduler.clock, slow, below, song];
    const made = build.load(program)(free, this);
    this.functions = made.functions;
    this.#roots = made.roots;
  }

  async run(maxFrames: number): Promise<void> {
    await this.runFrames(0, maxFrames);
    await this.pulse();
  }

  /** From one frame to another, or until nothing will happen any more: then it gives true. */
  async runFrames(from: number, to: number): Promise<boolean> {
    for (let frame = from; frame <= to; frame++) {
      if (frame > 0) await this.pulse();
      await this.settleDue();
      await this.playRoots(frame);
      this.stopAndGo(frame);
      await this.endFrame(frame);
      if (this.isOver(frame)) return true;
    }
    return false;
  }

  /** Nothing will happen any more. */
  protected isOver(frame: number): boolean {
    const isLast = this.#program.roots.every((root) => root.frame <= frame);
    return isLast && (this.scheduler.live.size === 0 || isQuiet(this.lines));
  }

  /** The same at once, inside what runs. */
  playNow(frame: number): void {
    for (const root of this.#program.roots.filter((each) => each.frame === frame)) {
      for (const { id } of root.body) this.tries(id, () => this.#roots[id]?.());
    }
  }

  /** What plain code does when the clock shows `frame`. */
  async playRoots(frame: number): Promise<void> {
    for (const root of this.#program.roots.filter((each) => each.frame === frame)) {
      for (const { id } of root.body) {
        this.scheduler.enter(() => this.tries(id, () => this.#roots[id]?.()));
        this.#check();
      }
    }
    await settled();
    this.#check();
  }

  /** A statement of plain code: what it throws stops no other. */
  readonly tries = (id: number, act: () => void): void => {
    try {
      act();
    } catch (error) {
      this.log(`${id} thrown ${this.labelOf(error)}`);
    }
  };

  /** The world outside settles what is due. */
  async settleDue(): Promise<void> {
    const due = this.open.filter(({ frame }) => frame <= this.scheduler.clock.frame);
    this.open = this.open.filter((each) => !due.includes(each));
    for (const { promise, id, rejects } of due) promise.settle(id, rejects);
    await settled();
    this.#check();
  }

  protected async endFrame(frame: number): Promise<void> {
    const fault = this.#fault;
    if (!fault || !('frame' in fault) || fault.frame !== frame) return;
    this.#strike(fault);
    await settled();
    this.#check();
  }

  /** The world outside stops somebody, or lets him go on. */
  stopAndGo(frame: number): void {
    for (const [index, { frame: from, frames, thread, clock }] of (this.#program.stops ?? []).entries()) {
      if (from === frame) this.stopped[index] = clock === null ? this.live[thread] : this.clocks[clock];
      if (from === frame) this.stopped[index]?.pause();
      if (from + frames === frame) this.stopped[index]?.resume();
      this.#check();
    }
  }
  protected readonly stopped: (Thread | runtime.Clock | undefined)[] = [];

  #strike({ how, thread: index }: { how: string; thread: number }): void {
    const thread = this.live[index];
    if (!thread) return;
    if (how === 'close' && thread.owner) executorOf(thread.owner).close('fault');
    else thread.cancel('fault', { now: how === 'now' });
  }

  /** In order of start. */
  get live(): Thread[] {
    return [...this.scheduler.threads].sort((one, other) => one.id - other.id);
  }

  /** How often `onError` was called, and what it has thrown in this pulse. */
  protected toldCount = 0;
  readonly #thrown: Error[] = [];

  #throwsEverySecond(): void {
    if (++this.toldCount % 2 === 1) return;
    const error = new Error(`onError throws the ${this.toldCount}th time`);
    this.#thrown.push(error);
    throw error;
  }

  /** A pulse. What `onError` throws comes out of it: one as it is, several as one AggregateError. */
  passTime(): void {
    let came: unknown;
    const before = this.clocks.map(({ now }) => now);
    try {
      this.scheduler.pulse(10);
    } catch (error) {
      came = error;
    }
    this.clocks.forEach(({ now, delta }, index) => {
      if (now - before[index]! !== delta) this.#broken.push(`clock ${index}: ${before[index]} + ${delta} is ${now}`);
    });
    const thrown = this.#thrown.splice(0);
    const isAll =
      thrown.length < 2
        ? came === thrown[0]
        : came instanceof AggregateError &&
          came.errors.length === thrown.length &&
          came.errors.every((error, index) => error === thrown[index]);
    if (!isAll) this.#broken.push(`onError threw ${thrown.length}, and ${String(came)} came out of the pulse`);
  }

  async pulse(): Promise<void> {
    this.passTime();
    this.#broken.push(...this.#ledger.audit());
    this.#check();
    this.log(this.snapshot());
    await settled();
  }

  /** After each operation from outside. */
  #check(): void {
    if (!this.#isChecked) return;
    verify(this.scheduler);
    this.#broken.push(...this.#turns.audit());
    if (this.#broken.length > 0) throw new Error(this.#broken.join('; '));
  }

  /** Every live thread with its status, for each actor who holds it and who queues, how many listeners the sources have. */
  snapshot(): string {
    const threads = this.live.map((thread) => `${this.#labelOf(thread)}:${thread.status}`);
    const actors = this.waits
      .map(({ busy, threads: line }, index) => ({ name: nameOf(index), busy, line }))
      .filter(({ busy, line }) => busy || line.length > 0)
      .map(({ name, line }) => {
        const labels = (isQueued: boolean): string[] =>
          line.filter(({ status }) => (status === 'blocked') === isQueued).map((thread) => this.#labelOf(thread));
        return `${name}[${[...labels(false).sort(), '|', ...labels(true)].join(' ')}]`;
      });
    const listening = this.sources.map((source) => source.listening);
    const listeners = listening.some((count) => count > 0) ? [`listeners ${listening.join(' ')}`] : [];
    return ['=', ...threads, ...actors, ...listeners].join(' ');
  }

  /** A thread whose body has not run has one frame: what was called. */
  #labelOf(thread: Thread): string {
    return this.labels.get(thread) ?? (thread.trace().split(' -> ')[0] as string);
  }

  /** The message of our own errors, the class of the runtime's. */
  readonly labelOf = (error: unknown): string => {
    if (!(error instanceof Error)) return `thrown: ${String(error)}`;
    const reason = error instanceof runtime.CancelledError ? error.reason : undefined;
    // Those of the runtime's own are sentences.
    if (typeof reason === 'string' && /^(by \d+|fault)$/.test(reason)) return `CancelledError ${reason}`;
    return error.constructor === Error ? error.message : error.constructor.name;
  };

  // What emitted code calls.

  readonly log = (text: string): void => {
    this.#broken.push(...brokenGate());
    this.lines.push(`${this.scheduler.clock.frame} ${text}`);
  };

  /** A function that never waits and changes nothing. */
  readonly ask: unknown = makeAsk((text) => this.log(text));

  /** The first of several values. */
  readonly and = <T>(...[value]: [T, ...unknown[]]): T => value;

  readonly begin = (label: string, id: number): void => {
    const thread = currentThread() as Thread;
    if (!this.labels.has(thread)) this.labels.set(thread, label);
    this.log(`${id} begins`);
  };

  /** Whose wait keeps the owner: `this`, if it is the owner of the thread. */
  readonly keeper = (self: object | undefined): unknown =>
    self && currentThread()?.owner === self ? this.waits[this.actors.indexOf(self)] : free;

  /** A call or a wait gives its value. */
  readonly #resume = (): void => {
    const fault = this.#fault;
    if (this.moments.push(this.scheduler.live.size) !== (fault as { at?: number } | null)?.at) return;
    if (fault?.how === 'throw') throw new Error('fault');
    this.#strike(fault as { how: string; thread: number });
  };

  readonly woke = (id: number, given: unknown): void => {
    this.#resume();
    const value = given instanceof Happening ? given.number : given;
    const isSaid = typeof value === 'number' || (typeof value === 'object' && !this.actors.includes(value as object));
    this.log(isSaid ? `${id} woke ${JSON.stringify(value)}` : `${id} woke`);
  };

  readonly got = (id: number, value: unknown): void => {
    this.#resume();
    this.log(`${id} got ${String(value)}`);
  };

  readonly gave = (id: number, slot: number | null, given: unknown): void => {
    const isThread = given instanceof Thread;
    this.log(`${id} gave ${isThread ? 'a thread' : given instanceof Promise ? 'a Promise' : String(given)}`);
    if (isThread && slot !== null) this.slots[slot] = given;
  };

  readonly spawn = (fn: () => unknown, options: runtime.StartOptions): Thread => this.scheduler.spawn(fn, options);

  readonly started = (label: string, slot: number, thread: Thread): void => {
    this.labels.set(thread, label);
    this.slots[slot] = thread;
  };
  /** A Promise of the statement's own; after 0 frames it is settled already. */
  readonly later = (id: number, frames: number, rejects: boolean): Promise<number> => {
    const promise = new Settleable();
    if (frames === 0) promise.settle(id, rejects);
    else this.open.push({ frame: this.scheduler.clock.frame + frames, promise, id, rejects });
    return promise.promise;
  };

  readonly settle = (id: number, index: number, rejects: boolean): void => this.shared[index]?.settle(id, rejects);

  /** A native function that gives a Promise. */
  readonly give = (promise: Promise<number>): Promise<number> => promise;

  readonly emit = (source: number, args: readonly number[]): void => this.sources[source]?.fire(args);

  /** A predicate or a filter is asked: the word `clock` means the clock of its thread there. Gives the counter. */
  readonly asked = (): number => {
    const { frame, now } = runtime.clock;
    const { clock } = currentThread() as Thread;
    if (frame !== this.scheduler.clock.frame || now !== clock.now)
      this.#broken.push(`a predicate or a filter saw frame ${frame} at ${now} ms, not ${String(clock)}`);
    return this.count;
  };

  readonly odd = (event: unknown): boolean =>
    this.asked() >= 0 && Number(event instanceof Happening ? event.number : event) % 2 === 1;

  /** A thread gets an error: of another one, or on its way to a `finally` block. */
  readonly passes = (error: unknown): unknown => {
    this.#ledger.got(error);
    return error;
  };

  readonly throws = (): never => {
    throw new Error('thrown within');
  };

  /** The running thread begins to wait for another one, which may have ended. */
  readonly joins = (thread: Thread): Thread => {
    this.#ledger.joins(thread);
    return thread;
  };

  /** The queues of the running thread. */
  readonly queue = (index: number): runtime.Queue | undefined => this.queues.get(currentThread() as Thread)?.[index];

  readonly listens = (index: number, queue: runtime.Queue): void => {
    const thread = currentThread() as Thread;
    const queues = this.queues.get(thread) ?? [];
    queues[index] = queue;
    this.queues.set(thread, queues);
  };
}

/** A Promise that is settled from outside. That nobody waits for it is no error. */
class Settleable {
  readonly promise: Promise<number>;
  settledBy: { readonly id: number; readonly rejects: boolean } | null = null;
  #settle!: { resolve: (value: number) => void; reject: (error: Error) => void };

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.promise.catch(() => {});
  }

  settle(id: number, rejects: boolean): void {
    this.settledBy ??= { id, rejects };
    if (rejects) this.#settle.reject(new Error(`e${id}`));
    else this.#settle.resolve(id);
  }
}

/** Lets what Promises have to say come out: it takes the engine a few turns of its own queue. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve();
}

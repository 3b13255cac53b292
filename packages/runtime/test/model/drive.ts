import * as runtime from '../../src/index.js';
import { emit } from './emit.js';
import { type Fault, nameOf, type Program } from './program.js';

const { currentThread, Executor, Scheduler } = runtime;

type Actor = InstanceType<typeof Executor> & { readonly name: string };
type Thread = runtime.Thread;
type Fn = (id: number) => unknown;

/** Plays a program on the real runtime, checking the invariants after each pulse. Gives its trace. */
export function drive(program: Program, maxFrames: number, fault: Fault | null = null): string[] {
  const player = new Player(program, fault);
  player.run(maxFrames);
  return player.lines;
}

class Named extends Executor {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** The free functions, with the shape of an executor. */
const free = { ...runtime, hold: (fn: () => unknown) => fn() };

/** What emitted code calls `p`: the cast, the slots, and the trace. */
export class Player {
  readonly lines: string[] = [];
  readonly scheduler: InstanceType<typeof Scheduler>;
  readonly actors: readonly Actor[];
  readonly functions: readonly Fn[];
  readonly slots: (Thread | null)[] = [null, null];
  count = 0;
  readonly #program: Program;
  readonly #roots: Readonly<Record<number, () => void>>;
  readonly #labels = new Map<Thread, string>();

  /** How many calls and waits have given their value. */
  resumptions = 0;
  /** How many threads have begun. */
  get threadCount(): number {
    return this.#labels.size;
  }

  readonly #fault: Fault | null;

  constructor(program: Program, fault: Fault | null = null) {
    this.#program = program;
    this.#fault = fault;
    this.actors = Array.from({ length: program.actors }, (_, index) => new Named(nameOf(index)));
    this.scheduler = new Scheduler({ onError: (error) => this.log(`uncaught ${this.labelOf(error)}`) });
    // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- the emitted program
    const made = new Function('$', 'p', `"use strict";${emit(program)}`)(free, this) as {
      functions: Fn[];
      roots: Record<number, () => void>;
    };
    this.functions = made.functions;
    this.#roots = made.roots;
  }

  run(maxFrames: number): void {
    const last = Math.max(0, ...this.#program.roots.map(({ frame }) => frame));
    for (let frame = 0; frame <= maxFrames; frame++) {
      if (frame > 0) this.pulse();
      this.playRoots(frame);
      this.#inject(frame);
      if (frame >= last && this.scheduler.live.size === 0) break;
    }
    this.pulse();
  }

  /** What plain code does when the clock shows `frame`. */
  playRoots(frame: number): void {
    for (const root of this.#program.roots.filter((each) => each.frame === frame)) {
      for (const { id } of root.body) {
        try {
          this.scheduler.enter(() => this.#roots[id]?.());
        } catch (error) {
          this.log(`${id} thrown ${this.labelOf(error)}`);
        }
      }
    }
  }

  #inject(frame: number): void {
    const fault = this.#fault;
    if (!fault || fault.how === 'throw' || fault.frame !== frame) return;
    const thread = this.live[fault.thread];
    if (!thread) return;
    if (fault.how === 'close' && thread.owner) (thread.owner as Actor).close('fault');
    else thread.cancel('fault');
  }

  /** In order of start. */
  get live(): Thread[] {
    return [...this.scheduler.threads].sort((one, other) => one.id - other.id);
  }

  pulse(): void {
    this.scheduler.pulse(10);
    this.scheduler.verify();
    this.log(this.snapshot());
  }

  /** Every live thread with its status, then for each actor who holds it and who queues. */
  snapshot(): string {
    const threads = this.live.map((thread) => `${this.#labelOf(thread)}:${thread.status}`);
    const actors = this.actors
      .filter((actor) => actor.busy || actor.threads.length > 0)
      .map(({ name, threads: line }) => {
        const labels = (isQueued: boolean): string[] =>
          line.filter(({ status }) => (status === 'blocked') === isQueued).map((thread) => this.#labelOf(thread));
        return `${name}[${[...labels(false).sort(), '|', ...labels(true)].join(' ')}]`;
      });
    return ['=', ...threads, ...actors].join(' ');
  }

  /** A thread whose body has not run has one frame: what was called. */
  #labelOf(thread: Thread): string {
    return this.#labels.get(thread) ?? (thread.trace().split(' -> ')[0] as string);
  }

  /** The message of our own errors, the class of the runtime's. */
  readonly labelOf = (error: unknown): string => {
    if (!(error instanceof Error)) return `thrown: ${String(error)}`;
    return error.constructor === Error ? error.message : error.constructor.name;
  };

  // What emitted code calls.

  readonly log = (text: string): void => {
    this.lines.push(`${this.scheduler.clock.frame} ${text}`);
  };

  readonly begin = (label: string, id: number): void => {
    const thread = currentThread() as Thread;
    if (!this.#labels.has(thread)) this.#labels.set(thread, label);
    this.log(`${id} begins`);
  };

  /** Whose wait keeps the owner: `this`, if it is the owner of the thread. */
  readonly keeper = (self: Actor | undefined): unknown => (self && currentThread()?.owner === self ? self : free);

  readonly #resume = (): void => {
    if (++this.resumptions === (this.#fault as { at?: number } | null)?.at) throw new Error('fault');
  };

  readonly woke = (id: number, value: unknown): void => {
    this.#resume();
    const isSaid = typeof value === 'number' || (typeof value === 'object' && !this.actors.includes(value as Actor));
    this.log(isSaid ? `${id} woke ${JSON.stringify(value)}` : `${id} woke`);
  };

  readonly got = (id: number, value: unknown): void => {
    this.#resume();
    this.log(`${id} got ${String(value)}`);
  };

  readonly gave = (id: number, slot: number | null, given: unknown): void => {
    this.log(typeof given === 'number' ? `${id} gave ${given}` : `${id} gave a thread`);
    if (typeof given !== 'number' && slot !== null) this.slots[slot] = given as Thread;
  };

  readonly spawn = (fn: () => unknown, options: { priority: number }): Thread => this.scheduler.spawn(fn, options);

  readonly started = (label: string, slot: number, thread: Thread): void => {
    this.#labels.set(thread, label);
    this.slots[slot] = thread;
  };
}

/** One instance of a program that can be saved: it is played frame by frame, and loads what another one has saved. */
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as natives from '@spindle/runtime/natives';
import { type LoadReport, marks, type Marks, type Refusal, SaveError, type Saves, saves } from '@spindle/runtime/saves';
import { verify } from '@spindle/runtime/testing';
import { savedFiles } from '../../packages/runtime/src/saves/registry.js';
import { setDefaultScheduler } from '../../packages/runtime/src/scheduling/current-scheduler.js';
import { Scheduler } from '../../packages/runtime/src/scheduling/scheduler.js';
import { Thread } from '../../packages/runtime/src/threads/thread.js';
import { maxLines, show, surroundings, thrown } from '../programs/surroundings.js';

/** The texts of a compiled program: of what is outside of it, and its own. */
export interface Compiled {
  readonly outside: string;
  readonly program: string;
  /** Whether the program finds what is outside in one object. */
  readonly isHosted: boolean;
}

export interface Saved {
  readonly text: string;
  /** How many pulses, and lines of log, there were before it. */
  readonly pulse: number;
  readonly lines: number;
  /** The thread of `main`, and how the program has ended by then; what `main` has given, after which an error of what it had begun may come. */
  readonly thread: number | undefined;
  readonly end: string | undefined;
  readonly gave: string | undefined;
}

export interface Played {
  /** Each with its frame. */
  readonly log: readonly string[];
  /** How it has ended, and the variables of modules then. */
  readonly end: string;
}

export interface Refused {
  readonly pulse: number;
  readonly refusals: readonly Refusal[];
}

const maxFrames = 2000;
const FRAME_MS = 16;
const RT = { ...abi, ...runtime, ...natives };

/** A log whose lines begin with the frame. */
class Log {
  readonly lines: string[] = [];
  readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  get length(): number {
    return this.lines.length;
  }

  push(line: string): void {
    this.lines.push(`${this.scheduler.clock.frame} ${line}`);
  }
}

export class Instance {
  readonly saves: Saves;
  readonly log: Log;
  readonly #scheduler: Scheduler;
  readonly #main: (() => unknown) | undefined;
  readonly #isAsync: boolean;
  #thread: Thread | undefined;
  #end: string | undefined;
  /** What `main` had given at the save. */
  #gave: string | undefined;

  constructor({ outside, program, isHosted }: Compiled) {
    (savedFiles() as Map<string, unknown>).clear();
    const onError = (error: unknown): void => void (this.#end ??= thrown(error));
    this.#scheduler = new Scheduler({ seed: 1, warnings: false, onError });
    this.log = new Log(this.#scheduler);
    setDefaultScheduler(this.#scheduler);
    const seen = surroundings(this.log, (tell) => evaluate(outside, { tell, RT }));
    const { odd, log, bad, why, same } = seen as Record<string, any>;
    const objects = new Map<unknown, string>([
      [odd, 'odd'],
      [seen, 'HOST'],
    ]);
    const byId = new Map(Array.from(objects, ([object, id]) => [id, object]));
    this.#isAsync = program.includes('async ');
    this.#main = this.#attempt(
      () =>
        evaluate(program, { ...(isHosted ? { HOST: seen, ...seen } : seen), RT, require: () => RT }) as () => unknown,
    );
    this.saves = saves(this.#scheduler, {
      functions: { log, bad, why, same, 'odd.own': odd.own, 'odd.bare': odd.bare },
      objects: { idOf: (object) => objects.get(object), find: (id: string) => byId.get(id) },
    });
  }

  /** Calls `main`. */
  begin(): void {
    const main = this.#main;
    const given = this.#attempt(() => main?.());
    if (given instanceof Thread) this.#thread = given;
    else this.#end ??= `gave ${show(given)}`;
  }

  /** A save, or why there can be none. */
  save(pulse: number): Saved | Refused {
    try {
      const text = this.saves.save({ pulse });
      const { id, result } = this.#thread ?? {};
      const isOver = !this.#scheduler.threads.some((one) => one === this.#thread);
      return {
        text,
        pulse,
        lines: this.log.length,
        thread: id,
        end: this.#end,
        gave: isOver ? show(result) : undefined,
      };
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      return { pulse, refusals: error.refusals };
    }
  }

  /** Goes on from a save, after the lines that were logged before it. */
  load({ text, lines, thread, end, gave }: Saved, log: readonly string[]): LoadReport {
    this.log.lines.splice(0, Infinity, ...log.slice(0, lines));
    const report = this.saves.load(text);
    verify(this.#scheduler);
    this.#end = end;
    this.#gave = gave;
    this.#thread = this.#scheduler.threads.find(({ id }) => id === thread);
    return report;
  }

  /** Marks of it, so many of which are kept: its lines go back with it. */
  marked(size: number): Marks {
    const mark = (): (() => void) => {
      const [lines, end, thread] = [this.log.lines.slice(), this.#end, this.#thread];
      return () => {
        this.log.lines.splice(0, Infinity, ...lines);
        this.#end = end;
        this.#thread = thread;
      };
    };
    return marks(this.saves, { size, state: { mark, rewind: (putBack: () => void) => putBack() } });
  }

  get threads(): readonly Thread[] {
    return this.#scheduler.threads;
  }

  get isRunning(): boolean {
    return this.#scheduler.live.size > 0;
  }

  get isTooLong(): boolean {
    return this.#scheduler.clock.frame >= maxFrames || this.log.length > maxLines;
  }

  /** Async functions that are called wait for no frame. */
  async settle(): Promise<void> {
    if (this.#isAsync) for (let i = 0; i < 20; i++) await Promise.resolve();
  }

  async pulse(): Promise<void> {
    this.#scheduler.pulse(FRAME_MS);
    verify(this.#scheduler);
    await this.settle();
  }

  async finish(): Promise<Played> {
    while (this.isRunning && !this.isTooLong) await this.pulse();
    return this.played();
  }

  played(): Played {
    const end = this.#end ?? (this.isRunning ? 'goes on' : `gave ${this.#gave ?? show(this.#thread?.result)}`);
    return { log: this.log.lines, end: `${this.#scheduler.clock.frame} ${end}; ${variables()}` };
  }

  #attempt<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      this.#end ??= thrown(error);
      return undefined;
    }
  }
}

/** The variables of all files, as deep as a log does not go. */
function variables(): string {
  const all = Array.from(savedFiles().values(), (record) => Object.entries(record.variables ?? {})).flat();
  return all.map(([name, [get]]) => `${name} = ${valueOf(get)}`).join(', ');
}

function valueOf(get: () => unknown): string {
  try {
    return show(get(), 4);
  } catch (error) {
    return thrown(error);
  }
}

function evaluate(code: string, names: Readonly<Record<string, unknown>>): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- the program was generated here
  const run = new Function(...Object.keys(names), code) as (...given: unknown[]) => unknown;
  return run(...Object.values(names));
}

/**
 * A separate entry point: scripts by name, for games whose messages start and resume scripts; and what takes a scheduler and not every
 * game needs: pulses in real time, timers without a thread, waits by other names.
 */
import { functionCode } from './execution/compiled-function.js';
import { badArgument, noSuchScript } from './messages/errors.js';
import { lockOf } from './ownership/owner.js';
import { checkFunction, checkName, checkOptions, fieldsOf, isA } from './arguments.js';
import { Scheduler } from './scheduling/scheduler.js';
import { callingThread } from './threads/current.js';
import type { Thread } from './threads/thread.js';
import { checkPriority } from './waits/wait-arguments.js';
import { startThread } from './scheduling/first-turn.js';
import { resume } from './words/taking-a-scheduler.js';

export { defineWait, type WaitDefinition } from './words/define-wait.js';
export { after, check, drive, resume, sleep, waitSignalOn, yieldTurn } from './words/taking-a-scheduler.js';
export type { DriverOptions } from './time/drivers.js';

/** A function that a message may start. To wait, it must be compiled. */
export type Script = (...args: any[]) => unknown;

export interface ScriptOptions {
  /** The owner of the script's threads; default none. */
  readonly owner?: object;
  /** A lower priority runs first within a pulse; default 0. */
  readonly priority?: number;
}

/**
 * Starts scripts by name and resumes them by id: for messages from an editor, a level file or a network, which have
 * neither functions nor threads. Events that a script waits for with `waitForEvent` resume it without a message.
 *
 * @example
 * //@compile
 * function onAlert(place) {
 *   return place + ": " + waitSignal("answer");
 * }
 * const host = new ScriptHost(scheduler, { onAlert });
 * const thread = host.run("onAlert", "gate"); // up to its first wait
 * host.resume(thread.id, "all clear"); // true
 * scheduler.pulse(16);
 * thread.result; // "gate: all clear"
 */
export class ScriptHost {
  readonly scheduler: Scheduler;
  readonly #scripts = new Map<string, { script: Script; options: ScriptOptions }>();
  readonly #threads = new Map<number, Thread>();

  /** @throws {TypeError} without a scheduler, or for a script that is not a function. */
  constructor(scheduler: Scheduler, scripts: Readonly<Record<string, Script>> = {}) {
    if (!isA(scheduler, Scheduler)) throw badArgument('new ScriptHost', 'a scheduler', scheduler);
    this.scheduler = scheduler;
    for (const [name, script] of fieldsOf('new ScriptHost', 'an object of scripts', scripts)) {
      checkFunction('new ScriptHost', `scripts that are functions, as ${name}`, script);
      this.define(name, script as Script);
    }
  }

  /** The names of its scripts, in the order in which they were defined. */
  get names(): string[] {
    return [...this.#scripts.keys()];
  }

  /** The threads of its scripts that have not ended, in the order in which they started. */
  get threads(): Thread[] {
    return [...this.#threads.values()];
  }

  /**
   * Defines a script by name. It replaces one of the same name; running threads of the old one continue. Returns a
   * function that removes the definition.
   */
  define(name: string, script: Script, options: ScriptOptions = {}): () => void {
    checkName('define', 'a name and a function', name);
    checkFunction('define', 'a name and a function', script);
    checkOptions('define', options, ['owner', 'priority']);
    checkPriority('define', options.priority);
    if (options.owner !== undefined && lockOf(options.owner, this.scheduler) === null) {
      throw badArgument('define', 'an owner that can own (an object)', options.owner);
    }
    const entry = { script, options };
    this.#scripts.set(name, entry);
    return () => {
      if (this.#scripts.get(name) === entry) this.#scripts.delete(name);
    };
  }

  /**
   * Starts the script of that name and runs it up to its first wait. The caller does not wait for it. Use the `id` of
   * the thread for `resume`. An error of the script goes to `onError` of the scheduler.
   * @throws {SpindleError} if there is no script of that name.
   */
  run(name: string, ...args: unknown[]): Thread {
    checkName('run', 'the name of a script', name);
    const entry = this.#scripts.get(name);
    if (entry === undefined) throw noSuchScript(name, this.names);
    const { script, options } = entry;
    const { owner, priority } = options;
    const { scheduler } = this;
    scheduler.inbox?.note('run', name, args);
    const starter = callingThread();
    const call = { code: functionCode(script), self: owner, args };
    const lock = owner === undefined ? null : lockOf(owner, scheduler);
    const thread = startThread({ call, scheduler, lock, parent: starter, priority, name, unwraps: true });
    if (thread.ended) return thread;
    this.#threads.set(thread.id, thread);
    (thread.ownRare.settlers ??= []).push(() => this.#threads.delete(thread.id));
    return thread;
  }

  /** Ends the wait of one of its threads; see `resume`. Returns false for the id of any other thread. */
  resume(id: number, value?: unknown): boolean {
    if (typeof id !== 'number') throw badArgument('resume', 'the id of a thread', id);
    return this.#threads.has(id) && resume(this.scheduler, id, value);
  }

  /** Cancels its threads; the last started comes first. */
  cancelAll(reason?: unknown): void {
    for (const thread of this.threads.toReversed()) thread.cancel(reason);
  }
}

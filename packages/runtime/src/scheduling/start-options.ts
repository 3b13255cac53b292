/** The options for a thread that a script or a game starts. */
import { checkOptions } from '../arguments.js';
import { badArgument } from '../messages/errors.js';
import { lockOf } from '../ownership/owner.js';
import type { Lock, ThreadScheduler } from '../threads/thread.js';
import { checkPriority } from '../waits/wait-arguments.js';

export interface StartOptions {
  /** The owner of the thread; default none. */
  readonly owner?: object;
  /** A lower priority runs first within a pulse. Default: that of the starting thread, otherwise 0. */
  readonly priority?: number;
  /** The name in dumps, in errors, and in texts about threads that wait for it; a trace shows the calls instead. */
  readonly name?: string;
}

export interface SpawnOptions<A extends readonly unknown[] = readonly unknown[]> extends StartOptions {
  /** The arguments for the function. */
  readonly args?: A;
}

export const NO_OPTIONS: StartOptions = {};
export const START_OPTIONS: readonly string[] = ['owner', 'priority', 'name'];
export const SPAWN_OPTIONS: readonly string[] = ['owner', 'priority', 'args', 'name'];

/** @internal Refuses what is wrong with them. Returns the executor of the owner, if there is one. */
export function checkStart(
  word: string,
  options: StartOptions,
  known: readonly string[],
  scheduler?: ThreadScheduler,
): Lock | null {
  if (options !== NO_OPTIONS) checkOptions(word, options, known);
  const { owner, priority, name } = options;
  checkPriority(word, priority);
  if (name !== undefined && typeof name !== 'string') throw badArgument(word, 'a name that is a text', name);
  if (owner === undefined) return null;
  const lock = lockOf(owner, scheduler);
  if (lock === null) throw badArgument(word, 'an owner that can own (an object)', owner);
  return lock;
}

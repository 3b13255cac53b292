/** What a script or a game may say of a thread that it starts. */
import { checkOptions } from '../arguments.js';
import { badArgument } from '../messages/errors.js';
import { lockOf } from '../ownership/owner.js';
import type { Lock, Host } from '../threads/thread.js';
import { checkPriority } from '../waits/timed.js';

export interface StartOptions {
  /** The object that the thread acts for; default none. */
  readonly owner?: object;
  /** Lower runs first within a pulse. Default: that of the thread that starts it, else 0. */
  readonly priority?: number;
  /** Shown in dumps and errors, and in what others wait for; a trace shows its calls. */
  readonly name?: string;
}

export interface SpawnOptions extends StartOptions {
  /** What the function is called with. */
  readonly args?: readonly unknown[];
}

export const NO_OPTIONS: SpawnOptions = {};
export const START_OPTIONS: readonly string[] = ['owner', 'priority', 'name'];
export const SPAWN_OPTIONS: readonly string[] = ['owner', 'priority', 'args', 'name'];

/** Refuses what is wrong with them. Gives the executor of the owner, if there is one. */
export function checkStart(word: string, options: StartOptions, known: readonly string[], host?: Host): Lock | null {
  if (options !== NO_OPTIONS) checkOptions(word, options, known);
  const { owner, priority, name } = options;
  checkPriority(word, priority);
  if (name !== undefined && typeof name !== 'string') throw badArgument(word, 'a name that is a text', name);
  if (owner === undefined) return null;
  const lock = lockOf(owner, host);
  if (lock === null) throw badArgument(word, 'an owner that can own (an object)', owner);
  return lock;
}

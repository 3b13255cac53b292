/** Where a scheduler finds its signals; waits/signals.ts makes them. */
import { checkName } from '../arguments.js';
import type { SignalOf } from '../threads/subscription.js';
import type { Thread } from '../threads/thread.js';

export interface SignalTable {
  /** Those that a thread waits for, or that have a remembered value. */
  readonly byName: ReadonlyMap<string, SignalOf<Thread>>;
  /** The signal of a name, for code that is about to wait for it or to remember its value. */
  of(name: string): SignalOf<Thread>;
  send(name: string, value: unknown, isSticky: boolean): void;
  clear(name: string): void;
}

/** Refuses what names no signal. */
export function checkSignalName(word: string, name: unknown): asserts name is string {
  checkName(word, 'the name of a signal', name);
}

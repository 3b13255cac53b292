/**
 * Where a scheduler finds its signals. waits/signals.ts fills in how they are made: in a bundle without it nothing can
 * wait for a signal, and none is kept.
 */
import { checkName } from '../arguments.js';
import type { SignalOf } from '../threads/subscription.js';
import type { Subscription, Thread } from '../threads/thread.js';

/** The signals of a scheduler. */
export interface SignalTable {
  readonly size: number;
  /** The signal of a name, for code that is about to wait for it or to remember its value. */
  of(name: string): SignalOf<Thread>;
  send(name: string, value: unknown, isSticky: boolean): void;
  /** Forgets what is remembered of it. */
  clear(name: string): void;
  /** All subscriptions, for `verify`. */
  subscriptions(): Subscription[];
}

export const signalModule: { make: (() => SignalTable) | null } = { make: null };

/** Refuses what names no signal. */
export function checkSignalName(word: string, name: unknown): asserts name is string {
  checkName(word, 'the name of a signal', name);
}

/**
 * The names of the signals that nobody waited for, by those of their scheduler; only in development, and while a test
 * asks for them.
 */
export const unheard: { names: Map<SignalTable, Set<string>> | null } = { names: null };

export function noteUnheard(signals: SignalTable, name: string): void {
  const { names } = unheard;
  if (names !== null) names.set(signals, (names.get(signals) ?? new Set()).add(name));
}

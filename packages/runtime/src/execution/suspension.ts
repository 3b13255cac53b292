/**
 * What all calls share: the pause under way and the turn under way.
 *
 * Frames are linked while a pause travels outwards, innermost first, and never pushed when they are called:
 *
 *   wait() ──PAUSE──▶ step() ──PAUSE──▶ walk() ──PAUSE──▶ the thread
 *   pending.leaf = step ──parent──▶ walk = pending.top
 */
import type { Frame, Site } from './call-frame.js';

/** What a call gives in place of its value while its thread waits. Only the runtime may look at it. */
export const PAUSE: unique symbol = Symbol('spindle.pause');
export type Pause = typeof PAUSE;

/** A wait as data. `begin` and `undo` are found by `kind` in the table of kinds.ts. */
export interface Wait {
  kind: string | null;
  /** What it waits for; its shape belongs to the kind. */
  subject: unknown;
  /** Does its thread keep the executor meanwhile? */
  keeps: boolean;
  /** The frame that it waits for, if it is the frame-wait of a loop; 0 for every other wait. */
  dueFrame: number;
}

/** The pause under way: made by a wait, taken by the thread. `kind` is null when there is none. */
export const pending: Wait & { leaf: Frame | null; top: Frame | null; site: Site | null } = {
  kind: null,
  subject: undefined,
  keeps: false,
  dueFrame: 0,
  leaf: null,
  top: null,
  site: null,
};

/** `on` after `noteStacks()`: each pause then notes where it began. */
export const stacks: { on: boolean } = { on: false };

/** Notes where the pause under way began. */
export function noteSite(depth: number): void {
  pending.site = { taken: new Error('a pause'), depth };
}

/** The turn under way. */
export const turn: {
  /** Why nothing may pause here (`a getter`), or null. */
  place: string | null;
  /** Steps of generators in this turn, against endless turns. */
  steps: number;
  /** A small integer, unless somebody asks for more: the engine compares those without converting them. */
  maxSteps: number;
  /** Turns of fast loops since the last real pause. */
  fastTurns: number;
  /** The frame of the thread that runs. */
  frame: number;
  /** Turns of counted loops since the pulse began or a batch of them was full. */
  loopTurns: number;
  /** In such a place: the value of the next call is used, so that call runs to its end there, on whatever owner. */
  isUsed: boolean;
} = { place: null, steps: 0, maxSteps: 1 << 30, fastTurns: 0, frame: 0, loopTurns: 0, isUsed: false };

/** What a thread is called that waits, or has just let the others go first. */
export type WaitStatus = 'ready' | 'sleeping' | 'waiting' | 'checking' | 'blocked';

/** `wait(200)`, `waitSignal(ready)`, `a promise`: a wait in the words of the script. */
export function describeWait(kind: string, subject: unknown): string {
  return waitWords[kind]?.label(subject) ?? kind;
}

/** How a kind of wait reads. */
export interface WaitWords {
  /** What its thread is called. */
  readonly status: WaitStatus;
  readonly label: (subject: unknown) => string;
  /** Why it would wait at all, where that is only because somebody holds an owner. */
  readonly queued?: (subject: unknown) => Queued | null;
}

/** A call that stands in line: its text, its owner's name, and who is before it. */
export interface Queued {
  readonly call: string;
  readonly owner: string;
  readonly holders: string;
}

/** Filled by kinds.ts, for each kind of wait. */
export const waitWords: Record<string, WaitWords> = {};

/**
 * What a history keeps: marks, and behind each the pulses up to the next one.
 *
 *     mark of frame 30   30 → 31 → 32 → … → 60   each with its ms, the signals before it, and what scripts have read in it
 *     mark of frame 60   60 → 61 → …
 *
 * A mark is taken as a pulse begins, so what plain code has done since the pulse before is in it. Behind that pulse it is not, which is why
 * frame 60 is reached from the mark of frame 30.
 */
import type { Thread } from '../../threads/thread.js';
import type { Slot } from './marks.js';

/** A signal of plain code. Its value is no object, so it is the same ever after. */
export interface Sent {
  readonly name: string;
  readonly value: unknown;
  readonly isSticky: boolean;
}

/** What a script has read from outside. */
export interface Read {
  readonly isError: boolean;
  readonly value: unknown;
}

export interface Pulse {
  readonly ms: number;
  readonly signals: readonly Sent[];
  readonly reads: Read[];
}

/** From a mark to the next one. */
export interface Stretch {
  /** The frame of its mark. */
  readonly frame: number;
  /** Null where none could be taken, for this reason: then none of its frames can be shown. */
  readonly mark: Slot | null;
  readonly refusal: unknown;
  readonly pulses: Pulse[];
}

// Node and all browsers have it.
declare function structuredClone(value: unknown): unknown;

/** A list of numbers, a buffer, a date. */
const BYTES = / Date]|Buffer]|View]|[^ ]Array]/;

/** Data of its own, so that what is done to the one changes the other not. Objects of classes are left as they are. */
export function copyOf(value: unknown, known: Map<unknown, unknown> = new Map()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const note = <T>(copy: T): T => (known.set(value, copy), copy);
  const inner = (one: unknown): unknown => copyOf(one, known);
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Map.prototype) {
    const map = note(new Map<unknown, unknown>());
    (value as Map<unknown, unknown>).forEach((one, key) => map.set(inner(key), inner(one)));
    return map;
  }
  if (prototype === Set.prototype) {
    const set = note(new Set<unknown>());
    (value as Set<unknown>).forEach((one) => set.add(inner(one)));
    return set;
  }
  if (BYTES.test(Object.prototype.toString.call(value))) return note(structuredClone(value));
  const isList = Array.isArray(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) return value;
  // One called `__proto__` is its own here before it is set.
  const copy = note(
    (isList ? value.slice() : Object.setPrototypeOf({ ...value }, prototype)) as Record<string, unknown>,
  );
  for (const key of Object.keys(copy)) copy[key] = inner(copy[key]);
  return copy;
}

const endOf = ({ frame, pulses }: Stretch): number => frame + pulses.length;
export const msOf = ({ pulses }: Pick<Stretch, 'pulses'>): number => pulses.reduce((sum, { ms }) => sum + ms, 0);

export class Stretches {
  readonly #most: { readonly ms: number; readonly marks: number };
  #all: Stretch[] = [];
  /** Of all but the last one. */
  #ms = 0;
  /** A mark that was dropped: the next one uses what it has. */
  spare: Slot | undefined;

  constructor(most: { readonly ms: number; readonly marks: number }) {
    this.#most = most;
  }

  get last(): Stretch | undefined {
    return this.#all.at(-1);
  }

  /** The oldest frame that can be shown; undefined if there is none. */
  get oldest(): number | undefined {
    const first = this.#all.find(({ mark }) => mark !== null);
    return first && first.frame + 1;
  }

  /** Threads that have ended since a mark. */
  *ended(): Iterable<Thread> {
    for (const { mark } of this.#all) {
      if (mark === null) continue;
      const { objects, count } = mark.copies.threads;
      for (let i = 0; i < count; i++) if (objects[i]!.ended) yield objects[i]!;
    }
  }

  add(stretch: Stretch): void {
    if (this.last !== undefined) this.#ms += msOf(this.last);
    this.#all.push(stretch);
    const { ms, marks } = this.#most;
    // So many milliseconds are left without the first one.
    while (this.#all.length > 1 && (this.#all.length > marks || this.#ms - msOf(this.#all[0]!) >= ms)) {
      const first = this.#all.shift()!;
      this.#ms -= msOf(first);
      this.#leave(first);
    }
  }

  /** The one that leads to a frame. */
  leadingTo(frame: number): Stretch | undefined {
    return this.#all.findLast((one) => one.frame < frame && frame <= endOf(one));
  }

  /** What came behind a frame never was. */
  cutBehind(frame: number): void {
    while (this.last !== undefined && this.last.frame >= frame) {
      this.#leave(this.#all.pop()!);
      this.#ms -= this.last === undefined ? this.#ms : msOf(this.last);
    }
    if (this.last !== undefined) this.last.pulses.length = Math.min(this.last.pulses.length, frame - this.last.frame);
  }

  clear(): void {
    this.cutBehind(-1);
  }

  #leave({ mark }: Stretch): void {
    if (mark !== null) this.spare = mark;
  }
}

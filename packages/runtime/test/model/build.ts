/** How a program becomes functions. */
import { emit } from './emit.js';
import { generators } from './forms.js';
import type { Program } from './program.js';

export interface Build {
  readonly name: string;
  load(program: Program): Emitted;
}

export interface Emitted {
  /** `$`: the runtime; `p`: what plays the program. */
  (
    $: unknown,
    p: unknown,
  ): {
    readonly functions: readonly ((...args: number[]) => unknown)[];
    readonly roots: Readonly<Record<number, () => void>>;
  };
}

/** Generators as the plugin emits them, written without it: that takes no time. */
export const byHand: Build = onceForEach('by hand', (program) => emit(program, generators));

/** A scene is played once for each fault, but compiled once. */
export function onceForEach(name: string, write: (program: Program) => string): Build {
  const loaded = new WeakMap<Program, Emitted>();
  const load = (program: Program): Emitted => {
    const known = loaded.get(program);
    if (known !== undefined) return known;
    // oxlint-disable-next-line typescript/no-implied-eval -- the emitted program
    const made = new Function('$', 'p', `"use strict";${write(program)}`) as Emitted;
    loaded.set(program, made);
    return made;
  };
  return { name, load };
}

/** What programs have from outside, how values are logged, and how two runs are compared. */
import { Thread } from '../../packages/runtime/src/threads/thread.js';
import { oddCallees } from './odd-callees.js';

export const maxLines = 500;

/** The words that a program may get by `require`, for plain code, where the arguments are values. */
export const plainWords = {
  all: (...values: unknown[]) => values,
  race: (value: unknown) => value,
  withTimeout: (_ms: number, value: unknown) => value,
};

/** The names that a program gets from outside. `makeP` makes the function that may wait; `tell` logs a value and gives it. */
export function surroundings(
  log: { readonly length: number; push(line: string): unknown },
  makeP: (tell: (value: unknown) => unknown) => unknown = (tell) => tell,
): Record<string, unknown> {
  const write = (word: string, values: readonly unknown[]): unknown => {
    if (log.length > maxLines) throw new Error('bad: too long');
    log.push([word, ...values.map((value) => show(value))].join(' '));
    return values.at(-1);
  };
  return {
    log: (...values: unknown[]) => write('log', values),
    p: makeP((value) => write('p', [value])),
    bad(value: unknown) {
      write('bad', [value]);
      throw new TypeError(`bad ${show(value)}`);
    },
    why: thrown,
    same: (value: unknown) => value,
    odd: oddCallees(write),
    none: undefined,
  };
}

/** The type and our own message. Messages of the engine are left out, as they quote the code. */
export function thrown(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${show(error)}`;
  const isWorded = error.message.startsWith('bad') || 'code' in error;
  return isWorded ? `threw ${error.name}: ${error.message}` : `threw ${error.name}`;
}

/** A value as it is logged. Getters are not called. */
export function show(value: unknown, depth = 2): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return `function ${value.name}/${value.length}`;
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…${value.length}` : value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value === globalThis) return 'global';
  if (value instanceof Thread) return 'a thread';
  if (depth === 0) return '…';
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([key]) => !(Array.isArray(value) && key === 'length'))
    .map(([key, own]) => `${key}: ${'value' in own ? show(own.value, depth - 1) : 'accessor'}`);
  return `${value.constructor?.name ?? 'null'} {${parts.join(', ')}}`;
}

/** What a program has logged, and how it has ended. */
export interface Told {
  readonly log: readonly string[];
  readonly end: string | undefined;
}

/** The first line that differs, or the ends; undefined if all is the same. */
export function differenceOf(plain: Told, run: Told): string | undefined {
  const length = Math.max(plain.log.length, run.log.length);
  for (let i = 0; i < length; i++)
    if (plain.log[i] !== run.log[i])
      return `line ${i + 1}: ${plain.log[i] ?? 'none'} → ${run.log[i] ?? 'none'}; ended: ${run.end}`;
  return plain.end === run.end ? undefined : `ended: ${plain.end} → ${run.end}`;
}

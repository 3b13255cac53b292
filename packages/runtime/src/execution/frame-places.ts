/** What stands in the places of a frame object, by the names of the source. It reads the text of the function, so nothing is noted for it. */
import type { Frame } from './call.js';
import { type PausePoint, pausesOf } from './pause-points.js';
import type { FrameCode } from './frame-code.js';
import type { FrameObject } from './frame-objects.js';
import { argumentsFrom, tdz } from './frame-variables.js';

/** A name, and in which place it stands. `parameters` come first, and are there at every pause. */
interface Names {
  readonly names: readonly { readonly name: string; readonly place: number }[];
  /** Which names are live, by the number of the pause. */
  readonly live: readonly (readonly number[])[];
  readonly parameters: number;
  /** The parameters of a function that takes a list, as `arguments a b= {} ...rest` tells. */
  readonly declared: readonly string[];
  /** There are more than a frame has places of its own. */
  readonly hasList: boolean;
}

/** A frame object has this many places of its own; where there are more, its first place holds a list of them. */
const MOST = 8;

/** The frame as a frame object; null if it is that of a generator. */
export const asFrameObject = (frame: Frame): FrameObject | null =>
  frame.iterator === null ? (frame as unknown as FrameObject) : null;

/** The pause at which it waits; undefined where that is none of the source of a script. */
export const pointOf = ({ code, pc }: FrameObject): PausePoint | undefined =>
  code.isOfRuntime ? undefined : pausesOf(code)[pc - 1];

const valueIn = (frame: FrameObject, place: number, hasList: boolean): unknown =>
  hasList ? (frame.l0 as unknown[])[place] : frame[`l${place}` as 'l0'];

/** The variables of the source that are live in it. */
export function localsOf(frame: FrameObject): Record<string, unknown> {
  const { names, live, parameters, declared, hasList } = namesOf(frame.code);
  const locals = parametersOf(declared, frame.args);
  const indices = [...Array.from({ length: parameters }, (_, n) => n), ...(live[frame.pc - 1] ?? [])];
  for (const index of indices) {
    const { name, place } = names[index]!;
    const value = valueIn(frame, place, hasList);
    // Sloppy code: parameters that share their variables with `arguments`.
    if (name === 'mapped:') for (const own of sharedIn(value)) locals[own] = (value as Record<string, unknown>)[own];
    // Variables of the output, and what was given for parameters that stand elsewhere.
    if (/[:.]|^\*|^arguments(?: |$)/.test(name)) continue;
    const isBox = name.startsWith('&');
    const held = isBox && value !== undefined ? (value as { readonly v: unknown }).v : value;
    if (held !== tdz) locals[isBox ? name.slice(1) : name] = held;
  }
  return locals;
}

const sharedIn = (mapped: unknown): string[] => Object.keys(mapped ?? {}).filter((name) => name !== 'arguments');

/**
 * Parameters as the list of arguments has them. Of one that is assigned to, or was left out and has a default, it does not have the
 * value.
 */
function parametersOf(declared: readonly string[], args: ArrayLike<unknown>): Record<string, unknown> {
  const locals: Record<string, unknown> = {};
  for (const [index, text] of declared.entries()) {
    const [, mark = '', name = '', hasDefault = ''] = /^(\*|\.{3})?([^=]+)(=)?$/.exec(text) ?? [];
    const isOne = mark === '' && name !== '{}';
    if (isOne && (args[index] !== undefined || hasDefault === '')) locals[name] = args[index];
    if (mark === '...' && name !== '{}') locals[name] = argumentsFrom(args, index);
    const end = name !== '{}' ? index : mark === '...' ? args.length : Math.min(index + 1, args.length);
    for (let n = index; n < end; n++) locals[`arguments[${n}]`] = args[n];
  }
  return locals;
}

/**
 * The names stand at the end of the text, as the plugin writes them (its `place-names.ts`), then which of them are live at each pause:
 *
 *   …;count,&sum,cursor:2zhu.0@1;1,12
 */
export function namesOf({ meta, length, takesList }: FrameCode): Names {
  const [, table, pauses = ''] = meta.split('\n', 1)[0]!.split(';');
  if (table === undefined) return { names: [], live: [], parameters: 0, declared: [], hasList: false };
  const names = table.split(',').map((text, index) => {
    const [name = '', place = String(index)] = text.split('@');
    return { name, place: Number(place) };
  });
  const declared = takesList ? (names[0]?.name.split(' ').slice(1) ?? []) : [];
  const width = names.length > 36 ? 2 : 1;
  const live = pauses
    .split(',')
    .map((digits) => Array.from(digits.matchAll(width === 1 ? /./g : /../g), ([one]) => Number.parseInt(one, 36)));
  const hasList = names.some(({ place }) => place >= MOST);
  return { names, live, parameters: takesList ? 1 : length, declared, hasList };
}

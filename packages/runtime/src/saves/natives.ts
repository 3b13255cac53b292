/**
 * Natives whose callback waits (`list.map`, `list.sort`): their frames stand in functions of the runtime, which have no name elsewhere. Games that do
 * not save have no use for what their texts tell of pauses and places, so those are here.
 */
import { pausableNatives } from '../builtins/natives-in-use.js';
import { codeOf, CompiledFunction } from '../execution/compiled-function.js';
import type { FrameObject } from '../execution/frame-objects.js';
import { cursorAt } from './cursors.js';
import { NATIVE_TEXTS } from './native-texts.generated.js';
import { livePlaces, setPlace, valueAt } from './places.js';

/** Those in the form of frames, by the names that saves have for them. */
export function namesOfNatives(): (readonly [name: string, fn: Function])[] {
  return pausableNatives.flatMap(({ arrays, collections, from, replace }) =>
    [...membersOf('arrays', arrays), ...membersOf('collections', collections), ['from', from], ['replace', replace]]
      .map(([name, fn]) => [name as string, fn as Function] as const)
      .filter(([name, fn]) => hasText(fn, NATIVE_TEXTS[name]!)),
  );
}

const membersOf = (group: string, versions: object): [string, unknown][] =>
  Object.entries(versions).map(([name, fn]) => [`${group}.${name}`, fn]);

/** Gives a version its text. False for one that is a generator. */
function hasText(fn: Function, text: string): boolean {
  const code = codeOf(fn)!;
  if (code.kind !== 'frames') return false;
  if (code.pauseText.trim() !== '') return true;
  const { pauseText } = new CompiledFunction(code.body, 'frames', text);
  Object.defineProperties(code, { meta: { value: text }, pauseText: { value: pauseText, configurable: true } });
  return true;
}

/** The loop of a native over an iterator of the language gets a cursor that knows its collection. */
export function knowCollection(frame: FrameObject): void {
  const placeOf = (wanted: string): number | undefined =>
    livePlaces(frame).find(({ name }) => name.split(':')[0] === wanted)?.index;
  const heldBy = (wanted: string): unknown => valueAt(frame, placeOf(wanted) ?? 0);
  const loop = placeOf('cursor');
  if (loop === undefined) return;
  const known =
    placeOf('receiver') === undefined
      ? cursorAt(valueAt(frame, loop), heldBy('items'), Number(heldBy('i')) + 1)
      : cursorAt(valueAt(frame, loop), heldBy('receiver'), 0, 'entries');
  if (known !== undefined) setPlace(frame, loop, known);
}

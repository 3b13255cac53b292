/** What a mark knows of records: which of their fields it copies, and which of those hold values of the game. */
import type { FrameCode } from '../../execution/frame-code.js';
import { namesOf } from '../../execution/frame-places.js';
import type { Box } from './copies.js';

/** The names that fields have in this build. */
const namesIn = (fields: Readonly<Record<string, unknown>>): ReadonlySet<string> => new Set(Object.keys(fields));

/** Fields with values of the game, or with its code. */
const OF_GAME = namesIn({
  content: 0,
  given: 0,
  code: 0,
  kind: 0,
  self: 0,
  value: 0,
  error: 0,
  reason: 0,
  outcome: 0,
  source: 0,
  over: 0,
  object: 0,
  owner: 0,
  receiver: 0,
  filter: 0,
  options: 0,
  show: 0,
  awaited: 0,
});
/** Fields with lists of such values. */
const LISTS_OF_GAME = namesIn({ args: 0, buffered: 0 });
/**
 * Fields that stay as they are: what the host has given, also in the place of `pulse`; what watches, warns and drives; the threads that no call has borrowed, none of which was under way at
 * a mark; what stands for an owner; what is found anew: live threads and timers.
 */
const LEFT = namesIn({
  inbox: 0,
  warnings: 0,
  stopDriver: 0,
  onError: 0,
  pulse: 0,
  pulses: 0,
  spare: 0,
  handle: 0,
  live: 0,
  wheel: 0,
  active: 0,
});

/** The fields of a record, and how each is looked at. */
interface Shape {
  readonly keys: readonly string[];
  readonly kinds: readonly ('own' | 'game' | 'games')[];
}

/** By their prototypes: those of classes. Other records have not all of their fields from the start. */
const shapesOfClasses = new Map<object | null, Shape>();

export function shapeOf(record: object): Shape {
  const prototype = Object.getPrototypeOf(record) as object | null;
  let shape = shapesOfClasses.get(prototype);
  if (shape === undefined) {
    const keys = Object.keys(record).filter((key) => !LEFT.has(key));
    shape = { keys, kinds: keys.map((key) => (OF_GAME.has(key) ? 'game' : LISTS_OF_GAME.has(key) ? 'games' : 'own')) };
    if (prototype !== Object.prototype) shapesOfClasses.set(prototype, shape);
  }
  return shape;
}

/** Is it a variable that closures share, or that changes in one? No list of its keys is made. */
export function isBox(given: object): given is Box {
  if (Object.getPrototypeOf(given) !== Object.prototype || !Object.hasOwn(given, 'v')) return false;
  for (const key in given) if (key !== 'v') return false;
  return true;
}

/** The places of a function with what is neither a value nor a container of the game, by the names of the output. */
export interface Places {
  /** Has it a `try`? Then something may stand beside its frames. */
  readonly tries: boolean;
  /** At other pauses something else may stand there. */
  readonly boxes: readonly number[];
  /** An object whose properties are variables. */
  readonly mapped: readonly number[];
  /** What a native has made of its list so far. */
  readonly made: readonly number[];
}
const placesOfCode = new WeakMap<object, Places>();

export function placesOf(code: FrameCode): Places {
  let places = placesOfCode.get(code);
  if (places === undefined) {
    const { names } = namesOf(code);
    const those = (isOne: RegExp): number[] => names.filter(({ name }) => isOne.test(name)).map(({ place }) => place);
    const made = code.isOfRuntime ? those(/^(?:result|kept|work|before|matches|found)(?:~|$)/) : [];
    places = { tries: !code.isPassed, boxes: those(/^&/), mapped: those(/^mapped:/), made };
    placesOfCode.set(code, places);
  }
  return places;
}

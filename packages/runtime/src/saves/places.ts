/** The places of a frame object that are live at its pause: what a save has of them. */
import { F2, F4, MANY, type FrameObject } from '../execution/frame-objects.js';
import { namesOf } from '../execution/frame-places.js';

/** A place with the name of what stands in it: a variable of the source, or a role with a colon. */
export interface LivePlace {
  readonly name: string;
  readonly index: number;
  /** What the call was given, which only traces show. */
  readonly isShown?: boolean;
}

/** What a save has to know of a function, read once. */
interface Places {
  /** By the number of the pause, from 0: parameters, which are there at every pause, and what is live. */
  readonly live: readonly (readonly LivePlace[])[];
  /** Has it more variables than a frame has places? Then the first place holds a list. */
  readonly hasList: boolean;
}

const known = new WeakMap<object, Places>();
const MOST_PLACES = 8;
const NOTHING = { names: [], live: [], parameters: 0 };

export function placesOf(code: FrameObject['code']): Places {
  let places = known.get(code);
  if (places === undefined) known.set(code, (places = readPlaces(code)));
  return places;
}

function readPlaces(code: FrameObject['code']): Places {
  const { names, live, parameters } = namesOf(code) ?? NOTHING;
  const first = Array.from({ length: parameters }, (_, n) => n);
  const at = code.pauses.map((_, pause) =>
    first.concat(live[pause] ?? []).flatMap((index) => {
      const found = names[index];
      return found === undefined ? [] : [{ name: found.name, index: found.place }];
    }),
  );
  return { live: at, hasList: names.some(({ place }) => place >= MOST_PLACES) };
}

/** Is it a pause of which the function says what is live there? The runtime's own say nothing. */
export const isPauseOf = (code: FrameObject['code'], pc: number): boolean =>
  code.isOfRuntime || placesOf(code).live[pc - 1] !== undefined;

/** What is live at the pause of a frame. */
export const livePlaces = (frame: FrameObject): readonly LivePlace[] =>
  frame.code.isOfRuntime ? allPlaces(frame) : (placesOf(frame.code).live[frame.pc - 1] ?? []);

/** The texts of the runtime's own functions say nothing of their variables. Few have more than they keep. */
const allPlaces = (frame: FrameObject): readonly LivePlace[] =>
  Array.from({ length: frame instanceof F2 ? 2 : frame instanceof F4 ? 4 : 8 }, (_, index) => ({
    name: frame.code.label,
    index,
    isShown: index === 0 && frame.code.takesList,
  }));

/** What stands in a place. */
export const placeOf = (frame: FrameObject, index: number): unknown =>
  isList(frame) ? (frame.l0 as unknown[])[index] : frame[`l${index}` as 'l0'];

export function setPlace(frame: FrameObject, index: number, given: unknown): void {
  if (isList(frame)) (frame.l0 as unknown[])[index] = given;
  else frame[`l${index}` as 'l0'] = given;
}

const isList = (frame: FrameObject): boolean => frame.l1 === MANY;

/** The places of a frame object that are live at its pause: what a save has of them. */
import { F2, F4, F8, MANY, type FrameObject } from '../execution/frame-objects.js';
import { namesOf } from '../execution/frame-places.js';
import { pausesOf } from '../execution/pause-points.js';

/** A place with the name of what stands in it: a variable of the source, or a role with a colon. */
export interface LivePlace {
  readonly name: string;
  readonly index: number;
  readonly isParameter: boolean;
  /** What a word of the runtime was given, which only traces show. */
  readonly isShown: boolean;
}

/** What a save has to know of a function, read once. */
interface Places {
  /** By the number of the pause, from 0: parameters, which are there at every pause, and what is live. */
  readonly live: readonly (readonly LivePlace[])[];
  /** Has it more variables than a frame has places? Then the first place holds a list. */
  readonly hasList: boolean;
}

const known = new WeakMap<object, Places>();

export function placesOf(code: FrameObject['code']): Places {
  let places = known.get(code);
  if (places === undefined) known.set(code, (places = readPlaces(code)));
  return places;
}

function readPlaces(code: FrameObject['code']): Places {
  const { names, live, parameters, hasList } = namesOf(code);
  const first = Array.from({ length: parameters }, (_, n) => n);
  const at = pausesOf(code).map((_, pause) =>
    first.concat(live[pause] ?? []).flatMap((index) => {
      const found = names[index];
      const isShown = code.isOfRuntime && code.takesList && index === 0;
      return found === undefined
        ? []
        : [{ name: found.name, index: found.place, isParameter: index < parameters, isShown }];
    }),
  );
  return { live: at, hasList };
}

/** Is it a pause of which the function says what is live there? */
export const isPauseOf = (code: FrameObject['code'], pc: number): boolean => placesOf(code).live[pc - 1] !== undefined;

/** What is live at the pause of a frame. */
export const livePlaces = ({ code, pc }: FrameObject): readonly LivePlace[] => placesOf(code).live[pc - 1] ?? [];

/** The places of a frame that holds no list. */
const PLACES = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7'] as unknown as readonly 'l0'[];

/** What stands in a place of a frame. */
export const valueAt = (frame: FrameObject, index: number): unknown =>
  isList(frame) ? (frame.l0 as unknown[])[index] : frame[PLACES[index]!];

export function setPlace(frame: FrameObject, index: number, given: unknown): void {
  if (isList(frame)) (frame.l0 as unknown[])[index] = given;
  else frame[PLACES[index]!] = given;
}

/** A new frame, ready for its values: of a function with many variables its first place has a list. */
export function withPlaces(frame: FrameObject): FrameObject {
  if (placesOf(frame.code).hasList) {
    frame.l0 = [];
    frame.l1 = MANY;
  }
  return frame;
}

/** A frame of the size that a function needs. */
export function makeFrame(code: FrameObject['code'], pc: number): FrameObject {
  const { live, hasList } = placesOf(code);
  const most = Math.max(0, ...live.flatMap((all) => all.map(({ index }) => index + 1)));
  const size = hasList || most <= 2 ? F2 : most <= 4 ? F4 : F8;
  return withPlaces(new size(code, undefined, pc));
}

const isList = (frame: FrameObject): boolean => frame.l1 === MANY;

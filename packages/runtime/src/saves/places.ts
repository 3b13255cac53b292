/** The places of a frame object that are live at its pause: what a save has of them. */
import { MANY, type FrameObject } from '../execution/frame-objects.js';
import { namesOf } from '../execution/frame-places.js';
import type { Saver } from './fields.js';

/** A place with the name of what stands in it: a variable of the source, or a role with a colon. */
export interface LivePlace {
  readonly name: string;
  readonly index: number;
}

const known = new WeakMap<object, readonly (readonly LivePlace[])[]>();

/** Those that are live at the pause of a frame. Parameters are there at every pause. */
export function livePlaces(frame: FrameObject, to: Saver | null): readonly LivePlace[] {
  const { code, pc } = frame;
  const cached = known.get(code);
  const at = cached ?? allPlaces(frame, to);
  if (cached === undefined && at.length > 0) known.set(code, at);
  return at[pc - 1] ?? [];
}

function allPlaces({ code }: FrameObject, to: Saver | null): readonly (readonly LivePlace[])[] {
  const names = namesOf(code);
  if (names === null) {
    to?.refuse('code', `\`${code.path}\` says nothing of its variables`, 'Compile it with the plugin.');
    return [];
  }
  const parameters = Array.from({ length: names.parameters }, (_, n) => n);
  return code.pauses.map((_, at) =>
    parameters.concat(names.live[at] ?? []).flatMap((index) => {
      const found = names.names[index];
      return found === undefined ? [] : [{ name: found.name, index: found.place }];
    }),
  );
}

/** Has the function more variables than a frame has places? Then its first place holds a list. */
export const holdsList = (code: FrameObject['code']): boolean =>
  namesOf(code)?.names.some(({ place }) => place >= MOST_PLACES) === true;
const MOST_PLACES = 8;

/** What stands in a place. */
export const placeOf = (frame: FrameObject, index: number): unknown =>
  isList(frame) ? (frame.l0 as unknown[])[index] : frame[`l${index}` as 'l0'];

export function setPlace(frame: FrameObject, index: number, given: unknown): void {
  if (isList(frame)) (frame.l0 as unknown[])[index] = given;
  else frame[`l${index}` as 'l0'] = given;
}

const isList = (frame: FrameObject): boolean => frame.l1 === MANY;

/** Is what a game says what a view can show? It may be anybody's. */
import { type Is, isCount, isNumber, isText } from '../../shapes.js';
import type { Past } from '../../serve-options.js';
import type { Snapshot } from '../../snapshot.js';
import { LANE_STATES, type TimelineAnswer } from '../../timeline.js';

const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value);
const all =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is);
const has = (fields: Readonly<Record<string, Is>>): Is => {
  const entries = Object.entries(fields);
  return (value) => typeof value === 'object' && value !== null && entries.every(([key, is]) => is(value[key]));
};

const isState: Is = (value) => LANE_STATES[value] !== undefined;
const place = { file: orNull(isText), line: orNull(isNumber) };

export const isThread: Is = has({
  id: isCount,
  name: isText,
  owner: orNull(isText),
  function: isText,
  ...place,
  state: isText,
  waitsFor: isText,
  since: orNull(isNumber),
  behind: orNull(has({ id: isCount, name: isText })),
  parent: orNull(isNumber),
});

const started = has({
  id: isCount,
  name: isText,
  ownerId: isNumber,
  owner: orNull(isText),
  parent: orNull(isNumber),
  since: isNumber,
});
const span = has({ state: isState, from: isNumber, to: orNull(isNumber), text: orNull(isText), ...place });

const answer = has({
  frame: isNumber,
  now: isNumber,
  started: all(started),
  ended: all(has({ id: isCount, frame: isNumber, status: isText })),
  // Of each thread its id, its state, and since when.
  states: (value) => all(isNumber)(value) && value.every((one: number, at: number) => at % 3 !== 1 || isState(one)),
  spans: all(has({ id: isCount, spans: all(span) })),
  infos: all(isThread),
  trace: all(has({ frame: isNumber, id: isCount, event: isText, text: isText, ...place })),
  missed: isNumber,
  paused: (value) => typeof value === 'boolean',
  // An older game says nothing of it.
  past: (value) => value == null || isPast(value),
});
const isPast = has({ oldest: isNumber, newest: isNumber, whyNot: (value) => value == null || isText(value) });
const snapshot = has({ frame: isNumber, now: isNumber, threads: all(isThread) });

/** The frames to which a game can go back. */
export type PastFrames = Omit<Past, 'goTo'>;

export function isTimelineAnswer(
  value: unknown,
): value is TimelineAnswer & { readonly paused: boolean; readonly past?: PastFrames | null } {
  return answer(value);
}

export function isSnapshot(value: unknown): value is Snapshot {
  return snapshot(value);
}

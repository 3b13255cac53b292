/** The frame of a function: which variable stands in which place, and which are live at which pause. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import type { FormChoices } from '../read/form-choices.js';
import type { ScopeMarks } from '../read/scope-marks.js';
import { liveAtPauses } from './liveness/live-at-pauses.js';
import { type LastPauses, sinceLastPause } from './liveness/since-last-pause.js';
import type { Suspension } from './sequence.js';

export interface Places {
  /** In which place a variable stands; none if it is live at no pause. */
  readonly of: ReadonlyMap<string, number>;
  readonly count: number;
  readonly parameters: readonly string[];
  /** What is live behind each pause. */
  readonly live: ReadonlyMap<Suspension, ReadonlySet<string>>;
  /** What is live behind any pause. */
  readonly read: ReadonlySet<string>;
  /** The pauses behind which the receiver is live. */
  readonly readsSelf: ReadonlySet<Suspension>;
  /** Undefined where it is not needed: it is for an only pause, for the frame-wait of a loop, and for a parameter that is live behind no pause. */
  readonly since: LastPauses | undefined;
}

interface PlacesInput {
  readonly types: Types;
  readonly marks: ScopeMarks;
  readonly choices: FormChoices;
  /** The name for the receiver. */
  readonly self: string;
  readonly suspensions: readonly Suspension[];
  /** The statements, without the dispatch around them. */
  readonly body: readonly t.Statement[];
  readonly parameters: readonly string[];
  /** Variables that may live over a pause. */
  readonly kept: readonly string[];
}

/**
 * Parameters stand in the first places, as traces show them there. Others that are never live at the same pause share a
 * place.
 */
export function planPlaces({ types, marks, choices, self, suspensions, body, parameters, kept }: PlacesInput): Places {
  const pauses = new Map(suspensions.map((one) => [one.mark, one]));
  const given = { types, marks, body, pauses };
  // The receiver stands in the frame in any case, and in none of its places.
  const names = [...parameters, ...kept, self];
  const live = choices.keepsAll ? new Map(suspensions.map((one) => [one, new Set(names)])) : liveAtPauses(given, names);
  const readsSelf = new Set<Suspension>();
  for (const [pause, one] of live) if (one.delete(self)) readsSelf.add(pause);
  const of = new Map([
    ...parameters.map((name, n) => [name, n] as const),
    ...sharedPlaces(kept, live, parameters.length),
  ]);
  const count = Math.max(...[...of.values()].map((n) => n + 1), 0);
  const read = new Set<string>();
  for (const one of live.values()) for (const name of one) read.add(name);
  const needsSince =
    suspensions.length === 1 ||
    suspensions.some(({ how }) => how === 'next') ||
    parameters.some((name) => !read.has(name));
  const since = needsSince ? sinceLastPause(given) : undefined;
  return { of, count, parameters, live, read, readsSelf, since };
}

/** Gives each variable the lowest place from `first` on that no other one has at a pause where both are live. */
function sharedPlaces(
  kept: readonly string[],
  live: ReadonlyMap<Suspension, ReadonlySet<string>>,
  first: number,
): Map<string, number> {
  const pausesOf = new Map<string, Suspension[]>(kept.map((name) => [name, []]));
  for (const [pause, names] of live) for (const name of names) pausesOf.get(name)?.push(pause);
  /** The places that are taken, as bits. */
  const taken = new Map<Suspension, bigint>();
  const of = new Map<string, number>();
  for (const [name, pauses] of pausesOf) {
    if (pauses.length === 0) continue;
    let around = 0n;
    for (const pause of pauses) around |= taken.get(pause) ?? 0n;
    let n = 0;
    while ((around >> BigInt(n)) & 1n) n++;
    of.set(name, first + n);
    for (const pause of pauses) taken.set(pause, (taken.get(pause) ?? 0n) | (1n << BigInt(n)));
  }
  return of;
}

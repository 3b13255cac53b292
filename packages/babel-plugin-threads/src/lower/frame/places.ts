/** The frame of a function: which variable stands in which place, and how they come in and out. */
import type { types as t } from '@babel/core';
import { located } from '../../write/emitter.js';
import type { Helper } from '../../vocabulary.js';
import { liveAtPauses } from '../liveness/live-at-pauses.js';
import { type LastPauses, sinceLastPause } from '../liveness/since-last-pause.js';
import type { Lowering } from '../control-flow/lowering.js';

/** The sizes of frames; what needs more has a list. */
const SIZES = [2, 4, 8] as const;

/** The texts for each place of the largest. */
const PLACES = Array.from({ length: 8 }, (_, n) => ({
  read: `NAME = FRAME.l${n};`,
  write: `FRAME.l${n} = NAME`,
  empty: `FRAME.l${n} = void 0`,
}));

/** For tests: every variable counts as live at every pause. */
export const keeping: { all: boolean } = { all: false };

export interface Places {
  /** In which place a variable stands; none if it is live at no pause. */
  readonly of: ReadonlyMap<string, number>;
  readonly count: number;
  /** So many of the first ones are parameters. */
  readonly parameters: number;
  /** What is live behind each pause, by the call that keeps it. */
  readonly live: ReadonlyMap<t.Node, ReadonlySet<string>>;
  /** What is live behind any pause. */
  readonly read: ReadonlySet<string>;
  /** So is the receiver. */
  readonly isSelfRead: boolean;
  /** Undefined where nobody asks: an only pause does, each frame-wait of a loop, and each parameter that is live behind no pause. */
  readonly since: LastPauses | undefined;
}

interface Given {
  readonly statements: readonly t.Statement[];
  readonly parameters: readonly string[];
  /** Variables that may live over a pause. */
  readonly kept: readonly string[];
}

/**
 * Parameters stand in the first places, as traces show them there. Others that are never live at the same pause share a
 * place.
 */
export function planPlaces(l: Lowering, { statements, parameters, kept }: Given): Places {
  const { types, own, pausedName } = l;
  const leavings = new Set(l.leavings.map(({ call }) => call));
  const known = { zero: new Set([own.pc, own.mode]), isNull: own.frame, isFalse: pausedName };
  const given = { types, body: statements, known, leavings };
  // The receiver stands in the frame in any case, and in none of its places.
  const names = [...parameters, ...kept, own.self];
  const live = keeping.all
    ? new Map(Array.from(leavings, (call) => [call, new Set(names)]))
    : liveAtPauses(given, names);
  let isSelfRead = false;
  for (const one of live.values()) if (one.delete(own.self)) isSelfRead = true;
  const of = new Map([
    ...parameters.map((name, n) => [name, n] as const),
    ...sharedPlaces(kept, live, parameters.length),
  ]);
  const count = Math.max(...[...of.values()].map((n) => n + 1), 0);
  const read = new Set<string>();
  for (const one of live.values()) for (const name of one) read.add(name);
  const isAsked =
    l.leavings.length === 1 ||
    l.leavings.some(({ how }) => how === 'next') ||
    parameters.some((name) => !read.has(name));
  const since = isAsked ? sinceLastPause(given) : undefined;
  return { of, count, parameters: parameters.length, live, read, isSelfRead, since };
}

/** The lowest place from `first` on that no other variable has at a pause where this one is live. A pause is asked only for what is live there. */
function sharedPlaces(
  kept: readonly string[],
  live: ReadonlyMap<t.Node, ReadonlySet<string>>,
  first: number,
): Map<string, number> {
  const pausesOf = new Map<string, t.Node[]>(kept.map((name) => [name, []]));
  for (const [pause, names] of live) for (const name of names) pausesOf.get(name)?.push(pause);
  /** The places that are taken, as bits. */
  const taken = new Map<t.Node, bigint>();
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

/** `$keep4($f, $c, $this, 1, …)` for each pause, now that all places are known. */
export function fillLeavings(l: Lowering, places: Places, parameters: readonly string[]): void {
  const { types, own, leavings } = l;
  const size = SIZES.find((n) => n >= places.count);
  for (const { how, call, pc, left } of leavings) {
    const helper = `$${how}${size ?? 'Many'}` as Helper;
    const all = valuesOf(l, places, call, parameters);
    call.callee = l.emit.helper(helper);
    call.arguments = [
      ...[own.frame, own.code, own.self].map((name) => l.id(name)),
      types.numericLiteral(pc),
      ...(size === undefined ? [types.arrayExpression(all)] : all),
    ];
    if (how !== 'next') continue;
    const writes = writesOf(l, places, { call, pc, isMany: size === undefined });
    const next = l.emit.helper('nextFrame');
    left.argument = located(
      l.emit.expression('FRAME === null ? FIRST : NEXT', {
        FRAME: own.frame,
        FIRST: left.argument!,
        NEXT: writes.length === 0 ? next : types.sequenceExpression([...writes, next]),
      }),
      call,
    );
  }
}

/** What a new frame has in its places. What is not live is not held any longer. */
function valuesOf(l: Lowering, places: Places, call: t.Node, parameters: readonly string[]): t.Expression[] {
  const values: t.Expression[] = [];
  for (const name of [...parameters, ...(places.live.get(call) ?? [])]) values[places.of.get(name)!] = l.id(name);
  return Array.from(values, (value) => value ?? l.emit.expression('void 0'));
}

interface Writing {
  readonly call: t.Node;
  readonly pc: number;
  readonly isMany: boolean;
}

/** What a frame that is there does not hold yet: `$f.pc = 2`, `$f.l1 = n`. */
function writesOf(l: Lowering, places: Places, { call, pc, isMany }: Writing): t.Expression[] {
  const { emit, types, own } = l;
  const FRAME = own.frame;
  const { last, assigned } = places.since!.before(call);
  const writes: t.Expression[] = [];
  if (last.some((one) => one !== call))
    writes.push(emit.expression('FRAME.pc = N', { FRAME, N: types.numericLiteral(pc) }));
  if (isMany) {
    const all = (call as t.CallExpression).arguments.at(-1) as t.Expression;
    return [...writes, emit.expression('FRAME.l0 = ALL', { FRAME, ALL: types.cloneNode(all, true, true) })];
  }
  const live = places.live.get(call) ?? new Set();
  const before = last.map((one) => places.live.get(one) ?? new Set<string>());
  const inPlaces = new Map<number, string>();
  for (const name of live) inPlaces.set(places.of.get(name)!, name);
  for (let n = places.parameters; n < places.count; n++) {
    const name = inPlaces.get(n);
    if (name !== undefined) {
      if (!assigned.has(name) && before.every((one) => one.has(name))) continue;
      writes.push(emit.expression(PLACES[n]!.write, { FRAME, NAME: name }));
    } else if (before.some((one) => [...one].some((other) => places.of.get(other) === n)))
      writes.push(emit.expression(PLACES[n]!.empty, { FRAME }));
  }
  return writes;
}

/** `actor = $f.l0; n = $f.l1;`, for what is live behind a pause, and for parameters that are written again. */
export function readPlaces({ emit, types, own, leavings }: Lowering, places: Places): t.Statement[] {
  const { of, count, read, since } = places;
  const isMany = count > SIZES.at(-1)!;
  const later = since?.later;
  const isWritten = leavings.some(({ how, call }) => (how === 'keep' || isMany) && later?.has(call));
  return [...of].flatMap(([NAME, n]) => {
    if (!read.has(NAME) && !(isWritten && n < places.parameters)) return [];
    return isMany
      ? emit.statement('NAME = FRAME.l0[N];', { NAME, FRAME: own.frame, N: types.numericLiteral(n) })
      : emit.statement(PLACES[n]!.read, { NAME, FRAME: own.frame });
  });
}

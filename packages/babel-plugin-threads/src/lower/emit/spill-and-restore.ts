/** Spills variables into the places of a frame at a pause, and restores them where the function is resumed. */
import type { types as t } from '@babel/core';
import { locate } from '../../write/emitter.js';
import type { Helper } from '../../vocabulary.js';
import type { Places } from '../plan/places.js';
import type { Suspension } from '../plan/sequence.js';
import type { Lowering } from './lowering.js';

/** The sizes of frames; what needs more has a list. */
const SIZES = [2, 4, 8] as const;

/** The texts for each place of the largest. */
const PLACES = Array.from({ length: 8 }, (_, n) => ({
  read: `NAME = FRAME.l${n};`,
  write: `FRAME.l${n} = NAME`,
  empty: `FRAME.l${n} = void 0`,
}));

/** `return $keep4($f, $c, $this, 1, …);` */
export function writeLeave(l: Lowering, places: Places, pause: Suspension): t.ReturnStatement {
  const { types, emit, own } = l;
  const { how, pc, at, held } = pause;
  const size = SIZES.find((n) => n >= places.count);
  const keep = locate(emit.helper(`$${how}${size ?? 'Many'}` as Helper), {});
  const values = valuesOf(l, places, pause);
  const args = [
    ...[own.frame, own.code, own.self].map((name) => l.id(name)),
    types.numericLiteral(pc),
    ...(size === undefined ? [types.arrayExpression(values)] : values),
  ];
  const call = locate(types.callExpression(keep, args), at);
  const parts = { FRAME: own.frame, CALL: call };
  const first = held === undefined ? call : emit.expression('$inBlock(FRAME, CALL, HELD)', { ...parts, HELD: held });
  return locate(types.returnStatement(how === 'next' ? nextOf(l, places, pause, first) : first), at);
}

/** `$f === null ? $next2(…) : ($f.l1 = n, nextFrame)`: the frame is reused if there is one. */
function nextOf(l: Lowering, places: Places, pause: Suspension, FIRST: t.Expression): t.Expression {
  const { types, emit, own } = l;
  const next = emit.helper('nextFrame');
  const writes = writesOf(l, places, pause);
  const NEXT = writes.length === 0 ? next : types.sequenceExpression([...writes, next]);
  return emit.expression('FRAME === null ? FIRST : NEXT', { FRAME: own.frame, FIRST, NEXT }, pause.at);
}

/** The values for the places of a new frame: `void 0` for a place whose variable is dead. */
function valuesOf(l: Lowering, { of, live, parameters }: Places, pause: Suspension): t.Expression[] {
  const values: t.Expression[] = [];
  for (const name of [...parameters, ...(live.get(pause) ?? [])]) values[of.get(name)!] = l.id(name);
  return Array.from(values, (value) => value ?? l.emit.expression('void 0'));
}

/**
 * The writes that bring a reused frame up to date: `$f.pc = 2`, `$f.l1 = n`. For each place:
 *
 *   live here   | live at each pause before, and not assigned to since | nothing: it stands there already
 *               | else                                                 | it is written
 *   dead here   | live at a pause before                               | it is emptied
 *               | else                                                 | nothing: it is empty
 */
function writesOf(l: Lowering, places: Places, pause: Suspension): t.Expression[] {
  const { emit, types, own } = l;
  const { of, count, parameters, live, since } = places;
  const FRAME = own.frame;
  const { last, assigned } = since!.before(pause);
  const writes: t.Expression[] = [];
  if (last.some((one) => one !== pause))
    writes.push(emit.expression('FRAME.pc = N', { FRAME, N: types.numericLiteral(pause.pc) }));
  if (count > SIZES.at(-1)!) {
    const ALL = types.arrayExpression(valuesOf(l, places, pause));
    return [...writes, emit.expression('FRAME.l0 = ALL', { FRAME, ALL })];
  }
  const before = last.map((one) => live.get(one) ?? new Set<string>());
  const filled = new Set(before.flatMap((one) => Array.from(one, (name) => of.get(name))));
  const here = new Map(Array.from(live.get(pause) ?? [], (name) => [of.get(name)!, name]));
  for (let n = parameters.length; n < count; n++) {
    const NAME = here.get(n);
    if (NAME === undefined) {
      if (filled.has(n)) writes.push(emit.expression(PLACES[n]!.empty, { FRAME }));
    } else if (assigned.has(NAME) || before.some((one) => !one.has(NAME)))
      writes.push(emit.expression(PLACES[n]!.write, { FRAME, NAME }));
  }
  return writes;
}

/** `actor = $f.l0; n = $f.l1;`, for what is live behind a pause, and for parameters that are written again. */
export function readPlaces({ emit, types, own, suspensions }: Lowering, places: Places): t.Statement[] {
  const { of, count, parameters, read, since } = places;
  const isMany = count > SIZES.at(-1)!;
  const later = since?.later;
  const isWritten = suspensions.some((one) => (one.how === 'keep' || isMany) && later?.has(one));
  return [...of].flatMap(([NAME, n]) => {
    if (!read.has(NAME) && !(isWritten && n < parameters.length)) return [];
    return isMany
      ? emit.statement('NAME = FRAME.l0[N];', { NAME, FRAME: own.frame, N: types.numericLiteral(n) })
      : emit.statement(PLACES[n]!.read, { NAME, FRAME: own.frame });
  });
}

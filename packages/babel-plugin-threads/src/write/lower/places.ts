/** The frame of a function: which variable stands in which place, and how they come in and out. */
import type { types as t } from '@babel/core';
import type { Helper } from '../../vocabulary.js';
import type { Lowering } from './lowering.js';

/** The sizes of frames; what needs more has a list. */
const SIZES = [2, 4, 8] as const;

/** `$keep4($f, $c, $this, 1, …)` for each pause, now that all places are known. */
export function fillLeavings(l: Lowering, places: readonly string[]): void {
  const { types, own, leavings } = l;
  const size = SIZES.find((n) => n >= places.length);
  for (const { how, call, pc } of leavings) {
    const helper = `$${how}${size ?? 'Many'}` as Helper;
    l.tools.need(helper);
    const values = places.map((name) => l.id(name));
    call.callee = l.emit.helper(helper);
    call.arguments = [
      ...[own.frame, own.code, own.self].map((name) => l.id(name)),
      types.numericLiteral(pc),
      ...(size === undefined ? [types.arrayExpression(values)] : values),
    ];
  }
}

/** `actor = $f.l0; n = $f.l1;` */
export function readPlaces({ emit, types, own }: Lowering, places: readonly string[]): t.Statement[] {
  const isMany = places.length > SIZES.at(-1)!;
  return places.map((NAME, n) =>
    isMany
      ? emit.statement('NAME = FRAME.l0[N];', { NAME, FRAME: own.frame, N: types.numericLiteral(n) })
      : emit.statement(`NAME = FRAME.l${n};`, { NAME, FRAME: own.frame }),
  );
}

/** The parts of an expression, which are evaluated from left to right. */
import type { types as t } from '@babel/core';
import { type Fields, skipTransparent } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import type { Lowering } from '../lowering.js';
import type { Sequence } from '../../plan/sequence.js';

/** A part, and how it is put back where it stands. */
export interface Part {
  readonly node: t.Expression;
  put(node: t.Expression): void;
  /** The expression whose value is kept, if not the value itself: `[...b]` for a spread. */
  kept?(value: t.Expression): t.Expression;
  /** The name for the temporary that keeps it, in traces. */
  readonly role: string;
  /** It is lowered already. */
  readonly isLowered?: boolean;
  /** An element, an argument, a value of a property: there may be hundreds of them. */
  readonly isOfList: boolean;
}

/** Clearer names for some fields. */
const ROLES: Readonly<Record<string, string>> = {
  arguments: 'argument',
  elements: 'element',
  expressions: 'text',
  property: 'key',
};

export function part(parent: t.Node, key: string, index?: number): Part {
  const fields = parent as unknown as Fields;
  const role = ROLES[key] ?? key;
  if (index === undefined)
    return { node: fields[key] as t.Expression, put: (node) => void (fields[key] = node), role, isOfList: false };
  const list = fields[key] as t.Node[];
  return { node: list[index] as t.Expression, put: (node) => void (list[index] = node), role, isOfList: true };
}

/** The elements of a list, of which some may be spreads, and some holes. */
export function listParts({ types }: Lowering, parent: t.Node, key: string): Part[] {
  const list = (parent as unknown as Fields)[key] as (t.Node | null)[];
  const kept = (value: t.Expression): t.Expression => types.arrayExpression([types.spreadElement(value)]);
  return list.flatMap((one, index) => {
    if (!types.isSpreadElement(one)) return one ? [part(parent, key, index)] : [];
    return [{ ...part(one, 'argument'), role: ROLES[key]!, isOfList: true, kept }];
  });
}

/**
 * Lowers the parts up to the last one that pauses, and keeps the values of those before it. `isAllKept`: code that pauses follows the parts, so all are kept.
 */
export function lowerParts(l: Lowering, seq: Sequence, parts: readonly Part[], isAllKept = false): void {
  const last = isAllKept ? parts.length : parts.findLastIndex(({ node }) => l.holds(node));
  const isLong =
    parts.slice(0, last).filter((one) => one.isOfList && !isStable(l, one.node)).length > l.tools.choices.temporaries;
  const list = isLong ? new KeptList(l, seq) : undefined;
  for (const [i, one] of parts.entries()) {
    if (i > last) return;
    const value = one.isLowered ? one.node : l.expression(seq, one.node);
    if (i === last) one.put(value);
    else {
      const kept = one.kept ? one.kept(value) : value;
      one.put(list && one.isOfList ? list.keep(kept) : keep(l, seq, kept, one.role));
    }
  }
}

/**
 * The values of a long list in one temporary, so that each pause between them keeps one place:
 *
 *   [f(1), f(2), …]   →   $t0 = { __proto__: null };
 *                         …; $t0[0] = $v; …; $t0[1] = $v; …
 *                         [$t0[0], $t0[1], …]
 *
 * The list itself is made when all values are there, as the source has it. An object without a prototype has no setters, whatever a
 * script has put on `Array.prototype`.
 */
class KeptList {
  readonly #l: Lowering;
  readonly #seq: Sequence;
  #name: string | undefined;
  #length = 0;

  constructor(l: Lowering, seq: Sequence) {
    this.#l = l;
    this.#seq = seq;
  }

  keep(value: t.Expression): t.Expression {
    const l = this.#l;
    if (isStable(l, value)) return value;
    const NAME = (this.#name ??= this.#begin(value));
    const N = l.types.numericLiteral(this.#length++);
    this.#seq.add(locate(l.emit.statement('NAME[N] = VALUE;', { NAME, N, VALUE: value }), value));
    return l.emit.expression('NAME[N]', { NAME, N: l.types.cloneNode(N) });
  }

  #begin(at: t.Node): string {
    const NAME = this.#l.temporary('list');
    this.#seq.add(locate(this.#l.emit.statement('NAME = { __proto__: null };', { NAME }), at));
    return NAME;
  }
}

/** An expression that gives the value behind a pause: itself if it is stable, else a temporary. */
export const keep = (l: Lowering, seq: Sequence, value: t.Expression, role = 'value'): t.Expression =>
  isStable(l, value) ? value : l.id(keepInTemporary(l, seq, value, role));

/** The same as `keep`, but always a name. */
export function keepAsName(l: Lowering, seq: Sequence, value: t.Expression, role = 'value'): string {
  const read = l.types.isIdentifier(value) && isStable(l, value) ? l.emit.repeatName(value) : undefined;
  return l.types.isIdentifier(read) ? read.name : keepInTemporary(l, seq, value, role);
}

/** The name of the temporary that keeps the value. */
function keepInTemporary(l: Lowering, seq: Sequence, value: t.Expression, role: string): string {
  const name = l.temporary(role);
  seq.add(l.assign(name, hideName(l, value), value));
  return name;
}

/** The expression has no effect, and gives the same value before and after a pause. */
export function isStable(l: Lowering, node: t.Expression): boolean {
  const { types } = l;
  const value = skipTransparent(node);
  if (l.emit.isOfGlobal(value) || l.tools.isNamespace(value)) return true;
  if (types.isIdentifier(value)) return l.rewritten.isSettled(value.name) || l.tools.isOfRuntime(value.name);
  if (types.isTemplateLiteral(value)) return value.expressions.length === 0;
  if (types.isThisExpression(value)) return true;
  return types.isLiteral(value) || types.isFunctionExpression(value) || types.isArrowFunctionExpression(value);
}

/** `(0, class {})`: keeps a class without a name from taking that of the temporary. */
function hideName({ types }: Lowering, value: t.Expression): t.Expression {
  if (!types.isClassExpression(value) || value.id) return value;
  return types.sequenceExpression([types.numericLiteral(0), value]);
}

/** Converts a key to a string or a symbol, once. */
export function asPropertyKey({ emit }: Lowering, key: t.Expression): t.Expression {
  return emit.expression('$propertyKey(KEY)', { KEY: key });
}

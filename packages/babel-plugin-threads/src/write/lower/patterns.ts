/** Patterns whose defaults or keys pause: their parts are taken out one by one. */
import type { types as t } from '@babel/core';
import { isMember, skipTransparent } from '../../babel/ast.js';
import { located } from '../emitter.js';
import { arrange } from './arrange.js';
import { branch, isOneOf } from './branches.js';
import { partsOfMember } from './called.js';
import type { Lowering } from './lowering.js';
import { lowerParts } from './parts.js';
import { Sequence } from './sequence.js';
import { thrownIn } from './thrown-in.js';

/** `value` gives the same whenever it is asked. */
export function lowerPattern(l: Lowering, seq: Sequence, pattern: t.Node, value: string): void {
  if (pattern.type === 'ObjectPattern') return lowerObjectPattern(l, seq, pattern, value);
  if (pattern.type === 'ArrayPattern') return lowerArrayPattern(l, seq, pattern, value);
  if (isMember(pattern)) lowerParts(l, seq, partsOfMember(pattern));
  seq.plain(located(l.emit.statement('TARGET = VALUE;', { TARGET: pattern, VALUE: value }), pattern));
}

/**
 *   { a, b = yield f(), c } = o   →   ({ a } = o); ({ b: $t0 } = o);
 *                                     if ($t0 === void 0) { …; $t0 = $v; }
 *                                     b = $t0; ({ c } = o);
 */
function lowerObjectPattern(l: Lowering, seq: Sequence, pattern: t.ObjectPattern, value: string): void {
  const { types, emit } = l;
  let plain: t.ObjectPattern['properties'] = [];
  const flush = (): void => {
    if (plain.length === 0) return;
    const TARGET = types.objectPattern(plain);
    seq.plain(located(emit.statement('TARGET = VALUE;', { TARGET, VALUE: value }), pattern));
    plain = [];
  };
  for (const property of pattern.properties) {
    if (!l.holds(property) || types.isRestElement(property)) {
      plain.push(property);
      continue;
    }
    flush();
    if (property.computed) property.key = l.expression(seq, property.key as t.Expression);
    const { target, fallback } = partsOf(property.value);
    const key = property.computed && isMember(target) ? toKey(l, seq, property) : (property.key as t.Expression);
    keepTarget(l, seq, target);
    const name = l.temporary();
    const taken = types.objectProperty(key, l.id(name), property.computed);
    seq.plain(
      located(emit.statement('TARGET = VALUE;', { TARGET: types.objectPattern([taken]), VALUE: value }), property),
    );
    give(l, seq, { target, fallback, name });
  }
  flush();
}

/** A key is made text before the object of the target is asked for. */
function toKey(l: Lowering, seq: Sequence, { key }: t.ObjectProperty): t.Expression {
  l.tools.need('$propertyKey');
  const name = l.temporary();
  seq.plain(l.assign(name, l.emit.expression('$propertyKey(KEY)', { KEY: key }), key));
  return l.id(name);
}

interface Part {
  readonly target: t.Node;
  readonly fallback: t.Expression | undefined;
}

function partsOf(node: t.Node): Part {
  if (node.type === 'AssignmentPattern') return { target: skipTransparent(node.left), fallback: node.right };
  return { target: skipTransparent(node), fallback: undefined };
}

/** The object of `o.p` is asked for before the value. */
function keepTarget(l: Lowering, seq: Sequence, target: t.Node): void {
  if (isMember(target)) lowerParts(l, seq, partsOfMember(target), true);
}

/** The value, or the default in its place, goes to the target. */
function give(l: Lowering, seq: Sequence, { target, fallback, name }: Part & { readonly name: string }): void {
  if (fallback) {
    const inner = new Sequence();
    inner.plain(l.assign(name, l.expression(inner, fallback), fallback));
    const test = l.emit.expression('NAME === void 0', { NAME: name });
    if (inner.pcs.length > 0) branch(l, seq, { test, consequent: inner, alternate: undefined, at: fallback });
    else seq.plain(located(l.types.ifStatement(test, plainOf(inner)), fallback));
  }
  lowerPattern(l, seq, target, name);
}

function plainOf({ items }: Sequence): t.Statement {
  const [only] = items;
  return (only as { readonly node: t.Statement }).node;
}

/**
 *   [a = yield f(), ...b] = list   →   $cursor0 = $cursor(list);
 *                                      try {
 *                                        $t0 = $cursor0.more() ? $cursor0.value : void 0; … a = $t0;
 *                                        $t0 = []; while ($cursor0.more()) $t0[$t0.length] = $cursor0.value; b = $t0;
 *                                        $cursor0.close();
 *                                      } catch ($e) { $cursor0.fail($e); throw $e; }
 */
function lowerArrayPattern(l: Lowering, seq: Sequence, pattern: t.ArrayPattern, value: string): void {
  const { emit } = l;
  l.tools.need('$cursor');
  const CURSOR = l.lasting('$cursor');
  seq.plain(located(emit.statement('CURSOR = $cursor(VALUE);', { CURSOR, VALUE: value }), pattern));
  const body = new Sequence();
  const region = l.inRegion('catch', () => {
    for (const element of pattern.elements) lowerElement(l, body, element, CURSOR);
  });
  seq.compound([body], () => {
    const others = body.pcs.filter((pc) => !region.pcs.includes(pc));
    const thrown =
      region.pcs.length === 0 ? [] : [thrownIn(l, others.length === 0 ? undefined : isOneOf(l, region.pcs, others))];
    const parts = { THROWN: thrown, BODY: arrange(l, body, true), CURSOR, NAME: l.caughtName() };
    const text = 'try { THROWN; BODY; CURSOR.close(); } catch (NAME) { CURSOR.fail(NAME); throw NAME; }';
    return located(emit.statement(text, parts), pattern);
  });
}

function lowerElement(l: Lowering, seq: Sequence, element: t.ArrayPattern['elements'][number], CURSOR: string): void {
  const { types, emit } = l;
  if (element === null) return seq.plain(emit.statement('CURSOR.more();', { CURSOR }));
  const isRest = types.isRestElement(element);
  const { target, fallback } = partsOf(isRest ? element.argument : element);
  keepTarget(l, seq, target);
  const NAME = l.temporary();
  if (isRest) {
    seq.plain(emit.statement('NAME = [];', { NAME }));
    seq.plain(emit.statement('while (CURSOR.more()) NAME[NAME.length] = CURSOR.value;', { CURSOR, NAME }));
  } else seq.plain(located(emit.statement('NAME = CURSOR.more() ? CURSOR.value : void 0;', { CURSOR, NAME }), element));
  give(l, seq, { target, fallback, name: NAME });
}

/** Patterns whose defaults or keys pause: their parts are assigned one by one. */
import type { types as t } from '@babel/core';
import { isMember, skipTransparent } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import { arrange } from '../dispatch/dispatch.js';
import { addBranch } from '../dispatch/branches.js';
import { partsOfMember } from './calls.js';
import { writeClosing } from '../dispatch/closing.js';
import type { Lowering } from '../lowering.js';
import { asPropertyKey, lowerParts } from './keep-earlier-parts.js';
import { wayInside, Sequence } from '../../plan/sequence.js';

/** `value`: a variable that does not change. */
export function lowerPattern(l: Lowering, seq: Sequence, pattern: t.Node, value: string): void {
  if (l.holds(pattern) && pattern.type === 'ObjectPattern') return lowerObjectPattern(l, seq, pattern, value);
  if (l.holds(pattern) && pattern.type === 'ArrayPattern') return lowerArrayPattern(l, seq, pattern, value);
  // A member; or a call, which throws: `for (f() of list)` of sloppy code.
  const TARGET = l.expression(seq, pattern as t.Expression);
  seq.add(locate(l.emit.statement('TARGET = VALUE;', { TARGET, VALUE: value }), pattern));
}

/**
 *   { a, b = yield f(), c } = o   →   ({ a } = o); ({ b: $t0 } = o);
 *                                     if ($t0 === void 0) { …; $t0 = $v; }
 *                                     b = $t0; ({ c } = o);
 */
function lowerObjectPattern(l: Lowering, seq: Sequence, pattern: t.ObjectPattern, value: string): void {
  const { types, emit } = l;
  const rest = pattern.properties.find((one) => types.isRestElement(one));
  const keys: t.Expression[] = [];
  let plain: t.ObjectPattern['properties'] = [];
  const flush = (): void => {
    if (plain.length === 0) return;
    const TARGET = types.objectPattern(plain);
    seq.add(emit.statement('TARGET = VALUE;', { TARGET, VALUE: value }, pattern));
    plain = [];
  };
  const [first] = pattern.properties;
  // `null` and `undefined` throw before a key is evaluated.
  if (first && (first === rest || (l.holds(first) && (first as t.ObjectProperty).computed)))
    seq.add(emit.statement('({} = VALUE);', { VALUE: value }, pattern));
  for (const property of pattern.properties) {
    if (types.isRestElement(property)) break;
    if (!l.holds(property)) {
      if (rest) keys.push(keepKey(l, property));
      plain.push(property);
      continue;
    }
    flush();
    if (property.computed) property.key = l.expression(seq, property.key as t.Expression);
    const { target, fallback } = splitDefault(property.value);
    const isKept = property.computed && (isMember(target) || rest !== undefined);
    const key = isKept ? storeKey(l, seq, property) : (property.key as t.Expression);
    if (rest) keys.push(nameOfKey(l, key, property.computed));
    keepTarget(l, seq, target);
    const name = l.temporary('part');
    const taken = types.objectProperty(key, l.id(name), property.computed);
    seq.add(emit.statement('TARGET = VALUE;', { TARGET: types.objectPattern([taken]), VALUE: value }, property));
    assignPart(l, seq, { target, fallback, name });
  }
  flush();
  if (rest) lowerRest(l, seq, { rest, value, keys });
}

/** `{ a, [k]: b, ...others } = o` → `others = $restOf(o, ["a", $t0])` */
function lowerRest(
  l: Lowering,
  seq: Sequence,
  { rest, value, keys }: { readonly rest: t.RestElement; readonly value: string; readonly keys: t.Expression[] },
): void {
  const { types, emit } = l;
  const target = skipTransparent(rest.argument);
  keepTarget(l, seq, target);
  const VALUE = emit.expression('$restOf(VALUE, KEYS)', { VALUE: value, KEYS: types.arrayExpression(keys) });
  seq.add(emit.statement('TARGET = VALUE;', { TARGET: target, VALUE }, rest));
}

/** Keeps the key of a property that does not pause, for the rest: `{ [$t0 = $propertyKey(k)]: a }`. */
function keepKey(l: Lowering, property: t.ObjectProperty): t.Expression {
  if (!property.computed) return nameOfKey(l, property.key as t.Expression, false);
  const name = l.temporary('part');
  property.key = l.emit.assign(name, asPropertyKey(l, property.key as t.Expression));
  return l.id(name);
}

function nameOfKey({ types }: Lowering, key: t.Expression, isComputed: boolean): t.Expression {
  return types.isIdentifier(key) && !isComputed ? types.stringLiteral(key.name) : types.cloneNode(key);
}

/** Converts a key before the object of the target is evaluated. */
function storeKey(l: Lowering, seq: Sequence, { key }: t.ObjectProperty): t.Expression {
  const name = l.temporary('part');
  seq.add(l.assign(name, asPropertyKey(l, key as t.Expression), key));
  return l.id(name);
}

interface PatternPart {
  readonly target: t.Node;
  readonly fallback: t.Expression | undefined;
}

function splitDefault(node: t.Node): PatternPart {
  if (node.type === 'AssignmentPattern') return { target: skipTransparent(node.left), fallback: node.right };
  return { target: skipTransparent(node), fallback: undefined };
}

/** The object and the key of a target `o[k]` are evaluated before the value. */
function keepTarget(l: Lowering, seq: Sequence, target: t.Node): void {
  if (isMember(target) && !isSetter(target)) lowerParts(l, seq, partsOfMember(target), true);
}

/** `{ set v($v) { … } }.v` of simplify/tdz-checks.ts: nobody sees when it is made. */
const isSetter = ({ object, computed }: t.MemberExpression | t.OptionalMemberExpression): boolean =>
  !computed && object.type === 'ObjectExpression' && object.properties[0]?.type === 'ObjectMethod';

/** Assigns the value, or its default, to the target. */
function assignPart(
  l: Lowering,
  seq: Sequence,
  { target, fallback, name }: PatternPart & { readonly name: string },
): void {
  if (fallback) {
    const inner = new Sequence();
    inner.add(l.assign(name, l.expression(inner, fallback), fallback));
    const test = l.emit.expression('NAME === void 0', { NAME: name });
    if (inner.pcs.length > 0) addBranch(l, seq, { test, consequent: inner, alternate: undefined, at: fallback });
    else seq.add(locate(l.types.ifStatement(test, plainOf(inner)), fallback));
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
  const CURSOR = l.nameLasting('$cursor', pattern);
  seq.add(emit.statement(`CURSOR = ${cursorHelper(l)}(VALUE);`, { CURSOR, VALUE: value }, pattern));
  const region = l.inRegion('catch', (body) => {
    for (const element of pattern.elements) lowerElement(l, body, element, CURSOR);
  });
  seq.addCompound([region.body], {
    write: (way) => {
      const written = arrange(l, region.body, wayInside(way));
      return writeClosing(l, { name: CURSOR, region, at: pattern, way }, written);
    },
  });
}

/** With the option `saves` the cursor knows its collection. */
export const cursorHelper = ({ tools }: Lowering): '$cursor' | '$cursorOver' =>
  tools.saving ? '$cursorOver' : '$cursor';

function lowerElement(l: Lowering, seq: Sequence, element: t.ArrayPattern['elements'][number], CURSOR: string): void {
  const { types, emit } = l;
  if (element === null) return seq.add(emit.statement('CURSOR.more();', { CURSOR }));
  const isRest = types.isRestElement(element);
  const { target, fallback } = splitDefault(isRest ? element.argument : element);
  keepTarget(l, seq, target);
  const NAME = l.temporary('part');
  if (isRest) {
    seq.add(emit.statement('NAME = [];', { NAME }));
    seq.add(emit.statement('while (CURSOR.more()) NAME[NAME.length] = CURSOR.value;', { CURSOR, NAME }));
  } else seq.add(emit.statement('NAME = CURSOR.more() ? CURSOR.value : void 0;', { CURSOR, NAME }, element));
  assignPart(l, seq, { target, fallback, name: NAME });
}

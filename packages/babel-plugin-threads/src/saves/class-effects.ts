/** Whether a class runs code when it is made. A factory of such a class would run that again when a save is loaded. */
import type { types as t } from '@babel/core';
import { holds, isFunction } from '../babel/ast.js';
import { isStatic } from '../babel/class-members.js';
import type { Types } from '../babel/types.js';
import { headOf } from '../lower/read/class-heads.js';

/** What may run code of the game, by its type. */
const RUNS = /^(?:StaticBlock|Decorator)|Assign|Await|Binary|Call|Import|New|Spread|Tagged|Template|Update|Yield/;

/** Does the value of a field run code? What is written in a function in it runs later. */
export const runsPart = (
  types: Types,
  part: t.Node,
  isHarmless: (inner: t.Node) => boolean = () => false,
  asks: boolean = true,
): boolean =>
  holds(
    types,
    part,
    (inner) => (RUNS.test(inner.type) && !isHarmless(inner)) || (asks && /Member/.test(inner.type)),
    isFunction,
  );

/** `isGlobal`: whether a name means what the language has. */
export function runsCode(types: Types, node: t.Class, isGlobal: (name: string) => boolean): boolean {
  const { superClass, body } = node;
  const runs = (part: t.Node, asks: boolean): boolean => runsPart(types, part, isEmpty, asks);
  return (
    headOf(node).some((part) => (part === superClass ? runs(part, false) : !types.isLiteral(part))) ||
    body.body.some(
      (one) => one.type === 'StaticBlock' || (isStatic(one) && 'value' in one && !!one.value && runs(one.value, true)),
    )
  );

  /** `new Map()` */
  function isEmpty(part: t.Node): boolean {
    const isNew = part.type === 'NewExpression' && part.arguments.length === 0 && part.callee.type === 'Identifier';
    return (
      isNew &&
      /^(?:Array|(?:Weak)?(?:Map|Set))$/.test((part.callee as t.Identifier).name) &&
      isGlobal((part.callee as t.Identifier).name)
    );
  }
}

/** With the option `saves`: variables of functions that are not lowered stand in boxes, too, where factories cannot take them as values. */
import type { types as t } from '@babel/core';
import { holds, isClass, isFunction, someChild } from '../babel/ast.js';
import { isDirectEval } from '../language/direct-eval.js';
import { findHoisted } from './plan/hoisting.js';
import { isPausing, isWait } from './read/class-heads.js';
import { Facts } from './read/facts.js';
import type { HoistedNames, Step, Tools } from './read/tools.js';
import type { Variable } from './read/variable.js';
import { writeQuietParts } from './simplify/quiet-parts.js';
import { foldDeletedNames } from './simplify/deleted-names.js';
import { useName } from './simplify/renaming.js';
import { rewriteVariables } from './simplify/rewrite-variables.js';
import { assignParameters } from './simplify/var-assignments.js';

interface Given {
  readonly isStrict: boolean;
  readonly isWritten: (node: t.Node) => boolean;
}

const NONE: HoistedNames = { all: new Set(), boxes: new Set(), ofLoops: new Set() };

/**
 *   function count(n) {               function count(n0) {
 *     let total = 0;                    let n, total;
 *     return () => total += n++;   →    n = { v: n0 };
 *   }                                   total = { v: 0 };
 *                                       return () => total.v += n.v++;
 *                                     }
 *
 * Notes the names of the boxes, and of what has become an assignment; nothing where the text does not tell which variable a name means.
 */
export function boxVariables(tools: Tools, node: t.Function, { isStrict, isWritten }: Given): void {
  const { types } = tools;
  const fn = node as Step;
  if (!isStrict && isLoose(types, node)) return;
  tools.hoisted.set(node.body, NONE);
  if (node.generator) return;
  const facts = new Facts(tools, fn, { pauses: [], isStrict }, new Map(), false);
  if (facts.variables.nested.length === 0 || holds(types, node, isDirectEval)) return;
  const found = [...findHoisted(facts).keys()];
  if (found.length === 0 || found.some((one) => !canBeBoxed(types, node, one))) return;
  if (!isStrict && foldDeletedNames(types, facts.variables)) facts.noteRemoval();
  if (!types.isBlockStatement(node.body)) {
    (node as t.ArrowFunctionExpression).body = types.blockStatement([types.returnStatement(node.body)]);
    facts.noteRemoval();
  }
  if (assignParameters(types, fn)) facts.noteRemoval();
  const rewritten = rewriteVariables(facts, { self: 'this', isBare: false, isWritten, isFixed: () => false });
  writeQuietParts(tools, fn, { ...rewritten, pauses: facts.pauses });
  const names: string[] = [];
  for (const { name, given, variable } of rewritten.hoisting.hoisted.values()) {
    names.push(name);
    if (given === undefined) continue;
    for (const use of variable.uses) if (use.how === 'declares') useName(types, use, given);
  }
  if (names.length > 0) {
    const declared = names.map((name) => types.variableDeclarator(types.identifier(name)));
    fn.body.body.unshift(types.variableDeclaration('let', declared));
  }
}

/**
 * A parameter gets its box when the body begins, so no other parameter may use it. An object or a class gets the box of an iteration from an arrow around
 * it, in which nothing can wait.
 */
function canBeBoxed(types: Tools['types'], { params }: t.Function, { kind, uses, scope }: Variable): boolean {
  if (scope.isInLoop)
    return !uses.some(({ inside }) => inside && !isFunction(inside.node) && isPausing(types, inside.node, isWait));
  if (kind !== 'param') return true;
  return uses.every(
    ({ how, node, parent }) =>
      (how === 'declares' && parent.type !== 'TSParameterProperty') ||
      !params.some((one) => holds(types, one, (inner) => inner === node)),
  );
}

/** Sloppy code with functions in blocks or behind labels, or whose parameters may be changed through `arguments`. */
function isLoose(types: Tools['types'], { body, params }: t.Function): boolean {
  const isInBlock = (node: t.Node): boolean =>
    someChild(types, node, (child) => {
      if (child.type === 'FunctionDeclaration') return node !== body;
      return !isFunction(child) && !isClass(child) && isInBlock(child);
    });
  const usesArguments = (node: t.Node): boolean => node.type === 'Identifier' && node.name === 'arguments';
  return isInBlock(body) || (params.length > 0 && holds(types, body, usesArguments));
}

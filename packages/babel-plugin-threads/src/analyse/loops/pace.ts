import { childrenOf, holds, targetsOf } from '../../babel/ast.js';
import { functionAround, type Path, type ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { isLocalArray } from '../../language/builtin-types.js';
import { isEvaluatedOnce } from '../../language/evaluation.js';
import { isPureBuiltin } from '../../language/builtins.js';
import type { MarkKind } from '../../marks/mark-kinds.js';
import type { FrameWait } from '../../options.js';
import type { Plan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
import type { types as t } from '@babel/core';

/** How a loop waits: a frame each turn, only after many turns, or not at all. */
export type Pace = 'frame' | 'budget' | 'none';

/** The key of the option `frameWait` for each kind of loop. */
const OPTION_OF: Readonly<Record<t.Loop['type'], keyof FrameWait>> = {
  WhileStatement: 'while',
  DoWhileStatement: 'doWhile',
  ForStatement: 'for',
  ForInStatement: 'forIn',
  ForOfStatement: 'forOf',
};

/** Judges one loop from its marks, its function's `@fast`, the options and what it does. */
export function paceOf(
  compilation: Compilation,
  path: ListedPath<t.Loop>,
  words: ReadonlySet<MarkKind> | undefined,
  isFunctionFast: boolean,
): Pace {
  const { options } = compilation;
  const { node } = path;
  if (compilation.assumesWaits) return 'frame';
  if (words?.has('nowait')) return 'none';
  if (words?.has('fast')) return 'budget';
  if (words?.has('wait')) return 'frame';
  if (!options.frameWait[OPTION_OF[node.type]]) return 'none';
  return isFunctionFast || isComputation(compilation, path) ? 'budget' : 'frame';
}

/**
 * Plain computation: writes only locals and elements of local arrays, calls nothing but pure builtins, and its test reads
 * a local that it writes. Such a loop ends by itself and nobody can watch its turns.
 */
function isComputation(compilation: Compilation, path: ListedPath<t.Loop>): boolean {
  const { t: types, paths } = compilation;
  const { node } = path;
  if (!('test' in node) || !node.test) return false;
  const owner = functionAround(types, path);
  const changed = new Set<string>();
  let isPlain = true;

  paths.walk(path, (inner) => {
    if (isPlain) see(inner);
    return isPlain;
  });
  return isPlain && reads(node.test);

  function see(inner: Path): void {
    const n = inner.node;
    if (types.isAssignmentExpression(n)) write(inner, n.left);
    else if (types.isUpdateExpression(n)) write(inner, n.argument);
    else if (types.isForInStatement(n) || types.isForOfStatement(n)) {
      if (!types.isVariableDeclaration(n.left)) write(inner, n.left);
    } else if (types.isCallExpression(n)) isPlain = isPureBuiltin(compilation, inner);
    else if (
      types.isFunction(n) ||
      types.isClass(n) ||
      types.isNewExpression(n) ||
      types.isOptionalCallExpression(n) ||
      types.isTaggedTemplateExpression(n) ||
      types.isUnaryExpression(n, { operator: 'delete' }) ||
      types.isYieldExpression(n) ||
      types.isAwaitExpression(n) ||
      n.type === 'ImportExpression'
    )
      isPlain = false;
  }

  function write(at: Path, written: t.Node): void {
    for (const target of targetsOf(written)) {
      if (types.isIdentifier(target)) writeName(at, target.name);
      else if (types.isMemberExpression(target))
        isPlain &&= target.computed && isLocalArray(compilation, at, target.object);
      else isPlain = false;
    }
  }

  function writeName(at: Path, name: string): void {
    const binding = at.scope.getBinding(name);
    if (binding && owner && binding.scope.getFunctionParent() === owner.scope) changed.add(name);
    else isPlain = false;
  }

  function reads(test: t.Node): boolean {
    if (types.isIdentifier(test)) return changed.has(test.name);
    if (types.isMemberExpression(test) && !test.computed) return reads(test.object);
    return childrenOf(types, test).some(reads);
  }
}

/** `while (true)`, `for (;;)` without a `break`, `return` or `throw`. */
export function isEndless(types: Types, node: t.Loop): boolean {
  if (types.isForXStatement(node) || (node.test && !types.isBooleanLiteral(node.test, { value: true }))) return false;
  const leaves = (one: t.Node): boolean =>
    types.isBreakStatement(one) || types.isReturnStatement(one) || types.isThrowStatement(one);
  return !holds(types, node, leaves, (one) => types.isFunction(one) || types.isClass(one));
}

/** Links each `continue` to the loop of the Plan that it goes on with. Needs the loops; gives `continues`, and the loops that have one. */
export function linkContinues({ compilation, plan, facts }: Analysis): void {
  for (const path of facts.exits) {
    if (path.node.type !== 'ContinueStatement') continue;
    const target = loopContinued(compilation, path as ListedPath<t.ContinueStatement>);
    const loop = target && plan.loops.get(target);
    if (!loop) continue;
    loop.isContinued = true;
    plan.continues.set(path.node, loop);
  }
}

/** Notes at each pause the loop around it that may run away. Needs the calls and loops; gives the `loop` of each pause of a call. */
export function noteUnpacedLoops({ compilation, plan, facts }: Analysis): void {
  for (const [{ pause }, path] of facts.calls) if (pause) pause.loop = lineOfUnpacedLoop(compilation, plan, path);
}

/** The line of the innermost loop that may come back to a call without a frame between; undefined if there is none. */
function lineOfUnpacedLoop({ t: types }: Compilation, plan: Plan, call: Path): number | undefined {
  for (let at = call; at.parentPath && !types.isFunction(at.node); at = at.parentPath) {
    const { parent, key } = at;
    if (!types.isLoop(parent) || isEvaluatedOnce(key)) continue;
    return plan.loops.get(parent)?.pace === 'frame' ? undefined : parent.loc?.start.line;
  }
  return undefined;
}

/** The loop that a `continue` goes on with; undefined if it leaves the function (a syntax error anyway). */
export function loopContinued({ t: types }: Compilation, path: Path<t.ContinueStatement>): t.Node | undefined {
  const label = path.node.label?.name;
  for (let at: Path | null = path.parentPath; at && !types.isFunction(at.node); at = at.parentPath) {
    if (!types.isLoop(at.node)) continue;
    if (label === undefined) return at.node;
    for (let up = at.parentPath; up && types.isLabeledStatement(up.node); up = up.parentPath)
      if (up.node.label.name === label) return at.node;
  }
  return undefined;
}

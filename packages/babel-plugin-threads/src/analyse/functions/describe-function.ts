/** What is known of one function from its own text. */
import {
  CALL_TYPES,
  functionAround,
  holds,
  isCall,
  isFunction,
  isStrict,
  outOfParentheses,
  skipTransparent,
} from '../../babel/ast.js';
import { bindingOf } from '../../babel/bindings.js';
import { lengthOf, namingOf } from '../../babel/function-names.js';
import type { Path, ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { type MarkKind, takingOf } from '../../marks/mark-kinds.js';
import type { Marks } from '../../marks/marks.js';
import type { FunctionKind, FunctionPlan } from '../../plan.js';
import { type Analysis, PAUSES } from '../facts/facts.js';
import { isDirectEval } from '../../language/direct-eval.js';

import { lexicalOwner, type FunctionContext } from '../facts/function-contexts.js';
import { beginFunction } from '../facts/function-plans.js';
import type { types as t } from '@babel/core';

/**
 * Describes each function of the file. Needs the lists of the walk and the marks; gives the functions of the Plan, of
 * which what they hold is not known yet, and a summary for each that gives neither a Promise nor an iterator.
 */
export function describeFunctions({ compilation, marks, plan, facts }: Analysis): void {
  const { contexts, schemas, summaries } = facts;
  for (const path of facts.functions) {
    const context = contexts.of(path);
    const { async, generator } = path.node as t.Function;
    const saidInstant = isInstant(marks, path) || schemas.instant.has(path.node);
    if (context.isCompiled) {
      context.plan = describeFunction(compilation, marks, context, saidInstant);
      plan.functions.set(path.node, context.plan);
    }
    if (async || generator) continue;
    const isReplaceable = context.isCompiled && isReplacedInUpdates(compilation, path);
    const inUpdates = { isReplaceable, isAwaited: false, does: PAUSES, limit: PAUSES } as const;
    const found = { calls: [], returns: [], hasLoop: false };
    summaries.set(path.node, { path, plan: context.plan, saidInstant, ...inUpdates, ...found });
  }
  for (const path of facts.exits)
    if (path.node.type === 'ReturnStatement')
      summaries.get(contexts.around(path).path.node)?.returns.push(path as ListedPath<t.ReturnStatement>);
}

/** A hot update can put another version in its place: a function or a method at the top of the file. */
function isReplacedInUpdates({ t: types, options, program }: Compilation, path: Path): boolean {
  if (!options.hotUpdates) return false;
  if (bindingOf(path)?.scope === program.scope) return true;
  const isMethod =
    path.node.type === 'ClassMethod' || types.isAssignmentExpression(outOfParentheses(path).parent?.node);
  return isMethod && !functionAround(path);
}

/** What the head of a compiled function and its surroundings tell. `instant` is the author's word. */
function describeFunction(
  compilation: Compilation,
  marks: Marks,
  context: FunctionContext,
  instant: boolean,
): FunctionPlan {
  const { path } = context;
  const { node } = path;
  const kind = kindOf(node);
  const kinds = marks.kinds.get(node);
  return beginFunction({
    node,
    path,
    kind,
    marked: kinds?.has('compile') === true,
    name: namingOf(path).name,
    length: lengthOf(node),
    atTop: isAtTop(context),
    isImmediatelyInvoked: kind === 'expression' && isCallee(path),
    selfName: kind === 'expression' ? selfNameOf(compilation, path) : undefined,
    exported: kind === 'declaration' ? exportOf(compilation, path) : 'no',
    fast: isCovered(marks, path, 'fast'),
    instant,
    ...takingOf(kinds),
    concise: kind === 'arrow' && isOnlyCall(node as t.ArrowFunctionExpression),
    isStrict: isStrict(compilation, path),
  });
}

/** A combinator calls it without arguments. */
const isOnlyCall = ({ params, body }: t.ArrowFunctionExpression): boolean =>
  params.length === 0 && CALL_TYPES.includes(skipTransparent(body).type);

function kindOf(node: t.Node): FunctionKind {
  if (node.type === 'FunctionDeclaration') return 'declaration';
  if (node.type === 'ArrowFunctionExpression') return 'arrow';
  if (node.type === 'ObjectMethod') return 'method';
  if (node.type === 'ClassMethod') return 'classMethod';
  return node.type === 'ClassPrivateMethod' ? 'privateMethod' : 'expression';
}

/** `this` outside the function is that of the module or script. */
function isAtTop(context: FunctionContext): boolean {
  return context.parent === undefined || lexicalOwner(context.parent).kind === 'program';
}

function isCallee(path: Path): boolean {
  const { at } = outOfParentheses(path);
  return at.key === 'callee' && isCall(at.parent);
}

/** The name of a function expression, if its body uses it. */
function selfNameOf(compilation: Compilation, path: Path): FunctionPlan['selfName'] {
  const name = (path.node as t.FunctionExpression).id?.name;
  if (name === undefined) return undefined;
  const binding = path.scope.getOwnBinding(name);
  if (binding === undefined || (binding.kind as string) !== 'local') return undefined;
  // What `eval` does with the name is not known.
  const seenByEval = holdsDirectEval(compilation, path.node);
  const assigned = binding.constantViolations.length > 0 || (seenByEval && isStrict(compilation, path));
  return binding.referenced || assigned || seenByEval ? { name, assigned } : undefined;
}

const holdsDirectEval = (compilation: Compilation, root: t.Node): boolean => holds(compilation.t, root, isDirectEval);

function exportOf({ program }: Compilation, path: Path): 'no' | 'named' | 'default' {
  if (path.parent.type === 'ExportDefaultDeclaration') return 'default';
  if (path.parent.type === 'ExportNamedDeclaration') return 'named';
  if (path.parent.type !== 'Program') return 'no';
  return namesExportedLater(program.node).has((path.node as t.FunctionDeclaration).id!.name) ? 'named' : 'no';
}

/** The names in `export { walk };`. Each function of a file is asked for among them. */
const exportedLater = new WeakMap<t.Program, ReadonlySet<string>>();

export function namesExportedLater(program: t.Program): ReadonlySet<string> {
  const known = exportedLater.get(program);
  if (known) return known;
  const names = new Set<string>();
  exportedLater.set(program, names);
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) continue;
    for (const one of statement.specifiers)
      if (one.type === 'ExportSpecifier' && one.local.type === 'Identifier') names.add(one.local.name);
  }
  return names;
}

/** A mark of its own that says how a call is taken counts instead of `@instant` above its class or object. */
function isInstant(marks: Marks, path: Path): boolean {
  const { busy, again } = takingOf(marks.kinds.get(path.node));
  return busy === undefined && again === undefined && isCovered(marks, path, 'instant');
}

/** A mark on the function itself, or on the class or object that it is a method of. */
function isCovered(marks: Marks, path: Path, mark: MarkKind): boolean {
  for (let at: Path | null = path; at; at = at.parentPath) {
    if (at !== path && isFunction(at.node)) return false;
    if (marks.kinds.get(at.node)?.has(mark)) return true;
  }
  return false;
}

import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import { isNativeMethodName } from '../language/natives.js';
import { vocabularyName } from './runtime-words.js';
import type { Compilation } from '../context/compilation.js';
import { boundFunction } from './describe-function.js';
import { namingOf } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import type { FunctionForm, FunctionPlan, Plan } from '../plan.js';
import { bare, isCall, isCalled, isMember, outOfParentheses } from '../babel/ast.js';
import type { Unit } from './may-wait.js';

/**
 * Says of each compiled function what becomes of it. That a function never waits must not show, so it stays bare only
 * where nobody could tell: it is only ever called, by its name in this file, and asks neither for its `this` nor for its thread.
 */
export function settleForms(
  compilation: Compilation,
  plan: Plan,
  units: ReadonlyMap<t.Node, Unit>,
  isDynamic: boolean,
): void {
  const { t: types, program, options, runtimeNames, spots } = compilation;
  const asking = findAsking();
  for (const one of plan.functions.values()) one.form = formOf(one);

  function formOf(one: FunctionPlan): FunctionForm {
    if (one.pauses.length > 0) return 'thread';
    // On the spot it is a thread of its own, and what asks for its thread would see that of its caller.
    if (one.calledOnTheSpot && asking.has(one.node)) return 'thread';
    // What has no name cannot be waited for by it, and an arrow that says no `this` acts for no owner.
    const isPassing = one.kind === 'arrow' && !one.marked && !one.instant;
    if (isPassing && ((one.name === '' && !one.usesThis && isNameless(one.path)) || isGivenToTheLanguage(one.path)))
      return 'bare';
    return !one.usesThis && !asking.has(one.node) && isOnlyCalled(one) ? 'bare' : 'plain';
  }

  function isNameless(path: Path): boolean {
    return namingOf(types, path).label === 'arrow';
  }

  /** Functions that use the vocabulary or make calls as from plain code, and those that call them. */
  function findAsking(): Set<t.Node> {
    const found = new Set<t.Node>();
    const note = (path: Path): void => {
      for (let at: Path | null = path; at; at = at.parentPath) if (types.isFunction(at.node)) found.add(at.node);
    };
    for (const paths of plan.freeVocabulary.values()) paths.forEach(note);
    for (const { path, replacement } of plan.replaced.values())
      if ([...replacement.names].some((name) => plan.freeVocabulary.has(name))) note(path);
    for (const binding of runtimeNames.bindingsOf(options.module)) binding.referencePaths.forEach(note);
    for (const spot of spots.all)
      if (isMember(spot.node) && runtimeNames.wordOfMember(spot, spot.node) !== undefined) note(spot);
    for (const unit of units.values())
      if (unit.calls.some(({ plan: call }) => call && call.treatment !== 'wait')) found.add(unit.path.node);
    for (let before = -1; before !== found.size;) {
      before = found.size;
      for (const node of found)
        if (types.isFunction(node)) for (const path of callersOf(units.get(node)?.path)) note(path);
    }
    return found;
  }

  function callersOf(path: Path | undefined): Path[] {
    const binding = path && bindingOf(path);
    return binding?.referencePaths ?? [];
  }

  function bindingOf(path: Path): ReturnType<Path['scope']['getBinding']> {
    const { node } = path;
    if (types.isFunctionDeclaration(node)) return node.id ? path.parentPath!.scope.getBinding(node.id.name) : undefined;
    const { parent } = outOfParentheses(path);
    if (!parent || !types.isVariableDeclarator(parent.node) || !types.isIdentifier(parent.node.id)) return undefined;
    const binding = parent.scope.getBinding(parent.node.id.name);
    return binding && boundFunction(types, binding.path) === node ? binding : undefined;
  }

  function isOnlyCalled(one: FunctionPlan): boolean {
    const { path, kind } = one;
    if (kind !== 'declaration' && kind !== 'expression' && kind !== 'arrow') return false;
    const own = one.selfName && path.scope.getOwnBinding(one.selfName.name);
    if (own && !own.referencePaths.every(isCalledAt)) return false;
    if (isCalledAt(path)) return true;
    if (isDynamic || one.exported !== 'no') return false;
    const binding = bindingOf(path);
    if (!binding?.constant || !binding.referencePaths.every(isCalledAt)) return false;
    const isOfScript =
      program.node.sourceType === 'script' && options.global !== undefined && binding.scope === program.scope;
    const isOfBlock =
      one.binding === 'function' || (one.binding === 'var' && one.scope !== undefined && isInnerBlock(path));
    return !isOfScript && !isOfBlock;
  }

  /** A sloppy function of a block that is also seen outside of it. */
  function isInnerBlock(path: Path): boolean {
    const holder = path.parentPath!;
    return types.isBlockStatement(holder.node) ? !types.isFunction(holder.parent) : !types.isProgram(holder.node);
  }

  function isCalledAt(reference: Path): boolean {
    const { at } = outOfParentheses(reference);
    return isCalled(at.node, at.parent);
  }

  /** Written where it is given to a native or to the vocabulary: `xs.map((x) => 2 * x)`, `waitUntil(() => this.ready)`. */
  function isGivenToTheLanguage(path: Path): boolean {
    let { at, parent } = outOfParentheses(path);
    while (
      parent &&
      (types.isObjectProperty(parent.node) ||
        types.isObjectExpression(parent.node) ||
        types.isArrayExpression(parent.node))
    )
      ({ at, parent } = outOfParentheses(parent));
    const call = parent?.node;
    if (at.listKey !== 'arguments' || !isCall(call)) return false;
    const callee = bare(call.callee);
    if (vocabularyName(compilation, parent!, callee) !== undefined) return true;
    if (!isMember(callee)) return false;
    const name = propertyName(types, callee) ?? '';
    return isNativeMethodName(name) || (types.isThisExpression(bare(callee.object)) && name.startsWith('wait'));
  }
}

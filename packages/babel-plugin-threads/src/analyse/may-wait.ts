import type { types as t } from '@babel/core';
import { givesNoPromise } from '../language/no-promise.js';
import { propertyName } from '../babel/property-name.js';
import type { Compilation } from '../context/compilation.js';
import { boundFunction } from './describe-function.js';
import { namingOf } from '../babel/function-names.js';
import { childAt, type Path } from '../babel/path.js';
import type { CallPlan, FunctionPlan, Plan } from '../plan.js';
import type { Schemas } from './schema.js';
import { bare, calleeOf, isFunctionNode, isLogicalAssignment, isSeeThrough, isStrict } from '../babel/ast.js';
import { keepWarm } from '../babel/warm.js';

/** A function of the file, compiled or not, and what is known of the calls in it. */
export interface Unit {
  readonly path: Path;
  readonly plan: FunctionPlan | undefined;
  /** The author's word, by `@instant` or a schema, that it never waits. */
  readonly saidInstant: boolean;
  /** Calls that were not judged to give their value at once. */
  readonly calls: { readonly path: Path; readonly plan: CallPlan | undefined; readonly reason: string }[];
  readonly returns: Path<t.ReturnStatement>[];
  /** It holds a loop with a frame-wait. */
  hasLoop: boolean;
}

export interface WaitingFacts {
  readonly units: ReadonlyMap<t.Node, Unit>;
  /** Of the calls in the Plan; those that turn out not to wait are taken out. */
  readonly paths: Map<CallPlan, Path>;
  readonly schemas: Schemas;
  /** The file uses direct `eval` or `with`: a name may mean anything. */
  readonly isDynamic: boolean;
}

/**
 * Finds the functions of the file whose calls need no wait. All are taken not to wait until one is found to, and each that is
 * found makes those that call it wait: the greatest fixpoint, O(calls × depth). A function waits if it holds a loop
 * with a frame-wait, makes a call that may wait, or may give a Promise (which its caller would wait for).
 *
 * The first reason found stays, so that chains of reasons end: `waits: walk → step → loop`, `may wait: go → unknown callee log`.
 */
export function settleWaiting(
  compilation: Compilation,
  plan: Plan,
  { units, paths, schemas, isDynamic }: WaitingFacts,
): void {
  const { t: types, options, program } = compilation;
  const causes = new Map<Unit, { readonly word: 'waits' | 'may wait'; readonly chain: string }>();
  const labels = new Map([...units.values()].map((unit) => [unit, namingOf(types, unit.path).label]));
  const called = new Map<t.Node, Unit | undefined>();
  keepWarm('settleWaiting', spread, settleCall);

  spread('waits', (unit) => {
    if (unit.hasLoop) return 'loop';
    const known = unit.calls.find((call) => counts(unit, call) && call.reason.startsWith('waits: '));
    return known?.reason.slice('waits: '.length);
  });
  spread('may wait', (unit) => {
    const unknown = unit.calls.find((call) => counts(unit, call) && unitCalled(call.path) === undefined);
    if (unknown) return unknown.reason.replace(/^(?:may wait|waits): /, '');
    return calledReason(unit) ?? (mayGivePromise(unit) ? 'a value that may be a Promise' : undefined);
  });
  for (const unit of units.values()) for (const call of unit.calls) settleCall(call.path, call.plan);

  /** Marks functions for a reason of their own, then all that call them. */
  function spread(word: 'waits' | 'may wait', ownReason: (unit: Unit) => string | undefined): void {
    for (let before = -1; before !== causes.size;) {
      before = causes.size;
      for (const unit of units.values()) {
        if (causes.has(unit) || unit.saidInstant) continue;
        const chain = ownReason(unit) ?? calledReason(unit);
        if (chain !== undefined) causes.set(unit, { word, chain: `${labels.get(unit)!} → ${chain}` });
      }
    }
  }

  function calledReason(unit: Unit): string | undefined {
    for (const call of unit.calls) {
      const target = counts(unit, call) ? unitCalled(call.path) : undefined;
      const cause = target && causes.get(target);
      if (cause) return cause.chain;
    }
    return undefined;
  }

  /** In a compiled function, what is handed over or made as from plain code does not keep the caller. */
  function counts(unit: Unit, { path, plan: call }: Unit['calls'][number]): boolean {
    if (!unit.plan) return true;
    return call?.treatment === 'wait' && !isInsideHandedOver(path);
  }

  function isInsideHandedOver(path: Path): boolean {
    for (let at = path.parentPath; at && !isFunctionNode(types, at.node); at = at.parentPath)
      if (isMadeLater(plan.calls.get(at.node))) return true;
    return false;
  }

  /** What is given to `spawn` is worked out at once, but for the call itself. */
  function isMadeLater(call: CallPlan | undefined): boolean {
    return call?.treatment === 'handedOver' && call.spawned === undefined;
  }

  function settleCall(path: Path, call: CallPlan | undefined): void {
    if (call?.treatment !== 'wait') return;
    const target = unitCalled(path);
    if (!target) return;
    const cause = causes.get(target);
    if (cause) {
      call.pause!.reason = `${cause.word}: ${cause.chain}`;
      return;
    }
    call.in.pauses = call.in.pauses.filter((pause) => pause !== call.pause);
    plan.calls.delete(path.node);
    paths.delete(call);
    plan.immediate.set(path.node, { in: call.in, reason: `never waits: ${labels.get(target)!}` });
  }

  function unitCalled(path: Path): Unit | undefined {
    if (!called.has(path.node)) called.set(path.node, findCalled(path));
    return called.get(path.node);
  }

  function findCalled(path: Path): Unit | undefined {
    const callee = calleeOf(path.node);
    if (callee === undefined) return undefined;
    if (types.isFunction(callee)) return units.get(callee);
    if (types.isMemberExpression(callee)) return methodOfSchema(path, callee);
    if (!types.isIdentifier(callee) || isDynamic) return undefined;
    const binding = path.scope.getBinding(callee.name);
    if (!binding?.constant || isReachedFromOutside(path, callee.name)) return undefined;
    const { init } = binding.path.node as t.VariableDeclarator;
    const fn = boundFunction(types, binding.path) ?? (init ? schemas.functions.get(bare(init)) : undefined);
    return fn && units.get(fn);
  }

  /** `ui.show` of an object that `withSchema` describes: the author's word holds for what stands in it. */
  function methodOfSchema(path: Path, callee: t.MemberExpression): Unit | undefined {
    const object = bare(callee.object);
    const name = propertyName(types, callee);
    if (!types.isIdentifier(object) || name === undefined || isDynamic) return undefined;
    const binding = path.scope.getBinding(object.name);
    if (!binding?.constant || !types.isVariableDeclarator(binding.path.node)) return undefined;
    const { init } = binding.path.node;
    const method = (init && schemas.objects.get(bare(init)))?.properties.find(
      (one) => !types.isSpreadElement(one) && !one.computed && types.isIdentifier(one.key, { name }),
    );
    const fn = types.isObjectProperty(method) ? bare(method.value) : method;
    return fn && schemas.instant.has(fn) ? units.get(fn) : undefined;
  }

  /** Babel knows one scope for parameters and body, none for Annex B, and nothing of other scripts. */
  function isReachedFromOutside(path: Path, name: string): boolean {
    const { scope, kind } = path.scope.getBinding(name)!;
    const isHoisted = (kind as string) === 'hoisted' || kind === 'var';
    if (scope === program.scope && isHoisted && program.node.sourceType === 'script' && options.global !== undefined)
      return true;
    if (isHoisted && plan.names.bound.get(name) !== 1 && !isStrict(compilation, path)) return true;
    for (let at = path; at.parentPath; at = at.parentPath)
      if (at.listKey === 'params' && at.parentPath.scope === scope && (kind as string) !== 'local') return true;
    return false;
  }

  function mayGivePromise(unit: Unit): boolean {
    const { node } = unit.path;
    const fn = node as t.Function;
    if (!types.isBlockStatement(fn.body)) return !isNoPromise(childAt(unit.path, 'body'), []);
    return unit.returns.some((path) => path.node.argument && !isNoPromise(childAt(path, 'argument'), []));
  }

  /** The value of an expression is known to be no Promise. */
  function isNoPromise(path: Path, seen: readonly t.Node[]): boolean {
    const { node } = path;
    const inner = (key: string): Path => childAt(path, key);
    if (isSeeThrough(node)) return isNoPromise(inner('expression'), seen);
    if (types.isLiteral(node) || types.isUnaryExpression(node) || types.isUpdateExpression(node)) return true;
    if (types.isBinaryExpression(node) || types.isFunction(node) || types.isClass(node)) return true;
    if (types.isObjectExpression(node) || types.isArrayExpression(node)) return true;
    if (types.isConditionalExpression(node))
      return isNoPromise(inner('consequent'), seen) && isNoPromise(inner('alternate'), seen);
    if (types.isLogicalExpression(node)) return isNoPromise(inner('left'), seen) && isNoPromise(inner('right'), seen);
    if (types.isSequenceExpression(node))
      return isNoPromise(childAt(path, 'expressions', node.expressions.length - 1), seen);
    if (types.isAssignmentExpression(node)) {
      if (node.operator === '=') return isNoPromise(inner('right'), seen);
      return !isLogicalAssignment(node);
    }
    if (types.isCallExpression(node) || types.isNewExpression(node)) {
      const target = types.isCallExpression(node) ? unitCalled(path) : undefined;
      if (target) return !target.saidInstant && !causes.has(target);
      return givesNoPromise(compilation, path);
    }
    return types.isIdentifier(node) && isNoPromiseVariable(path, node.name, seen);
  }

  function isNoPromiseVariable(path: Path, name: string, seen: readonly t.Node[]): boolean {
    const binding = path.scope.getBinding(name);
    if (binding === undefined) return ['undefined', 'NaN', 'Infinity'].includes(name);
    if (isDynamic || isReachedFromOutside(path, name)) return false;
    const { node } = binding.path;
    if (types.isFunctionDeclaration(node) || types.isClassDeclaration(node)) return binding.constant;
    if (!types.isVariableDeclarator(node) || !types.isIdentifier(node.id) || seen.includes(node)) return false;
    if (types.isForXStatement(binding.path.parentPath?.parent)) return false;
    const also = [...seen, node];
    if (node.init && !isNoPromise(childAt(binding.path, 'init'), also)) return false;
    return binding.constantViolations.every((change) => {
      if (types.isUpdateExpression(change.node)) return true;
      return (
        types.isAssignmentExpression(change.node) &&
        types.isIdentifier(bare(change.node.left)) &&
        isNoPromise(change, also)
      );
    });
  }
}

import { bare, calleeOf, holds, isCall, isMember, isTarget, outOfParentheses } from '../babel/ast.js';
import { dotted } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { builtinReason } from '../language/builtins.js';
import { PROMISE_COMBINATORS, PROMISE_METHODS } from '../language/promises.js';
import type { CallPlan } from '../plan.js';
import { GIVE_THREAD, HANDS_OVER, INSTANT_VOCABULARY, METHODS_THAT_HAND_OVER } from '../vocabulary.js';
import { isNamespace, vocabularyName } from './runtime-words.js';
import type { types as t } from '@babel/core';

/** What the call itself tells: whether to wait, and for what. */
export interface CallJudgement {
  /** `instant`: it gives its value at once. */
  readonly treatment: CallPlan['treatment'] | 'instant';
  readonly value: 'used' | 'dropped';
  readonly letGo: boolean;
  readonly reason: string;
  readonly passReceiver: boolean;
  readonly takesGiven: boolean;
  /** It is called on an object, which may be another owner than that of the thread. */
  readonly isOfObject: boolean;
}

/** The types of nodes that are calls. */
export const CALL_TYPES: readonly t.Node['type'][] = [
  'CallExpression',
  'OptionalCallExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
];

/** `eval(…)` by this name sees the variables around it, and may assign to them. */
export function isDirectEval({ t: types }: Compilation, node: t.Node): boolean {
  return isCall(node) && types.isIdentifier(bare(node.callee), { name: 'eval' });
}

/** Judges one call: by its callee, its place and its name alone. What the functions of the file do is judged in may-wait.ts. */
export function judgeCall(compilation: Compilation, path: Path): CallJudgement {
  const { t: types, options } = compilation;
  const callee = calleeOf(path.node);
  const vocabulary = callee && vocabularyName(compilation, path, callee);
  const member = isMember(callee) ? callee : undefined;
  const waited = argumentOfWaitFor();
  const passReceiver = waited !== undefined && isOfKnownObject(waited);
  const takesGiven = waited !== undefined && mayGiveAnything(waited);

  if (isHandedOver()) return judgement('handedOver', 'used', 'handed over');
  const instant = instantReason();
  if (instant !== undefined) return judgement('instant', 'used', instant);
  if (vocabulary !== undefined && INSTANT_VOCABULARY.has(vocabulary))
    return judgement('instant', 'used', `never waits: ${vocabulary}`);
  if (isAsPlain())
    return givesPromiseAtOnce()
      ? judgement('instant', 'used', 'never waits: gives a Promise')
      : judgement('asPlain', 'used', 'as from plain code');
  return judgement('wait', isDropped(types, path) ? 'dropped' : 'used', reason());

  function judgement(treatment: CallJudgement['treatment'], value: 'used' | 'dropped', why: string): CallJudgement {
    const letGo =
      treatment === 'wait' && value === 'dropped' && vocabulary === undefined && isOnUnknownOwner() && !givesPromise();
    return { treatment, value, letGo, reason: why, passReceiver, takesGiven, isOfObject: member !== undefined };
  }

  function instantReason(): string | undefined {
    if (options.stress || !types.isCallExpression(path.node)) return undefined;
    const name = dotted(types, path.node.callee);
    if (name !== undefined && options.plain.some((p) => matches(p, name)) && isFromOutside(compilation, path))
      return 'never waits: option `plain`';
    const builtin = builtinReason(compilation, path);
    return builtin === undefined ? undefined : `never waits: ${builtin}`;
  }

  function reason(): string {
    if (vocabulary !== undefined) return `waits: ${vocabulary}`;
    if (callee === undefined || types.isImport(callee)) return 'may wait: import()';
    const name = dotted(types, callee);
    return name === undefined ? 'may wait: unknown callee' : `may wait: unknown callee ${name}`;
  }

  /** Not `this`, `super` or a module's namespace: a call on it may start another owner's thread. */
  function isOnUnknownOwner(): boolean {
    if (callee === undefined) return false;
    if (types.isFunctionExpression(callee)) return !callee.async && !callee.generator && !usesThis(types, callee);
    if (member === undefined) return false;
    const object = bare(member.object);
    if (types.isThisExpression(object) || types.isSuper(object)) return false;
    return !(types.isIdentifier(object) && isNamespace(compilation, path, object.name));
  }

  /** What `waitFor(…)` or `this.waitFor(…)` is given; undefined for every other call. */
  function argumentOfWaitFor(): t.Node | undefined {
    if (!types.isCallExpression(path.node) || callee === undefined) return undefined;
    const isWaitFor =
      vocabulary === 'waitFor' ||
      (member !== undefined &&
        types.isThisExpression(bare(member.object)) &&
        propertyName(types, member) === 'waitFor');
    const [argument] = path.node.arguments;
    return isWaitFor && argument !== undefined ? bare(argument) : undefined;
  }

  /** A call; `start` and `attach` always give a Thread. */
  function mayGiveAnything(argument: t.Node): boolean {
    if (!CALL_TYPES.includes(argument.type)) return false;
    const called = calleeOf(argument);
    return !GIVE_THREAD.has((called && vocabularyName(compilation, path, called)) ?? '');
  }

  /** `waitFor(door.open)`, where nothing else says which door. */
  function isOfKnownObject(argument: t.Node): boolean {
    if (!isMember(argument) || (path.node as t.CallExpression).arguments.length !== 1) return false;
    const object = bare(argument.object);
    return !(types.isIdentifier(object) && isNamespace(compilation, path, object.name));
  }

  /** Stands directly as an argument of a combinator, or as a property of the object given to `tracks`. */
  function isHandedOver(): boolean {
    const { at, parent } = outOfParentheses(path);
    if (!parent) return false;
    if (types.isObjectProperty(parent.node) && at.key === 'value') {
      const object = outOfParentheses(parent.parentPath!);
      return (
        object.at.listKey === 'arguments' && object.parent !== null && vocabularyOfCall(object.parent) === 'tracks'
      );
    }
    if (at.listKey !== 'arguments' || !isCall(parent.node)) return false;
    const outer = bare((parent.node as t.CallExpression).callee);
    const index = at.key as number;
    const free = vocabularyOfCall(parent);
    if (free !== undefined) return index >= (HANDS_OVER.get(free) ?? Infinity) || isBeforeTime(free, parent, index);
    if (!isMember(outer)) return false;
    const name = propertyName(types, outer);
    if (name === undefined) return false;
    if (types.isThisExpression(bare(outer.object)))
      return index >= (METHODS_THAT_HAND_OVER.get(name) ?? Infinity) || isBeforeTime(name, parent, index);
    return name === 'spawn' && index === 0 && /(?:^|\.)#?scheduler$/.test(dotted(types, outer.object) ?? '');
  }

  /** `withTimeout(call(), 1000)`: the call must not begin, so that the runtime says at once which comes first. */
  function isBeforeTime(word: string, outer: Path, index: number): boolean {
    const second = (outer.node as t.CallExpression).arguments[1];
    return word === 'withTimeout' && index === 0 && types.isNumericLiteral(second);
  }

  function vocabularyOfCall(call: Path): string | undefined {
    if (!isCall(call.node)) return undefined;
    return vocabularyName(compilation, call, bare((call.node as t.CallExpression).callee));
  }

  /** Its value is at once asked for `.then`, is the operand of `void`, or stands in the array given to `Promise.all`. */
  function isAsPlain(): boolean {
    if (isAskedForThen()) return true;
    const { at, parent } = outOfParentheses(path);
    if (!parent) return false;
    if (types.isUnaryExpression(parent.node, { operator: 'void' })) return true;
    if (!types.isArrayExpression(parent.node)) return false;
    const array = outOfParentheses(parent);
    if (array.at.listKey !== 'arguments' || !types.isCallExpression(array.parent?.node)) return false;
    const outer = bare(array.parent.node.callee);
    return (
      at.listKey === 'elements' &&
      types.isMemberExpression(outer) &&
      isPromise(bare(outer.object)) &&
      PROMISE_COMBINATORS.has(propertyName(types, outer) ?? '')
    );
  }

  /** `f().then(g)`, and `f().then` alone; written to or deleted, it is not asked for. */
  function isAskedForThen(): boolean {
    const { at, parent } = outOfParentheses(path);
    if (!parent || at.key !== 'object' || !isMember(parent.node)) return false;
    if (!PROMISE_METHODS.has(propertyName(types, parent.node) ?? '')) return false;
    const { at: asked } = outOfParentheses(parent);
    return !isTarget(asked) && !types.isUnaryExpression(asked.parent, { operator: 'delete' });
  }

  /** `….then(…)` and statics of `Promise`: no owner's thread to let go. */
  function givesPromise(): boolean {
    if (member === undefined) return false;
    return PROMISE_METHODS.has(propertyName(types, member) ?? '') || isPromise(bare(member.object));
  }

  function isPromise(node: t.Node): boolean {
    return types.isIdentifier(node, { name: 'Promise' }) && isFree(compilation, path, 'Promise');
  }

  /** A `.then(…)` in the middle of a chain, or a static of `Promise`: made where it stands, as it never waits itself. */
  function givesPromiseAtOnce(): boolean {
    if (member === undefined || types.isTaggedTemplateExpression(path.node)) return false;
    if (PROMISE_METHODS.has(propertyName(types, member) ?? '')) return isAskedForThen();
    return isPromise(bare(member.object));
  }
}

/** The callee's first name is free, or comes by `import` or `require`: option `plain` says nothing of what the file itself makes. */
function isFromOutside({ t: types }: Compilation, path: Path): boolean {
  let root = calleeOf(path.node);
  while (isMember(root)) root = bare(root.object);
  if (!types.isIdentifier(root)) return true;
  const binding = path.scope.getBinding(root.name);
  const { node } = binding?.path ?? {};
  if (binding === undefined || types.isModuleSpecifier(node)) return true;
  let value = types.isVariableDeclarator(node) && binding.constant ? node.init && bare(node.init) : undefined;
  while (isMember(value)) value = bare(value.object);
  return (
    isCall(value) && types.isIdentifier(value.callee, { name: 'require' }) && !path.scope.hasBinding('require', true)
  );
}

/** Nobody uses the value: a statement, also through `&& || ?? ?: ,`; a `for`'s init and update; an arrow's body for `forEach`. */
function isDropped(types: Compilation['t'], path: Path): boolean {
  const { at, parent } = outOfParentheses(path);
  if (!parent) return false;
  const node = parent.node;
  if (types.isExpressionStatement(node)) return true;
  if (types.isForStatement(node)) return at.key === 'init' || at.key === 'update';
  if (types.isLogicalExpression(node)) return at.key === 'right' && isDropped(types, parent);
  if (types.isConditionalExpression(node)) return at.key !== 'test' && isDropped(types, parent);
  if (types.isSequenceExpression(node)) return at.key !== node.expressions.length - 1 || isDropped(types, parent);
  if (types.isArrowFunctionExpression(node) && at.key === 'body') {
    const arrow = outOfParentheses(parent);
    const call = arrow.parent?.node;
    if (arrow.at.listKey !== 'arguments' || arrow.at.key !== 0) return false;
    if (!isCall(call)) return false;
    const callee = bare(call.callee);
    return isMember(callee) && propertyName(types, callee) === 'forEach';
  }
  return false;
}

/** `ui.*` names everything below `ui`; `*` alone stands for one part. */
function matches(pattern: string, name: string): boolean {
  const wanted = pattern.split('.');
  const parts = name.split('.');
  if (wanted.at(-1) === '*' && parts.length >= wanted.length) parts.length = wanted.length;
  return wanted.length === parts.length && wanted.every((w, i) => w === '*' || w === parts[i]);
}

/** `this` stands in the function itself or in an arrow in it. */
export function usesThis(types: Compilation['t'], root: t.Node): boolean {
  const isApart = (node: t.Node): boolean =>
    types.isClassBody(node) || (node !== root && types.isFunction(node) && !types.isArrowFunctionExpression(node));
  return holds(types, root, (node) => types.isThisExpression(node), isApart);
}

import {
  CALL_TYPES,
  calleeOf,
  holds,
  isAssignmentTarget,
  isCall,
  isFunction,
  isMember,
  outOfBranches,
  outOfParentheses,
  skipTransparent,
} from '../../babel/ast.js';
import { dotted, methodCalled, propertyName } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { isQuietCall } from '../../language/builtin-calls.js';
import { METHODS_BY_NAME, PROMISE_METHODS } from '../../language/builtins.js';
import { isPromiseClass } from '../../language/named-builtins.js';
import type { Reason } from '../../plan.js';
import type { CallJudgement } from '../facts/facts.js';
import { GIVE_THREAD, INSTANT_VOCABULARY, WAIT_FOR } from '../../vocabulary.js';
import { maybe, surely } from '../facts/reasons.js';
import { isCallOf, isNamespace, vocabularyName, wordCalled } from '../names/runtime-words.js';
import { takerOf } from './takers.js';
import type { types as t } from '@babel/core';

/** A call, with what several tests of the judgement need. */
interface Call {
  readonly compilation: Compilation;
  readonly path: Path;
  readonly callee: t.Node | undefined;
  readonly member: t.MemberExpression | t.OptionalMemberExpression | undefined;
  /** The runtime's word that is called. */
  readonly word: string | undefined;
}

/**
 * Judges one call: by its callee, its surroundings and its name alone. What the functions of the file do is judged in
 * may-wait.ts.
 */
export function judgeCall(compilation: Compilation, path: Path): CallJudgement {
  const callee = calleeOf(path.node);
  const word = wordCalled(compilation, path);
  const call: Call = { compilation, path, callee, member: isMember(callee) ? callee : undefined, word };
  const treatment = treatmentOf(call);
  const value = treatment === 'wait' && isDropped(path) ? 'dropped' : 'used';
  const waited = argumentOfWaitFor(call);
  return {
    treatment,
    value,
    isUnjoined: treatment === 'wait' && value === 'dropped' && mayBeUnjoined(call),
    isForgotten: isOfVoid(call),
    reason: reasonOf(call),
    passReceiver: waited !== undefined && isOfKnownObject(call, waited),
    takesGiven: waited !== undefined && mayGiveAnything(call, waited),
  };
}

function treatmentOf(call: Call): CallJudgement['treatment'] {
  if (takerOf(call.compilation, call.path) === 'word') return 'deferred';
  if (isInstant(call)) return 'instant';
  if (isDetached(call)) return givesPromiseAtOnce(call) ? 'instant' : 'detached';
  return 'wait';
}

/** By the option `plain`, as a builtin, or as a word of the runtime that never waits. */
function isInstant({ compilation, path, word }: Call): boolean {
  const { options } = compilation;
  if (word !== undefined && INSTANT_VOCABULARY.has(word)) return true;
  if (compilation.assumesWaits || path.node.type !== 'CallExpression') return false;
  const name = dotted(path.node.callee);
  if (name !== undefined && options.plain.some((pattern) => matches(pattern, name)) && isFromOutside(compilation, path))
    return true;
  return isQuietCall(compilation, path);
}

function reasonOf({ callee, word }: Call): Reason {
  if (word !== undefined) return surely(word);
  if (callee === undefined || callee.type === 'Import') return maybe('import()');
  const name = dotted(callee);
  return maybe(name === undefined ? 'unknown callee' : `unknown callee ${name}`);
}

/** The owner that the call acts for is not known, so no thread joins the one that it may start. */
function mayBeUnjoined(call: Call): boolean {
  return call.word === undefined && isOnUnknownOwner(call) && !givesPromise(call);
}

/** Not `this`, `super` or a module's namespace: a call on it may start another owner's thread. */
function isOnUnknownOwner({ compilation, path, callee, member }: Call): boolean {
  const { t: types } = compilation;
  if (callee?.type === 'FunctionExpression') return !callee.async && !callee.generator && !usesThis(types, callee);
  if (member === undefined) return false;
  const object = skipTransparent(member.object);
  if (object.type === 'ThisExpression' || object.type === 'Super') return false;
  return !(object.type === 'Identifier' && isNamespace(compilation, path, object.name));
}

/** What `waitFor(…)` or `this.waitFor(…)` is given; undefined for every other call. */
function argumentOfWaitFor({ compilation, path }: Call): t.Node | undefined {
  if (path.node.type !== 'CallExpression' || !isCallOf(compilation, path, WAIT_FOR)) return undefined;
  const [argument] = path.node.arguments;
  return argument && skipTransparent(argument);
}

/** A call, or one in a branch; `start` and `attach` always give a Thread. */
function mayGiveAnything(call: Call, wrapped: t.Node): boolean {
  const { compilation, path } = call;
  const argument = skipTransparent(wrapped);
  if (argument.type === 'ConditionalExpression')
    return mayGiveAnything(call, argument.consequent) || mayGiveAnything(call, argument.alternate);
  if (argument.type === 'LogicalExpression') return mayGiveAnything(call, argument.right);
  if (argument.type === 'SequenceExpression') return mayGiveAnything(call, argument.expressions.at(-1)!);
  if (!CALL_TYPES.includes(argument.type)) return false;
  const called = calleeOf(argument);
  return !GIVE_THREAD.has((called && vocabularyName(compilation, path, called)) ?? '');
}

/** `waitFor(door.open)`, where nothing else says which door. */
function isOfKnownObject({ compilation, path }: Call, argument: t.Node): boolean {
  if (!isMember(argument) || (path.node as t.CallExpression).arguments.length !== 1) return false;
  const object = skipTransparent(argument.object);
  return !(object.type === 'Identifier' && isNamespace(compilation, path, object.name));
}

/** Its value is at once asked for `.then`, is the operand of `void`, or is waited for by `Promise.all`. */
function isDetached(call: Call): boolean {
  return isAskedForThen(call) || takerOf(call.compilation, call.path) === 'Promise' || isOfVoid(call);
}

const isOfVoid = ({ compilation, path }: Call): boolean =>
  compilation.t.isUnaryExpression(outOfParentheses(path).parent?.node, { operator: 'void' });

/** `f().then(g)`, and `f().then` alone; written to or deleted, it is not asked for. */
function isAskedForThen({ compilation: { t: types }, path }: Call): boolean {
  const { at, parent } = outOfParentheses(path);
  if (!parent || at.key !== 'object' || !isMember(parent.node)) return false;
  if (!PROMISE_METHODS.has(propertyName(parent.node) ?? '')) return false;
  const { at: asked } = outOfParentheses(parent);
  return !isAssignmentTarget(asked) && !types.isUnaryExpression(asked.parent, { operator: 'delete' });
}

/** `….then(…)` and statics of `Promise`: no owner's thread that one could join. */
function givesPromise(call: Call): boolean {
  const { compilation, path, member } = call;
  if (member === undefined) return false;
  if (PROMISE_METHODS.has(propertyName(member) ?? '')) return true;
  return isPromiseClass(compilation, path, member.object);
}

/** A `.then(…)` in the middle of a chain, or a static of `Promise`: made at once, as it never waits itself. */
function givesPromiseAtOnce(call: Call): boolean {
  const { compilation, path, member } = call;
  if (member === undefined || path.node.type === 'TaggedTemplateExpression') return false;
  if (PROMISE_METHODS.has(propertyName(member) ?? '')) return isAskedForThen(call);
  return isPromiseClass(compilation, path, member.object);
}

/**
 * The callee's first name is free, or comes by `import` or `require`: option `plain` says nothing of what the file
 * itself makes.
 */
function isFromOutside({ t: types }: Compilation, path: Path): boolean {
  let root = calleeOf(path.node);
  while (isMember(root)) root = skipTransparent(root.object);
  if (root?.type !== 'Identifier') return true;
  const binding = path.scope.getBinding(root.name);
  const { node } = binding?.path ?? {};
  if (binding === undefined || types.isModuleSpecifier(node)) return true;
  let value =
    node?.type === 'VariableDeclarator' && binding.constant ? node.init && skipTransparent(node.init) : undefined;
  while (isMember(value)) value = skipTransparent(value.object);
  const loaded = isCall(value) ? value.callee : undefined;
  return loaded?.type === 'Identifier' && loaded.name === 'require' && !path.scope.hasBinding('require', true);
}

/**
 * Nobody uses the value: a statement, also through `&& || ?? ?: ,`; a `for`'s init and update; an arrow's body for a
 * native that drops it.
 */
export function isDropped(path: Path): boolean {
  const { at, parent } = outOfBranches(path);
  const node = parent?.node;
  // A part of a sequence that is no branch is not its last.
  if (node?.type === 'ExpressionStatement' || node?.type === 'SequenceExpression') return true;
  if (node?.type === 'ForStatement') return at.key === 'init' || at.key === 'update';
  if (node?.type !== 'ArrowFunctionExpression' || at.key !== 'body') return false;
  const arrow = outOfParentheses(parent!);
  const call = arrow.parent?.node;
  if (arrow.at.listKey !== 'arguments' || arrow.at.key !== 0 || !isCall(call)) return false;
  return METHODS_BY_NAME.get(methodCalled(call)?.name ?? '')?.gives === 'nothing';
}

/** `ui.*` names everything below `ui`; `*` alone stands for one part. */
function matches(pattern: string, name: string): boolean {
  const wanted = pattern.split('.');
  const parts = name.split('.');
  if (wanted.at(-1) === '*' && parts.length >= wanted.length) parts.length = wanted.length;
  return wanted.length === parts.length && wanted.every((w, i) => w === '*' || w === parts[i]);
}

/** The function itself, or an arrow in it, uses `this`. */
export function usesThis(types: Compilation['t'], root: t.Node): boolean {
  const isBoundary = (node: t.Node): boolean =>
    node.type === 'ClassBody' || (node !== root && isFunction(node) && node.type !== 'ArrowFunctionExpression');
  return holds(types, root, (node) => node.type === 'ThisExpression', isBoundary);
}

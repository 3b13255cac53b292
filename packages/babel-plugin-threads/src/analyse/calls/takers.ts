/** Who takes the calls that stand in its arguments, and makes them later or waits for them. */
import {
  isCall,
  isFunction,
  memberCalled,
  outOfBranches,
  outOfParentheses,
  skipTransparent,
  type Standing,
} from '../../babel/ast.js';
import { dotted, methodCalled, propertyName } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { PROMISE_COMBINATORS } from '../../language/builtins.js';
import { isPromiseClass } from '../../language/named-builtins.js';
import {
  DEFERS,
  DEFERS_BEFORE_NUMBER,
  DEFERS_PROPERTIES,
  isSchedulerName,
  METHODS_THAT_DEFER,
  SCHEDULER_DEFERS,
  TAKE_LISTS,
} from '../../vocabulary.js';
import { ownMethodCalled, wordCalled, wordOrOwnMethod } from '../names/runtime-words.js';
import type { types as t } from '@babel/core';

/** `word`: a word that makes a call later. `Promise`: a static of that class, which waits for calls that are made. */
export type Taker = 'word' | 'Promise';

/**
 * Who takes what stands here, itself or as an item of a list:
 *
 *   all(HERE)   all([HERE])   all({ key: HERE })   all(list.map((one) => HERE))   all(...list.map((one) => HERE))
 *   tracks({ key: HERE })   scheduler.spawn(HERE)   Promise.all([HERE])   Promise.all(list.map((one) => HERE))
 *   all(isUp ? HERE : HERE)   all(begun ?? HERE)   all(isUp ? [HERE] : list.map((one) => HERE))
 */
export function takerOf(compilation: Compilation, path: Path): Taker | undefined {
  const standing = outOfBranches(path);
  const { at, parent } = standing;
  if (!parent) return undefined;
  if (parent.node.type === 'ArrowFunctionExpression') {
    const list = at.key === 'body' ? listMappedBy(parent) : undefined;
    return list && takerOfMapped(compilation, list);
  }
  if (parent.node.type === 'ArrayExpression') return takerOfList(compilation, outOfBranches(parent));
  if (parent.node.type === 'ObjectProperty')
    return at.key === 'value' && isObjectTaken(compilation, outOfBranches(parent.parentPath!)) ? 'word' : undefined;
  const isList = mapsWithFunction(path.node) && takerOfList(compilation, standing) !== undefined;
  return !isList && isArgumentDeferred(compilation, standing) ? 'word' : undefined;
}

/** Who takes the list that `map` makes with the function, and the call that takes it: `all(list.map(HERE))`. */
export function takerOfMapper(compilation: Compilation, path: Path): { taker: Taker; call: t.Node } | undefined {
  const list = listMappedBy(path);
  const taker = list && takerOfMapped(compilation, list);
  if (!list || !taker) return undefined;
  let call = list.parentPath!;
  while (!isCall(call.node)) call = call.parentPath!;
  return { taker, call: call.node };
}

/** The call of `map` that a function is given to: `list.map((one) => one.walk())`. */
function listMappedBy(fn: Path): Path | undefined {
  const { at, parent } = outOfParentheses(fn);
  const isCallback = at.listKey === 'arguments' && at.key === 0 && parent !== null;
  return isCallback && mapsWithFunction(parent.node) ? parent : undefined;
}

/** `list.map((one) => …)`: it gives a list, and is none of the calls. */
function mapsWithFunction(node: t.Node): boolean {
  if (!isCall(node) || methodCalled(node)?.name !== 'map') return false;
  const [callback] = node.arguments;
  return callback !== undefined && isFunction(skipTransparent(callback));
}

function takerOfMapped(compilation: Compilation, map: Path): Taker | undefined {
  const standing = outOfBranches(map);
  const { parent } = standing;
  if (parent?.node.type !== 'SpreadElement') return takerOfList(compilation, standing);
  const list = parent.parentPath!;
  if (list.node.type === 'ArrayExpression') return takerOfList(compilation, outOfBranches(list));
  return takesLists(compilation, list) ? 'word' : undefined;
}

/** Who takes an array, or what a call of `map` gives. */
function takerOfList(compilation: Compilation, { at, parent }: Standing): Taker | undefined {
  if (at.listKey !== 'arguments' || !isCall(parent?.node)) return undefined;
  if (takesLists(compilation, parent)) return parent.node.arguments.length === 1 ? 'word' : undefined;
  const member = memberCalled(parent.node);
  if (member?.type !== 'MemberExpression' || !isPromiseClass(compilation, parent, member.object)) return undefined;
  return PROMISE_COMBINATORS.has(propertyName(member) ?? '') ? 'Promise' : undefined;
}

/** `tracks({ door: open() })`, `this.all({ door: open() })` */
function isObjectTaken(compilation: Compilation, { at, parent }: Standing): boolean {
  if (at.listKey !== 'arguments' || !isCall(parent?.node)) return false;
  if (wordOrOwnMethod(compilation, parent) === DEFERS_PROPERTIES) return true;
  return takesLists(compilation, parent) && parent.node.arguments.length === 1;
}

const takesLists = (compilation: Compilation, call: Path): boolean =>
  isCall(call.node) && TAKE_LISTS.has(wordOrOwnMethod(compilation, call) ?? '');

/** Stands directly as an argument of a word that makes calls later, or of `scheduler.spawn`. */
function isArgumentDeferred(compilation: Compilation, { at, parent }: Standing): boolean {
  if (at.listKey !== 'arguments' || !isCall(parent?.node)) return false;
  const index = at.key as number;
  const word = wordCalled(compilation, parent);
  if (word !== undefined) return takesDeferred(parent.node, { word, index, from: DEFERS.get(word) });
  const own = ownMethodCalled(parent)?.name;
  if (own !== undefined) return takesDeferred(parent.node, { word: own, index, from: METHODS_THAT_DEFER.get(own) });
  const { object, name } = methodCalled(parent.node) ?? {};
  return name === SCHEDULER_DEFERS && index === 0 && isSchedulerName(dotted(object!) ?? '');
}

/** The word makes its arguments later `from` an index on; some words do so with the first if a number follows it. */
function takesDeferred(
  outer: t.CallExpression | t.OptionalCallExpression,
  { word, index, from = Infinity }: { word: string; index: number; from: number | undefined },
): boolean {
  const isBeforeNumber = index === 0 && outer.arguments[1]?.type === 'NumericLiteral';
  return index >= from || (DEFERS_BEFORE_NUMBER.has(word) && isBeforeNumber);
}

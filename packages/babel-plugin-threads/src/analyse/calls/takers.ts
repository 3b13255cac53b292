/** Who takes the calls that stand in its arguments, and makes them later or waits for them. */
import {
  isCall,
  isMember,
  memberCalled,
  outOfBranches,
  outOfParentheses,
  skipTransparent,
  type Standing,
} from '../../babel/ast.js';
import { dotted } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { methodCalled, propertyName } from '../../babel/property-name.js';
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
import { wordCalled } from '../names/runtime-words.js';
import type { types as t } from '@babel/core';

/** `word`: a word that makes a call later. `Promise`: a static of that class, which waits for calls that are made. */
export type Taker = 'word' | 'Promise';

interface Place {
  readonly compilation: Compilation;
  readonly path: Path;
}

/**
 * Who takes what stands here, itself or as an item of a list:
 *
 *   all(HERE)   all([HERE])   all({ key: HERE })   all(list.map((one) => HERE))   all(...list.map((one) => HERE))
 *   tracks({ key: HERE })   scheduler.spawn(HERE)   Promise.all([HERE])   Promise.all(list.map((one) => HERE))
 *   all(isUp ? HERE : HERE)   all(begun ?? HERE)   all(isUp ? [HERE] : list.map((one) => HERE))
 */
export function takerOf({ compilation, path }: Place): Taker | undefined {
  const { t: types } = compilation;
  const standing = outOfBranches(path);
  const { at, parent } = standing;
  if (!parent) return undefined;
  if (types.isArrowFunctionExpression(parent.node)) {
    const list = at.key === 'body' ? listMappedBy(types, parent) : undefined;
    return list && takerOfMapped(compilation, list);
  }
  if (types.isArrayExpression(parent.node)) return takerOfList(compilation, outOfBranches(parent));
  if (types.isObjectProperty(parent.node))
    return at.key === 'value' && isObjectTaken(compilation, outOfBranches(parent.parentPath!)) ? 'word' : undefined;
  const isList = mapsWithFunction(types, path.node) && takerOfList(compilation, standing) !== undefined;
  return !isList && isArgumentDeferred(compilation, standing) ? 'word' : undefined;
}

/** Who takes the list that `map` makes with the function, and the call that takes it: `all(list.map(HERE))`. */
export function takerOfMapper({ compilation, path }: Place): { taker: Taker; call: t.Node } | undefined {
  const list = listMappedBy(compilation.t, path);
  const taker = list && takerOfMapped(compilation, list);
  if (!list || !taker) return undefined;
  let call = list.parentPath!;
  while (!isCall(call.node)) call = call.parentPath!;
  return { taker, call: call.node };
}

/** The call of `map` that a function is given to: `list.map((one) => one.walk())`. */
function listMappedBy(types: Compilation['t'], fn: Path): Path | undefined {
  const { at, parent } = outOfParentheses(fn);
  const isCallback = at.listKey === 'arguments' && at.key === 0 && parent !== null;
  return isCallback && mapsWithFunction(types, parent.node) ? parent : undefined;
}

/** `list.map((one) => …)`: it gives a list, and is none of the calls. */
function mapsWithFunction(types: Compilation['t'], node: t.Node): boolean {
  if (!isCall(node) || methodCalled(types, node)?.name !== 'map') return false;
  const [callback] = node.arguments;
  return callback !== undefined && types.isFunction(skipTransparent(callback));
}

function takerOfMapped(compilation: Compilation, map: Path): Taker | undefined {
  const { t: types } = compilation;
  const standing = outOfBranches(map);
  const { parent } = standing;
  if (!types.isSpreadElement(parent?.node)) return takerOfList(compilation, standing);
  const list = parent.parentPath!;
  if (types.isArrayExpression(list.node)) return takerOfList(compilation, outOfBranches(list));
  return takesLists(compilation, list) ? 'word' : undefined;
}

/** Who takes an array, or what a call of `map` gives. */
function takerOfList(compilation: Compilation, { at, parent }: Standing): Taker | undefined {
  const { t: types } = compilation;
  if (at.listKey !== 'arguments' || !isCall(parent?.node)) return undefined;
  if (takesLists(compilation, parent)) return parent.node.arguments.length === 1 ? 'word' : undefined;
  const member = memberCalled(parent.node);
  if (!types.isMemberExpression(member) || !isPromiseClass(compilation, parent, member.object)) return undefined;
  return PROMISE_COMBINATORS.has(propertyName(types, member) ?? '') ? 'Promise' : undefined;
}

/** `tracks({ door: open() })`, `this.all({ door: open() })` */
function isObjectTaken(compilation: Compilation, { at, parent }: Standing): boolean {
  if (at.listKey !== 'arguments' || !isCall(parent?.node)) return false;
  if (nameOfTaker(compilation, parent) === DEFERS_PROPERTIES) return true;
  return takesLists(compilation, parent) && parent.node.arguments.length === 1;
}

const takesLists = (compilation: Compilation, call: Path): boolean =>
  isCall(call.node) && TAKE_LISTS.has(nameOfTaker(compilation, call) ?? '');

/** The word that is called, free or as a method of `this`. */
function nameOfTaker(compilation: Compilation, call: Path): string | undefined {
  const word = wordCalled(compilation, call);
  const member = memberCalled(call.node);
  if (word !== undefined || !member || !compilation.t.isThisExpression(skipTransparent(member.object))) return word;
  return propertyName(compilation.t, member);
}

/** Stands directly as an argument of a word that makes calls later, or of `scheduler.spawn`. */
function isArgumentDeferred(compilation: Compilation, { at, parent }: Standing): boolean {
  const { t: types } = compilation;
  if (at.listKey !== 'arguments' || !isCall(parent?.node)) return false;
  const index = at.key as number;
  const word = wordCalled(compilation, parent);
  if (word !== undefined) return takesDeferred(types, parent.node, { word, index, from: DEFERS.get(word) });
  const outer = skipTransparent(parent.node.callee);
  if (!isMember(outer)) return false;
  const name = propertyName(types, outer);
  if (name === undefined) return false;
  if (types.isThisExpression(skipTransparent(outer.object)))
    return takesDeferred(types, parent.node, { word: name, index, from: METHODS_THAT_DEFER.get(name) });
  return name === SCHEDULER_DEFERS && index === 0 && isSchedulerName(dotted(types, outer.object) ?? '');
}

/** The word makes its arguments later `from` an index on; some words do so with the first if a number follows it. */
function takesDeferred(
  types: Compilation['t'],
  outer: t.CallExpression | t.OptionalCallExpression,
  { word, index, from = Infinity }: { word: string; index: number; from: number | undefined },
): boolean {
  const isBeforeNumber = index === 0 && types.isNumericLiteral(outer.arguments[1]);
  return index >= from || (DEFERS_BEFORE_NUMBER.has(word) && isBeforeNumber);
}

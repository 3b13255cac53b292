/** Orders between two waits of the same list of statements: one may have forgotten to wait for them. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { isCallOf } from '../../analyse/names/runtime-words.js';
import { outOfParentheses, skipTransparent } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import { childAt } from '../../babel/path.js';
import { WAIT_FOR } from '../../vocabulary.js';
import { makeKnownWaits } from '../waits/known-waits.js';
import { readOrders } from './orders.js';

/** `waitFor(a.walk()); b.say("hi"); waitFor(a.walk());`, where `say` is known to wait. */
export function findOrdersBetweenWaits(analysis: Analysis): ReadonlySet<t.Node> {
  const { compilation } = analysis;
  const found = new Set<t.Node>();
  if (!compilation.code.includes(WAIT_FOR)) return found;
  const known = makeKnownWaits(analysis);
  for (const { path, functions } of readOrders(analysis))
    if (isBetween(analysis, path) && functions.every((fn) => known.ofFunction(fn))) found.add(path.node);
  return found;
}

function isBetween(analysis: Analysis, path: Path): boolean {
  const { parent: statement } = outOfParentheses(path);
  if (statement?.node.type !== 'ExpressionStatement' || typeof statement.key !== 'number') return false;
  const { parentPath, listKey, key } = statement;
  const list = (parentPath!.node as unknown as Record<string, readonly t.Node[]>)[listKey!]!;
  const waits = list.map((_, index) => isWait(analysis, childAt(parentPath!, listKey!, index)));
  return waits.includes(true) && waits.indexOf(true) < key && waits.lastIndexOf(true) > key;
}

/** `waitFor(…);`, `this.waitFor(…);` */
function isWait({ compilation }: Analysis, statement: Path): boolean {
  const { node } = statement;
  if (node.type !== 'ExpressionStatement') return false;
  const call = { ...childAt(statement, 'expression'), node: skipTransparent(node.expression) };
  return isCallOf(compilation, call, WAIT_FOR);
}

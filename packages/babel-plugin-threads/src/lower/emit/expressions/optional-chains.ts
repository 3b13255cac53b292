/** Optional chains with a pause in a key or in arguments. */
import type { types as t } from '@babel/core';
import { isMember, skipTransparent } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import { addBranch } from '../dispatch/branches.js';
import { repeatPart, callOn, partsOfMember } from './calls.js';
import type { Lowering } from '../lowering.js';
import { keep, listParts, lowerParts, part } from './keep-earlier-parts.js';
import { Sequence } from '../../plan/sequence.js';

type Link = t.OptionalMemberExpression | t.OptionalCallExpression;

/** The value of a chain up to a link, which is not evaluated yet, and the receiver if a method is called next. */
interface Reached {
  readonly value: t.Expression;
  readonly receiver: t.Expression | undefined;
}

interface Chain {
  readonly l: Lowering;
  readonly links: readonly Link[];
  /** The last link that is taken out of the chain; the links behind it stay in it. */
  readonly last: number;
  readonly isDeleted: boolean;
  /** Called with the object of the last link. */
  readonly onReceiver: ((receiver: t.Expression) => void) | undefined;
}

/**
 *   a?.b(yield f()).c   →   $t0 = a;
 *                           if ($t0 != null) { $t1 = $t0.b; …; $t0 = $callOn($callable($t1, "a?.b"), $t0, $v).c; } else $t0 = void 0;
 *
 * `isDeleted`: the chain is the operand of `delete`.
 */
export function lowerChain(l: Lowering, seq: Sequence, node: t.Node, isDeleted = false): t.Expression {
  const links = linksOf(node);
  const last = links.findLastIndex((one) => isPausing(l, one));
  if (last >= 0) return openChain(seq, { l, links, last, isDeleted, onReceiver: undefined });
  const [first] = links;
  lowerParts(l, seq, [part(first!, isMember(first) ? 'object' : 'callee')]);
  return (isDeleted ? l.types.unaryExpression('delete', node as Link) : node) as t.Expression;
}

/** `(a?.b)(yield f())` → `$t0 = a; …; $t0 = $t0.b …; $callOn($callable($t0, "a?.b"), $t1, $v)` */
export function lowerCallOfChain(
  l: Lowering,
  seq: Sequence,
  node: t.CallExpression,
  callee: t.OptionalMemberExpression,
): t.Expression {
  const links = linksOf(callee);
  let object: t.Expression = l.emit.expression('void 0');
  const onReceiver = (found: t.Expression): void => void (object = found);
  const chain = { l, links, last: links.length - 1, isDeleted: false, onReceiver };
  const method = keep(l, seq, openChain(seq, chain), 'method');
  lowerParts(l, seq, listParts(l, node, 'arguments'));
  return callOn(l, node, { method, object });
}

/** The callee, if it is an optional chain in parentheses. */
export function calleeChain(node: t.CallExpression): t.OptionalMemberExpression | undefined {
  const callee = skipTransparent(node.callee);
  return callee.type === 'OptionalMemberExpression' ? callee : undefined;
}

/** Outermost last. */
function linksOf(top: t.Node): Link[] {
  const links: Link[] = [];
  let at = skipTransparent(top);
  while (at.type === 'OptionalMemberExpression' || at.type === 'OptionalCallExpression') {
    links.unshift(at);
    at = at.type === 'OptionalCallExpression' ? at.callee : at.object;
    // `a?.b!.c` is one chain, `(a?.b).c` is none.
    while (at.type === 'TSNonNullExpression') at = at.expression;
  }
  return links;
}

/** A pause stands in the link itself. */
function isPausing(l: Lowering, link: Link): boolean {
  return isMember(link) ? link.computed && l.holds(link.property) : link.arguments.some((one) => l.holds(one));
}

function openChain(seq: Sequence, chain: Chain): t.Expression {
  const { l, links } = chain;
  const [first] = links;
  const base = isMember(first) ? first.object : first!.callee;
  const member = skipTransparent(base);
  if (isMember(first) || !isMember(member))
    return openLink(seq, chain, 0, { value: l.expression(seq, base), receiver: undefined });
  lowerParts(l, seq, partsOfMember(member), true);
  return openLink(seq, chain, 0, { value: member, receiver: repeatPart(l, member.object) });
}

/** The chain from link `i` on. */
function openLink(seq: Sequence, chain: Chain, i: number, reached: Reached): t.Expression {
  const { l, links, last, isDeleted } = chain;
  if (i > last) return endChain(chain, writeRest(l, links.slice(i), reached.value));
  const link = links[i]!;
  if (!link.optional)
    return openLink(
      seq,
      chain,
      i + 1,
      isMember(link) ? readLink(seq, chain, i, reached) : callLink(seq, chain, i, reached),
    );
  const name = l.temporary('link');
  seq.add(l.assign(name, reached.value, link));
  const there = new Sequence();
  const tested = { value: l.id(name), receiver: reached.receiver };
  const next = isMember(link) ? readLink(there, chain, i, tested) : callLink(there, chain, i, tested);
  there.add(l.assign(name, openLink(there, chain, i + 1, next), link));
  const nothing = new Sequence();
  nothing.add(l.assign(name, l.emit.expression(isDeleted ? 'true' : 'void 0'), link));
  const test = l.emit.expression('NAME != null', { NAME: name });
  if (there.pcs.length > 0) addBranch(l, seq, { test, consequent: there, alternate: nothing, at: link });
  else seq.add(locate(l.types.ifStatement(test, block(l, there), block(l, nothing)), link));
  return l.id(name);
}

function endChain({ l, isDeleted }: Chain, value: t.Expression): t.Expression {
  return isDeleted && value.type.endsWith('MemberExpression') ? l.types.unaryExpression('delete', value) : value;
}

const block = ({ types }: Lowering, { items }: Sequence): t.BlockStatement =>
  types.blockStatement(items.flatMap((one) => (one.kind === 'plain' ? [one.node] : [])));

function readLink(seq: Sequence, { l, links, last, onReceiver }: Chain, i: number, { value }: Reached): Reached {
  const link = links[i] as t.OptionalMemberExpression;
  const next = links[i + 1];
  const isCalled = i + 1 <= last && next?.type === 'OptionalCallExpression';
  const isLast = i === links.length - 1 && onReceiver !== undefined;
  const object = isCalled || isLast || isPausing(l, link) ? keep(l, seq, value, 'object') : value;
  if (isPausing(l, link)) lowerParts(l, seq, [part(link, 'property')]);
  if (isLast) onReceiver(repeatPart(l, object));
  const found = locate(l.types.memberExpression(object, link.property, link.computed), link);
  return { value: found, receiver: isCalled ? repeatPart(l, object) : undefined };
}

function callLink(seq: Sequence, { l, links }: Chain, i: number, { value, receiver }: Reached): Reached {
  const link = links[i] as t.OptionalCallExpression;
  const isWaiting = isPausing(l, link);
  const fn = isWaiting ? keep(l, seq, value, 'method') : value;
  if (isWaiting) lowerParts(l, seq, listParts(l, link, 'arguments'));
  const call =
    receiver !== undefined && !isMember(fn)
      ? callOn(l, link, { method: fn, object: receiver })
      : locate(l.emit.expression('FN(ARGS)', { FN: fn, ARGS: link.arguments as t.Expression[] }), link);
  return { value: call, receiver: undefined };
}

/** Writes the links behind the last pause: as plain members and calls up to the next `?.`, which begins a chain. */
function writeRest({ types, emit }: Lowering, links: readonly Link[], value: t.Expression): t.Expression {
  let isChain = false;
  return links.reduce((reached, link) => {
    isChain ||= link.optional;
    if (isChain) {
      if (isMember(link)) link.object = reached;
      else link.callee = reached;
      return link;
    }
    const ARGS = isMember(link) ? [] : (link.arguments as t.Expression[]);
    const plain = isMember(link)
      ? types.memberExpression(reached, link.property, link.computed)
      : emit.expression('FN(ARGS)', { FN: reached, ARGS });
    return locate(plain, link);
  }, value);
}

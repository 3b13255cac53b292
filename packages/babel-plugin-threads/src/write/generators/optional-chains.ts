/**
 * Optional chains that pause in their middle. The plugin of Babel that opens chains (`@babel/plugin-transform-optional-chaining`) is in a
 * package of its own and works on Babel's own paths. It could not put a `yield` or a wrapper around the calls in the chain.
 */
import type { types as t } from '@babel/core';
import { inheritComments } from '../../babel/comments.js';
import { located } from '../emitter.js';
import { defer, receiverOf, writeCall } from './calls.js';
import type { ChainShape } from './shape/shape.js';
import type { Writer } from './writer.js';

type Link = t.OptionalMemberExpression | t.OptionalCallExpression;

/** A chain while it is opened. */
interface Opening {
  readonly writer: Writer;
  readonly chain: ChainShape;
  readonly links: readonly Link[];
  /** The last object, which `waitFor` needs too. */
  receiver: t.Expression | undefined;
}

/**
 * Opens an optional chain that pauses in its middle:
 *
 *   a?.b().c         →  a == null ? void 0 : (yield a.b()).c
 *   a.x?.b().c       →  ($r = a.x) == null ? void 0 : (yield $r.b()).c
 *   a.b?.(x).c       →  ($fn = a.b) == null ? void 0 : (yield $callOn($callable($fn, "a.b"), a, x)).c
 *   delete a?.b().c  →  a == null ? true : delete (yield a.b()).c
 *
 * In `waitFor(a?.b.open)` the last object is kept too: `a == null ? void 0 : ($r = a.b).open, $r`.
 */
export function openChain(writer: Writer, chain: ChainShape, node: t.Node): t.Expression {
  const top = chain.isDeleted ? (node as t.UnaryExpression).argument : node;
  const { base, links } = linksOf(writer, top);
  const opening: Opening = { writer, chain, links, receiver: undefined };
  const opened = openFrom(opening, base, 0);
  if (opening.receiver) writer.written.receivers.set(opened, opening.receiver);
  return chain.deferred ? defer(writer, chain.deferred.node, opened) : opened;
}

function linksOf({ types }: Writer, top: t.Node): { readonly base: t.Expression; readonly links: readonly Link[] } {
  const links: Link[] = [];
  let base: t.Node = top;
  for (;;) {
    if (types.isTSNonNullExpression(base)) base = base.expression;
    else if (types.isOptionalMemberExpression(base)) {
      links.unshift(base);
      base = base.object;
    } else if (types.isOptionalCallExpression(base)) {
      links.unshift(base);
      base = base.callee as t.Node;
    } else return { base: base as t.Expression, links };
  }
}

/** The chain from link `at` on, asked of `value`. */
function openFrom(opening: Opening, value: t.Expression, at: number): t.Expression {
  const { writer, chain, links } = opening;
  let current = value;
  for (let i = at; i < links.length; i++) {
    const shape = chain.links[i]!;
    if (shape.test) return tested(opening, current, i);
    if (shape.objectName !== undefined) {
      opening.receiver = writer.emit.id(shape.objectName);
      current = writer.emit.assign(shape.objectName, current);
    }
    current = applied(opening, current, i);
  }
  return chain.isDeleted ? writer.types.unaryExpression('delete', current) : current;
}

function tested(opening: Opening, value: t.Expression, at: number): t.Expression {
  const { writer, chain } = opening;
  const { emit } = writer;
  const { test, owner, isReceiver } = chain.links[at]!;
  const name = test!.name;
  const object = owner && receiverOf(writer, owner, value as t.MemberExpression);
  const again = (): t.Expression => (name === undefined ? emit.again(value as t.Identifier) : emit.id(name));
  const TESTED = name === undefined ? value : emit.assign(name, value);
  if (isReceiver) opening.receiver = again();
  const rest = object
    ? openFrom(opening, calledOn(opening, at, { fn: again(), object }), at + 1)
    : openFrom(opening, applied(opening, again(), at), at + 1);
  return emit.expression('TESTED == null ? NOTHING : REST', { TESTED, NOTHING: nothingOf(writer, chain), REST: rest });
}

/** `$callOn($callable($fn, "a.b"), a, x)`, `pausingMethod("a.map", $fn, a, x)` */
function calledOn(
  opening: Opening,
  at: number,
  { fn, object }: { fn: t.Expression; object: t.Expression },
): t.Expression {
  const { writer, chain, links } = opening;
  const { emit } = writer;
  const { text, isNative } = chain.links[at]!;
  const { arguments: ARGS } = links[at] as t.OptionalCallExpression;
  const written = isNative ? 'pausingMethod(TEXT, FN, OBJECT, ARGS)' : '$callOn($callable(FN, TEXT), OBJECT, ARGS)';
  const call = emit.expression(written, { FN: fn, OBJECT: object, ARGS, TEXT: emit.text(text!) });
  return settled(opening, call as t.CallExpression, at);
}

/** The link without its `?.`. */
function applied(opening: Opening, value: t.Expression, at: number): t.Expression {
  const { types, emit } = opening.writer;
  const link = opening.links[at]!;
  if (types.isOptionalMemberExpression(link))
    return located(types.memberExpression(value, link.property, link.computed), link);
  const call = emit.expression('FN(ARGS)', { FN: value, ARGS: link.arguments });
  return settled(opening, call as t.CallExpression, at);
}

function settled({ writer, chain, links }: Opening, call: t.CallExpression, at: number): t.Expression {
  const shape = chain.links[at]!.call;
  located(call, links[at]!);
  return shape ? writeCall(writer, shape, call) : call;
}

/** What the chain gives where it ends early. */
function nothingOf({ emit }: Writer, { isDeleted, isSpawned }: ChainShape): t.Expression {
  if (isDeleted) return emit.expression('true');
  return emit.expression(isSpawned ? '() => {}' : 'void 0');
}

/**
 * a?.b().c();    →  if (a != null) yield (yield a.b()).c();
 * a.x?.y?.b();   →  if (($r = a.x) != null && ($r1 = $r.y) != null) yield $r1.b();
 */
export function writeChainStatement({ types, emit }: Writer, statement: t.ExpressionStatement): t.Statement {
  let test: t.Expression | undefined;
  let rest = statement.expression;
  while (types.isConditionalExpression(rest) && types.isBinaryExpression(rest.test, { operator: '==' })) {
    const isThere = emit.expression('VALUE != null', { VALUE: rest.test.left });
    test = test === undefined ? isThere : emit.expression('TEST && IS_THERE', { TEST: test, IS_THERE: isThere });
    rest = rest.alternate;
  }
  if (test === undefined) return statement;
  const written = located(emit.statement('if (TEST) REST;', { TEST: test, REST: rest }), statement);
  inheritComments(statement, written);
  return written;
}

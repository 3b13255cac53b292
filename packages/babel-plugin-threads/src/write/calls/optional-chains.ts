/**
 * Optional chains that pause in their middle. The plugin of Babel that opens chains (`@babel/plugin-transform-optional-chaining`) is in a
 * package of its own and works on Babel's own paths. It could not put a `yield` or a wrapper around the calls in the chain.
 */
import type { types as t } from '@babel/core';
import { inheritComments } from '../../babel/comments.js';
import type { ListedPath } from '../../babel/path.js';
import type { OpenedChain } from '../../plan.js';
import { locate } from '../emitter.js';
import type { Writer } from '../writer.js';
import { deferCall, isDeferred, repeatOwner, writeReadyCall } from './calls.js';

/** A chain while it is opened. */
interface Opening extends OpenedChain {
  readonly writer: Writer;
  /** The `delete` in front goes into it. */
  readonly isDeleted: boolean;
  /** What the chain gives where it ends early. */
  readonly nothing: string;
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
export function openChain(writer: Writer, { node }: ListedPath): t.Expression {
  const { plan, receivers } = writer;
  const chain = plan.chains.get(node)!;
  const isDeleted = node.type === 'UnaryExpression';
  const last = chain.links.at(-1)!.node;
  const call = plan.calls.get(last);
  // `spawn` gets a function in any case.
  const nothing = isDeleted ? 'true' : call?.spawned ? '() => {}' : 'void 0';
  const opening: Opening = { ...chain, writer, isDeleted, nothing, receiver: undefined };
  const opened = openFrom(opening, baseOf(chain), 0);
  if (opening.receiver) receivers.set(opened, opening.receiver);
  return call && isDeferred(call) ? deferCall(writer, last, opened) : opened;
}

/** What the innermost link is asked of. */
function baseOf({ links: [first] }: OpenedChain): t.Expression {
  const { node } = first!;
  let base = node.type === 'OptionalCallExpression' ? node.callee : node.object;
  while (base.type === 'TSNonNullExpression') base = base.expression;
  return base;
}

/** The chain from link `at` on, asked of `value`. */
function openFrom(opening: Opening, value: t.Expression, at: number): t.Expression {
  const { writer, links, isDeleted } = opening;
  let current = value;
  for (let i = at; i < links.length; i++) {
    if (links[i]!.node.optional) return testLink(opening, current, i);
    if (isReceiver(opening, i)) {
      const name = writer.names.temporary(opening.in.node, '$r');
      opening.receiver = writer.emit.id(name);
      current = writer.emit.assign(name, current);
    }
    current = applyLink(opening, current, i);
  }
  return isDeleted ? writer.types.unaryExpression('delete', current) : current;
}

/** The object of this link is the one that `waitFor` needs. */
const isReceiver = ({ keepsReceiver, links }: Opening, at: number): boolean => keepsReceiver && at === links.length - 1;

/** `a == null ? void 0 : …`, or `($r = f()) == null ? void 0 : …`: what is asked behind the test is named again. */
function testLink(opening: Opening, value: t.Expression, at: number): t.Expression {
  const { writer, links, nothing } = opening;
  const { emit, names } = writer;
  const owner = opening.in.node;
  const isCalled = links[at]!.node.type === 'OptionalCallExpression';
  // A method is read before the test, and called on its object behind it.
  const object = isCalled && value.type === 'MemberExpression' ? repeatOwner(writer, owner, value) : undefined;
  const isSimple = value.type === 'Identifier' || value.type === 'ThisExpression';
  const name = isSimple ? undefined : names.temporary(owner, isCalled ? '$fn' : '$r');
  const again = (): t.Expression => (isSimple ? emit.repeatName(value) : emit.id(name!));
  if (isReceiver(opening, at)) opening.receiver = again();
  const asked = applyLink(opening, again(), at, object);
  return emit.expression('TESTED == null ? NOTHING : REST', {
    TESTED: isSimple ? value : emit.assign(name!, value),
    NOTHING: emit.expression(nothing),
    REST: openFrom(opening, asked, at + 1),
  });
}

/** The link without its `?.`. With `object`, its method was read before: `$callOn($callable($fn, "a.b"), a, x)`, `pausingMethod("a.map", $fn, a, x)` */
function applyLink({ writer, links }: Opening, value: t.Expression, at: number, object?: t.Expression): t.Expression {
  const { types, emit } = writer;
  const { node, text } = links[at]!;
  if (node.type === 'OptionalMemberExpression')
    return locate(types.memberExpression(value, node.property, node.computed), node);
  const plan = writer.plan.calls.get(node);
  const parts = { FN: value, ARGS: node.arguments, ...(object && { OBJECT: object, TEXT: emit.text(text) }) };
  const onObject = plan?.native
    ? 'pausingMethod(TEXT, FN, OBJECT, ARGS)'
    : '$callOn($callable(FN, TEXT), OBJECT, ARGS)';
  const call = emit.expression(object ? onObject : 'FN(ARGS)', parts, node);
  return plan ? writeReadyCall(writer, { plan, node: call, isReadBefore: object !== undefined }) : call;
}

/**
 * a?.b().c();    →  if (a != null) yield (yield a.b()).c();
 * a.x?.y?.b();   →  if (($r = a.x) != null && ($r1 = $r.y) != null) yield $r1.b();
 */
export function writeChainStatement({ types, emit }: Writer, { node }: ListedPath): t.Statement {
  const statement = node as t.ExpressionStatement;
  let test: t.Expression | undefined;
  let rest = statement.expression;
  while (rest.type === 'ConditionalExpression' && types.isBinaryExpression(rest.test, { operator: '==' })) {
    const isThere = emit.expression('VALUE != null', { VALUE: rest.test.left });
    test = test === undefined ? isThere : emit.expression('TEST && IS_THERE', { TEST: test, IS_THERE: isThere });
    rest = rest.alternate;
  }
  if (test === undefined) return statement;
  const written = emit.statement('if (TEST) REST;', { TEST: test, REST: rest }, statement);
  inheritComments(statement, written);
  return written;
}

/**
 * What is captured of a function around: `arguments`, `new.target` and `super`, which is read by an arrow of that function.
 * `@babel/helper-replace-supers` is in a package of its own. It writes calls of Babel's helpers, for classes that are made into functions;
 * here the class stays, so that `super` itself can be written.
 */
import type { types as t } from '@babel/core';
import { isCall, outOfParentheses } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { calleeText } from '../../language/engine-text.js';
import type { Plan } from '../../plan.js';
import type { Writer } from '../writer.js';

/** Where such a member of `super` stands. `native`: as the callee of a call that is handed to `pausingMethod`. */
type PlaceOfSuper = 'value' | 'callee' | 'native' | 'optionalCallee' | 'tag';

/** What is written in the place of `arguments`, `new.target` or a member of `super`: the name that the function around has given to it. */
export function readCaptured(writer: Writer, path: ListedPath, node: t.Node): t.Node {
  const { types, emit, plan, firstNames } = writer;
  const capture = plan.captured.get(path.node)!;
  const name = capture === 'undefined' ? capture : firstNames.captures.get(capture)!;
  if (node.type === 'MemberExpression') return readSuper(writer, node, { name, as: placeOfSuper(plan, path) });
  // `delete new.target`: a name cannot be deleted.
  const isDeleted = node.type === 'MetaProperty' && types.isUnaryExpression(path.parent, { operator: 'delete' });
  return isDeleted ? emit.expression('(0, NAME)', { NAME: name }) : emit.id(name);
}

function placeOfSuper({ calls }: Plan, path: ListedPath): PlaceOfSuper {
  const { at, parent } = outOfParentheses(path);
  const { node } = parent!;
  if (node.type === 'TaggedTemplateExpression') return at.key === 'tag' ? 'tag' : 'value';
  if (!isCall(node) || at.key !== 'callee') return 'value';
  if (node.type === 'OptionalCallExpression') return 'optionalCallee';
  return calls.get(node)?.native === undefined ? 'callee' : 'native';
}

/**
 *   super.m      →  $superM()
 *   super.m(a)   →  $callOn($callable($superM(), "(intermediate value).m"), this, a)
 *   super.m`a`   →  $methodOn($callable($superM(), "(intermediate value).m"), this)`a`
 *   super.m?.(a) →  $methodOn($superM(), this, "(intermediate value).m")?.(a)
 *   super[k]     →  $super(k)
 */
function readSuper(
  { emit }: Writer,
  node: t.MemberExpression,
  { name, as }: { readonly name: string; readonly as: PlaceOfSuper },
): t.Expression {
  const KEY = node.computed ? [node.property] : [];
  const TEXT = emit.text(calleeText(node));
  const READ = emit.expression('NAME(KEY)', { NAME: name, KEY }, node);
  if (as === 'callee') return emit.expression('$callable(READ, TEXT)', { READ, TEXT });
  if (as === 'tag') return emit.expression('$methodOn($callable(READ, TEXT), this)', { READ, TEXT });
  return as === 'optionalCallee' ? emit.expression('$methodOn(READ, this, TEXT)', { READ, TEXT }) : READ;
}

/** `$callable($superM(), …)(a)` → `$callOn($callable($superM(), …), this, a)`. A native is called by `pausingMethod`, which takes `this` too. */
export function callOnThis({ types, emit, plan }: Writer, path: ListedPath, written: t.Node): t.CallExpression {
  const node = written as t.CallExpression;
  if (plan.calls.get(path.node)?.native !== undefined) return node;
  node.arguments.unshift(node.callee as t.Expression, types.thisExpression());
  node.callee = emit.expression('$callOn');
  return node;
}

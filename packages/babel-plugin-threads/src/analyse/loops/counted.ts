/**
 * Which `for` loops count. A reader sees at their head that they go over what is there: `for (let i = 0; i < 8; i++)`.
 * Time does not pass in them, as in `for…of`. Every other `for` looks at what changes by itself, as `while` does.
 */
import { calleeOf, findUp, holds, isMember, skipTransparent } from '../../babel/ast.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { types as t } from '@babel/core';

const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==']);
/** Assignments that move a number by a constant. */
const MOVES = new Set(['+=', '-=', '*=', '/=', '<<=', '>>=', '>>>=']);

/**
 * Its head sets a local variable, its test is that variable or one comparison of it, its update moves it by a constant
 * or along a list (`i++`, `i -= 2`, `n = n.next`), and nothing else in the loop, or in a function inside it, assigns
 * it.
 */
export function isCounted(types: Types, path: ListedPath<t.ForStatement>): boolean {
  const { init, test, update } = path.node;
  if (!init || !test || !update) return false;
  const own = path.scope.getFunctionParent();
  return namesSet(types, init).some((name) => {
    const binding = path.scope.getBinding(name);
    if (!binding || binding.scope.getFunctionParent() !== own || !tests(types, test, name)) return false;
    const assigned = (binding.constantViolations as Path[]).filter(
      (at) => isInside(at, path.node) && !isInside(at, init),
    );
    return assigned.length === 1 && moveIn(types, update, name, path) === assigned[0]?.node;
  });
}

/**
 * A loop that ends whatever its body does: over what is there, or counted towards the other side of its comparison, and nothing in it
 * adds to that. `for (let i = 0; i < 8; i--)` is none.
 */
export function endsByItself(types: Types, loop: t.Loop): boolean {
  if (loop.type === 'ForInStatement') return true;
  if (loop.type === 'ForOfStatement') return !growsIn(types, namesIn(types, loop.right), loop.body);
  if (loop.type !== 'ForStatement') return false;
  const compared = loop.test && skipTransparent(loop.test);
  if (compared?.type !== 'BinaryExpression') return false;
  const { update } = loop;
  const parts = update?.type === 'SequenceExpression' ? update.expressions : [update];
  return parts.some((part) => {
    const moved = directionOf(part);
    if (moved === undefined) return false;
    const isLeft = types.isIdentifier(compared.left, { name: moved.name });
    const [less, more] = isLeft ? ['<', '>'] : ['>', '<'];
    const end = isLeft ? compared.right : compared.left;
    return compared.operator.startsWith(moved.isUp ? less : more) && !goesAway(types, end, loop.body);
  });
}

/** So many iterations of a small body are noticed by nobody. */
const FEW = 1_000_000;
/** Methods that add to a list, a set or a map. */
const ADDING: ReadonlySet<string> = new Set(['push', 'unshift', 'splice', 'add', 'set']);

/** Is the other side of the comparison far away, or does the body move it on: `i < 1e12`, `i < n` with `n++`, `i < list.length` with `list.push(i)`? */
function goesAway(types: Types, end: t.Node, body: t.Node): boolean {
  if (end.type === 'NumericLiteral') return end.value > FEW;
  const names = namesIn(types, end);
  return names.has('Infinity') || growsIn(types, names, body);
}

/** Is anything of these names assigned, or added to? */
const growsIn = (types: Types, names: ReadonlySet<string>, body: t.Node): boolean =>
  holds(types, body, (node) => names.has(nameOf(grown(node)) ?? ''));

function grown(node: t.Node): t.Node | undefined {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UpdateExpression') return node.argument;
  const callee = calleeOf(node);
  return isMember(callee) && ADDING.has(nameOf(callee) ?? '') ? callee.object : undefined;
}

function namesIn(types: Types, root: t.Node): ReadonlySet<string> {
  const names = new Set<string>();
  holds(types, root, (node) => {
    if (node.type === 'Identifier') names.add(node.name);
    return false;
  });
  return names;
}

/** The name of a variable, or of the property that is read last. */
function nameOf(node: t.Node | undefined): string | undefined {
  const named = isMember(node) ? node.property : node;
  return named?.type === 'Identifier' ? named.name : undefined;
}

/** Which variable a part of an update moves by a number, and whether up. */
function directionOf(part: t.Node | null | undefined): { name: string; isUp: boolean } | undefined {
  if (part?.type === 'UpdateExpression' && part.argument.type === 'Identifier')
    return { name: part.argument.name, isUp: part.operator === '++' };
  if (part?.type !== 'AssignmentExpression' || part.left.type !== 'Identifier') return undefined;
  const isStep = part.right.type === 'NumericLiteral' && part.right.value > 0;
  return isStep && (part.operator === '+=' || part.operator === '-=')
    ? { name: part.left.name, isUp: part.operator === '+=' }
    : undefined;
}

const isInside = (path: Path, node: t.Node): boolean => findUp(path, (at) => at.node === node) !== null;

/** The variables that a head sets: `let i = 0, end = list.length`, `i = 0`. */
function namesSet(types: Types, init: t.Node): string[] {
  if (init.type === 'VariableDeclaration')
    return init.declarations.flatMap(({ id, init: value }) => (id.type === 'Identifier' && value ? [id.name] : []));
  const parts = init.type === 'SequenceExpression' ? init.expressions : [init];
  return parts.flatMap((part) =>
    types.isAssignmentExpression(part, { operator: '=' }) && part.left.type === 'Identifier' ? [part.left.name] : [],
  );
}

function tests(types: Types, test: t.Expression, name: string): boolean {
  const is = (node: t.Node): boolean => types.isIdentifier(skipTransparent(node), { name });
  const compared = skipTransparent(test);
  if (is(compared)) return true;
  return (
    compared.type === 'BinaryExpression' &&
    COMPARISONS.has(compared.operator) &&
    (is(compared.left) || is(compared.right))
  );
}

/** The part of the update that moves the variable. */
function moveIn(types: Types, update: t.Expression, name: string, path: Path): t.Expression | undefined {
  const parts = update.type === 'SequenceExpression' ? update.expressions : [update];
  return parts.find((part) => moves(types, path, part, name));
}

function moves(types: Types, path: Path, part: t.Expression, name: string): boolean {
  if (part.type === 'UpdateExpression') return types.isIdentifier(part.argument, { name });
  if (part.type !== 'AssignmentExpression' || !types.isIdentifier(part.left, { name })) return false;
  if (MOVES.has(part.operator)) return isConstant(path, part.right);
  if (part.operator !== '=') return false;
  const { right } = part;
  if (right.type === 'BinaryExpression' && MOVES.has(`${right.operator}=`))
    return types.isIdentifier(right.left, { name }) && isConstant(path, right.right);
  return isAlongList(types, right, name);
}

/** A number, or a variable that nothing changes. */
function isConstant(path: Path, node: t.Node): boolean {
  if (node.type === 'NumericLiteral' || node.type === 'BigIntLiteral') return true;
  if (node.type === 'UnaryExpression') return node.operator === '-' && isConstant(path, node.argument);
  return node.type === 'Identifier' && path.scope.getBinding(node.name)?.constant === true;
}

/** `n.next`, `n.next.next`, `n?.next` */
function isAlongList(types: Types, node: t.Node, name: string): boolean {
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return false;
  if (node.computed) return false;
  const object = skipTransparent(node.object);
  return types.isIdentifier(object, { name }) || isAlongList(types, object, name);
}

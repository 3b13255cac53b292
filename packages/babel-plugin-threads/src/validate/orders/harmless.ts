/** Code that can neither throw nor wait, as a reader sees at a glance. */
import { calleeOf, isCall, isFunction, isMember, isTransparent, skipTransparent } from '../../babel/ast.js';
import { dotted } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { isQuietCall } from '../../language/builtin-calls.js';

/** Functions that only tell something, by their names. */
const TELL: ReadonlySet<string> = new Set('log print debug trace'.split(' '));

const HARMLESS: ReadonlySet<string> = new Set(
  (
    'ArrayExpression BlockStatement BreakStatement ConditionalExpression ContinueStatement EmptyStatement ExpressionStatement ' +
    'Identifier IfStatement LogicalExpression ObjectExpression ObjectProperty ReturnStatement SequenceExpression TemplateElement ' +
    'ThisExpression UpdateExpression'
  ).split(' '),
);

/**
 * Functions in it are only made, not called. Calls for which `isPassed` holds are passed over, what they are given is not. That a
 * variable is missing or has no value is not looked at: nobody catches that.
 */
export function isHarmless(
  compilation: Compilation,
  path: ListedPath,
  isPassed: (call: ListedPath) => boolean = () => false,
): boolean {
  const { t: types, paths } = compilation;
  let isSound = true;
  paths.walk(path, (at) => {
    const { node } = at;
    if (!isSound || isFunction(node)) return false;
    isSound = isCall(node) ? isPassed(at) || tells(compilation, at) : isHarmlessNode(types, at);
    // A dotted callee has been judged with its call.
    return isSound && !(isMember(node) && isCallee(at) && dotted(node) !== undefined);
  });
  return isSound;
}

function isHarmlessNode(types: Types, path: ListedPath): boolean {
  const { node } = path;
  if (types.isLiteral(node) || isTransparent(node) || types.isTypeScript(node)) return true;
  if (isMember(node)) return isCallee(path) || isRead(path);
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier';
  if (node.type === 'VariableDeclaration') return !node.kind.includes('using');
  if (node.type === 'UnaryExpression') return node.operator !== 'delete' && node.operator !== 'void';
  if (node.type === 'BinaryExpression') return node.operator !== 'in' && node.operator !== 'instanceof';
  if (node.type === 'AssignmentExpression') return node.left.type === 'Identifier' || isMember(node.left);
  return HARMLESS.has(node.type);
}

/** `this.x`; `enemy.name` where a call is given it: `a.turn(enemy.name)`. */
function isRead({ node, parent, listKey }: Path): boolean {
  const object = isMember(node) ? skipTransparent(node.object) : undefined;
  return (
    object?.type === 'ThisExpression' || (object?.type === 'Identifier' && isCall(parent) && listKey === 'arguments')
  );
}

const isCallee = ({ parent, key }: Path): boolean => isCall(parent) && key === 'callee';

/** `log(…)`, `console.log(…)`, `Math.max(…)` */
export function tells(compilation: Compilation, path: Path): boolean {
  const callee = calleeOf(path.node);
  if (callee?.type === 'Identifier' && TELL.has(callee.name)) return true;
  const name = callee && dotted(callee);
  return name !== undefined && /^(?:console|Math)\./.test(name) && isQuietCall(compilation, path);
}

/**
 * Questions to nodes, and walks over them. `traverseFast` of Babel also visits types, and what skips
 * parentheses and types (`@babel/helper-skip-transparent-expression-wrappers`) is a package of its own, which the
 * plugin does not import at run time. `isInStrictMode` and `path.replaceWith` need Babel's own paths.
 */
import type { Path } from './path.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** A node seen as a bag of fields: for walks that know fields by name only. */
export type Fields = Record<string, unknown>;

/** True for parentheses and type annotations around an expression. */
export function isTransparent({ type }: t.Node): boolean {
  switch (type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TypeCastExpression':
      return true;
    default:
      return false;
  }
}

/** The expression inside parentheses and type annotations. */
export function skipTransparent(node: t.Node): t.Node {
  let inner = node;
  while (isTransparent(inner)) inner = (inner as t.ParenthesizedExpression).expression;
  return inner;
}

/** A node, and what it stands in. */
export interface Standing {
  readonly at: Path;
  readonly parent: Path | null;
}

/** The outermost node that has the same value, with its parentheses and type annotations, and the parent of that. */
export function outOfParentheses(path: Path): Standing {
  let at = path;
  while (at.parentPath && isTransparent(at.parentPath.node)) at = at.parentPath;
  return { at, parent: at.parentPath };
}

/** The function around. */
export const functionAround = (path: Path): Path | null => findUp(path.parentPath, ({ node }) => isFunction(node));

/** A path, and those around it in the code of the same function: that of a computed key is around the method. */
export function pathsInFunction<P extends Path>(path: P): P[] {
  const found: P[] = [];
  for (
    let at: P = path;
    at.parentPath && (!isFunction(at.node) || found.at(-1)?.key === 'key');
    at = at.parentPath as P
  )
    found.push(at);
  return found;
}

/** The path, or the nearest one around it, for which the test holds. */
export function findUp(path: Path | null, test: (at: Path) => boolean): Path | null {
  let at = path;
  while (at && !test(at)) at = at.parentPath;
  return at;
}

/** Where the value of a branch arrives: `isUp ? HERE : HERE`, `begun ?? HERE`, `step(), HERE`. */
export function outOfBranches(path: Path): Standing {
  const standing = outOfParentheses(path);
  const { at, parent } = standing;
  const node = parent?.node;
  const isBranch =
    (node?.type === 'ConditionalExpression' && at.key !== 'test') ||
    (node?.type === 'LogicalExpression' && at.key === 'right') ||
    (node?.type === 'SequenceExpression' && at.key === node.expressions.length - 1);
  return isBranch ? outOfBranches(parent!) : standing;
}

/** The value of the call is returned or yielded: the caller of the function around may use it. */
export function isReturned(path: Path): boolean {
  const { at, parent } = outOfBranches(path);
  const type = parent?.node.type;
  if (type === 'ArrowFunctionExpression') return at.key === 'body';
  return type === 'ReturnStatement' || type === 'YieldExpression';
}

/** `f()`, `o.m()`, `o?.m()` */
export function isCall(node: t.Node | null | undefined): node is t.CallExpression | t.OptionalCallExpression {
  return node?.type === 'CallExpression' || node?.type === 'OptionalCallExpression';
}

/** The types of nodes that are calls. */
export const CALL_TYPES: readonly t.Node['type'][] = [
  'CallExpression',
  'OptionalCallExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
];

/** `o.m`, `o[k]`, `o?.m` */
export function isMember(node: t.Node | null | undefined): node is t.MemberExpression | t.OptionalMemberExpression {
  return node?.type === 'MemberExpression' || node?.type === 'OptionalMemberExpression';
}

/** `walk` of `walk()`, `this.walk` of `this.walk?.()`, the tag of a template; undefined for other nodes. */
export function calleeOf(node: t.Node): t.Node | undefined {
  if (node.type === 'TaggedTemplateExpression') return skipTransparent(node.tag);
  return isCall(node) ? skipTransparent(node.callee) : undefined;
}

/** The same, where it is a member. */
export function memberCalled(node: t.Node): t.MemberExpression | t.OptionalMemberExpression | undefined {
  const callee = calleeOf(node);
  return isMember(callee) ? callee : undefined;
}

/** `this` or `super`, also in parentheses. */
export function isThisOrSuper(wrapped: t.Node): boolean {
  const { type } = skipTransparent(wrapped);
  return type === 'ThisExpression' || type === 'Super';
}

/** `super()` */
export const isSuperCall = (node: t.Node): boolean => node.type === 'CallExpression' && node.callee.type === 'Super';

/** The argument at that index; `moved` where a spread before it may put another one there. */
export function argumentAt(args: t.CallExpression['arguments'], index: number): t.Node | 'moved' | undefined {
  const before = args.slice(0, index + 1);
  if (before.some(({ type }) => type === 'SpreadElement')) return 'moved';
  return before[index] && skipTransparent(before[index]);
}

/** What an `import(…)` is given; Babel 7 has it as a call, Babel 8 as a node of its own. None of another node. */
export function partsOfImport(node: t.Node): t.Expression[] {
  if (node.type === 'CallExpression') return node.callee.type === 'Import' ? (node.arguments as t.Expression[]) : [];
  if (node.type !== 'ImportExpression') return [];
  return node.options ? [node.source, node.options] : [node.source];
}

/** The node is the callee of a call, or the tag of a template. */
export function isCalled(node: t.Node, parent: t.Node | undefined): boolean {
  if (parent?.type === 'TaggedTemplateExpression') return parent.tag === node;
  return isCall(parent) && parent.callee === node;
}

/** The expression is an assignment target, also in a pattern or the head of a loop. */
export function isAssignmentTarget({ parent, key, parentPath }: Path): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return key === 'left';
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'ObjectProperty':
      return key === 'value' && parentPath?.parent.type === 'ObjectPattern';
    default:
      return false;
  }
}

/** What an assignment writes to, one by one: `a`, `this.b` and `rest` of `[a, { b: this.b = 1 }, ...rest] = …`. */
export function assignmentTargetsOf(written: t.Node): t.Node[] {
  const left = skipTransparent(written);
  switch (left.type) {
    case 'ArrayPattern':
      return left.elements.flatMap((part) => (part ? assignmentTargetsOf(part) : []));
    case 'ObjectPattern':
      return left.properties.flatMap(assignmentTargetsOf);
    case 'ObjectProperty':
      return assignmentTargetsOf(left.value);
    case 'AssignmentPattern':
      return assignmentTargetsOf(left.left);
    case 'RestElement':
      return assignmentTargetsOf(left.argument);
    default:
      return [left];
  }
}

/** What a node writes to by itself, one by one; none of a declaration. */
export function targetsWrittenBy(node: t.Node): t.Node[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return assignmentTargetsOf(node.left);
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left.type === 'VariableDeclaration' ? [] : assignmentTargetsOf(node.left);
    case 'UpdateExpression':
      return [skipTransparent(node.argument)];
    default:
      return [];
  }
}

/** `||=`, `&&=`, `??=`: it may leave the assignment target as it is. */
export function isLogicalAssignment({ operator }: t.AssignmentExpression): boolean {
  return operator === '||=' || operator === '&&=' || operator === '??=';
}

/** `hp = 3;` in a class, also private or an `accessor`. */
export function isField(node: t.Node): node is t.ClassProperty | t.ClassPrivateProperty | t.ClassAccessorProperty {
  return node.type === 'ClassProperty' || node.type === 'ClassPrivateProperty' || node.type === 'ClassAccessorProperty';
}

/** The children of a node in the order of their fields. */
export function childrenOf(types: Types, node: t.Node): t.Node[] {
  const fields = node as unknown as Fields;
  return (types.VISITOR_KEYS[node.type] ?? []).flatMap((key) => fields[key] ?? []).filter(Boolean) as t.Node[];
}

/** The fields of a node that may hold code, and none of its types. */
export function codeKeysOf(types: Types, node: t.Node): readonly string[] {
  return (types.CODE_KEYS ?? types.VISITOR_KEYS)[node.type] ?? [];
}

/** Visits `node` and all below it that is code, parents first; stops below a node for which `visit` gives `false`. */
export function walk(types: Types, node: t.Node, visit: (node: t.Node) => boolean | void): void {
  if (visit(node) !== false) eachChild(types, node, (child) => walk(types, child, visit));
}

/** Those of the children that are code, without a list of them. */
export function eachChild(types: Types, node: t.Node, take: (child: t.Node) => void): void {
  someChild(types, node, (child) => {
    take(child);
    return false;
  });
}

/**
 * The predicate holds for the root or for some code below it. What is below a node for which `isBoundary` holds is not
 * tested.
 */
export function holds(
  types: Types,
  root: t.Node,
  predicate: (node: t.Node) => boolean,
  isBoundary: (node: t.Node) => boolean = hasNoBoundary,
): boolean {
  if (predicate(root)) return true;
  if (isBoundary(root)) return false;
  return someChild(types, root, (child) => holds(types, child, predicate, isBoundary));
}

/**
 * The statements right below a statement, and the cases and handlers that hold more of them; none of a function. Lists may
 * grow meanwhile.
 */
export function eachStatement(types: Types, node: t.Node, take: (child: t.Node) => void): void {
  for (const child of childrenOf(types, node)) if (isOfStatements(types, child)) take(child);
}

function isOfStatements(types: Types, node: t.Node): boolean {
  if (node.type === 'SwitchCase' || node.type === 'CatchClause') return true;
  return types.isStatement(node) && !isFunction(node);
}

/** The test holds for a child of the node. The children after it are not tested. */
export function someChild(types: Types, node: t.Node, isOne: (child: t.Node) => boolean): boolean {
  const keys = codeKeysOf(types, node);
  for (let i = 0; i < keys.length; i++) {
    const child = (node as unknown as Fields)[keys[i]!];
    if (child === null || child === undefined) continue;
    if (!Array.isArray(child)) {
      if (isOne(child as t.Node)) return true;
    } else for (let n = 0; n < child.length; n++) if (child[n] && isOne(child[n] as t.Node)) return true;
  }
  return false;
}

const hasNoBoundary = (): boolean => false;

/**
 * Replaces each node of code below `parent` by what `replace` gives, children first, but for nodes that are not entered and all
 * below those.
 */
export function replaceBelow(
  types: Types,
  parent: t.Node,
  replace: (node: t.Node, parent: t.Node) => t.Node,
  shouldEnter: (node: t.Node) => boolean = () => true,
): void {
  replaceChildren(types, parent, (node) => {
    if (!shouldEnter(node)) return node;
    replaceBelow(types, node, replace, shouldEnter);
    return replace(node, parent);
  });
}

/** Puts what `replace` gives in the place of each node of code right below this one. */
export function replaceChildren(types: Types, node: t.Node, replace: (child: t.Node) => t.Node): void {
  const fields = node as unknown as Fields;
  for (const key of codeKeysOf(types, node)) {
    const child = fields[key];
    if (Array.isArray(child)) {
      for (let i = 0; i < child.length; i++) if (child[i]) child[i] = replace(child[i] as t.Node);
    } else if (child) fields[key] = replace(child as t.Node);
  }
}

/** A walk through the code of one function ends here: the code inside belongs to another. */
export function isFunction(node: t.Node | null | undefined): node is t.Function {
  switch (node?.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      return true;
    default:
      return false;
  }
}

/** What a method with a computed key runs where it stands, and not when it is called. */
export const computedKeyOf = (node: t.Node): t.Node | undefined =>
  'computed' in node && node.computed ? (node as t.ObjectMethod).key : undefined;

export const isClass = (node: t.Node | null | undefined): node is t.Class =>
  node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';

/** The code at `path` is strict: of a module, a class, or by a directive. */
export function isStrict({ program }: { readonly program: { readonly node: t.Program } }, path: Path): boolean {
  if (program.node.sourceType === 'module') return true;
  const says = (directives: t.Directive[] | undefined): boolean =>
    directives?.some((d) => d.value.value === 'use strict') === true;
  for (let at: Path | null = path; at; at = at.parentPath) {
    if (isClass(at.node)) return true;
    if (isFunction(at.node) && at.node.body.type === 'BlockStatement' && says(at.node.body.directives)) return true;
  }
  return says(program.node.directives);
}

export const holdsExport = ({ body }: t.Program): boolean => body.some(({ type }) => type.includes('Export'));

/** What stands first in a file that is not empty. */
export const firstOf = ({ directives, body }: t.Program): t.Node => directives[0] ?? body[0]!;

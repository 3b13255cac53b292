import type { types as t } from '@babel/core';
import { isClass, isFunction, isMember, skipTransparent } from '../babel/ast.js';
import type { Compilation } from '../context/compilation.js';

/** The field, or fields, of a node in which the function that a mark above it stands for may be. */
const WHERE: Readonly<Record<string, readonly string[]>> = {
  ExportNamedDeclaration: ['declaration'],
  ExportDefaultDeclaration: ['declaration'],
  TSExportAssignment: ['expression'],
  VariableDeclaration: ['declarations'],
  VariableDeclarator: ['id', 'init'],
  ObjectPattern: ['properties'],
  ArrayPattern: ['elements'],
  ExpressionStatement: ['expression'],
  AssignmentExpression: ['right'],
  AssignmentPattern: ['right'],
  ReturnStatement: ['argument'],
  ObjectProperty: ['value'],
  ClassProperty: ['value'],
  ClassPrivateProperty: ['value'],
  ClassAccessorProperty: ['value'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  SequenceExpression: ['expressions'],
  ArrayExpression: ['elements'],
  SpreadElement: ['argument'],
  UnaryExpression: ['argument'],
  CallExpression: ['arguments'],
  OptionalCallExpression: ['arguments'],
  NewExpression: ['arguments'],
};

/** The functions, classes and object literals that a mark above a node stands for: itself, or what the statement holds. */
export function functionsIn(compilation: Compilation, wrapped: t.Node | null | undefined): t.Node[] {
  if (!wrapped) return [];
  const node = skipTransparent(wrapped);
  if (isOverload(node)) return functionsIn(compilation, implementationOf(compilation, node));
  if (isFunction(node) || isClass(node) || node.type === 'ObjectExpression') return [node];
  const callee = 'callee' in node ? functionsInCallee(compilation, node.callee) : [];
  const fields = node as unknown as Record<string, t.Node | (t.Node | null)[] | null>;
  const parts = (WHERE[node.type] ?? []).flatMap((key) => fields[key]);
  return [...callee, ...parts.flatMap((part) => functionsIn(compilation, part))];
}

/** `(function () {})()`, `(function () {}).call(x)` and `on(() => {}).then(() => {})` hold functions too. */
function functionsInCallee(compilation: Compilation, wrapped: t.Node): t.Node[] {
  const callee = skipTransparent(wrapped);
  if (isMember(callee)) return functionsInCallee(compilation, callee.object);
  const isHeld = isFunction(callee) || callee.type === 'CallExpression';
  return isHeld ? functionsIn(compilation, callee) : [];
}

const isOverload = (node: t.Node): node is t.TSDeclareFunction | t.TSDeclareMethod =>
  node.type === 'TSDeclareFunction' || node.type === 'TSDeclareMethod';

/** An overload has no body: its mark is that of the implementation below. */
function implementationOf(
  { paths }: Compilation,
  overload: t.TSDeclareFunction | t.TSDeclareMethod,
): t.Node | undefined {
  const path = paths.all.find(({ node }) => node === overload);
  const at = path && !path.listKey ? path.parentPath : path;
  const list = at?.parentPath && listAround(at.parent);
  for (const sibling of list?.slice(list.indexOf(at!.node) + 1) ?? []) {
    const one = 'declaration' in sibling ? (sibling.declaration as t.Node) : sibling;
    if (isFunction(one)) return one;
    if (!isOverload(one)) return undefined;
  }
  return undefined;
}

function listAround({ body }: t.Node & { readonly body?: unknown }): t.Node[] | undefined {
  return Array.isArray(body) ? (body as t.Node[]) : undefined;
}

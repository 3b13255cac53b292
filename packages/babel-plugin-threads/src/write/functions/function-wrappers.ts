import type { types as t } from '@babel/core';
import { replaceBelow } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Writer } from '../writer.js';
import { type Declared, insertDeclarations, writeDeclaration } from './declarations.js';
import { wrapArrow, wrapExpression } from './expressions.js';
import { wrapClass, wrapObject } from './methods.js';
import { isWrapped, wrappedAt } from './wrapper-forms.js';

/** Makes threads of the functions whose bodies are rewritten, inner ones first: `function (a) {…}` → `$thread(function* (a) {…}, META)`. */
export function wrapFunctions(writer: Writer): void {
  const { types, plan: facts, holders, compilation } = writer;
  const declarations: Declared[] = [];
  const without = nodesWithoutFunctions(writer);
  /** The calls that functions were made of, by these. */
  const deferred = new Map([...holders].map(([source, holder]) => [holder, source]));
  const wrap = (node: t.Node, parent: t.Node): t.Node => {
    if (node.type === 'ClassBody') wrapClass(writer, node);
    else if (node.type === 'ObjectExpression') return wrapObject(writer, node);
    const plan = wrappedAt(facts, deferred.get(node) ?? node);
    if (!plan) return node;
    if (node.type === 'ArrowFunctionExpression') return wrapArrow(writer, node, { plan, parent });
    if (node.type === 'FunctionExpression') return wrapExpression(writer, node, { plan, parent });
    if (node.type === 'FunctionDeclaration') declarations.push(writeDeclaration(writer, node, plan));
    return node;
  };
  replaceBelow(types, compilation.program.node, wrap, (node) => !without.has(node));
  // They are put into their scopes when all else is wrapped.
  insertDeclarations(writer, declarations);
}

/** The outermost nodes of the source below which nothing is wrapped. */
function nodesWithoutFunctions({ compilation: { paths }, plan }: Writer): Set<t.Node> {
  const around = new Set<ListedPath>();
  for (const fn of plan.functions.values()) {
    if (!isWrapped(fn)) continue;
    for (let at: ListedPath | null = fn.path; at && !around.has(at); at = at.parentPath) around.add(at);
    // Parameters stand in the body now, with the functions in them.
    if (plan.movedParameters.has(fn)) for (const one of paths.below(fn.path)) if (one.key === 'body') around.add(one);
  }
  const without = new Set<t.Node>();
  paths.walk(paths.root, (path) => {
    const isAround = around.has(path);
    if (!isAround) without.add(path.node);
    return isAround;
  });
  return without;
}

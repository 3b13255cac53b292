import type { types as t } from '@babel/core';
import { replaceBelow } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { writeDeclarations } from './declarations.js';
import { wrapArrow, wrapExpression } from './expressions.js';
import { wrapClass, wrapObject } from './methods.js';
import type { FunctionShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/** Makes threads of the functions whose bodies are rewritten: `function (a) {…}` → `$thread(function* (a) {…}, META)`. */
export function wrap(writer: Writer): void {
  const { types, compilation, shape, written } = writer;
  const ofThunks = new Map([...written.thunks].map(([call, arrow]): [t.Node, t.Node] => [arrow, call]));
  const without = nodesWithoutFunctions(writer);
  const declarations: FunctionShape[] = [];
  const replace = (node: t.Node, parent: t.Node): t.Node => {
    if (types.isClassBody(node)) wrapClass(writer, node);
    else if (types.isObjectExpression(node)) return wrapObject(writer, node);
    const fn = shape.functions.get(ofThunks.get(node) ?? node);
    if (!fn) return node;
    if (types.isArrowFunctionExpression(node)) return wrapArrow(writer, node, { shape: fn, parent });
    if (types.isFunctionExpression(node)) return wrapExpression(writer, node, { shape: fn, parent });
    if (types.isFunctionDeclaration(node)) declarations.push(fn);
    return node;
  };
  replaceBelow({ types, shouldEnter: (node) => !without.has(node), replace }, compilation.program.node);
  writeDeclarations(writer, declarations);
}

/** The outermost nodes of the source below which nothing is wrapped. */
function nodesWithoutFunctions({ compilation: { paths }, shape }: Writer): Set<t.Node> {
  const around = new Set<ListedPath>();
  for (const {
    plan: { node, path },
  } of shape.functions.values()) {
    for (let at: ListedPath | null = path; at && !around.has(at); at = at.parentPath) around.add(at);
    // Parameters stand in the body now, with the functions in them.
    if (shape.prologues.get(node)?.parameters)
      for (const one of paths.below(path)) if (one.key === 'body') around.add(one);
  }
  const without = new Set<t.Node>();
  paths.walk(paths.root, (path) => {
    const isAround = around.has(path);
    if (!isAround) without.add(path.node);
    return isAround;
  });
  return without;
}

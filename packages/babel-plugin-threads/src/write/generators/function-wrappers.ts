import type { types as t } from '@babel/core';
import { replaceBelow, type Replacing } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import { writeDeclarations } from './declarations.js';
import { wrapArrow, wrapExpression } from './expressions.js';
import { wrapClass, wrapObject } from './methods.js';
import type { FunctionShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/** Makes threads of the functions whose bodies are rewritten: `function (a) {…}` → `$thread(function* (a) {…}, META)`. */
export function wrap(writer: Writer): void {
  const wrapping = new Wrapping(writer);
  replaceBelow(wrapping, writer.compilation.program.node);
  writeDeclarations(writer, wrapping.declarations);
}

class Wrapping implements Replacing {
  readonly types: Types;
  /** Those that were found, to be wrapped when all else is. */
  readonly declarations: FunctionShape[] = [];
  readonly #writer: Writer;
  readonly #without: ReadonlySet<t.Node>;
  /** The calls that thunks were made of, by the thunks. */
  readonly #ofThunks = new Map<t.Node, t.Node>();

  constructor(writer: Writer) {
    this.types = writer.types;
    this.#writer = writer;
    this.#without = nodesWithoutFunctions(writer);
    for (const [call, arrow] of writer.written.thunks) this.#ofThunks.set(arrow, call);
  }

  shouldEnter(node: t.Node): boolean {
    return !this.#without.has(node);
  }

  replace(node: t.Node, parent: t.Node): t.Node {
    const { types } = this;
    const writer = this.#writer;
    if (types.isClassBody(node)) wrapClass(writer, node);
    else if (types.isObjectExpression(node)) return wrapObject(writer, node);
    const fn = writer.shape.functions.get(this.#ofThunks.get(node) ?? node);
    if (!fn) return node;
    if (types.isArrowFunctionExpression(node)) return wrapArrow(writer, node, { shape: fn, parent });
    if (types.isFunctionExpression(node)) return wrapExpression(writer, node, { shape: fn, parent });
    if (types.isFunctionDeclaration(node)) this.declarations.push(fn);
    return node;
  }
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

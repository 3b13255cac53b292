import type { types as t } from '@babel/core';
import { replaceBelow, type Replacing } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Writer } from '../writer.js';
import { type Declared, insertDeclarations, writeDeclaration } from './declarations.js';
import { wrapArrow, wrapExpression } from './expressions.js';
import { wrapClass, wrapObject } from './methods.js';
import { isWrapped, wrappedAt } from './wrapper-forms.js';

/** Makes threads of the functions whose bodies are rewritten, inner ones first: `function (a) {…}` → `$thread(function* (a) {…}, META)`. */
export function wrapFunctions(writer: Writer): void {
  const wrapping = new Wrapping(writer);
  replaceBelow(wrapping, writer.compilation.program.node);
  insertDeclarations(writer, wrapping.declarations);
}

class Wrapping implements Replacing {
  readonly types: Types;
  /** They are put into their scopes when all else is wrapped. */
  readonly declarations: Declared[] = [];
  readonly #writer: Writer;
  readonly #without: ReadonlySet<t.Node>;
  /** The calls that functions were made of, by these. */
  readonly #deferred = new Map<t.Node, t.Node>();

  constructor(writer: Writer) {
    this.types = writer.types;
    this.#writer = writer;
    this.#without = nodesWithoutFunctions(writer);
    for (const [source, holder] of writer.holders) this.#deferred.set(holder, source);
  }

  shouldEnter(node: t.Node): boolean {
    return !this.#without.has(node);
  }

  replace(node: t.Node, parent: t.Node): t.Node {
    const { types } = this;
    const writer = this.#writer;
    if (types.isClassBody(node)) wrapClass(writer, node);
    else if (types.isObjectExpression(node)) return wrapObject(writer, node);
    const plan = wrappedAt(writer.plan, this.#deferred.get(node) ?? node);
    if (!plan) return node;
    if (types.isArrowFunctionExpression(node)) return wrapArrow(writer, node, { plan, parent });
    if (types.isFunctionExpression(node)) return wrapExpression(writer, node, { plan, parent });
    if (types.isFunctionDeclaration(node)) this.declarations.push(writeDeclaration(writer, node, plan));
    return node;
  }
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

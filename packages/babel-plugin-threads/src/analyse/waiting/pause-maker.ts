/** Pauses, each with the hash of the statement that it is in. */
import type { types as t } from '@babel/core';
import { isFunction } from '../../babel/ast.js';
import { hashOfCode } from '../../babel/hash-of-code.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import type { Pause } from '../../plan.js';

export class PauseMaker {
  readonly #compilation: Compilation;
  #order = 0;

  constructor(compilation: Compilation) {
    this.#compilation = compilation;
  }

  /** Those that are made first are evaluated first: it breaks ties. */
  at(path: ListedPath, { kind, value, reason }: Pick<Pause, 'kind' | 'value' | 'reason'>): Pause {
    const { node } = path;
    const { line, column } = node.loc?.start ?? { line: 0, column: 0 };
    const order = this.#order++;
    const position = (kind === 'loop' ? node.end : node.start) ?? order;
    if (this.#compilation.options.target === 'frames') noteStatements(this.#compilation, path);
    const hash = hashOfStatement(this.#compilation, codeAround(this.#compilation, path));
    const where = { line, column, position, order, hash };
    return { id: '', node, path, kind, value, reason, ...where, loop: undefined, name: undefined };
  }
}

/**
 * What a change of a pause's code is seen in: its statement, or the body of an arrow without braces, or the parameters of a function. What stands
 * around that may change.
 */
export function codeAround({ t: types }: Compilation, path: ListedPath): t.Node {
  let at = path;
  while (at.parentPath && !types.isStatement(at.node)) {
    const { parent, key, listKey } = at;
    if (listKey === 'params') return parent;
    if (key === 'body' && isFunction(parent)) break;
    at = at.parentPath;
  }
  return at.node;
}

/** The statements around a pause are rewritten before variables of frames are named by their hashes. */
function noteStatements(compilation: Compilation, path: ListedPath): void {
  for (let at = path; at.parentPath && !isFunction(at.node); at = at.parentPath) {
    if (!compilation.t.isStatement(at.node) || at.node.type === 'BlockStatement') continue;
    // So are those around it.
    if (compilation.hashes.has(placeOf(compilation.t, at.node))) return;
    hashOfStatement(compilation, at.node);
  }
}

/** Of its own code, without the statements in it, so that a change in those leaves its hash alone. */
export function hashOfStatement(compilation: Compilation, node: t.Node): string {
  const { t: types, hashes } = compilation;
  // It is none of the source.
  if (node.start == null) return '0';
  const place = placeOf(types, node);
  let hash = hashes.get(place);
  if (hash === undefined) hashes.set(place, (hash = hashOfCode(types, node, 'head')));
  return hash;
}

/** What is written for a statement has its place. */
const placeOf = (types: Types, node: t.Node): string =>
  `${types.isStatement(node) ? '' : 'part '}${node.start}-${node.end}`;

/** The statement's own text: without the statements inside it, so that a change in those leaves its hash alone. */
export function headOf({ code }: Compilation, statement: t.Node): string {
  const { start, end } = statement;
  if (statement.type === 'DoWhileStatement') return code.slice(statement.body.end!, end!);
  let head = end!;
  for (const part of ['body', 'consequent', 'cases', 'block'] as const) {
    const inner = (statement as unknown as Record<string, t.Node | t.Node[] | undefined>)[part];
    const first = Array.isArray(inner) ? inner[0] : inner;
    if (first && typeof first === 'object' && first.start! < head) head = first.start!;
  }
  return code.slice(start!, head);
}

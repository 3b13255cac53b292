/** Pauses, each with the hash of the statement that it is in. */
import type { types as t } from '@babel/core';
import { hashOf } from '../../babel/hash.js';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { Pause } from '../../plan.js';

export class PauseMaker {
  readonly #compilation: Compilation;
  /** One statement may hold thousands of calls (a long sum), and all have its hash. */
  readonly #hashes = new Map<t.Node, string>();
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
    const statement = statementAround(this.#compilation, path);
    const hash = this.#hashes.get(statement) ?? hashOfStatement(this.#compilation, statement);
    this.#hashes.set(statement, hash);
    const where = { line, column, position, order, hash };
    return { id: '', node, path, kind, value, reason, ...where, loop: undefined, name: undefined };
  }
}

/** The node itself, or the one around it that is in a list of statements. */
export function statementAround({ t: types }: Compilation, path: ListedPath): t.Node {
  let at = path;
  if (types.isStatement(at.node)) return at.node;
  while (at.parentPath && !(at.listKey && types.isStatement(at.node))) at = at.parentPath;
  return at.node;
}

/** Of a statement that is none of the source: of nothing. */
export const hashOfStatement = (compilation: Compilation, statement: t.Node): string =>
  hashOf(statement.start == null ? '' : headOf(compilation, statement));

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

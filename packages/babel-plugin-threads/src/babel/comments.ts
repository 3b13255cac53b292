/** Comments keep their places when nodes come and go. */
import type { PathList } from './path.js';
import type { types as t } from '@babel/core';

/** Moves the comments of a node that goes to the one that comes in its place. */
export function takeComments(from: t.Node, to: t.Node): void {
  to.leadingComments = from.leadingComments ?? null;
  to.trailingComments = from.trailingComments ?? null;
  from.leadingComments = null;
  from.trailingComments = null;
}

/** Comments that stood alone in a block, now that something else stands there: they would slip behind it. */
export function settleInnerComments(block: t.BlockStatement | t.StaticBlock): void {
  const { innerComments, body } = block;
  const [first] = body;
  if (!first || !innerComments || innerComments.length === 0) return;
  first.leadingComments = [...innerComments, ...(first.leadingComments ?? [])];
  block.innerComments = null;
}

/** Comments behind a statement stay behind what is put after it. */
export function passTrailingComments(from: t.Node, to: t.Node): void {
  to.trailingComments = from.trailingComments ?? null;
  from.trailingComments = null;
}

/** The lists of the file in which one thing stands beneath another: statements, members of classes and objects. */
export function listsOf({ all }: PathList): t.Node[][] {
  const lists: t.Node[][] = [];
  for (const { parent, key, listKey } of all) {
    if (key !== 0 || !LISTS.has(listKey)) continue;
    const fields = parent as unknown as Record<string, t.Node[] | undefined>;
    const directives = fields['directives'] ?? [];
    const isSeen = listKey !== 'directives' && directives.length > 0;
    if (!isSeen) lists.push(listKey === 'directives' ? [...directives, ...fields['body']!] : fields[listKey!]!);
  }
  return lists;
}

const LISTS: ReadonlySet<unknown> = new Set(['directives', 'body', 'properties', 'consequent', 'cases']);

/**
 * Babel hangs a comment on what stands above it and on what stands below. Here it gets one owner, so that it stays when the
 * other goes: what begins on the last line of `above` belongs to that line, all else to `below`.
 */
export function settleComments(above: t.Node, below: t.Node): void {
  const shared = new Set(below.leadingComments?.map((comment) => comment.start));
  const isAbove = (comment: t.Comment): boolean =>
    comment.loc != null &&
    comment.loc.start.line === above.loc!.end.line &&
    comment.loc.end.line < below.loc!.start.line;
  below.leadingComments = below.leadingComments?.filter((comment) => !isAbove(comment)) ?? null;
  above.trailingComments =
    above.trailingComments?.filter((comment) => isAbove(comment) || !shared.has(comment.start)) ?? null;
}

/** Puts statements before `list[index]`, whose comments Babel has also hung behind the statement above. */
export function insertAt(list: t.Statement[], index: number, statements: readonly t.Statement[]): void {
  const above = list[index - 1];
  const own = new Set(list[index]?.leadingComments);
  if (above?.trailingComments) above.trailingComments = above.trailingComments.filter((c) => !own.has(c));
  list.splice(index, 0, ...statements);
}

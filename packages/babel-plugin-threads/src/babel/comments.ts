/**
 * Comments keep their positions when nodes are added, moved and replaced. `t.inheritsComments` copies them, so that both
 * nodes would print them, and `path.replaceWith` moves them for Babel's own paths only.
 */
import type { PathList } from './path.js';
import type { types as t } from '@babel/core';

/** Moves the comments of a node to the one that replaces it. */
export function inheritComments(from: t.Node, to: t.Node): void {
  to.leadingComments = from.leadingComments ?? null;
  to.trailingComments = from.trailingComments ?? null;
  from.leadingComments = null;
  from.trailingComments = null;
}

/** Moves the comments of a block that was empty to its first statement: they would be printed behind that. */
export function moveInnerComments(block: t.BlockStatement | t.StaticBlock): void {
  const { innerComments, body } = block;
  const [first] = body;
  if (!first || !innerComments || innerComments.length === 0) return;
  first.leadingComments = [...innerComments, ...(first.leadingComments ?? [])];
  block.innerComments = null;
}

/** Moves the comments behind a statement to the one that is inserted after it. */
export function moveTrailingComments(from: t.Node, to: t.Node): void {
  to.trailingComments = from.trailingComments ?? null;
  from.trailingComments = null;
}

/** The lists of the file whose parts are written one below the other: statements, members of classes and objects. */
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
 * Babel attaches a comment both to the node above it and to the node below it. Here it gets one owner, so that it stays
 * when the other node is removed: what begins on the last line of `above` belongs to `above`, all else to `below`.
 */
export function attachComments(above: t.Node, below: t.Node): void {
  const shared = new Set(below.leadingComments?.map((comment) => comment.start));
  const isAbove = (comment: t.Comment): boolean =>
    comment.loc != null &&
    comment.loc.start.line === above.loc!.end.line &&
    comment.loc.end.line < below.loc!.start.line;
  below.leadingComments = below.leadingComments?.filter((comment) => !isAbove(comment)) ?? null;
  above.trailingComments =
    above.trailingComments?.filter((comment) => isAbove(comment) || !shared.has(comment.start)) ?? null;
}

/** Inserts statements before `list[index]`, whose comments Babel has also attached to the statement above. */
export function insertAt(list: t.Statement[], index: number, statements: readonly t.Statement[]): void {
  const above = list[index - 1];
  const below = list[index];
  const own = new Set(below?.leadingComments);
  if (above?.loc && below?.loc) attachComments(above, below);
  else if (above?.trailingComments) above.trailingComments = above.trailingComments.filter((c) => !own.has(c));
  list.splice(index, 0, ...statements);
}

/**
 * Comments of the file go to the statement that will be its first: those down to the mark of the file, and all that a blank line
 * parts from what is below. A statement that has no place of its own has only such comments.
 */
export function moveFileComments(from: t.Node, to: t.Node, isMark: (comment: t.Comment) => boolean): void {
  if (from === to) return;
  const comments = from.leadingComments ?? [];
  let kept = 0;
  comments.forEach((comment, i) => {
    const next = comments[i + 1] ?? from;
    const isBoundary = (next.loc?.start.line ?? Infinity) > (comment.loc?.end.line ?? Infinity) + 1;
    if (isMark(comment) || isBoundary) kept = i + 1;
  });
  if (kept === 0) return;
  to.leadingComments = [...comments.slice(0, kept), ...(to.leadingComments ?? [])];
  from.leadingComments = comments.slice(kept);
}

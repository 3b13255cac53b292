import { findUp } from '../babel/ast.js';
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { type MarkKind, TAKINGS } from './mark-kinds.js';
import type { Marks } from './marks.js';
import type { ModifyingMark } from './reading.js';
import type { Path, ListedPath } from '../babel/path.js';

/** Whether a mark covers code: the innermost of these marks around it decides. */
export type Cover = 'compile' | 'native' | 'compiled' | 'none';

/** The cover of the node at `path`, or of what is around it. */
export function coverAt(marks: Marks, path: Path): Cover {
  const at = innermostMark(marks, path);
  if (at === null) return marks.wholeFile ? 'compile' : 'none';
  return COVERS.find((kind) => marks.kinds.get(at.node)!.has(kind))!;
}

/** The node at `path`, or the nearest one around it, whose mark says whether it is compiled. */
export const innermostMark = ({ kinds }: Marks, path: Path): Path | null =>
  findUp(path, ({ node }) => COVERS.some((kind) => kinds.get(node)?.has(kind)));

const COVERS = ['compile', 'native', 'compiled'] as const;

/** Marks that contradict each other. */
const AGAINST: readonly (readonly [MarkKind, MarkKind])[] = [
  ['compile', 'native'],
  ['instant', 'native'],
  ['fast', 'native'],
  ['nowait', 'wait'],
  ['nowait', 'fast'],
  ...TAKINGS.map((kind) => [kind, 'native'] as const),
  ...TAKINGS.map((kind) => ['instant', kind] as const),
  ['beside', 'interrupt'],
  // What is never queued has no newest in the queue.
  ['beside', 'latest'],
  ['restart', 'drop'],
  ['restart', 'latest'],
  ['drop', 'latest'],
];

/**
 * Refuses marks that only say how code is compiled where none is, and those that contradict another one on the same
 * node.
 */
export function checkCovers(compilation: Compilation, marks: Marks): void {
  const { paths } = compilation;
  if (marks.modifying.length === 0) return;
  const wanted = new Set(marks.modifying.map(({ node }) => node));
  const pathOf = new Map(paths.all.filter(({ node }) => wanted.has(node)).map((path) => [path.node, path]));
  for (const mark of marks.modifying) {
    const own = marks.kinds.get(mark.node)!;
    const against = AGAINST.find((pair) => pair.includes(mark.kind) && pair.every((kind) => own.has(kind)));
    if (against) refuseAt(compilation, mark.comment, errors.marksAgainst, { mark: against[0], other: against[1] });
    else if (!isCovered(mark, pathOf.get(mark.node)!))
      refuseAt(compilation, mark.comment, errors.markUncovered, { mark: mark.kind });
  }

  function isCovered({ kind }: ModifyingMark, path: ListedPath): boolean {
    if (kind === 'native') return coverAt(marks, path.parentPath!) !== 'none';
    const cover = coverAt(marks, path);
    return cover === 'compile' || cover === 'compiled' || holdsMarked(path);
  }

  /** `@instant` above a class whose methods are marked one by one. */
  function holdsMarked({ index, end }: ListedPath): boolean {
    return paths.all.slice(index + 1, end).some(({ node }) => marks.kinds.get(node)?.has('compile'));
  }
}

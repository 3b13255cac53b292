/** A first comment that marks one function of a file, where the file may be meant. */
import { isFunction } from '../../babel/ast.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { readableName } from '../../babel/function-names.js';
import type { ListedPath } from '../../babel/path.js';
import { type Finding, type MendAt, replaceBy, tell } from '../../context/diagnostic.js';
import { coverAt } from '../../marks/coverage.js';
import type { FirstMark } from '../../marks/file-mark.js';
import { whyUncompilable } from '../../marks/uncompilable-functions.js';
import { warnings } from '../../messages/warnings.js';

/**
 * The mark alone as the first comment of a file, straight above a function, where it leaves other functions plain: its
 * author may mean the file. Told if there is no other mark in the file, as two marks say that each is for one; a mark above
 * a class is meant for that.
 */
export function findFirstMarkOfOne(analysis: Analysis): Finding[] {
  const { marks, compilation } = analysis;
  const { firstMark, wholeFile } = marks;
  const { paths } = compilation;
  if (firstMark === undefined || wholeFile) return [];
  const { comment, target } = firstMark;
  const marked = new Set([...marks.kinds].filter(([, kinds]) => kinds.has('compile')).map(([node]) => node));
  const isOnlyMark = [...marked].every(
    (node) => isFunction(node) && target.node.start! <= node.start! && node.end! <= target.node.end!,
  );
  const others = isOnlyMark ? namesLeftPlain(analysis, target) : [];
  if (others.length === 0) return [];
  const fn = paths.all.slice(target.index, target.end).find(({ node }) => marked.has(node))!;
  const values = { name: readableName(fn), others };
  return [tell(comment, warnings.firstMarkOfOne, values, mendsOf(analysis, firstMark))];
}

/** The outermost functions behind the marked code that have a name, and could wait if they were compiled. */
function namesLeftPlain(analysis: Analysis, { end }: ListedPath): string[] {
  const { marks, facts } = analysis;
  const names: string[] = [];
  let done = end;
  for (const path of facts.functions) {
    if (path.index < done || coverAt(marks, path) !== 'none' || whyUncompilable(path.node)) continue;
    const name = readableName(path);
    if (name === undefined || !couldWait(analysis, path)) continue;
    names.push(name);
    done = path.end;
  }
  return names;
}

/** It, or a function in it, makes a call that is not known to give its value at once, or has a loop that would take frames. */
function couldWait({ compilation, facts }: Analysis, { index, end }: ListedPath): boolean {
  return compilation.paths.all
    .slice(index, end)
    .some(({ node }) => compilation.t.isWhile(node) || (facts.summaries.get(node)?.calls.length ?? 0) > 0);
}

function mendsOf({ compilation: { code } }: Analysis, { comment, target }: FirstMark): MendAt[] {
  const isLine = comment.type === 'CommentLine';
  const ofFile = isLine ? `//${comment.value} the whole file` : '/* @compile the whole file */';
  const mends = [replaceBy(comment, ofFile)];
  if (code.slice(comment.end, target.node.start!).trim() === '') {
    const loc = { start: comment.loc!.start, end: target.node.loc!.start };
    mends.push(replaceBy({ loc }, '/* @compile */ '));
  }
  return mends;
}

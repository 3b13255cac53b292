/** Waits at the top level of a file, which takes no time. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { isEndless, paceOf } from '../../analyse/loops/pace.js';
import { firstOf, holdsExport, memberCalled, skipTransparent, targetsWrittenBy } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import type { Compilation } from '../../context/compilation.js';
import { type Finding, markWith, type MendAt, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import { reads } from '../waits/computing-loops.js';
import { findUncompiledWaits } from './uncompiled-waits.js';

/**
 * What stands at the top level of a file and would take time in a function: the first word that waits, and in a marked
 * file each loop that holds no such word and would take frames.
 */
export function findWaitsAtTop(analysis: Analysis): Finding[] {
  const { compilation, marks } = analysis;
  const program = compilation.program.node;
  const about = { isMarked: marks.wholeFile, canBeProgram: !holdsExport(program) };
  const asProgram: MendAt[] = about.canBeProgram ? [markWith(firstOf(program), '@script')] : [];
  const words = findUncompiledWaits(analysis).filter(({ context }) => context.kind === 'program');
  const [first] = words.toSorted((a, b) => a.path.node.start! - b.path.node.start!);
  const found: Finding[] = [];
  if (first) found.push(tell(first.path.node, warnings.atTopLevel, { word: first.word, ...about }, asProgram));
  for (const { node, index, end } of loopsWithFrames(analysis)) {
    if (words.some(({ path }) => index < path.index && path.index < end)) continue;
    const loop = isEndless(compilation.t, node) ? 'endless' : 'endsAtOnce';
    const asInstant: MendAt[] = loop === 'endless' ? [] : [markWith(node, '@nowait')];
    found.push(tell(node, warnings.atTopLevel, { loop, ...about }, [...asInstant, ...asProgram]));
  }
  return found;
}

/** The loops at the top level of a marked file that would take frames in a function, and do not end by what they do. */
function loopsWithFrames({ compilation, marks, facts }: Analysis): ListedPath<t.Loop>[] {
  const { t: types } = compilation;
  return facts.callsAndLoops.filter((path): path is ListedPath<t.Loop> => {
    if (!types.isLoop(path.node)) return false;
    const loop = path as ListedPath<t.Loop>;
    const { kind, isCovered } = facts.contexts.around(loop);
    const takesFrames = (): boolean => paceOf(compilation, loop, marks.kinds.get(loop.node), false) === 'frame';
    return kind === 'program' && isCovered && takesFrames() && !makesProgress(compilation, loop);
  });
}

/**
 * Does a loop bring its own end about? It assigns a variable that its test reads, or takes from a list that the test
 * reads: `while (i < 9) i++`, `while (open.length > 0) visit(open.pop())`, `while ((found = next()))`. A test that only
 * others can change waits for them: `while (!door.isOpen) step()`.
 */
function makesProgress({ t: types, paths }: Compilation, path: ListedPath<t.Loop>): boolean {
  const { node } = path;
  if (!('test' in node) || !node.test) return false;
  const changed = new Set<string>();
  paths.walk(path, (inner) => {
    for (const name of namesChangedBy(inner.node)) changed.add(name);
  });
  return reads(types, node.test, changed);
}

/** Methods that take something out of a list, or go on in one. */
const TAKES: ReadonlySet<string> = new Set(['pop', 'shift', 'splice', 'delete', 'next', 'exec']);

function namesChangedBy(node: t.Node): string[] {
  const names = targetsWrittenBy(node).flatMap((target) => (target.type === 'Identifier' ? [target.name] : []));
  const member = memberCalled(node);
  const object = member && skipTransparent(member.object);
  if (member && object?.type === 'Identifier' && TAKES.has(propertyName(member) ?? '')) names.push(object.name);
  return names;
}

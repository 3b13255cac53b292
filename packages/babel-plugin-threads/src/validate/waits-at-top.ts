import { isEndless } from '../analyse/loops/pace.js';
import { firstOf, holdsExport } from '../babel/ast.js';
import { warnings } from '../messages/warnings.js';
import type { Finding, Validation } from './validation.js';

/**
 * What stands at the top level of a file and would take time in a function: the first word that waits, and in a marked
 * file each loop that holds no such word and would take frames.
 */
export function findWaitsAtTop({ compilation, marks, facts }: Validation): Finding[] {
  const program = compilation.program.node;
  const about = { isMarked: marks.wholeFile, canBeProgram: !holdsExport(program) };
  const asProgram = about.canBeProgram ? [{ kind: 'mark' as const, text: '@script', at: firstOf(program) }] : [];
  const words = facts.uncompiledWaits.filter(({ context }) => context.kind === 'program');
  const [first] = words.toSorted((a, b) => a.path.node.start! - b.path.node.start!);
  const loops = facts.loopsAtTop.filter(
    ({ index, end }) => !words.some(({ path }) => index < path.index && path.index < end),
  );
  return [
    ...(first === undefined
      ? []
      : [{ at: first.path.node, message: warnings.atTopLevel({ word: first.word, ...about }), mends: asProgram }]),
    ...loops.map(({ node }): Finding => {
      if (isEndless(compilation.t, node))
        return { at: node, message: warnings.atTopLevel({ loop: 'endless', ...about }), mends: asProgram };
      const mends = [{ kind: 'mark' as const, text: '@nowait', at: node }, ...asProgram];
      return { at: node, message: warnings.atTopLevel({ loop: 'endsAtOnce', ...about }), mends };
    }),
  ];
}

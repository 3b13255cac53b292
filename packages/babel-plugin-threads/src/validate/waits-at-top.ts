import { isEndless } from '../analyse/loops/pace.js';
import { errors } from '../messages/errors.js';
import type { Finding, Validation } from './validation.js';

/**
 * What stands at the top level of a file and would take time in a function: the first word that waits, and in a marked
 * file each loop that holds no such word and would take frames.
 */
export function findWaitsAtTop({ compilation, marks, facts }: Validation): Finding[] {
  const { wholeFile } = marks;
  const words = facts.uncompiledWaits.filter(({ context }) => context.kind === 'program');
  const [first] = words.toSorted((a, b) => a.path.node.start! - b.path.node.start!);
  const loops = facts.loopsAtTop.filter(
    ({ index, end }) => !words.some(({ path }) => index < path.index && path.index < end),
  );
  return [
    ...(first === undefined ? [] : [{ at: first.path.node, text: errors.atTopLevel(first, wholeFile) }]),
    ...loops.map(({ node }): Finding => {
      if (isEndless(compilation.t, node)) return { at: node, text: errors.atTopLevel('endless', wholeFile) };
      const mends = [{ kind: 'mark' as const, text: '@nowait', at: node }];
      return { at: node, text: errors.atTopLevel('endsAtOnce', wholeFile), mends };
    }),
  ];
}

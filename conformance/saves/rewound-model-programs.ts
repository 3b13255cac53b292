/** Marks of the random programs of the runtime's model. */
import fc from 'fast-check';
import { compileForSaves } from '../../packages/runtime/test/model/compiled.js';
import { maxFrames } from '../../packages/runtime/test/model/compare.js';
import { print, type Program, programs } from '../../packages/runtime/test/model/program.js';
import { RewindingPlayer } from '../../packages/runtime/test/model/rewinding-player.js';
import { type Kind, newPlayed, type Played } from './check.js';

/** As deep as statements stand in one another. */
export const DEPTH = 2;

export const rewoundModelPrograms: Kind = {
  *sample(count, seed) {
    for (const made of fc.sample(programs(DEPTH), { numRuns: count, seed })) {
      const program: Program = made.library === 'namespace' ? { ...made, library: 'asLibrary' } : made;
      yield { play: () => playRewound(program), tell: (fault) => `${fault}\n${print(program)}` };
    }
  },
};

/** What no mark can hold: calls that have a part in a Promise. */
export const PROMISES: readonly string[] = ['promise', 'promised'];

async function playRewound(program: Program): Promise<Played> {
  const player = new RewindingPlayer(program, compileForSaves(program));
  await player.run(maxFrames);
  const wanted = player.lines.join('\n');
  const { marked, refused } = player;
  const played = newPlayed();
  played.pauses = marked.length + refused.length;
  for (const refusals of refused) {
    const unknown = refusals.find((one) => !PROMISES.includes(one.code));
    if (unknown === undefined) played.refused.push(refusals[0]!.code);
    else played.faults.push(`refused: ${JSON.stringify(unknown)}`);
  }
  for (const one of marked.toReversed())
    for (let times = 0; times < 2; times++) {
      let got: string | undefined;
      try {
        got = (await player.goBackTo(one))?.join('\n');
      } catch (error) {
        got = String((error as Error).stack);
      }
      if (got === undefined) played.refused.push('a Promise has settled');
      else if (got !== wanted) {
        played.faults.push(`frame ${one.frame}, time ${times + 1}:\n${got}\nwanted:\n${wanted}`);
        return played;
      } else if (times === 1) played.same++;
    }
  return played;
}

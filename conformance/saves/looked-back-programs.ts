/** Histories of the random programs of the runtime's model: any frame is as it was, the present stays, and one can go on from each. */
import fc from 'fast-check';
import { compileForSaves } from '../../packages/runtime/test/model/compiled.js';
import { maxFrames } from '../../packages/runtime/test/model/compare.js';
import { LookingBackPlayer } from '../../packages/runtime/test/model/looking-back-player.js';
import { print, type Program, programs } from '../../packages/runtime/test/model/program.js';
import { SavingPlayer } from '../../packages/runtime/test/model/saving-player.js';
import { type Kind, newPlayed, type Played } from './check.js';
import { DEPTH, PROMISES } from './rewound-model-programs.js';

/** So often a program goes on from a frame. */
const TIMES = 3;

export const lookedBackPrograms: Kind = {
  *sample(count, seed) {
    for (const [at, made] of fc.sample(programs(DEPTH), { numRuns: count, seed }).entries()) {
      const program: Program = made.library === 'namespace' ? { ...made, library: 'asLibrary' } : made;
      yield { play: () => playLookedBack(program, seed + at), tell: (fault) => `${fault}\n${print(program)}` };
    }
  },
};

async function playLookedBack(program: Program, number: number): Promise<Played> {
  const code = compileForSaves(program);
  const plain = new SavingPlayer(program, code, 0, undefined, false);
  await plain.run(maxFrames);
  const player = new LookingBackPlayer(program, code, number);
  const lines = await player.playAndGoOn(TIMES);
  const { looked, wentOn, refused, faults } = player;
  const played = newPlayed();
  played.faults.push(...faults.slice(0, 1));
  if (lines !== player.linesOf(plain.lines))
    played.faults.push(`it went another way:\n${lines}\nwanted:\n${player.linesOf(plain.lines)}`);
  for (const refusals of refused) {
    const unknown = refusals.find((one) => !PROMISES.includes(one.code));
    if (unknown === undefined) played.refused.push(refusals[0]!.code);
    else played.faults.push(`refused: ${JSON.stringify(unknown)}`);
  }
  played.same = looked + wentOn;
  played.pauses = played.same + refused.length;
  return played;
}

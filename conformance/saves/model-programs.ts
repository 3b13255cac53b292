/** Saves of the random programs of the runtime's model, after each frame: all kinds of waits and owners, and what plain code does between two frames. */
import fc from 'fast-check';
import { compileForSaves } from '../../packages/runtime/test/model/compiled.js';
import { print, type Program, programs } from '../../packages/runtime/test/model/program.js';
import { SavingPlayer } from '../../packages/runtime/test/model/saving-player.js';
import { type Kind, newPlayed, type Played } from './check.js';

/** As deep as statements stand in one another. */
const DEPTH = 2;

export const modelPrograms: Kind = {
  *sample(count, seed) {
    for (const made of fc.sample(programs(DEPTH), { numRuns: count, seed })) {
      // In a bundle a namespace is an object as any other, which all instances in a process would share as an owner.
      const program: Program = made.library === 'namespace' ? { ...made, library: 'asLibrary' } : made;
      yield { play: () => playProgram(program), tell: (fault) => `${fault}\n${print(program)}` };
    }
  },
};

/** What it may be refused for: a Promise without `restart`, a function that `after` calls. */
const CODES: readonly string[] = ['promise', 'promised', 'left out'];

async function playProgram(program: Program): Promise<Played> {
  const code = compileForSaves(program);
  const player = new SavingPlayer(program, code);
  await player.playAndSave();
  const { saved, refused, lines } = player;
  const played = newPlayed();
  played.pauses = saved.length + refused.length;
  for (const refusals of refused) {
    const unknown = refusals.find((one) => !CODES.includes(one.code));
    if (unknown === undefined) played.refused.push(refusals[0]!.code);
    else played.faults.push(`refused, ${unknown.code} ${unknown.text}: ${JSON.stringify(unknown)}`);
  }
  if (saved.length > 0) played.job = { program, code, saved, lines };
  return played;
}

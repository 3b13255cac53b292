/** Marks of random programs: each goes back to each of its pauses, twice, and has to go on as it did. */
import fc from 'fast-check';
import { type Mark, SaveError } from '@spindle/runtime/saves';
import { variantOf } from '../programs/files.js';
import { writeForSaves } from '../programs/program.js';
import { programTrees } from '../programs/tree.js';
import { causeOf } from './causes.js';
import { type Kind, newPlayed, type Played } from './check.js';
import { Instance } from './instance.js';
import { compileForSaves } from './random-programs.js';

/** Of one program. */
const maxPauses = 40;

export const rewoundPrograms: Kind = {
  *sample(count, seed) {
    for (const { traits, ...rest } of fc.sample(programTrees, { numRuns: count, seed })) {
      const program = { ...writeForSaves({ traits, ...rest }, traits % 8 < 7), traits };
      yield { play: () => playRewound(program), tell: (fault) => `traits ${traits}, ${fault}\n${program.source}` };
    }
  },
};

interface Program {
  readonly source: string;
  readonly traits: number;
  readonly unsavable: Parameters<typeof causeOf>[1];
}

export async function playRewound({ source, traits, unsavable }: Program): Promise<Played> {
  const played = newPlayed();
  const compiled = compileForSaves(source, traits, variantOf(traits));
  if (typeof compiled === 'string') return { ...played, faults: [`not compiled: ${compiled}`] };
  const game = new Instance(compiled);
  await game.settle();
  const past = game.marked(maxPauses);
  game.begin();
  await game.settle();
  const marked: Mark[] = [];
  for (; game.isRunning && !game.isTooLong && played.pauses < maxPauses; await game.pulse()) {
    played.pauses++;
    try {
      marked.push(past.mark());
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      const cause = error.refusals.map((one) => causeOf(one, unsavable)).find((found) => found !== undefined);
      if (cause === undefined) played.faults.push(`refused: ${JSON.stringify(error.refusals)}`);
      else played.refused.push(cause);
    }
  }
  const wanted = textOf(await game.finish());
  for (const one of marked.toReversed()) {
    let got = '';
    for (let times = 0; times < 2; times++) {
      try {
        past.rewind(one);
        got = textOf(await game.finish());
      } catch (error) {
        got = String((error as Error).stack);
      }
      if (got === wanted) continue;
      played.faults.push(`frame ${one.frame}, time ${times + 1}:\n${got}\nwanted:\n${wanted}`);
      return played;
    }
    played.same++;
  }
  return played;
}

const textOf = ({ log, end }: { readonly log: readonly string[]; readonly end: string }): string =>
  [...log, end].join('\n');

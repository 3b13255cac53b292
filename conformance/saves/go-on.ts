/** Goes on from saves of a program, each in an instance of its own, and says what differs. */
import { differenceOf } from '../programs/surroundings.js';
import { type Compiled, Instance, type Played, type Saved } from './instance.js';

export interface Job {
  readonly compiled: Compiled;
  readonly saved: readonly Saved[];
  readonly played: Played;
}

/** For each save of each program what is wrong; undefined if it went on the same. */
export async function goOnFromAll(jobs: readonly Job[]): Promise<(string | undefined)[][]> {
  const answers: (string | undefined)[][] = [];
  for (const { compiled, saved, played } of jobs) {
    const wrong: (string | undefined)[] = [];
    for (const one of saved) wrong.push(await goOnFrom(compiled, one, played));
    answers.push(wrong);
  }
  return answers;
}

async function goOnFrom(compiled: Compiled, saved: Saved, played: Played): Promise<string | undefined> {
  try {
    const instance = new Instance(compiled);
    await instance.settle();
    instance.load(saved, played.log);
    const again = instance.save(saved.pulse);
    if (!('text' in again)) return `what is loaded cannot be saved: ${again.refusals[0]!.text}`;
    if (again.text !== saved.text) return `another save:\n${saved.text}\n${again.text}`;
    return differenceOf(played, await instance.finish());
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

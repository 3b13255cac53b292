/** Goes on from saves of a program, each in an instance of its own, and says what differs. */
import { Scheduler } from '@spindle/runtime';
import { type Log, recorder, replay } from '@spindle/runtime/replay';
import { decode, encode } from '../../packages/runtime/test/model/sources.js';
import type { Program } from '../../packages/runtime/test/model/program.js';
import { type SavedFrame, SavingPlayer } from '../../packages/runtime/test/model/saving-player.js';
import { differenceOf } from '../programs/surroundings.js';
import { type Compiled, Instance, type Played, type Saved } from './instance.js';

/** The saves of a program, and how it went on itself. */
export type Job = ProgramJob | ModelJob;

/** Of conformance/programs. */
interface ProgramJob {
  readonly compiled: Compiled;
  readonly saved: readonly Saved[];
  readonly played: Played;
}

/** Of the runtime's model. */
interface ModelJob {
  readonly program: Program;
  readonly code: string;
  readonly saved: readonly SavedFrame[];
  readonly lines: readonly string[];
}

/** For each save of each program what is wrong; undefined if it went on the same. */
export async function goOnFromAll(jobs: readonly Job[]): Promise<(string | undefined)[][]> {
  const answers: (string | undefined)[][] = [];
  for (const job of jobs) {
    const wrong: (string | undefined)[] = [];
    if ('compiled' in job) for (const one of job.saved) wrong.push(await faultOf(() => goOnFrom(one, job)));
    else for (const one of job.saved) wrong.push(await faultOf(() => goOnFromModel(one, job)));
    answers.push(wrong);
  }
  return answers;
}

/** What is wrong, also if it is thrown. */
async function faultOf(goOn: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await goOn();
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

async function goOnFrom(saved: Saved, { compiled, played }: ProgramJob): Promise<string | undefined> {
  const instance = new Instance(compiled);
  await instance.settle();
  instance.load(saved, played.log);
  const again = instance.save(saved.pulse);
  if (!('text' in again)) return `what is loaded cannot be saved: ${again.refusals[0]!.text}`;
  if (again.text !== saved.text) return anotherSave(saved.text, again.text);
  return differenceOf(played, await instance.finish());
}

async function goOnFromModel(saved: SavedFrame, job: ModelJob): Promise<string | undefined> {
  const { program, code, lines, saved: all } = job;
  const player = new SavingPlayer(program, code, saved.songMs);
  const again = await player.load(saved, lines);
  if (again !== saved.text) return anotherSave(saved.text, again);
  await player.goOn(saved);
  return (
    differenceOf({ log: lines, end: '' }, { log: player.lines, end: '' }) ??
    (all[0] === saved ? goOnRecorded(saved, job) : undefined)
  );
}

/** Goes on recorded, and replays the log of that, which begins with the save. */
async function goOnRecorded(saved: SavedFrame, { program, code, lines }: ModelJob): Promise<string | undefined> {
  // No log holds calls of hooked functions by plain code.
  if (JSON.stringify(program).includes('"do":"hooked"')) return undefined;
  const play = async (scheduler: Scheduler): Promise<void> => {
    const player = new SavingPlayer(program, code, saved.songMs, scheduler);
    await player.load(saved, lines);
    await player.goOn(saved);
    const wrong = differenceOf({ log: lines, end: '' }, { log: player.lines, end: '' });
    if (wrong !== undefined) throw new Error(`${scheduler.replaying ? 'replayed' : 'recorded'}: ${wrong}`);
  };
  const scheduler = new Scheduler({ warnings: false, inbox: recorder({ encode }) });
  await play(scheduler);
  await replay(JSON.parse(JSON.stringify(scheduler.record())) as Log, play, { encode, decode });
  return undefined;
}

const anotherSave = (text: string, again: string): string => `another save:\n${text}\n${again}`;

/** Where something can go wrong in a scene, and what may not come of it. */
import { byHand, type Build } from './build.js';
import { maxFrames, report } from './compare.js';
import { drive, Player } from './drive.js';
import { model } from './model.js';
import type { Fault, Program } from './program.js';

/** A run without a fault: where one could strike. */
export class Observer extends Player {
  /** For each frame, what each thread that lives at its end waits for. */
  readonly frames: string[][] = [];

  protected override async endFrame(frame: number): Promise<void> {
    this.frames[frame] = this.live.map(waitOf);
    await super.endFrame(frame);
  }
}

/** `timer`, `join all keeps`: the kind of a wait, its word, and that it keeps the owner. */
function waitOf({ kind, subject, keeps, status }: Player['live'][number]): string {
  if (kind === null) return status;
  const wait = Object(subject) as { mode?: string; label?: () => string };
  const words = {
    join: wait.mode,
    subscription: wait.label?.().replace(/\(.*/, ''),
  };
  const { name } = kind;
  return [name, words[name as keyof typeof words], keeps && 'keeps'].filter(Boolean).join(' ');
}

export async function observe(scene: Program): Promise<Observer> {
  const observer = new Observer(scene);
  await observer.run(maxFrames);
  return observer;
}

/** A throw and a cancel wherever a call or a wait gives its value; a cancel and the owner's end in every frame; each for every thread. */
export function faultsOf({ frames, moments }: Observer): Fault[] {
  const faults: Fault[] = moments.flatMap((live, index) => [
    { how: 'throw', at: index + 1 },
    ...Array.from({ length: live }, (_, thread): Fault => ({ how: 'cancel', at: index + 1, thread })),
  ]);
  frames.forEach((live, frame) =>
    live.forEach((_, thread) => {
      faults.push({ how: 'cancel', frame, thread }, { how: 'close', frame, thread });
      // It leaves out what the others run, so a part of them is enough.
      if (frame % 3 === 0) faults.push({ how: 'now', frame, thread });
    }),
  );
  return faults;
}

/**
 * Whatever the fault, all threads end, so nobody waits for the dead; nobody listens any more; each `finally` block runs once for
 * each time that its `try` was entered; the invariants hold after each pulse (`drive` checks them); and the model says the same.
 */
export async function whatIsWrong(scene: Program, fault: Fault, build: Build = byHand): Promise<string | null> {
  const trace = await drive(scene, maxFrames, fault, build);
  const lines = (word: string): string[] =>
    trace.filter((line) => line.endsWith(` ${word}`)).map((line) => line.split(' ')[1] as string);
  const { trace: expected } = model(scene, maxFrames, fault);
  const isSame = trace.join('\n') === expected.join('\n');
  const areWhole = fault.how === 'now' || lines('finally').sort().join() === lines('tries').sort().join();
  const isClean = trace.at(-1)?.endsWith(' =') && areWhole;
  return isSame && isClean ? null : report(0, scene, fault, build);
}

/** Saves random programs at each of their pauses, and goes on from each save. */
import type { Job } from './go-on.js';

export interface Checked {
  programs: number;
  pauses: number;
  /** Saves that went on the same, and were saved again with the same text. */
  same: number;
  /** By their causes. */
  readonly refused: Record<string, number>;
  /** What has come of edits between a save and its load. */
  readonly edits: Record<string, number>;
  /** What is wrong: of each program the first fault. */
  readonly failures: string[];
}

/** Goes on from the saves of some programs: of each save gives what is wrong. */
export type GoOn = (jobs: readonly Job[]) => Promise<readonly (readonly (string | undefined | null)[])[]>;

export interface Wanted {
  readonly pauses: number;
  readonly seed: number;
  readonly maxFailures?: number;
  /** Whether a program that fails is made smaller. */
  readonly reduces?: boolean;
  readonly goOn: GoOn;
  readonly onChunk?: (checked: Checked) => void;
}

/** A program that has been played to its end, saved at each pause. */
export interface Played {
  pauses: number;
  same: number;
  readonly refused: string[];
  readonly edits: string[];
  readonly faults: string[];
  /** Undefined if it has no save. */
  job?: Job;
}

/** A kind of program. */
export interface Kind {
  /** So many of them, each with what plays it, and what tells of a fault in it. */
  sample(
    count: number,
    seed: number,
  ): Iterable<{
    readonly play: () => Promise<Played>;
    readonly tell: (fault: string, wanted: Wanted) => string | Promise<string>;
  }>;
}

export const newPlayed = (): Played => ({ pauses: 0, same: 0, refused: [], edits: [], faults: [] });

const chunk = 100;

export async function checkSaves(kind: Kind, wanted: Wanted): Promise<Checked> {
  const { pauses, seed, maxFailures = 10, onChunk = () => undefined } = wanted;
  const checked: Checked = { programs: 0, pauses: 0, same: 0, refused: {}, edits: {}, failures: [] };
  for (let from = 0; checked.pauses < pauses && checked.failures.length < maxFailures; from += chunk) {
    const all = [];
    for (const { play, tell } of kind.sample(chunk, seed + from)) {
      if (checked.pauses >= pauses) break;
      const played = await play();
      checked.programs++;
      checked.pauses += played.pauses;
      all.push({ played, tell });
    }
    await goOnFromPlayed(
      all.map(({ played }) => played),
      wanted.goOn,
    );
    for (const [index, { played, tell }] of all.entries()) {
      const { same, refused, edits, faults } = played;
      checked.same += same;
      for (const cause of refused) checked.refused[cause] = (checked.refused[cause] ?? 0) + 1;
      for (const outcome of edits) checked.edits[outcome] = (checked.edits[outcome] ?? 0) + 1;
      if (faults.length > 0 && checked.failures.length < maxFailures)
        checked.failures.push(`number ${index} of seed ${seed + from}: ${await tell(faults[0]!, wanted)}`);
    }
    onChunk(checked);
  }
  return checked;
}

export async function goOnFromPlayed(played: readonly Played[], goOn: GoOn): Promise<void> {
  const saving = played.filter(({ job }) => job !== undefined);
  const answers = await goOn(saving.map(({ job }) => job!));
  for (const [n, one] of saving.entries())
    for (const [at, wrong] of answers[n]!.entries())
      if (typeof wrong === 'string') one.faults.push(`pulse ${one.job!.saved[at]!.pulse}: ${wrong}`);
      else one.same++;
}

/** Statistics of the programs of a run. */
import type { Comparison } from './runs.js';

interface Totals {
  programs: number;
  statements: number;
  /** Lines that were logged. */
  lines: number;
  /** Programs that reached the end of `main`. The others threw. */
  ended: number;
  /** Programs in the mode in which `p` and loops wait, and those of them that waited. */
  askedToWait: number;
  waiting: number;
  frames: number;
  skipped: number;
}

export interface Count {
  readonly totals: Totals;
  add(source: string, comparison: Comparison): void;
  /** The statistics as one line of text. */
  text(): string;
}

export function makeCount(): Count {
  const totals: Totals = {
    programs: 0,
    statements: 0,
    lines: 0,
    ended: 0,
    askedToWait: 0,
    waiting: 0,
    frames: 0,
    skipped: 0,
  };
  return { totals, add, text };

  function add(source: string, { plain, frames, isSkipped }: Comparison): void {
    totals.programs++;
    // Counts what ends with `;` or opens a block.
    totals.statements += source.match(/;|\{ /g)?.length ?? 0;
    totals.lines += plain.log.length;
    if (!plain.end.startsWith('threw')) totals.ended++;
    if (isSkipped) totals.skipped++;
    if (frames === undefined) return;
    totals.askedToWait++;
    totals.frames += frames;
    if (frames > 0) totals.waiting++;
  }

  function text(): string {
    const { programs, statements, lines, ended, askedToWait, waiting, frames, skipped } = totals;
    const each = (sum: number): string => (sum / programs).toFixed(1);
    const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)} %`;
    return (
      `${programs} programs, each ${each(statements)} statements and ${each(lines)} lines of log; ${percent(programs - ended, programs)} threw; ` +
      `${percent(waiting, askedToWait)} of ${askedToWait} waited, ${(frames / askedToWait).toFixed(1)} frames each; ${skipped} skipped`
    );
  }
}

/** Threads in the Performance panel of Chrome. */
import type { Scheduler } from '@spindle/runtime';
import type { InspectOptions } from './inspect.js';
import { recordSpans } from './spans.js';

/** The form of `console.timeStamp` that makes a track: Chrome 134 and later. */
interface TrackConsole {
  timeStamp(label: string, start: number, end: number, track: string, group: string, color: string): void;
}

/** Colours of the panel, for each state. */
const COLORS: Readonly<Record<string, string>> = { sleeping: 'secondary', waiting: 'tertiary', queued: 'error' };
const GROUP = 'Spindle';

/**
 * Shows each wait in the Performance panel of Chrome while it records: a group of tracks `Spindle`, and in it one track for
 * each owner. Returns what ends this. Where the console has no tracks, nothing is to be seen.
 *
 * ```js
 * if (import.meta.env.DEV) attachDevtools(scheduler);
 * ```
 */
export function attachDevtools(scheduler: Scheduler, options: InspectOptions = {}): () => void {
  const { console, performance } = globalThis as unknown as {
    console: TrackConsole;
    performance: { now(): number };
  };
  return recordSpans(
    scheduler,
    () => performance.now(),
    ({ info, from, to }, isLife) => {
      if (isLife) return;
      const track = info.owner ?? 'no owner';
      console.timeStamp(`${info.name}: ${info.waitsFor}`, from, to, track, GROUP, COLORS[info.state] ?? 'primary');
    },
    options,
  );
}

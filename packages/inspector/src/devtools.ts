/** Threads in the Performance panel of Chrome, and in the stacks of its debugger. */
import type { Scheduler, Thread } from '@spindle/runtime';
import { observe } from '@spindle/runtime/observe';
import type { InspectOptions } from './inspect.js';
import { recordSpans } from './spans.js';

interface TrackConsole {
  /** The form that makes a track: Chrome 134 and later. */
  timeStamp(label: string, start: number, end: number, track: string, group: string, color: string): void;
  /** What runs in a task has the stack at which it was made, in stacks of the debugger: Chrome 106 and later. */
  createTask?(name: string): { run(fn: () => void): void };
}

/** Colours of the panel, for each state. */
const COLORS: Readonly<Record<string, string>> = { sleeping: 'secondary', waiting: 'tertiary', queued: 'error' };
const GROUP = 'Spindle';

/**
 * Shows each wait in the Performance panel of Chrome while it records: a group of tracks `Spindle`, and in it one track for
 * each owner. In the debugger, the stack at a native breakpoint goes on with who started the thread, and who started that one.
 * Returns what ends this. Where the console has no such thing, nothing is to be seen.
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
  const endTasks = console.createTask === undefined ? null : makeTasks(scheduler, console);
  const endTracks = recordSpans(
    scheduler,
    () => performance.now(),
    ({ info, from, to }, isLife) => {
      if (isLife) return;
      const track = info.owner ?? 'no owner';
      console.timeStamp(`${info.name}: ${info.waitsFor}`, from, to, track, GROUP, COLORS[info.state] ?? 'primary');
    },
    options,
  );
  return () => {
    endTasks?.();
    endTracks();
  };
}

function makeTasks(scheduler: Scheduler, console: TrackConsole): () => void {
  const tasks = new WeakMap<Thread, ReturnType<TrackConsole['createTask'] & {}>>();
  return observe(scheduler, {
    started(thread) {
      const task = console.createTask?.(`${thread.name} started`);
      if (task !== undefined) tasks.set(thread, task);
    },
    around(thread, run) {
      const task = tasks.get(thread);
      if (task === undefined) run();
      else task.run(run);
    },
  });
}

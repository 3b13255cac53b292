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
const NO_OWNER = 'no owner';

/**
 * Shows each wait in the Performance panel of Chrome while it records: a group of tracks `Spindle`, and in it one track for
 * each owner, `glitch` and `glitch 2` for two of one name. In the debugger, the stack at a native breakpoint goes on with who started the thread, and who started that one.
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
  const tracks = new Tracks();
  const endTracks = recordSpans(
    scheduler,
    () => performance.now(),
    ({ thread, info, from, to }, isLife) => {
      if (isLife) return;
      const track = tracks.of(thread.owner, info.owner);
      console.timeStamp(`${info.name}: ${info.waitsFor}`, from, to, track, GROUP, COLORS[info.state] ?? 'primary');
    },
    options,
  );
  return () => {
    endTasks?.();
    endTracks();
  };
}

/** The panel knows tracks by their names only, so each owner has one of its own. */
class Tracks {
  readonly #names = new WeakMap<object, string>();
  readonly #taken = new Map([[NO_OWNER, 1]]);

  of(owner: object | null, name: string | null): string {
    if (owner === null || name === null) return NO_OWNER;
    let track = this.#names.get(owner);
    if (track === undefined) this.#names.set(owner, (track = this.#free(name)));
    return track;
  }

  /** An owner may itself be called `glitch 2`. */
  #free(name: string): string {
    let count = (this.#taken.get(name) ?? 0) + 1;
    while (count > 1 && this.#taken.has(`${name} ${count}`)) count++;
    this.#taken.set(name, count);
    const track = count === 1 ? name : `${name} ${count}`;
    if (count > 1) this.#taken.set(track, 1);
    return track;
  }
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

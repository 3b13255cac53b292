/** Pausing, stepping, slow motion and breakpoints: between the pulses of the game and its scheduler. */
import type { Scheduler } from '@spindle/runtime';
import { inspect, type InspectOptions } from './inspect.js';
import { isFile, type PlaceOptions } from './place.js';
import { checkFields } from './shapes.js';
import type { ThreadInfo } from './snapshot.js';

/** Why it is paused: the thread that came to a breakpoint, or null. */
export type PauseListener = (at: ThreadInfo | null) => void;

export interface Control {
  readonly paused: boolean;
  /** The pulses of the game do nothing, until `resume`. A pulse that runs comes to its end. */
  pause(): void;
  resume(): void;
  /** Pauses, and runs one frame. */
  step(): void;
  /**
   * Pauses, and runs frames until this thread has had a turn: it has gone on, and waits again or has ended. The others have
   * theirs too, so that the game is the same as without this. Returns false if it has had none in 600 frames.
   */
  stepThread(id: number): boolean;
  /** Goes on until a thread begins to wait in this line, or it is asked for another one. Returns what ends it before. */
  runTo(file: string, line: number): () => void;
  /** Pauses each time that a thread begins to wait in this line. Returns what takes it away. */
  breakAt(file: string, line: number): () => void;
  /** Runs only this part of the pulses: 0.25 is every fourth. So each frame is the same as at full speed. */
  slowMotion(factor: number): void;
  /** Is there any, or a line to run to? */
  readonly hasBreakpoints: boolean;
  /** Calls a function each time it is paused. Returns what ends it. */
  onPause(listener: PauseListener): () => void;
  /** Takes all of this away: the game runs as before. */
  stop(): void;
}

const controls = new WeakMap<Scheduler, Control>();
const MOST_FRAMES = 600;

/**
 * The control of a scheduler; there is one for each. Until `stop` it takes the place of `scheduler.pulse`, which it calls.
 *
 * ```js
 * const control = controlOf(scheduler);
 * control.pause();
 * control.step();
 * ```
 */
export function controlOf(scheduler: Scheduler, options: PlaceOptions = {}): Control {
  const known = controls.get(scheduler);
  if (known !== undefined) return known;
  const control = new Controller(scheduler, options);
  controls.set(scheduler, control);
  return control;
}

/** Does somebody hold it, whoever that is? */
export const isPaused = (scheduler: Scheduler): boolean => controls.get(scheduler)?.paused === true;

/** Does any line matter to it? */
export const hasBreakpoints = (scheduler: Scheduler): boolean => controls.get(scheduler)?.hasBreakpoints === true;

/**
 * Pauses the scheduler each time that a thread begins to wait in this line: `breakAt(scheduler, 'guard.js', 12)`. The frame
 * comes to its end before. Returns what takes the breakpoint away. `controlOf(scheduler).resume()` goes on.
 */
export function breakAt(scheduler: Scheduler, file: string, line: number): () => void {
  return controlOf(scheduler).breakAt(file, line);
}

class Controller implements Control {
  readonly #scheduler: Scheduler;
  readonly #options: InspectOptions;
  readonly #listeners = new Set<PauseListener>();
  readonly #breakpoints = new Set<() => void>();
  #endRun: () => void = () => {};
  #paused = false;
  #factor = 1;
  /** The part of a pulse that slow motion has saved up. */
  #credit = 0;
  #lastMs = 1000 / 60;
  /** The pulse that was there before: that of the runtime, or one that the game has put around it. */
  readonly #inner: Scheduler['pulse'];
  readonly #outer = (dtMs: number): void => this.#pulse(dtMs);
  readonly #before: PropertyDescriptor | undefined;

  constructor(scheduler: Scheduler, options: InspectOptions) {
    this.#scheduler = scheduler;
    this.#options = options;
    this.#before = Object.getOwnPropertyDescriptor(scheduler, 'pulse');
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its scheduler
    this.#inner = scheduler.pulse;
    Object.defineProperty(scheduler, 'pulse', { value: this.#outer, configurable: true, writable: true });
  }

  get paused(): boolean {
    return this.#paused;
  }

  get hasBreakpoints(): boolean {
    return this.#breakpoints.size > 0;
  }

  pause(): void {
    this.#pauseAt(null);
  }

  resume(): void {
    this.#paused = false;
  }

  step(): void {
    this.pause();
    this.#run(this.#lastMs);
  }

  stepThread(id: number): boolean {
    this.pause();
    const thread = this.#scheduler.threads.find((one) => one.id === id);
    if (thread === undefined) return false;
    // To begin is not to go on.
    const turn = { hasBegun: thread.status === 'ready', isOver: false };
    const stop = inspect(this.#scheduler).subscribe((event) => {
      if (event.id !== id) return;
      if (event.type === 'goesOn') turn.hasBegun = true;
      else if (event.type === 'ended' || turn.hasBegun) turn.isOver = true;
    });
    try {
      for (let i = 0; !turn.isOver && i < MOST_FRAMES; i++) this.#run(this.#lastMs);
    } finally {
      stop();
    }
    return turn.isOver;
  }

  runTo(file: string, line: number): () => void {
    const remove = this.breakAt(file, line);
    this.#endRun();
    const unlisten = this.onPause(() => end());
    const end = (): void => {
      unlisten();
      remove();
    };
    this.#endRun = end;
    this.resume();
    return end;
  }

  breakAt(file: string, line: number): () => void {
    checkFields('breakAt', { file, line }, ['file', 'line']);
    const stop = inspect(this.#scheduler, { ...this.#options, lines: true }).subscribe(({ type, info }) => {
      const begins = type === 'waits' || type === 'queued';
      if (begins && info.line === line && isFile(info.file, file)) this.#pauseAt(info);
    });
    this.#breakpoints.add(stop);
    return () => {
      this.#breakpoints.delete(stop);
      stop();
    };
  }

  slowMotion(factor: number): void {
    checkFields('slowMotion', { factor }, ['factor']);
    this.#factor = factor;
    this.#credit = 0;
  }

  onPause(listener: PauseListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  stop(): void {
    this.#breakpoints.forEach((stop) => stop());
    this.#breakpoints.clear();
    this.#listeners.clear();
    this.#paused = false;
    this.slowMotion(1);
    if (controls.get(this.#scheduler) !== this) return;
    controls.delete(this.#scheduler);
    // The game may have put another one around this. It stays, and this one lets all pulses through.
    if (this.#scheduler.pulse !== this.#outer) return;
    Reflect.deleteProperty(this.#scheduler, 'pulse');
    if (this.#before !== undefined) Object.defineProperty(this.#scheduler, 'pulse', this.#before);
  }

  #pauseAt(at: ThreadInfo | null): void {
    if (this.#paused) return;
    this.#paused = true;
    for (const tell of this.#listeners) tell(at);
  }

  /** In place of `scheduler.pulse`. */
  #pulse(dtMs: number): void {
    if (dtMs > 0) this.#lastMs = dtMs;
    if (this.#paused) return;
    this.#credit += this.#factor;
    // The sum of ten tenths is a little less than 1.
    if (this.#credit < 1 - 1e-9) return;
    this.#credit -= 1;
    this.#run(dtMs);
  }

  #run(dtMs: number): void {
    Reflect.apply(this.#inner, this.#scheduler, [dtMs]);
  }
}

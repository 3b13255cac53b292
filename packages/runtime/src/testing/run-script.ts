/** A script as a test: it plays its own frames, on virtual time. */
import { checkFunction, checkNumber, checkOptions, isA } from '../arguments.js';
import { addLayer } from '../execution/layers.js';
import { badArgument, neverEnded } from '../messages/errors.js';
import { sentElsewhere } from '../messages/warning-texts.js';
import { setDefaultScheduler } from '../scheduling/current-scheduler.js';
import { Order } from '../scheduling/order.js';
import { Scheduler } from '../scheduling/scheduler.js';
import { addToStack } from '../threads/error-trace.js';
import { checkMs } from '../waits/wait-arguments.js';

export interface RunOptions {
  /** The milliseconds of each frame; default 16. */
  readonly frameMs?: number;
  /** The largest number of frames to run; default 10,000. */
  readonly maxFrames?: number;
}

export interface ScriptTestOptions extends RunOptions {
  /** Of `random()`; default 1. */
  readonly seed?: number;
  /** `shuffledBy(seed)`; default: the usual one. */
  readonly order?: Order;
}

/** Without `maxFrames` a run stops here. */
export const MOST_FRAMES = 10_000;

export type CheckedOptions = Pick<ScriptTestOptions, 'order'> & Required<Omit<ScriptTestOptions, 'order'>>;

export function checkedOptions(word: string, options: ScriptTestOptions, names: readonly string[]): CheckedOptions {
  checkOptions(word, options, names);
  const { frameMs = 16, maxFrames = MOST_FRAMES, seed = 1, order } = options;
  checkFrames(word, frameMs, maxFrames);
  checkNumber(word, 'seed: a finite number', seed, Number.isFinite);
  if (order !== undefined && !isA(order, Order)) throw badArgument(word, 'order: shuffledBy(seed)', order);
  return { frameMs, maxFrames, seed, ...(order !== undefined && { order }) };
}

export function checkFrames(word: string, frameMs: number, maxFrames: number): void {
  checkMs(word, frameMs, 'frameMs: milliseconds ≥ 0');
  checkNumber(word, 'maxFrames: a number of frames ≥ 0', maxFrames, (count) => count >= 0);
}

/** The calls that `at` has been given and `runToEnd` has not made yet, by frame. */
export const planned: WeakMap<object, Map<number, (() => unknown)[]>> = new WeakMap<
  object,
  Map<number, (() => unknown)[]>
>();

/** Makes the calls that are planned for this frame. One that was planned too late is made after the next. */
export function makePlannedCalls(scheduler: Scheduler, calls: Map<number, (() => unknown)[]>): void {
  const due = [...calls.keys()].filter((frame) => frame <= scheduler.clock.frame).sort((a, b) => a - b);
  for (const frame of due) {
    const functions = calls.get(frame)!;
    calls.delete(frame);
    for (const fn of functions) scheduler.enter(fn);
  }
}

/**
 * Makes plain calls use `scheduler` while `fn` runs, and until the Promise that `fn` returns settles. Returns a Promise
 * of its result.
 */
export async function withScheduler<T>(scheduler: Scheduler, fn: () => T | Promise<T>): Promise<T> {
  if (!isA(scheduler, Scheduler)) throw badArgument('withScheduler', 'a scheduler and a function', scheduler);
  checkFunction('withScheduler', 'a scheduler and a function', fn);
  scheduler.pulses?.expectNone();
  const old = setDefaultScheduler(scheduler);
  try {
    return await fn();
  } finally {
    setDefaultScheduler(old);
  }
}

/** Runs a script as a test: throws if it fails or does not end. `begin`: its scheduler has been made. */
export async function runScript(
  title: string,
  script: (scheduler: Scheduler) => unknown,
  { frameMs, maxFrames, ...options }: CheckedOptions,
  begin: (scheduler: Scheduler) => void = () => {},
): Promise<void> {
  const errors: unknown[] = [];
  const scheduler = new Scheduler({ ...options, onError: (error) => void errors.push(error) });
  begin(scheduler);
  await withScheduler(scheduler, async () => {
    const calls = new Map<number, (() => unknown)[]>();
    planned.set(scheduler, calls);
    const unheard = noteUnheard();
    const thread = scheduler.spawn(script, { args: [scheduler], name: title });
    let frames = 0;
    for (; !thread.ended && errors.length === 0 && frames < maxFrames; frames++) {
      scheduler.pulse(frameMs);
      makePlannedCalls(scheduler, calls);
      // Promises that have settled wake their threads.
      await Promise.resolve();
    }
    const dump = scheduler.dump();
    const elsewhere = unheardElsewhere(unheard, scheduler).map(sentElsewhere).join('');
    const isOver = thread.ended;
    // Joined only now: an error of it that nobody caught has gone to `onError`, but to end cancelled is no success either.
    const cancelled = isOver && thread.status === 'cancelled' ? thread.then(undefined, withTrace) : undefined;
    scheduler.close('the test is over', { now: true });
    if (errors.length > 0) throw withTrace(errors[0]);
    if (!isOver) throw neverEnded(title, frames, dump + elsewhere);
    if (cancelled !== undefined) throw await cancelled;
  });
}

/** The names of the signals that nobody waited for, by those of their scheduler. */
type Unheard = Map<object, Set<string>>;

/** Notes such names from now on. */
function noteUnheard(): Unheard {
  const names: Unheard = new Map();
  addLayer({
    unheard: (signals, name) => void names.set(signals, (names.get(signals) ?? new Set()).add(name)),
  });
  return names;
}

/** The signals that a thread of the scheduler waits for, and that were sent on another one, where nobody did. */
function unheardElsewhere(names: Unheard, { signals }: Scheduler): string[] {
  addLayer({ unheard: null });
  names.delete(signals);
  const sent = new Set(Array.from(names.values()).flatMap((all) => Array.from(all)));
  return Array.from(sent).filter((name) => signals.of(name).list.size > 0);
}

/** The calls that led to the error stand at the end of its stack. */
function withTrace(error: unknown): unknown {
  addToStack(error, 'script');
  return error;
}

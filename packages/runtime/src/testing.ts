/** Virtual time for tests: no timer, and no clock except the scheduler's own. */
import { badArgument, internal, noTestRunner } from './messages/errors.js';
import { show } from './messages/format.js';
import { checkFunction, checkName, checkNumber, checkOptions, isA } from './arguments.js';
import { Scheduler } from './scheduling/scheduler.js';
import { currentScheduler } from './scheduling/current-scheduler.js';
import {
  checkedOptions,
  checkFrames,
  makePlannedCalls,
  MOST_FRAMES,
  planned,
  type RunOptions,
  runScript,
  type ScriptTestOptions,
} from './testing/run-script.js';
import type { Thread } from './threads/thread.js';
import { brokenInvariants } from './ownership/verify.js';
import { brokenTurns } from './scheduling/verify-turns.js';

export type { Order } from './scheduling/order.js';
export { type FastCheck, scriptProperty } from './testing/script-property.js';
export { shuffledBy } from './testing/shuffled-by.js';
export { type RunOptions, type ScriptTestOptions, withScheduler } from './testing/run-script.js';

/**
 * Plans a plain call, such as the press of a button: `runToEnd` makes it when the frame with that number has been
 * played.
 *
 * @example
 * const pressed = [];
 * at(2, () => pressed.push(scheduler.clock.frame));
 * runToEnd(scheduler); // 2
 * pressed[0]; // 2
 */
export function at(frame: number, fn: () => unknown): void {
  checkNumber('at', 'a whole number of a frame ≥ 0', frame, (count) => count >= 0 && Number.isInteger(count));
  checkFunction('at', 'a frame and a function', fn);
  const scheduler = currentScheduler();
  const calls = planned.get(scheduler) ?? new Map<number, (() => unknown)[]>();
  planned.set(scheduler, calls.set(frame, [...(calls.get(frame) ?? []), fn]));
}

/** The language itself has no console. */
interface Host {
  readonly console: { log(...values: unknown[]): void; warn(text: string): void };
}
const host = globalThis as unknown as Host;

/** Prints a line of a trace: the frame, the milliseconds of the clock, and what it is given. */
export function log(...values: unknown[]): void {
  const { frame, now } = currentScheduler().clock;
  host.console.log(`${String(frame).padStart(4)} ${String(Math.round(now)).padStart(5)} `, ...values);
}

/**
 * Makes pulses until no thread is live, and the calls that `at` plans between them. Returns the number of frames that
 * this took, or `maxFrames` if threads are still live. If no `maxFrames` is given, `console.warn` then names them.
 *
 * @example
 * //@compile
 * function opening() {
 *   wait(100);
 * }
 * scheduler.spawn(opening);
 * runToEnd(scheduler, { frameMs: 16 }); // 8
 */
export function runToEnd(scheduler: Scheduler, options: RunOptions = {}): number {
  if (!isA(scheduler, Scheduler)) throw badArgument('runToEnd', 'a scheduler', scheduler);
  checkOptions('runToEnd', options, ['frameMs', 'maxFrames']);
  const { frameMs = 16, maxFrames = MOST_FRAMES } = options;
  checkFrames('runToEnd', frameMs, maxFrames);
  const calls = planned.get(scheduler) ?? new Map<number, (() => unknown)[]>();
  planned.set(scheduler, calls);
  let frames = 0;
  makePlannedCalls(scheduler, calls);
  while (frames < maxFrames && (scheduler.live.size > 0 || calls.size > 0)) {
    scheduler.pulse(frameMs);
    frames++;
    makePlannedCalls(scheduler, calls);
  }
  const left = [...scheduler.threads.map(nameOf), ...Array.from(calls.keys(), (frame) => `at(${frame}, …)`)];
  if (options.maxFrames === undefined && left.length > 0) host.console.warn(stoppedWith(left));
  return frames;
}

const nameOf = ({ name, owner }: Thread): string => (owner === null ? name : `${name} of ${show(owner)}`);

/** What a run that was cut says, in one line: it names a few of those that are left. */
function stoppedWith(left: readonly string[]): string {
  const more = left.length > SHOWN ? ` and ${left.length - SHOWN} more` : '';
  return (
    `\`runToEnd\` stopped after 10,000 frames. Still live: ${left.slice(0, SHOWN).join(', ')}${more}. ` +
    'End what goes on for ever with `cancelAll`, or give `maxFrames`.'
  );
}
const SHOWN = 5;

/**
 * Checks the invariants of the runtime between two pulses. Of ownership: one family holds an executor, no thread is
 * blocked on a free one, no ended thread is listed anywhere. Of who runs: a thread in a frame list that is resumed by its
 * body alone has nothing else to be seen to, threads that share a timer wait for nothing else, borrowed threads are given
 * back as they were, the gate of frame objects sees who runs and what pauses, and parked threads are stopped.
 * @throws {SpindleError} that names each broken invariant, which is a bug of the runtime.
 *
 * @example
 * scheduler.pulse(16);
 * verify(scheduler); // undefined
 */
export function verify(scheduler: Scheduler): void {
  if (!isA(scheduler, Scheduler)) throw badArgument('verify', 'a scheduler', scheduler);
  const heard = Array.from(scheduler.signals.byName.values()).flatMap(({ list }) => list.toArray());
  const asked = scheduler.predicates.items.filter((thread) => thread !== null);
  const { threads } = scheduler;
  const broken = brokenInvariants(threads, [...asked, ...heard.map(({ thread }) => thread)]);
  broken.push(...brokenTurns(scheduler, threads));
  if (broken.length > 0) throw internal(broken.join('; '));
}

/** `test` of Jest or Vitest. */
export type TestFunction = (title: string, run: () => Promise<void>) => unknown;

export interface ScriptTest {
  (title: string, script: (scheduler: Scheduler) => unknown, options?: ScriptTestOptions): void;
}

/** The globals of a test runner. */
interface Runner {
  readonly test?: TestFunction & { readonly only?: TestFunction; readonly skip?: TestFunction };
}

/**
 * A test that is a script: it runs on a scheduler of its own, on virtual time, frame by frame, until it has ended. It fails
 * if the script throws or has not ended after `maxFrames`, or if an error of a thread that it started is not caught.
 * `scriptTest.only` and `scriptTest.skip` do as those of `test`.
 *
 * The frames are played as fast as the machine can. A Promise that needs real time, such as a download, has to be made
 * by hand.
 *
 * @throws {SpindleError} Without a global `test`: see `scriptTestWith`.
 * @example
 * const played = [];
 * const test = (title, run) => played.push(run()); // in a test file: the test of Jest or Vitest
 * const scriptTest = scriptTestWith(test);
 * const guard = { x: 0 };
 * //@compile
 * scriptTest("a guard takes a step each 100 ms", () => {
 *   start(() => {
 *     while (true) {
 *       wait(100);
 *       guard.x++;
 *     }
 *   });
 *   wait(350);
 *   if (guard.x !== 3) throw new Error(`the guard is at ${guard.x}`);
 * });
 * await played[0];
 * guard.x; // 3
 */
export const scriptTest: ScriptTest & { readonly only: ScriptTest; readonly skip: ScriptTest } = Object.assign(
  scriptTestWith((title, run) => runner('test')(title, run)),
  {
    only: scriptTestWith((title, run) => runner('test.only')(title, run)),
    skip: scriptTestWith((title, run) => runner('test.skip')(title, run)),
  },
);

function runner(name: 'test' | 'test.only' | 'test.skip'): TestFunction {
  const { test } = globalThis as Runner;
  const found = name === 'test' ? test : name === 'test.only' ? test?.only : test?.skip;
  if (typeof found !== 'function') throw noTestRunner(name);
  return found;
}

/**
 * The same for a `test` that is imported: `const scriptTest = scriptTestWith(test)`.
 *
 * @example
 * const titles = [];
 * const later = scriptTestWith((title, run) => titles.push(title));
 * //@compile
 * later("a scene of a second", () => wait(1000));
 * titles[0]; // "a scene of a second"
 */
export function scriptTestWith(test: TestFunction): ScriptTest {
  checkFunction('scriptTestWith', 'the function `test` of a runner', test);
  return (title, script, options = {}) => {
    checkName('scriptTest', 'a title and a script', title);
    checkFunction('scriptTest', 'a title and a script', script);
    const checked = checkedOptions('scriptTest', options, ['frameMs', 'maxFrames', 'order', 'seed']);
    test(title, () => runScript(title, script, checked));
  };
}

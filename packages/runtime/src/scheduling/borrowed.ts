/**
 * Calls that end in their first turn, as most do. Such a call needs a running thread only while it runs, so it borrows one
 * that its run queue keeps for this. The thread stays with the call if it pauses or throws, or if anybody has seen it: then
 * it is as if it had been made for that call.
 */
import { type Call, NO_ARGUMENTS } from '../execution/call.js';
import { type CompiledFunction, functionCode } from '../execution/compiled-function.js';
import { execute } from '../execution/generator-frames.js';
import { layers } from '../execution/layers.js';
import { PAUSE, pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { current, giveWay } from '../threads/current.js';
import { BORROWED_ALONE, HAS_ONE_ARGUMENT, SPARE } from '../threads/flags.js';
import { type Lock, Thread, type ThreadRunQueue, type ThreadScheduler } from '../threads/thread.js';
import { cutOff, endAllCutOff } from './cut-off.js';
import { conclude } from './turn.js';

/** The call that a spare thread is made with, which never runs: a call that borrows the thread writes its own over it. */
const NO_CALL: Call = { code: functionCode(() => undefined), self: undefined, args: NO_ARGUMENTS };

/**
 * May a call borrow a thread? Not if a scope waits for it, if it changes what others do (`@restart`, `@drop`, `@latest`, `@interrupt`), if
 * somebody observes threads, and if it has to queue or is refused.
 */
export function mayBorrow(
  code: CompiledFunction,
  lock: Lock | null,
  scheduler: ThreadScheduler,
  parent: Thread | null,
): boolean {
  if (code.again !== null || layers.scopes !== null || scheduler.closed !== null || layers.observer !== null)
    return false;
  if (parent !== null && parent.runQueue.scheduler !== scheduler) return false;
  return lock === null || (lock.scheduler === scheduler && lock.closed === null && !code.interrupts && isFree(lock));
}

/** Does nobody have the executor, and is nobody about to get it? */
const isFree = ({ holder, isCalm }: Lock): boolean => holder === null && isCalm;

/** A spare thread, of which each call that borrows it writes these fields anew. */
type Spare = { -readonly [K in 'id' | 'clock' | 'lock']: Thread[K] };

/**
 * The thread of the last call that could not be given its value at once: `runBorrowed`, and `startCall` (dispatch/calls.ts), return PAUSE then
 * and leave the thread here. Who takes it from here clears this, as nothing is to keep it beyond its end.
 */
export const stayed: { thread: Thread | null } = { thread: null };

/**
 * Runs a call that `mayBorrow` a thread up to its end or its first wait. Returns its value; PAUSE if the thread stays with
 * it: then `stayed.thread` tells what became of the call. One function: parts of their own made a call a fifth slower.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- see above
export function runBorrowed(
  code: CompiledFunction,
  self: unknown,
  args: ArrayLike<unknown>,
  scheduler: ThreadScheduler,
  lock: Lock | null,
  parent: Thread | null,
): unknown {
  const outer = giveWay();
  const runQueue = parent === null ? scheduler.runQueues.of(0) : parent.runQueue;
  const thread = runQueue.spare ?? newSpare(runQueue);
  runQueue.spare = thread.origin as Thread | null;
  const { starter } = current;
  const { base, depth, region, steps, maxSteps, fastCount, frame } = turn;
  try {
    const spare = thread as unknown as Spare;
    const clock = parent === null ? scheduler.clock : parent.clock;
    // Nearly always the function and the clock are those of the last call. To compare costs less than to write: the engine has to note each write
    // of an object into an older one.
    if (thread.code !== code) thread.code = code;
    if (thread.clock !== clock) spare.clock = clock;
    spare.lock = lock;
    thread.origin = parent;
    // The form that `packArguments` gives: a single argument stands without its list. A list is new, and to note that an old object holds it
    // would cost more than all else here.
    const hasOne = args.length === 1;
    thread.given = hasOne ? args[0] : args.length === 0 ? NO_ARGUMENTS : args;
    spare.id = ++scheduler.lastThreadId;
    // No call until the thread is counted: on an exhausted native stack it would throw, and leave a thread that never ends.
    thread.flags = BORROWED_ALONE | (hasOne ? HAS_ONE_ARGUMENT : 0);
    runQueue.threads++;
    scheduler.live.size++;
    if (lock !== null) take(thread, lock, code);
    const { flags } = thread;
    turn.inTurn = thread;
    current.starter = turn.region = null;
    turn.steps = turn.fastCount = 0;
    turn.maxSteps = scheduler.maxStepsPerTurn;
    turn.frame = clock.frame;
    turn.base = code.isCounted ? depth + 1 : depth;
    let outcome: unknown;
    let fails = false;
    try {
      // It is the first call of its turn, so it cannot be handed over (deep-calls.ts), which is all that `execute` would ask.
      outcome = code.runStep === undefined || code.instant ? execute(code, self, args) : code.runStep(self, args);
    } catch (error) {
      outcome = error;
      fails = true;
    }
    if (
      !fails &&
      outcome !== PAUSE &&
      pending.kind === null &&
      thread.flags === flags &&
      thread.cold === null &&
      (lock === null || leave(thread, lock))
    ) {
      // No call from here on, as above.
      thread.given = NO_ARGUMENTS;
      thread.flags = SPARE;
      thread.origin = runQueue.spare;
      runQueue.spare = thread;
      runQueue.threads--;
      scheduler.live.size--;
      return outcome;
    }
    stayWith(thread, outcome, fails);
  } catch (error) {
    // Noted before any call, because each call may throw when the native stack is exhausted.
    cutOff.threads[cutOff.count] = thread;
    cutOff.errors[cutOff.count++] = error;
    throw error;
  } finally {
    turn.base = base;
    turn.depth = depth;
    turn.inTurn = outer;
    current.starter = starter;
    turn.region = region;
    turn.steps = steps;
    turn.maxSteps = maxSteps;
    turn.fastCount = fastCount;
    turn.frame = frame;
    if (cutOff.count > 0) endAllCutOff();
  }
  stayed.thread = thread;
  return PAUSE;
}

/** The thread stays with its call, and its first turn is over. */
function stayWith(thread: Thread, outcome: unknown, fails: boolean): void {
  thread.stay();
  conclude(thread, outcome, fails);
  if (!thread.ended) thread.joined = false;
}

const newSpare = ({ scheduler, priority }: ThreadRunQueue): Thread =>
  new Thread({ call: NO_CALL, scheduler, lock: null, parent: null, priority, isSpare: true });

/**
 * A call on an owner begins: its thread takes the executor, if the call needs that. Among the threads of the owner (`owned`) it is only once
 * somebody has seen it (`Thread.stay`).
 */
function take(thread: Thread, lock: Lock, code: CompiledFunction): void {
  if (code.instant || code.beside) {
    if (!code.beside) thread.alone = false;
    lock.owned.add(thread);
    return;
  }
  thread.holding = true;
  lock.holder = thread;
}

/** The call has ended: its thread leaves the owner. False if another thread has come to the executor meanwhile. */
function leave(thread: Thread, lock: Lock): boolean {
  if (!thread.holding) {
    lock.owned.delete(thread);
    return true;
  }
  if (lock.holder !== thread || !lock.isCalm) return false;
  lock.holder = null;
  return true;
}

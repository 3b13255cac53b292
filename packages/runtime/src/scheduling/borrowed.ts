/**
 * Calls that end in their first turn, as most do. Such a call needs a running thread only while it runs, so it borrows one
 * that its run queue keeps for this. The thread stays with the call if it pauses or throws, or if anybody has seen it: then
 * it is as if it had been made for that call.
 */
import { type Call, NO_ARGUMENTS } from '../execution/call.js';
import { type CompiledFunction, functionCode } from '../execution/compiled-function.js';
import { execute } from '../execution/generator-frames.js';
import { layers as theLayers } from '../execution/layers.js';
import { PAUSE as thePause, pending as thePending } from '../execution/suspension.js';
import { turn as theTurn } from '../execution/turn-state.js';
import { current as theCurrent, giveWay } from '../threads/current.js';
import { BORROWED_ALONE, HAS_ONE_ARGUMENT, SPARE } from '../threads/flags.js';
import { type Lock, Thread, type ThreadRunQueue, type ThreadScheduler } from '../threads/thread.js';
import { cutOff as theCutOff, endAllCutOff } from './cut-off.js';
import { conclude } from './turn.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const turn = theTurn;
const current = theCurrent;
const cutOff = theCutOff;
const layers = theLayers;

/** What a spare thread was made for. */
const NO_CALL: Call = { code: functionCode(() => undefined), self: undefined, args: NO_ARGUMENTS };

/**
 * May a call borrow a thread? Not where a scope waits for it, where it changes what others do, and where it has to queue or
 * is refused.
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

/** Nobody has the executor, or is about to get it. */
const isFree = ({ holder, isCalm }: Lock): boolean => holder === null && isCalm;

/** What is written anew for each call. */
type Spare = { -readonly [K in 'id' | 'clock' | 'lock']: Thread[K] };

/** The thread that stayed with the last call of which `runBorrowed` has returned PAUSE. */
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
  const runQueue = parent === null ? scheduler.runQueueOf(0) : parent.runQueue;
  const thread = runQueue.spare ?? newSpare(runQueue);
  runQueue.spare = thread.origin as Thread | null;
  const { starter } = current;
  const { base, depth, region, steps, maxSteps, fastCount, frame } = turn;
  try {
    const spare = thread as unknown as Spare;
    const clock = parent === null ? scheduler.clock : parent.clock;
    // Nearly always these are as the last call has left them, and to write an object into an old one costs more than to look.
    if (thread.code !== code) thread.code = code;
    if (thread.clock !== clock) spare.clock = clock;
    spare.lock = lock;
    thread.origin = parent;
    // As `packArguments` gives them. The list is new: to note that an old object holds it would cost more than all else here.
    const hasOne = args.length === 1;
    thread.given = hasOne ? args[0] : args.length === 0 ? NO_ARGUMENTS : args;
    spare.id = ++scheduler.lastThreadId;
    // No call between these: on an exhausted native stack it would throw.
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
      // No call from here on.
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

/** The call is on an owner: it takes the executor, if it needs it. It is not yet among the threads of its owner. */
function take(thread: Thread, lock: Lock, code: CompiledFunction): void {
  if (code.instant || code.beside) {
    if (!code.beside) thread.alone = false;
    lock.owned.add(thread);
    return;
  }
  thread.holding = true;
  lock.holder = thread;
}

/** The call has ended: its owner is as it was. False if somebody has come to its executor meanwhile. */
function leave(thread: Thread, lock: Lock): boolean {
  if (!thread.holding) {
    lock.owned.delete(thread);
    return true;
  }
  if (lock.holder !== thread || !lock.isCalm) return false;
  lock.holder = null;
  return true;
}

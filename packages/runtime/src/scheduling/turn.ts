/**
 * A thread's turn: it runs from its current place to its next wait (suspend.ts) or its end (end.ts). The turns of many
 * threads are in due-turns.ts.
 */
import type { Call } from '../execution/call.js';
import { finish } from './end.js';
import { suspend, waitSimply } from './suspend.js';
import { admit } from '../ownership/admit.js';
import { kinds } from '../execution/wait-kind-table.js';
import { execute } from '../execution/generator-frames.js';
import { layers } from '../execution/layers.js';
import { losePause, pause } from '../execution/pauses.js';
import { resumeFrames } from '../execution/resume-frames.js';
import { DEEPER, takeOver } from '../execution/deep-calls.js';
import { receiveError } from '../threads/settle-joins.js';
import { PAUSE, pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { isPromise } from '../execution/is-promise.js';
import type { ArmsOf } from '../threads/cold-fields.js';
import type { Thread } from '../threads/thread.js';

/** The turn of a thread has come; its context is set. It goes on if it need not queue (R5). */
export function goOn(thread: Thread): void {
  if (thread.isBareArm && layers.observer === null && (thread.ties as ArmsOf<Thread>).finish(thread)) return;
  if (thread.onlyGoesOn && layers.observer === null) resumeOnly(thread);
  else if (admit(thread, null)) advance(thread);
}

/** Runs a thread that may go on from its present place to its next wait or its end; its context is set. */
export function advance(thread: Thread): void {
  let outcome: unknown;
  try {
    outcome = proceed(thread);
  } catch (error) {
    return conclude(thread, error, true);
  }
  conclude(thread, outcome);
}

/**
 * Takes the call that a thread begins with. The caller of this makes that call and gives its outcome to `conclude`: a function between them would
 * be one more frame of the native stack for each start inside another one. Null if more has to be done, which `advance` does.
 */
export function takeFirstCall(thread: Thread): Call | null {
  if (!thread.isNew || layers.observer !== null) return null;
  const call = thread.call as Call;
  thread.running = true;
  thread.outcome = undefined;
  thread.call = null;
  setBase(call);
  return call;
}

/** A turn is about to make this call itself. What deep-calls.ts looks at begins above it: the calls that it makes, and not those around the turn. */
function setBase({ code }: Call): void {
  turn.base = code.isCounted ? turn.depth + 1 : turn.depth;
}

/** Nearly all turns are this: the outcome of the wait goes into the innermost frame. */
function resumeOnly(thread: Thread): void {
  const { content } = thread;
  thread.running = true;
  thread.content = undefined;
  let outcome: unknown;
  try {
    outcome = resumeFrames(thread, content, 'value');
  } catch (error) {
    return finish(thread, 'failed', error);
  }
  conclude(thread, outcome);
}

/** What follows when the innermost frame has an outcome: the wait begins or the thread ends. `fails`: with this error. */
export function conclude(thread: Thread, given: unknown, fails: boolean = false): void {
  if (given === PAUSE && !fails && waitSimply(thread)) {
    turn.base = turn.depth;
    return;
  }
  let hasFailed = fails;
  let outcome = given;
  try {
    if (!fails) outcome = runToWait(thread, given);
  } catch (error) {
    hasFailed = true;
    outcome = error;
  }
  turn.base = turn.depth;
  if (outcome !== PAUSE) finish(thread, hasFailed ? 'failed' : 'done', outcome);
}

/** Returns the value of the thread, or PAUSE if it really waits. */
function runToWait(thread: Thread, given: unknown): unknown {
  let outcome = given;
  for (;;) {
    if (outcome !== PAUSE && pending.kind !== null) throw losePause(`at the end of ${thread.name}`);
    if (outcome !== PAUSE && thread.unwraps && !thread.unwinding) outcome = unwrap(thread, outcome);
    if (outcome !== PAUSE) return outcome;
    if (pending.kind === DEEPER) outcome = goDeeper(thread);
    else {
      if (!suspend(thread)) return PAUSE;
      turn.base = turn.depth;
      outcome = proceed(thread);
    }
  }
}

/** A call was handed over (deep-calls.ts): it is made here, where the calls around it have left the native stack. */
function goDeeper(thread: Thread): unknown {
  thread.takeFrames(pending);
  let call: Call;
  try {
    call = takeOver(thread.leaf);
  } catch (error) {
    return resumeFrames(thread, error, 'error');
  }
  return makeCall(thread, call);
}

/** Makes the first call of a thread, or one that was blocked or handed over. What comes of it goes into the innermost frame. */
function makeCall(thread: Thread, call: Call): unknown {
  let value: unknown;
  setBase(call);
  try {
    value = execute(call.code, call.self, call.args);
  } catch (error) {
    turn.base = turn.depth;
    return resumeFrames(thread, error, 'error');
  }
  turn.base = turn.depth;
  return value === PAUSE ? PAUSE : resumeFrames(thread, value, 'value');
}

/** Runs the first call of the thread or its blocked call; otherwise it resumes the innermost frame. */
function proceed(thread: Thread): unknown {
  thread.running = true;
  return layers.observer?.around ? layers.observer.around(thread, runOn) : runOn(thread);
}

/** What `proceed` does, in a function of its own, around which an observer may be. */
function runOn(thread: Thread): unknown {
  layers.observer?.goesOn(thread);
  const { call, outcome, fails } = thread;
  thread.outcome = undefined;
  if (thread.unwinding && !thread.unwound) {
    thread.unwound = true;
    return resumeFrames(thread, undefined, 'value');
  }
  if (call !== null) {
    thread.call = null;
    return makeCall(thread, call);
  }
  if (!fails) return resumeFrames(thread, outcome, 'value');
  thread.fails = false;
  return resumeFrames(thread, receiveError(outcome), 'error');
}

/** A call that was made a thunk, `() => call`, may return a function, which is called in the same thread, or a Promise. */
function unwrap(thread: Thread, value: unknown): unknown {
  let given = value;
  if (typeof value === 'function') {
    thread.unwraps = false;
    given = value();
  }
  if (!isPromise(given)) return given;
  thread.unwraps = false;
  return pause(kinds.promise, given, true);
}

/**
 * Turns within the code that starts them: nearly all are the first of a thread. How deep starts can be nested is how often what stands here fits on the
 * native stack, so it is one function that calls the body itself and keeps few values.
 */
import type { Call } from '../execution/call.js';
import { execute } from '../execution/generator-frames.js';
import { turn as theTurn } from '../execution/turn-state.js';
import { admit } from '../ownership/admit.js';
import { callingThread } from '../threads/current.js';
import type { Siblings } from '../threads/siblings.js';
import type { Thread, ThreadStart } from '../threads/thread.js';
import { cutOff as theCutOff, endAllCutOff } from './cut-off.js';
import { makeThread } from './make-thread.js';
import { goBack, interruptTurn, type Outer } from './outer-turn.js';
import { advance, conclude, takeFirstCall } from './turn.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const turn = theTurn;
const cutOff = theCutOff;

/** Used instead of the `apply` of a function: each function has its own shape, because it has its own name. */
const { apply } = Reflect as { apply: (fn: Function, self: unknown, args: ArrayLike<unknown>) => unknown };

/** A thread that is to be made. */
export interface Beginning {
  readonly call: Call;
  readonly start: ThreadStart;
  /** It is one of the branches of a word. */
  readonly siblings?: Siblings | undefined;
}

/**
 * Makes a thread and runs it up to its first wait; it queues if its executor is held by another thread (R5). `region`:
 * the synchronous region around the call, if any: the thread then ends in this turn.
 */
export function startThread(begins: Beginning, region: string | null = null): Thread {
  const thread = runTurn(begins, region);
  if (!thread.ended && begins.start.joined === true) thread.joined = false;
  return thread;
}

/**
 * Runs a thread until it waits or ends. Reentrant. One that begins is made here: where the native stack has no room for this function, there is
 * then no thread that has been made and never runs.
 */
export function runTurn(begins: Thread | Beginning, ownRegion: string | null): Thread {
  let thread: Thread | null = null;
  let outer: Outer | null = null;
  let given: unknown;
  try {
    if ('start' in begins) {
      thread = makeThread(begins.call, begins.start);
      if (begins.siblings !== undefined) thread.own.branchOf = begins.siblings;
    } else thread = begins;
    linkRunning();
    if (!admit(thread, ownRegion)) return thread;
    outer = interruptTurn(thread.scheduler.maxStepsPerTurn, thread.frame);
    turn.inTurn = thread;
    turn.region = ownRegion;
    const call = takeFirstCall(thread);
    if (call === null) advance(thread);
    else {
      try {
        // It is the first call of its turn, so it cannot be handed over (deep-calls.ts), which is all that `execute` would ask of a step.
        given = isPlainCall(call)
          ? apply(call.code.body, call.self, call.args)
          : call.code.runStep === undefined || call.code.instant
            ? execute(call.code, call.self, call.args)
            : call.code.runStep(call.self, call.args);
      } catch (error) {
        given = error;
        outer.fails = true;
      }
      conclude(thread, given, outer.fails);
    }
    outer.fails = false;
  } catch (error) {
    if (thread === null) throw error;
    // Noted before any call, because each call may throw when the native stack is exhausted.
    cutOff.threads[cutOff.count] = thread;
    cutOff.errors[cutOff.count++] = given = error;
    if (outer === null) throw error;
    outer.fails = true;
  }
  goBack(outer);
  if (cutOff.count > 0) endAllCutOff();
  if (outer.fails) throw given;
  return thread;
}

/** Is it what a word was given, `() => call`, which is called as it is? */
const isPlainCall = ({ code }: Call): boolean => code.kind === 'direct' && !code.plain && !code.instant;

/**
 * A thread in its first turn is not in the list of live threads yet, because most threads end in that turn. It has to
 * be added before another thread is, so that the list is in the order of start, and before any code reads the list.
 */
export function linkRunning(): void {
  const running = callingThread();
  if (running !== null && !running.ended) running.scheduler.live.link(running);
}

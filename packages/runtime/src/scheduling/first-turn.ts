/**
 * Turns that run inside the code that has started them: nearly all are the first of their thread. Each start inside another one needs room on the
 * native stack for `runTurn`. So that is one function, which calls the body itself and keeps few values.
 */
import type { Call } from '../execution/call.js';
import { execute } from '../execution/generator-frames.js';
import { applyOn } from '../realm.js';
import { turn } from '../execution/turn-state.js';
import { layers } from '../execution/layers.js';
import { showCall } from '../messages/format.js';
import { ownerGone, schedulerClosed } from '../messages/errors.js';
import { bindTo } from '../ownership/owner.js';
import { admit } from '../ownership/admit.js';
import { callingThread } from '../threads/current.js';
import { Thread, type ThreadStart } from '../threads/thread.js';
import { cutOff, endAllCutOff } from './cut-off.js';
import { enterTurn, leaveTurn, type TurnContext } from './turn-context.js';
import { advance, conclude, takeFirstCall } from './turn.js';

/** Makes a thread for a call; its body has not run. Refuses a call on an owner that was closed, and one from outside a scheduler that was. */
export function makeThread(start: ThreadStart): Thread {
  const { call, lock, scheduler, parent } = start;
  if (scheduler.closed !== null && parent?.scheduler !== scheduler)
    throw schedulerClosed(showCall(call.code.label, call.args), scheduler.closed.reason);
  if (lock !== null) {
    if (lock.closed !== null) throw ownerGone(lock.owner, call, lock.closed.reason);
    bindTo(lock, scheduler, call.code);
  }
  const thread = new Thread(start);
  layers.scopes?.started(thread, start);
  layers.observer?.started(thread);
  return thread;
}

/**
 * Makes a thread and runs it up to its first wait; it queues if its executor is held by another thread (R5). `region`:
 * the synchronous region around the call, if any: the thread then ends in this turn.
 */
export function startThread(start: ThreadStart, region: string | null = null): Thread {
  const thread = runTurn(start, region);
  if (!thread.ended && start.joined === true) thread.joined = false;
  return thread;
}

/**
 * Runs a thread until it waits or ends. Reentrant. A new thread is made here: if the native stack has no room for this function, then no thread
 * has been made that never runs. The arms of a word begin here one after the other, in one context.
 */
export function runTurn(begins: Thread | ThreadStart, ownRegion: string | null): Thread {
  let thread: Thread | null = null;
  let outer: TurnContext | null = null;
  let given: unknown;
  try {
    thread = begins instanceof Thread ? begins : makeThread(begins);
    linkRunning();
    if (!admit(thread, ownRegion)) return thread;
    outer = enterTurn(thread.scheduler.maxStepsPerTurn, thread.frame);
    turn.region = ownRegion;
    for (;;) {
      turn.inTurn = thread;
      const call = takeFirstCall(thread);
      if (call === null) advance(thread);
      else {
        try {
          // It is the first call of its turn, so it cannot be handed over (deep-calls.ts), which is all that `execute` would ask of a step.
          given = isPlainCall(call)
            ? applyOn(call.code.body, call.self, call.args)
            : call.code.runStep === undefined || call.code.instant
              ? execute(call.code, call.self, call.args)
              : call.code.runStep(call.self, call.args);
        } catch (error) {
          given = error;
          outer.fails = true;
        }
        conclude(thread, given, outer.fails);
        outer.fails = false;
      }
      const start = begins as ThreadStart;
      if (start.hasNext === undefined) break;
      const begun: Thread = thread;
      thread = null;
      turn.inTurn = outer.inTurn;
      if (!start.hasNext(begun)) break;
      thread = makeThread(start);
      turn.depth = turn.base;
      turn.steps = turn.fastCount = 0;
    }
  } catch (error) {
    given = error;
    if (thread !== null) {
      // Noted before any call, because each call may throw when the native stack is exhausted.
      cutOff.threads[cutOff.count] = thread;
      cutOff.errors[cutOff.count++] = error;
    }
    if (outer !== null) outer.fails = true;
  }
  if (outer !== null) leaveTurn(outer);
  if (cutOff.count > 0) endAllCutOff();
  if (outer === null || outer.fails) throw given;
  return thread as Thread;
}

/** Is it a function that a word was given, `() => call`? That is called as it is. */
const isPlainCall = ({ code }: Call): boolean => code.kind === 'direct' && !code.plain && !code.instant;

/**
 * A thread in its first turn is not in the list of live threads yet, because most threads end in that turn. It has to
 * be added before another thread is, so that the list is in the order of start, and before any code reads the list.
 */
export function linkRunning(): void {
  const running = callingThread();
  if (running !== null && !running.ended) running.scheduler.live.link(running);
}

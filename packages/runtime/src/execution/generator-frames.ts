/**
 * Call frames: how a compiled body runs, pauses and goes on. This is the only file that steps a generator.
 *
 * A call of compiled code gives its value or PAUSE. What is waited for stands in `pending` (suspension.ts) until the thread takes it,
 * and the frames that it has come out of are linked there. So a frame that has waited costs no native stack, and going on costs
 * the same at any depth.
 */
import { type CompiledFunction, generatorFunctions, isNative } from './compiled-function.js';
import {
  cannotPauseHere,
  lostPause,
  nameRunaway,
  nameWordOfExecutor,
  runaway,
  RunawayError,
  stalePause,
} from '../messages/errors.js';
import { showCall } from '../messages/format.js';
import { noteSite, type Pause, PAUSE as thePause, pending as thePending, stacks as theStacks } from './suspension.js';
import { turn as theTurn } from './turn-state.js';
import { describeWait, waitWords } from './describe-wait.js';
import { Frame } from './call.js';
import { isPromise } from './is-promise.js';
import { noteThrown } from './thrown-calls.js';
import { beginsToUnwind, carriedBy, Edge, isUnwoundAt, markUnwind } from './unwinding.js';

// Constants of this file: an import is a cell that is read each time, and the engine does not know what stands in it.
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const stacks = theStacks;
const turn = theTurn;

/**
 * `next` of all native generators, so that going on does not look it up: each generator function has a prototype of its own,
 * and a game has many.
 */
// oxlint-disable-next-line typescript/unbound-method -- always called with a generator
const nextOf: (this: Generator, value: unknown) => IteratorResult<unknown, unknown> = (
  generatorFunctions.prototype as Generator
).next;

/** Not the `apply` of a function: each compiled body has a shape of its own, as its name is its own. */
const { apply } = Reflect as { apply: (fn: Function, self: unknown, args: ArrayLike<unknown>) => unknown };

/** Begins a pause. In a synchronous region it throws at the wait itself. */
export function pause(kind: string, subject: unknown, keeps: boolean): Pause {
  if (pending.kind !== null) throw losePause('at the next wait');
  if (turn.region !== null) throw cannotPauseHere(describeWait(kind, subject), turn.region);
  pending.kind = kind;
  pending.subject = subject;
  pending.keeps = keeps;
  pending.dueFrame = 0;
  if (stacks.on) noteSite(0);
  return PAUSE;
}

/** Begins the frame-wait of a loop. */
export function pauseForFrame(frame: number): Pause {
  pause('frame', frame, true);
  pending.dueFrame = frame;
  return PAUSE;
}

/** A call has given a Promise. The generator that has yielded it stands on the native stack no more. */
function pausePromise(promise: Promise<unknown>): Pause {
  pause('promise', promise, true);
  if (stacks.on) noteSite(-1);
  return PAUSE;
}

/**
 * Runs a call up to its value, its error or its first pause. It calls nothing that runs the body for it: that would be a frame more on
 * the native stack for each call of a recursion.
 */
export function execute(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  const isSimple = code.isNative;
  if (!isSimple) {
    if (code.instant && turn.region === null) return executeInstant(code, self, args);
    if (code.plain) {
      try {
        return apply(code.body, self, args);
      } catch (error) {
        // That a function never waits must not show, in the trace of an error either.
        throw traced(error, code, args, null);
      }
    }
  }
  const given = apply(code.body, self, args);
  if (!isSimple && code.kind === 'direct') return given;
  const iterator = isSimple ? (given as Generator) : nativeOf(code, given);
  try {
    let step = nextOf.call(iterator, undefined);
    while (step.done === false && comesBack(step.value)) step = nextOf.call(iterator, step.value);
    if (step.done === true && pending.kind === null) return step.value;
    const outcome = answer(code, args, iterator, step);
    if (outcome !== PAUSE) return outcome;
  } catch (error) {
    throw traced(error, code, args, null);
  }
  return linkFrame(new Frame(code, args, iterator));
}

const executeInstant = (code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown =>
  inRegion(`${code.label}, which is marked @instant`, () => execute(code, self, args));

/** What a body gives that is marked `@instant`, or that has no native generator of this realm. */
const nativeOf = ({ body }: CompiledFunction, given: unknown): Generator =>
  isNative(body) ? (given as Generator) : adopt(given as Iterator<unknown>);

/** The value of a call that did not wait, as nearly all are: it comes straight back into the body. Counts a step. */
function comesBack(got: unknown): boolean {
  if (pending.kind !== null || got === PAUSE || turn.steps >= turn.maxSteps) return false;
  if (typeof got === 'object' && (got instanceof Edge || isPromise(got))) return false;
  turn.steps++;
  return true;
}

/** A call that has not paused before pauses: its frame stands around those that the pause has come out of. */
function linkFrame(frame: Frame): Pause {
  if (pending.top === null) pending.leaf = frame;
  else pending.top.parent = frame;
  pending.top = frame;
  return comeOut(frame);
}

/** The pause under way leaves a frame: that notes where it waits, while stacks are noted. */
function comeOut(frame: Frame): Pause {
  if (pending.site === null) return PAUSE;
  const { taken, depth } = pending.site;
  frame.notes = { ...frame.notes, site: { taken, depth } };
  // It stands one further out in the next one.
  pending.site = { taken, depth: depth + 1 };
  return PAUSE;
}

/** The calls of a thread that have paused before: `leaf` is the innermost one, suspended or running. */
interface Stack {
  leaf: Frame | null;
}

/** What a frame is handed when it goes on. */
export type Mode = 'value' | 'error' | 'unwind';

/**
 * Goes on with the innermost frame and hands each outcome to the frame around it, until one pauses or the last one ends.
 * Gives the value of the outermost frame or PAUSE; throws its error. A frame stays on the stack until it has ended, so that
 * nothing is linked anew when the innermost one pauses again.
 */
export function resume(
  stack: Stack,
  value: unknown,
  mode: Mode,
  taken: IteratorResult<unknown, unknown> | null = null,
): unknown {
  let outcome = value;
  let how = mode;
  let first = taken;
  for (let frame = stack.leaf; frame !== null; stack.leaf = frame = frame.parent) {
    if (beginsToUnwind(frame)) {
      // The error of an inner frame is thrown on all the same.
      if (how === 'error') frame.notes = { ...frame.notes, carried: { error: outcome } };
      how = 'unwind';
    }
    try {
      outcome = goOnIn(frame, outcome, how, first);
      if (outcome === PAUSE) return comeOut(frame);
      first = null;
      how = 'value';
      const carried = carriedBy(frame);
      if (carried === null) continue;
      outcome = carried.error;
      how = 'error';
    } catch (error) {
      first = null;
      outcome = traced(error, frame.code, frame.args, how === 'error' ? frame : null);
      how = 'error';
    }
  }
  if (how === 'error') throw outcome;
  return outcome;
}

/** Hands an outcome to one frame. Gives its value, or PAUSE; throws its error. `first`: the step that its body has taken with that already. */
function goOnIn(
  { code, args, iterator }: Frame,
  outcome: unknown,
  how: Mode,
  first: IteratorResult<unknown, unknown> | null,
): unknown {
  // The call has waited and then given a Promise: that is waited for like one that a call gives at once.
  if (how === 'value' && isPromise(outcome)) return pausePromise(outcome);
  const body = iterator as Generator;
  const step = first ?? (how === 'value' ? nextOf.call(body, outcome) : divert(body, outcome, how));
  return isPlainPause(step) ? PAUSE : answer(code, args, body, step);
}

/**
 * As `resume` with a value, for a body that has only to go on: nothing else is read, as most turns are these and each object
 * that they touch may have to be fetched from memory. A body that does not come to its next wait may have ended: the stack
 * forgets it.
 */
export function resumeBody(stack: Stack & { body: object | null }, value: unknown): unknown {
  let step: IteratorResult<unknown, unknown>;
  try {
    step = nextOf.call(stack.body as Generator, value);
  } catch (error) {
    stack.body = null;
    const { code, args, parent } = stack.leaf as Frame;
    stack.leaf = parent;
    return resume(stack, traced(error, code, args, null), 'error');
  }
  if (isPlainPause(step) && pending.site === null) return PAUSE;
  stack.body = null;
  return resume(stack, undefined, 'value', step);
}

/** Most steps of a resumed body end in the next wait. */
const isPlainPause = (step: IteratorResult<unknown, unknown>): boolean =>
  step.value === PAUSE && step.done === false && pending.kind !== null && turn.region === null;

/** Takes the frames of the pause under way, laid on the older ones of the thread; gives the innermost frame. */
export function takeFrames(older: Frame | null): Frame | null {
  const { leaf, top } = pending;
  pending.site = null;
  if (leaf === null || top === null) return older;
  pending.leaf = pending.top = null;
  top.parent = older;
  return leaf;
}

/**
 * Must the value of a call be yielded? So asks code compiled with `calls: "fast"`: only what really pauses goes the long way,
 * and what `answer` has to refuse: a pause that was lost, a turn that does not end.
 */
export function isPause(value: unknown): boolean {
  return value === PAUSE || pending.kind !== null || isPromise(value) || ++turn.steps > turn.maxSteps;
}

/** Runs `fn` as a synchronous region: nothing in it may pause. Gives its value; a pause that comes out all the same is an error. */
export function inRegion<T>(region: string, fn: () => T): T {
  const outer = turn.region;
  turn.region = region;
  try {
    const value = fn();
    if ((value as unknown) !== PAUSE && pending.kind === null) return value;
    throw refusePause(region);
  } finally {
    turn.region = outer;
  }
}

/** Forgets the pause under way; the error says which wait was refused. */
export function refusePause(region: string): Error {
  const error = refusal(pending.kind ?? 'wait', pending.subject, region);
  dropPause();
  return error;
}

/** A wait stands where nothing can pause. */
export const refusal = (kind: string, subject: unknown, region: string): Error =>
  waitWords[kind]?.refusal(subject, region) ?? cannotPauseHere(describeWait(kind, subject), region);

/** Forgets the pause under way and unwinds the frames that it left behind. The error says which wait was lost, and in which calls. */
export function losePause(noticed: string): Error {
  const wait = describeWait(pending.kind ?? 'wait', pending.subject);
  const calls: string[] = [];
  for (let frame = pending.leaf; frame !== null; frame = frame.parent)
    calls.push(showCall(frame.code.label, frame.args));
  dropPause();
  return lostPause(wait, { calls, noticed });
}

function dropPause(): void {
  const { leaf } = pending;
  pending.kind = pending.leaf = pending.top = pending.site = null;
  pending.subject = undefined;
  if (leaf === null) return;
  const outer = turn.region;
  turn.region = 'a finally block of a call whose pause was lost';
  try {
    markUnwind(leaf);
    resume({ leaf }, undefined, 'unwind');
  } catch {
    // The lost pause is the error that its author has to see first.
  } finally {
    turn.region = outer;
  }
}

/**
 * Steps one body on from `first` until it ends, throws or pauses. A value that is not a pause comes straight back into the
 * body, so that `yield f()` is `f()` when nothing waits.
 */
function answer(
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  iterator: Generator,
  first: IteratorResult<unknown, unknown>,
): unknown {
  for (let step = first; ;) {
    const got = step.value;
    if (step.done === true) {
      if (pending.kind !== null) throw losePause(`at the return of ${code.label}`);
      return got;
    }
    if (got === PAUSE && pending.kind !== null && turn.region === null) return PAUSE;
    if (++turn.steps > turn.maxSteps && isRunaway(iterator)) {
      if (pending.kind !== null) dropPause();
      step = iterator.throw(runaway(turn.maxSteps));
    } else if (got === PAUSE) {
      step = iterator.throw(pending.kind === null ? stalePause() : refusePause(turn.region as string));
    } else if (pending.kind !== null && !(got instanceof Edge)) {
      step = iterator.throw(losePause(`at the next yield of ${code.label}`));
    } else if (isPromise(got)) {
      if (turn.region === null) return pausePromise(got);
      step = iterator.throw(cannotPauseHere(describeWait('promise', got), turn.region));
    } else if (typeof got === 'object' && got instanceof Edge) {
      step = isUnwoundAt(got, iterator) ? iterator.return(undefined) : nextOf.call(iterator, undefined);
    } else {
      step = nextOf.call(iterator, got);
    }
  }
}

/** Steps that each body has taken in a turn that has taken too many. */
const stepsTooMany = new WeakMap<Generator, number>();

/**
 * A turn has taken too many steps. Is this the body whose loop goes on and on, and not one that it calls? It is told so, that its
 * `finally` blocks run; one that catches that and goes on is left.
 */
function isRunaway(iterator: Generator): boolean {
  const steps = (stepsTooMany.get(iterator) ?? 0) + 1;
  stepsTooMany.set(iterator, steps);
  if (steps > RUNAWAY_STEPS + 1) throw runaway(turn.maxSteps);
  return steps > RUNAWAY_STEPS || turn.steps > 2 * turn.maxSteps;
}
const RUNAWAY_STEPS = 64;

/** Goes on with an error, or unwinds. */
function divert(iterator: Generator, value: unknown, mode: Mode): IteratorResult<unknown, unknown> {
  return mode === 'error' ? iterator.throw(value) : iterator.return(undefined);
}

/** What a body gives that other tools have turned into plain functions, or that comes from another realm, as a native generator. */
function* adopt(iterator: Iterator<unknown>): Generator {
  return yield* { [Symbol.iterator]: () => iterator };
}

/** The language has asked an iterator for its next value and got a pause: every engine says so in a TypeError. */
const isOfIteration = (error: unknown): boolean => error instanceof TypeError && /^iterator/i.test(error.message);
const ITERATION = 'an iterator that a spread, a destructuring, `for…of` or a native goes through';

/** Where a pause was lost before an error, that is told in its place: what was thrown may only come of it. */
export function lostBefore(error: unknown, label: string): unknown {
  if (pending.kind === null) return error;
  const lost = isOfIteration(error) ? refusePause(ITERATION) : losePause(`when ${label} threw`);
  lost.cause = error;
  return lost;
}

/** An error leaves a body. Gives the error to be thrown on: where a pause was lost before, that one. Notes the call for its trace. */
function traced(error: unknown, code: CompiledFunction, args: ArrayLike<unknown>, waiting: Frame | null): unknown {
  if (error instanceof RunawayError) {
    dropPause();
    nameRunaway(error, showCall(code.label, args), code.loopLines);
  }
  if (error instanceof TypeError) nameWordOfExecutor(error);
  const told = lostBefore(error, code.label);
  noteThrown(told, code, args, waiting);
  return told;
}

/**
 * Call frames: how a compiled body runs, pauses and resumes. This is the only file that resumes a generator.
 *
 * A call of compiled code returns its value or PAUSE. The wait is in `pending` (suspension.ts) until the thread takes it, and
 * the frames that the pause has left are linked there. So a frame that has waited uses no native stack: no depth costs more.
 */
import type { CompiledFunction } from './compiled-function.js';
import { DEV } from '../messages/development.js';
import { lostPause, nameRunaway, runaway, RunawayError, stalePause } from '../messages/errors.js';
import { NotInThreadError } from '../messages/error-classes.js';
import { nameWordOfExecutor } from '../messages/word-of-executor.js';
import { showCall } from '../messages/format.js';
import { applyOn, callOn } from '../realm.js';
import { comeOut, linkFrame, nextFrame, type Pause, PAUSE as thePause, pending as thePending } from './suspension.js';
import { layers as theLayers } from './layers.js';
import { MANY_CALLS, turn as theTurn } from './turn-state.js';
import { goesStraightBack } from './straight-back.js';
import { isRunaway } from './runaway-turn.js';
import { instantRegion, isOfIteration, ITERATION } from './regions.js';
import { describeWait, refusal } from './wait-kinds.js';
import { NO_ARGUMENTS } from './call.js';
import type { BodyStack, Frame, FrameNotes, Mode, Stack, Taken } from './call.js';
import { handOver, mayHandOver } from './deep-calls.js';
import { isPromise } from './is-promise.js';
import { generatorFunctions, nativeOf } from './native-generators.js';
import { cameInto, comesAgain, keepThrown, noteThrown } from './thrown-calls.js';
import { beginsToUnwind, carriedBy, Edge, markUnwind } from './unwinding.js';

// Constants of this file: an import is a binding that the engine reads at each use.
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const NEXT: typeof nextFrame = nextFrame;
const layers = theLayers;
const turn = theTurn;
const MANY: number = MANY_CALLS;

/** `next` of all native generators: resuming does not look it up, as each generator function has its own prototype. */
// oxlint-disable-next-line typescript/unbound-method -- bound here
const next = callOn.bind(undefined, (generatorFunctions.prototype as Generator).next) as (
  body: unknown,
  value: unknown,
) => IteratorResult<unknown, unknown>;

/** One suspended call whose body is a generator. */
export class GeneratorFrame implements Frame {
  readonly iterator: object;
  readonly code: CompiledFunction;
  readonly args: ArrayLike<unknown>;
  parent: Frame | null = null;
  notes: FrameNotes | null = null;

  constructor(code: CompiledFunction, args: ArrayLike<unknown>, iterator: object) {
    this.code = code;
    // The object of a call without arguments is not kept: most methods of owners have none.
    this.args = args.length === 0 ? NO_ARGUMENTS : args;
    this.iterator = iterator;
  }

  get step(): null {
    return null;
  }

  goOn(outcome: unknown, how: Mode, taken: Taken | null): unknown {
    // The call has waited and then returned a Promise. The wait for it is the same as for an immediate Promise.
    if (how === 'value' && isPromise(outcome)) return pausePromise(outcome);
    const body = this.iterator as Generator;
    const step =
      (taken as IteratorResult<unknown, unknown> | null) ??
      (how === 'value' ? next(body, outcome) : how === 'error' ? body.throw(outcome) : body.return(undefined));
    return isPlainPause(step) ? PAUSE : answer(this.code, this.args, body, step);
  }
}

const refuseWait = (kind: string, subject: unknown): Error =>
  pending.kind === null ? refusal(kind, subject, turn.region!) : losePause('at the next wait');

/** Begins a pause. In a synchronous region it throws at the wait itself. It is short: an engine inlines it into bodies of hot turns. */
export function pause(kind: string, subject: unknown, keeps: boolean): Pause {
  if (pending.kind !== null || turn.region !== null) throw refuseWait(kind, subject);
  pending.kind = kind;
  pending.subject = subject;
  pending.keeps = keeps;
  pending.dueFrame = 0;
  if (layers.noteSite !== null) layers.noteSite(0);
  return PAUSE;
}

/** Begins the frame-wait of a loop. */
export function pauseForFrame(frame: number): Pause {
  pause('frame', frame, true);
  pending.dueFrame = frame;
  return PAUSE;
}

/** A loop has yielded `nextFrame`. Its body has left the native stack; its executor is looked at when the wait begins. */
export function pauseOfLoop(): Pause {
  pauseForFrame(turn.frame + 1);
  if (layers.noteSite !== null) layers.noteSite(-1);
  return PAUSE;
}

/** A call has returned a Promise; who yielded it has left the native stack. */
export function pausePromise(promise: Promise<unknown>): Pause {
  pause('promise', promise, true);
  if (layers.noteSite !== null) layers.noteSite(-1);
  return PAUSE;
}

/** Runs a call up to its value, its error or its first pause; itself, as a helper would be a native frame more. */
export function execute(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  const { depth } = turn;
  // A call that cannot wait need not be yielded.
  if (!code.isNative && (!code.isInstantNative || turn.region === null)) {
    if (code.runStep === undefined || (code.instant && turn.region === null)) return executeOther(code, self, args);
    return depth >= MANY && mayHandOver(depth, STEPPERS) ? handOver(code, self, args) : code.runStep(self, args);
  }
  if (depth >= MANY && mayHandOver(depth, STEPPERS)) return handOver(code, self, args);
  const iterator = applyOn(code.body, self, args) as Generator;
  turn.depth = depth + 1;
  try {
    let step = next(iterator, undefined);
    while (step.done === false && goesStraightBack(step.value)) step = next(iterator, step.value);
    turn.depth = depth;
    return step.done === true && pending.kind === null ? step.value : answerOrLink(code, args, iterator, step);
  } catch (error) {
    turn.depth = depth;
    throw traced(error, code, args, null);
  }
}

/** The same for what is no native generator of this realm, or runs in a synchronous region. */
function executeOther(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  if (code.instant && turn.region === null) return inRegion(instantRegion(code), () => execute(code, self, args));
  if (code.plain) {
    try {
      return applyOn(code.body, self, args);
    } catch (error) {
      // It must not be visible that a function never waits, not even in the trace of an error.
      throw traced(error, code, args, null);
    }
  }
  const given = applyOn(code.body, self, args);
  if (code.kind === 'direct') return given;
  const iterator = nativeOf(code, given) as Generator;
  try {
    return answerOrLink(code, args, iterator, next(iterator, undefined));
  } catch (error) {
    throw traced(error, code, args, null);
  }
}

/** A call has come to a step of its first turn that is no plain value. */
function answerOrLink(
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  iterator: Generator,
  step: IteratorResult<unknown, unknown>,
): unknown {
  const outcome = answer(code, args, iterator, step);
  return outcome === PAUSE ? linkFrame(new GeneratorFrame(code, args, iterator)) : outcome;
}

/**
 * Resumes the innermost frame and passes each outcome to the frame around it, until one pauses or the last one ends.
 * Returns the value of the outermost frame or PAUSE; throws its error. A frame stays on the stack until it has ended,
 * so that no frame has to be linked again when the innermost one pauses again.
 */
export function resume(stack: Stack, value: unknown, mode: Mode, taken: Taken | null = null): unknown {
  let outcome = value;
  let how = mode;
  let first = taken;
  for (let frame = stack.leaf; frame !== null; stack.leaf = frame = frame.parent) {
    if (beginsToUnwind(frame)) {
      // The error of an inner frame is thrown further in any case.
      if (how === 'error') frame.notes = { ...frame.notes, carried: { error: outcome } };
      how = 'unwind';
    }
    const came = how === 'error' ? cameInto(frame, outcome) : null;
    try {
      outcome = frame.goOn(outcome, how, first);
      if (outcome === PAUSE) return comeOut(came === null ? frame : keepThrown(frame, came));
      first = null;
      how = 'value';
      const carried = carriedBy(frame);
      if (carried === null) continue;
      outcome = carried.error;
      how = 'error';
    } catch (error) {
      first = null;
      outcome = traced(error, frame.code, frame.args, comesAgain(frame, error) || how === 'error' ? frame : null);
      how = 'error';
    }
  }
  if (how === 'error') throw outcome;
  return outcome;
}

/**
 * The same as `resume` with a value; where a body only has to continue, nothing else is read, as each object that such a turn
 * touches may have to be fetched from memory. A body that does not reach its next wait may have ended: the stack removes it.
 */
export function resumeBody(stack: BodyStack, value: unknown): unknown {
  if (stack.body === null) return resume(stack, value, 'value');
  let step: IteratorResult<unknown, unknown>;
  try {
    step = next(stack.body, value);
  } catch (error) {
    return throwOut(stack, error);
  }
  return goOnFrom(stack, step);
}

/** What the body of a hot thread has done that is not hot any more. */
export const last: { step: Taken | null; error: unknown } = { step: null, error: undefined };

/**
 * Resumes the body of a hot thread (frame-list.ts). True if it is still hot and waits for `dueFrame`, which is the next:
 * then that pause is over. Else `endHot` has to follow.
 */
export function stepHot(body: object, dueFrame: number): boolean {
  let step: IteratorResult<unknown, unknown>;
  try {
    step = next(body, undefined);
  } catch (error) {
    last.step = null;
    last.error = error;
    return false;
  }
  if (step.done === false && turn.hot !== null) {
    if (step.value === NEXT && pending.kind === null) return true;
    if (step.value === PAUSE && pending.kind !== null && pending.dueFrame === dueFrame && pending.leaf === null) {
      pending.kind = null;
      return true;
    }
  }
  last.step = step;
  return false;
}

/** Goes on after `stepHot`. Returns the value of the outermost body or PAUSE; throws its error. */
export function endHot(stack: BodyStack): unknown {
  const { step, error } = last;
  last.step = last.error = null;
  return step === null ? throwOut(stack, error) : goOnFrom(stack, step);
}

function throwOut(stack: BodyStack, error: unknown): unknown {
  stack.unfold();
  const frame = stack.leaf as Frame;
  const { code, args, parent } = frame;
  stack.leaf = parent;
  if (comesAgain(frame, error)) return resume(stack, traced(error, code, args, frame), 'error');
  return resume(stack, code.passed === undefined ? traced(error, code, args, null) : code.passed(error, args), 'error');
}

function goOnFrom(stack: BodyStack, first: Taken): unknown {
  let step = first;
  try {
    while (step.done === false && stack.body !== null && goesStraightBack(step.value))
      step = next(stack.body, step.value);
  } catch (error) {
    return throwOut(stack, error);
  }
  if (isPlainPause(step) && pending.site === null) return PAUSE;
  if (step.value === NEXT && step.done === false && pending.kind === null && turn.region === null) return pauseOfLoop();
  if (step.done === true && pending.kind === null && stack.isFrame) {
    stack.body = null;
    return step.value;
  }
  stack.unfold();
  return resume(stack, undefined, 'value', step);
}

/** Most steps of a resumed body end in the next wait. */
const isPlainPause = (step: Taken): boolean =>
  step.value === PAUSE && step.done === false && pending.kind !== null && turn.region === null;

/** Runs `fn` as a synchronous region: nothing in it may pause. Returns its value; a pause that leaves it is an error. */
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

/** Drops the current pause; the error names the wait that was refused. */
export function refusePause(region: string): Error {
  const error = refusal(pending.kind ?? 'wait', pending.subject, region);
  dropPause();
  return error;
}

/** Drops the current pause and unwinds the frames that it has left. The error names the wait that was lost, and the calls. */
export function losePause(noticed: string): Error {
  const wait = describeWait(pending.kind ?? 'wait', pending.subject);
  const calls: string[] = [];
  for (let frame = DEV ? pending.leaf : null; frame !== null; frame = frame.parent)
    calls.push(showCall(frame.code.label, frame.args));
  dropPause();
  return lostPause(wait, calls, noticed);
}

function dropPause(): void {
  const { leaf } = pending;
  pending.kind = pending.leaf = pending.top = pending.site = null;
  pending.subject = undefined;
  if (leaf === null) return;
  const outer = turn.region;
  turn.region = DEV ? 'a finally block of a call whose pause was lost' : '';
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
 * Resumes one body from `first` until it ends, throws or pauses. A value that is not a pause goes directly back into
 * the body, so that `yield f()` is `f()` when nothing waits.
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
    if (got === NEXT && pending.kind === null && turn.region === null) return pauseOfLoop();
    if (++turn.steps > turn.maxSteps && isRunaway(iterator)) {
      if (pending.kind !== null) dropPause();
      step = iterator.throw(runaway(turn.maxSteps));
    } else if (got === PAUSE) {
      step = iterator.throw(pending.kind === null ? stalePause() : refusePause(turn.region as string));
    } else if (pending.kind !== null && !(got instanceof Edge)) {
      step = iterator.throw(losePause(`at the next yield of ${code.label}`));
    } else if (got === NEXT) {
      step = iterator.throw(refusal('frame', turn.frame + 1, turn.region as string));
    } else if (isPromise(got)) {
      if (turn.region === null) return pausePromise(got);
      step = iterator.throw(refusal('promise', got, turn.region));
    } else if (typeof got === 'object' && got instanceof Edge) {
      step = got.isUnwoundAt(iterator) ? iterator.return(undefined) : next(iterator, undefined);
    } else {
      step = next(iterator, got);
    }
  }
}

/** If a pause was lost before an error, it is reported instead: the error may be its consequence. A word in a file that was not compiled is its cause. */
export function lostBefore(error: unknown, label: string): unknown {
  if (pending.kind === null) return error;
  const lost = isOfIteration(error) ? refusePause(ITERATION) : losePause(`when ${label} threw`);
  return error instanceof NotInThreadError ? error : Object.assign(lost, { cause: error });
}

/**
 * An error leaves a body. Returns the error to throw further: the one of a lost pause, if there is one. Notes the call
 * for its trace.
 */
export function traced(
  error: unknown,
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  waiting: Frame | null,
): unknown {
  if (error instanceof RunawayError) {
    dropPause();
    nameRunaway(error, showCall(code.label, args), code.loopLines);
  }
  if (error instanceof TypeError) nameWordOfExecutor(error);
  return noteThrown(lostBefore(error, code.label), code, args, waiting);
}

/** Unwinds one body. */
export const unwound = (body: object): IteratorResult<unknown> => (body as Generator).return(undefined);
/** What resumes a body or makes the first call of a thread, as native stacks name it. */
const STEPPERS = [resumeBody, stepHot, goOnFrom, answer, executeOther];

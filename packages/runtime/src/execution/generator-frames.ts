/** The frames of generators: how such a body runs, pauses and goes on. This is the only file that resumes a generator. */
import type { CompiledFunction } from './compiled-function.js';
import { DEV } from '../messages/development.js';
import { runaway, stalePause } from '../messages/errors.js';
import { applyOn, callOn } from '../realm.js';
import type { Frame, FrameNotes, Step } from './call.js';
import { packArguments, unpackArguments } from './call.js';
import { handOver, mayHandOver } from './deep-calls.js';
import { isPromise } from './is-promise.js';
import { generatorFunctions, nativeOf } from './native-generators.js';
import { dropPause, inRegion, losePause, pauseOfLoop, pausePromise, refusePause } from './pauses.js';
import { traced } from './thrown-calls.js';
import { CANCEL, linkFrame, nextFrame, PAUSE, pending } from './suspension.js';
import { MANY_CALLS, RUNAWAY_STEPS, turn } from './turn-state.js';
import { Edge } from './unwinding.js';
import { kinds, refusal } from './wait-kind-table.js';

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
  /** Its arguments, as `packArguments` gives them. */
  readonly given: unknown;
  readonly hasOne: boolean;
  parent: Frame | null = null;
  notes: FrameNotes | null = null;
  /** One step for all: it stands in the prototype. */
  declare readonly step: Step;

  constructor(code: CompiledFunction, args: ArrayLike<unknown>, iterator: object) {
    this.code = code;
    this.hasOne = args.length === 1;
    this.given = packArguments(args);
    this.iterator = iterator;
  }

  get args(): ArrayLike<unknown> {
    return unpackArguments(this.given, this.hasOne);
  }
}

/** Resumes a generator. Nearly always it comes to its next wait at once. */
function stepGenerator(frame: GeneratorFrame, value: unknown, mode: number): unknown {
  const body = frame.iterator as Generator;
  const step = mode === 0 ? next(body, value) : value === CANCEL ? body.return(undefined) : body.throw(value);
  const got = step.value;
  if (got === nextFrame && pending.kind === null && step.done === false) return nextFrame;
  if (got === PAUSE && pending.kind !== null && step.done === false && turn.region === null) return PAUSE;
  return driveGenerator(frame.code, body, step);
}
(GeneratorFrame.prototype as { step: Step }).step = stepGenerator;

/** Runs a call up to its value, its error or its first pause. It does so itself, as a helper would be one more frame of the native stack. */
export function execute(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  const { depth } = turn;
  // A call that cannot wait need not be yielded.
  if (!code.isNative && (!code.isInstantNative || turn.region === null)) {
    if (code.runStep === undefined || (code.instant && turn.region === null)) return executeOther(code, self, args);
    return depth >= MANY_CALLS && mayHandOver(depth, STEPPERS) ? handOver(code, self, args) : code.runStep(self, args);
  }
  if (depth >= MANY_CALLS && mayHandOver(depth, STEPPERS)) return handOver(code, self, args);
  const iterator = applyOn(code.body, self, args) as Generator;
  turn.depth = depth + 1;
  try {
    let step = next(iterator, undefined);
    while (step.done === false && countPlainStep(step.value)) step = next(iterator, step.value);
    turn.depth = depth;
    return step.done === true && pending.kind === null ? step.value : driveOrLink(code, args, iterator, step);
  } catch (error) {
    turn.depth = depth;
    throw traced(error, code, args, null);
  }
}

/** The same for what is no native generator of this realm, or runs in a synchronous region. */
function executeOther(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  if (code.instant && turn.region === null) return inRegion(instantRegion(code), execute, code, self, args);
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
    return driveOrLink(code, args, iterator, next(iterator, undefined));
  } catch (error) {
    throw traced(error, code, args, null);
  }
}

/** The synchronous region of a function that runs immediately, also on a busy owner. */
const instantRegion = ({ label, question }: CompiledFunction): string =>
  DEV ? `${label}, which ${question ? 'only answers' : 'is marked @instant'}` : label;

/** The first run of a body has given something else than a plain value. If it pauses, its frame is made and linked. */
function driveOrLink(
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  iterator: Generator,
  step: IteratorResult<unknown, unknown>,
): unknown {
  const outcome = driveGenerator(code, iterator, step);
  return outcome === PAUSE ? linkFrame(new GeneratorFrame(code, args, iterator)) : outcome;
}

/**
 * Resumes one body from `first` until it ends, throws or pauses. A value that is not a pause goes directly back into
 * the body, so that `yield f()` is `f()` when nothing waits.
 */
function driveGenerator(code: CompiledFunction, iterator: Generator, first: IteratorResult<unknown, unknown>): unknown {
  for (let step = first; ;) {
    const got = step.value;
    if (step.done === true) {
      if (pending.kind !== null) throw losePause(`at the return of ${code.label}`);
      return got;
    }
    if (got === PAUSE && pending.kind !== null && turn.region === null) return PAUSE;
    if (got === nextFrame && pending.kind === null && turn.region === null) return pauseOfLoop();
    if (++turn.steps > turn.maxSteps && isRunaway(iterator)) {
      if (pending.kind !== null) dropPause();
      step = iterator.throw(runaway(turn.maxSteps));
    } else if (got === PAUSE) {
      step = iterator.throw(pending.kind === null ? stalePause() : refusePause(turn.region as string));
    } else if (pending.kind !== null && !(got instanceof Edge)) {
      step = iterator.throw(losePause(`at the next yield of ${code.label}`));
    } else if (got === nextFrame) {
      step = iterator.throw(refusal(kinds.frame, turn.frame + 1, turn.region as string));
    } else if (isPromise(got)) {
      if (turn.region === null) return pausePromise(got);
      step = iterator.throw(refusal(kinds.promise, got, turn.region));
    } else if (typeof got === 'object' && got instanceof Edge) {
      step = got.isUnwoundAt(iterator) ? iterator.return(undefined) : next(iterator, undefined);
    } else {
      step = next(iterator, got);
    }
  }
}

/** The steps of each body in a turn that has taken too many. */
const stepsTooMany = new WeakMap<object, number>();

/**
 * A turn has taken too many steps. Is this the body with the endless loop, and not one that it calls? The error is
 * thrown into it, so that its `finally` blocks run. A body that catches the error and continues is left without
 * unwinding.
 */
function isRunaway(body: object): boolean {
  const steps = (stepsTooMany.get(body) ?? 0) + 1;
  stepsTooMany.set(body, steps);
  if (steps > RUNAWAY_STEPS + 1) throw runaway(turn.maxSteps);
  return steps > RUNAWAY_STEPS || turn.steps > 2 * turn.maxSteps;
}

/**
 * Nearly all calls do not wait: their value goes directly back into the body. Counts the step of such a call. False for all else, which is left
 * to `driveGenerator`. That would do the same for a plain value, but as one more frame of the native stack for each call of a recursion that does
 * not wait.
 */
function countPlainStep(got: unknown): boolean {
  if (pending.kind !== null || got === PAUSE || got === nextFrame || turn.steps >= turn.maxSteps) return false;
  if (typeof got === 'object' && (got instanceof Edge || isPromise(got))) return false;
  turn.steps++;
  return true;
}

/** What resumes a generator or makes the first call of a thread, as native stacks name it. */
const STEPPERS = [stepGenerator, driveGenerator, executeOther];

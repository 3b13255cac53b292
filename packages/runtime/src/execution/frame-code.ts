/**
 * The record of a function whose calls are frame objects (frame-objects.ts). Emitted code calls its methods: an engine finds
 * those of a class without looking them up, and makes one of them and of the body that calls them.
 */
import { runaway, stalePause } from '../messages/errors.js';
import { callOn } from '../realm.js';
import type { Frame, Step } from './call.js';
import { type Body, CompiledFunction, wordsOf } from './compiled-function.js';
import { argumentsFrom, told } from './frame-variables.js';
import { losePause, pause, refusePause } from './pauses.js';
import { traced } from './thrown-calls.js';
import { isPromise } from './is-promise.js';
import { addLayer } from './layers.js';
import { CANCEL, PAUSE, pending } from './suspension.js';
import { kinds } from './wait-kind-table.js';
import { RUNAWAY_STEPS, turn } from './turn-state.js';

/** The fields of the thread that runs which `isOpen` reads. */
interface Running {
  readonly alone: boolean;
  readonly lock: { readonly owner: object } | null;
}

/**
 * Asked by the entry of a function: does a call with this `this` only run its body? So it is for a call without an owner in a
 * thread, and for one on the owner of the thread, which holds that alone. Where anything is out of the ordinary, it is false: a
 * pause is pending, nothing may pause, the turn does not end, stacks are noted, somebody waits for calls of the function.
 * It is read from what the runtime knows in any case, so nobody writes it and it is never out of date.
 */
export function isOpen(code: CompiledFunction, self: unknown): boolean {
  // Read like this it has fewer instructions, and an engine inlines only so many.
  const { region, depth, freeDepth, hot, inTurn } = turn;
  if (pending.kind !== null || region !== null || depth >= freeDepth || !code.isQuiet) return false;
  // The thread that runs: threads/current.ts.
  const thread = (hot === null ? inTurn : hot.items[hot.at]) as Running | null;
  if (thread === null) return false;
  if (self === undefined) return true;
  const { alone, lock } = thread;
  return alone && lock !== null && lock.owner === self;
}

/** An error comes out of a first run. Returns what to throw. */
export const passed = (error: unknown, code: CompiledFunction, args: ArrayLike<unknown>): unknown =>
  traced(takeLeft(error) ?? told(error), code, args, null);

/** What the runtime knows of a function whose calls are frame objects. */
export class FrameCode extends CompiledFunction {
  /** Its step takes the arguments as one list. */
  readonly takesList: boolean;
  /** Its body never uses its own `this`, so that no receiver is needed to go on. */
  readonly isBare: boolean;
  /** It pauses in no `try`: what comes back as an error goes through its calls, and does not go on in them. */
  override readonly isPassed: boolean;
  /** Its text, for what is read on demand (frame-places.ts). */
  readonly meta: string;
  #own: Step;
  #hot: Step | null = null;

  constructor(body: Body, meta: string) {
    super(body, 'frames', meta);
    this.#own = body as unknown as Step;
    this.meta = meta;
    const words = wordsOf(meta);
    this.takesList = words.includes(' list');
    this.isBare = words.includes(' bare');
    this.isPassed = words.includes(' through');
  }

  /**
   * The step as a hot turn calls it, without a receiver: an engine makes one of a turn and the body only where the call is a plain one, and that
   * takes half the time.
   */
  get step(): Step {
    this.#hot ??= this.isBare ? this.#own : withReceiver(this.#own);
    return this.#hot;
  }

  override setBody(body: Body): void {
    super.setBody(body);
    if (#own in this) this.#own = body as unknown as Step;
  }

  override get isCounted(): boolean {
    return !this.instant;
  }

  /** `isOpen`. Such a call counts as one on the native stack until `ran` or `threw`. */
  isOpen(self: unknown): boolean {
    if (!isOpen(this, self)) return false;
    turn.depth++;
    return true;
  }

  /** An entry has run the body, which gave this; `count`: of the arguments. Throws if a pause was lost in it. */
  ran(value: unknown, count?: number): unknown {
    turn.depth--;
    if (pending.kind !== null) this.#ranIntoPause(value, count);
    return value;
  }

  /** An entry has run the body, which threw this. Returns what to throw. */
  threw(error: unknown, args: ArrayLike<unknown>): unknown {
    turn.depth--;
    return passed(error, this, args);
  }

  override thrown(error: unknown): unknown {
    return takeLeft(error) ?? told(error);
  }

  /** A call has given this: does the body pause? Counts a step. Throws where nothing may pause, and for a pause that was lost. */
  waits(value: unknown): boolean {
    const state = turn;
    if (value !== PAUSE && pending.kind === null && typeof value !== 'object' && ++state.steps <= state.maxSteps)
      return false;
    return isPauseOf(value, this);
  }

  /**
   * Runs a call up to its value, its error or its first pause. The body gets its receiver as `this`, too, which `super` needs. A body that uses no
   * `this` is called without one: to find `call` costs a tenth of a start, as each body has a shape of its own.
   */
  override runStep(self: unknown, args: ArrayLike<unknown>): unknown {
    const { depth } = turn;
    const body = this.#own;
    turn.depth = depth + 1;
    // The bodies that stood at a greater depth have ended.
    if (tooMany.length > depth) tooMany.length = depth + 1;
    try {
      const value = this.takesList
        ? callOn(body, self, null, this, 0, self, args, undefined, undefined, undefined)
        : this.isBare
          ? body(null as never, this, 0, self, args[0], args[1], args[2], args[3])
          : callOn(body, self, null, this, 0, self, args[0], args[1], args[2], args[3]);
      turn.depth = depth;
      if (pending.kind !== null) {
        this.#checkPause(value);
        if (!this.takesList && args.length !== this.length) givenArguments.set(pending.top as Frame, args);
      }
      return value;
    } catch (error) {
      turn.depth = depth;
      throw passed(error, this, args);
    }
  }

  /** Of a call with fewer arguments than parameters, traces show those that were given. */
  #ranIntoPause(value: unknown, count: number | undefined): void {
    this.#checkPause(value);
    if (count === undefined || count >= this.length) return;
    const frame = pending.top as Frame;
    givenArguments.set(frame, argumentsFrom(frame.args, 0, count));
  }

  /** A pause is pending as a first run returns. Throws if the pause has not come out of its frame. */
  #checkPause(value: unknown): void {
    const { top } = pending;
    if (value !== PAUSE || top === null || top.code !== this) throw losePause(`at the return of ${this.label}`);
  }
}

/** A step that gives the body its receiver. A method: minifiers leave the names of those, and native stacks show it. */
export function withReceiver(step: Step): Step {
  const methods = {
    resumeReceiver(frame: { readonly self: unknown }, value: unknown, mode: number): unknown {
      const { self } = frame;
      return callOn(step, self, frame, value, mode, self, undefined, undefined, undefined, undefined);
    },
  };
  // oxlint-disable-next-line typescript/unbound-method -- it needs none
  return methods.resumeReceiver;
}

/** In a turn that has taken too many steps: how many more each body on the native stack has taken, by its depth. */
export const tooMany: number[] = [];

/** Only of calls with another number of arguments than parameters: the arguments that were given, for traces. */
export const givenArguments: WeakMap<Frame, ArrayLike<unknown>> = new WeakMap();

addLayer({ codeOfStep: (body, meta) => (wordsOf(meta).includes(' frames') ? new FrameCode(body, meta) : null) });

/** A body that catches the error of an endless turn and goes on is left by a CANCEL; this is the error that is thrown on then. */
let left: Error | null = null;

/** Leaves the body that runs: each `catch` in it throws the CANCEL on. */
export function leaveWith(error: Error): never {
  left = error;
  throw CANCEL;
}

/** An error has come out of a body. Returns the error that `leaveWith` was given for it; null if the body was not left. */
export function takeLeft(error: unknown): Error | null {
  const taken = error === CANCEL ? left : null;
  if (taken !== null) left = null;
  return taken;
}

/** `waits` for a value that may be more than a plain one. */
function isPauseOf(value: unknown, code: FrameCode): boolean {
  if (value === PAUSE) {
    if (pending.kind === null) throw stalePause();
    if (turn.region !== null) throw refusePause(turn.region);
    return true;
  }
  if (pending.kind !== null) throw losePause(`at the next yield of ${code.label}`);
  if (typeof value === 'object') {
    if (isPromise(value)) {
      pause(kinds.promise, value, true);
      return true;
    }
    turn.steps++;
  }
  if (turn.steps > turn.maxSteps) stopRunaway();
  return false;
}

let lastSteps = 0;

/** A turn has taken too many steps. The error is thrown into the body with the endless loop (generator-frames.ts). */
function stopRunaway(): void {
  const { depth, steps, maxSteps } = turn;
  // From here on, calls are counted.
  turn.freeDepth = 0;
  if (steps <= lastSteps) tooMany.length = 0;
  lastSteps = steps;
  const count = (tooMany[depth] = (tooMany[depth] ?? 0) + 1);
  if (count > RUNAWAY_STEPS + 1) leaveWith(runaway(maxSteps));
  if (count > RUNAWAY_STEPS || steps > 2 * maxSteps) throw runaway(maxSteps);
}

/**
 * Pauses: how one begins, what a frame that is resumed makes of it, and what becomes of one that is lost. Of a frame nothing is asked
 * but `step`; who makes frames is generator-frames.ts and frame-objects.ts.
 *
 * A call of compiled code returns its value or PAUSE. The wait is in `pending` (suspension.ts) until the thread takes it, and
 * the frames that the pause has left are linked there. So a frame that has waited uses no native stack: no depth costs more.
 */
import { DEV } from '../messages/development.js';
import { lostPause } from '../messages/errors.js';
import { showCall } from '../messages/format.js';
import type { Frame } from './call.js';
import type { CompiledFunction } from './compiled-function.js';
import { layers } from './layers.js';
import { CANCEL, nextFrame, type Pause, PAUSE, pending } from './suspension.js';
import { turn } from './turn-state.js';
import { describeWait, kinds, refusal, type WaitKindOf } from './wait-kind-table.js';

const errorOfWait = (kind: WaitKindOf<any>, subject: unknown): Error =>
  pending.kind === null ? refusal(kind, subject, turn.region!) : losePause('at the next wait');

/** Begins a pause. In a synchronous region it throws at the wait itself. It is short: an engine inlines it into bodies of hot turns. */
export function pause(kind: WaitKindOf<any>, subject: unknown, keeps: boolean): Pause {
  if (pending.kind !== null || turn.region !== null) throw errorOfWait(kind, subject);
  return beginPause(kind, subject, keeps);
}

/** Begins the pause of a call that has started a thread, in a synchronous region, too: its caller may turn out not to wait for that thread. */
export function beginPause(kind: WaitKindOf<any>, subject: unknown, keeps: boolean): Pause {
  pending.kind = kind;
  pending.subject = subject;
  pending.keeps = keeps;
  pending.dueFrame = 0;
  layers.noteSite?.(0);
  return PAUSE;
}

/** Begins the frame-wait of a loop. */
export function pauseForFrame(frame: number): Pause {
  pause(kinds.frame, frame, true);
  pending.dueFrame = frame;
  return PAUSE;
}

/** A loop has yielded `nextFrame`. Its body has left the native stack; its executor is looked at when the wait begins. */
export function pauseOfLoop(): Pause {
  pauseForFrame(turn.frame + 1);
  layers.noteSite?.(-1);
  return PAUSE;
}

/** A call has returned a Promise; who yielded it has left the native stack. */
export function pausePromise(promise: Promise<unknown>): Pause {
  pause(kinds.promise, promise, true);
  layers.noteSite?.(-1);
  return PAUSE;
}

/** Resumes a frame. Returns its value or PAUSE; throws its error, or CANCEL when it has been unwound. `mode`: see Step. */
export function stepFrame(frame: Frame, value: unknown, mode: number): unknown {
  const { step, code } = frame;
  if (mode === 1 && code.isPassed === true) throw value;
  try {
    return takeGiven(frame, step(frame as never, value, mode, undefined, undefined, undefined, undefined, undefined));
  } catch (error) {
    throw errorOf(code, error);
  }
}

/** What to throw where a body has thrown this. */
export const errorOf = (code: CompiledFunction, thrown: unknown): unknown =>
  code.thrown === undefined ? thrown : code.thrown(thrown);

/** A body has given this: it pauses, or that is its value. Where nothing may pause, the refusal of its wait is thrown into it. */
export function takeGiven(frame: Frame, given: unknown): unknown {
  if (given !== nextFrame) {
    if (given !== PAUSE && pending.kind !== null) throw losePause(`at the return of ${frame.code.label}`);
    return given;
  }
  if (pending.kind !== null) return stepFrame(frame, losePause(`at the next yield of ${frame.code.label}`), 1);
  if (turn.region !== null) return stepFrame(frame, refusal(kinds.frame, turn.frame + 1, turn.region), 1);
  return pauseOfLoop();
}

/**
 * Runs `fn` as a synchronous region: nothing in it may pause. Returns its value; a pause that leaves it is an error. The arguments come one by one, as
 * each question of a script passes here, and a closure for it would be garbage.
 */
export function inRegion<T, A, B, C>(region: string, fn: (a: A, b: B, c: C) => T, a: A, b: B, c: C): T;
export function inRegion<T>(region: string, fn: () => T): T;
export function inRegion<T>(region: string, fn: (a?: any, b?: any, c?: any) => T, a?: any, b?: any, c?: any): T {
  const outer = turn.region;
  turn.region = region;
  try {
    const value = fn(a, b, c);
    if ((value as unknown) !== PAUSE && pending.kind === null) return value;
    throw refusePause(region);
  } finally {
    turn.region = outer;
  }
}

/** Drops the current pause; the error names the wait that was refused. */
export function refusePause(region: string): Error {
  const error = refusal(pending.kind, pending.subject, region);
  dropPause();
  return error;
}

/** Drops the current pause and unwinds the frames that it has left. The error names the wait that was lost, and the calls. */
export function losePause(noticed: string): Error {
  const wait = describeWait(pending.kind, pending.subject);
  const calls = DEV ? callsOf(pending.leaf) : [];
  dropPause();
  return lostPause(wait, calls, noticed);
}

function callsOf(leaf: Frame | null): string[] {
  const calls: string[] = [];
  for (let frame = leaf; frame !== null; frame = frame.parent) calls.push(showCall(frame.code.label, frame.args));
  return calls;
}

/** Drops the current pause: the frames that it has left are unwound. */
export function dropPause(): void {
  const { leaf } = pending;
  pending.kind = pending.leaf = pending.top = pending.site = null;
  pending.subject = undefined;
  if (leaf === null) return;
  const outer = turn.region;
  turn.region = DEV ? 'a finally block of a call whose pause was lost' : '';
  try {
    for (let frame: Frame | null = leaf; frame !== null; frame = frame.parent) unwindSilently(frame);
  } finally {
    turn.region = outer;
  }
}

function unwindSilently(frame: Frame): void {
  try {
    stepFrame(frame, CANCEL, 1);
  } catch {
    // The lost pause is the error that its author has to see first.
  }
}

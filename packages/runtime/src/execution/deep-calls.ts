/**
 * Calls that do not wait, and go deep. A call of compiled code takes about 500 bytes of the native stack, of which a plain one
 * takes 80. When many stand there, the next one is handed over to its thread: the calls around it leave the native stack as
 * they do for a wait, and the thread makes that call and then goes on in them, in the same turn.
 */
import type { Call, Frame } from './call.js';
import type { CompiledFunction } from './compiled-function.js';
import { type Pause, PAUSE, pending, stacks } from './suspension.js';
import { turn } from './turn-state.js';

/** So many calls may stand on the native stack: half of it is left, as plain code may take more than compiled code. */
export const MANY_CALLS = 768;
/** It is looked at once in so many calls: where nobody would yield the pause, calls go deeper as they did. */
const EACH = 128;
/** As deep as plain calls go in Node. */
const MOST_CALLS = 12_000;

/** The kind of a pause that is no wait. */
export const DEEPER = 'call';

/**
 * May the call that `execute` is about to make be handed over: would compiled code yield what it gives, up to the thread?
 * `steppers` are what resumes a body, or makes the first call of a thread (generator-frames.ts), beside `goOn` of frames.
 */
export function mayHandOver(depth: number, steppers: readonly Function[]): boolean {
  if (depth % EACH > 0 || turn.region !== null || stacks.on) return false;
  const links = depth - turn.base + 1;
  // The last two calls tell most of those apart that go through other code, and takes a thousandth of the time.
  return links > 0 && areYielded(Math.min(links, 2), steppers) && (links <= 2 || areYielded(links, steppers));
}

function areYielded(links: number, steppers: readonly Function[]): boolean {
  const errors = Error as { stackTraceLimit?: unknown };
  const { stackTraceLimit } = errors;
  if (typeof stackTraceLimit !== 'number') return false;
  const limit = OURS + LINK * links;
  try {
    errors.stackTraceLimit = limit;
    return areLinks(new Error('a deep call').stack, links, steppers);
  } catch {
    // A frozen `Error`, or a `prepareStackTrace` that throws.
    return false;
  } finally {
    if (errors.stackTraceLimit === limit) errors.stackTraceLimit = stackTraceLimit;
  }
}

/** `areYielded`, `mayHandOver`, and `execute`. */
const OURS = 3;
/** A wrapper, the body that calls it, `next`, and what steps that body: `execute`, at the last link also what has resumed it. */
const LINK = 4;

/**
 * A body calls directly, and `execute` steps it. Anything else is between them where plain code calls, or a generator that is not
 * compiled: nobody would yield the pause. Where an engine tells this in another form, calls are as deep as its stack.
 */
function areLinks(stack: unknown, links: number, steppers: readonly Function[]): boolean {
  if (typeof stack !== 'string') return false;
  const lines = stack.split('\n').slice(-OURS - LINK * links);
  const [stepper, file] = placeOf(lines[OURS - 1]);
  if (stepper === undefined) return false;
  const isOurs = (at: number): boolean => {
    const [name, where] = placeOf(lines[at]);
    return (
      where === file &&
      (name === stepper || (at > last && (name === 'goOn' || steppers.some((each) => each.name === name))))
    );
  };
  // Where the last link begins: a thread may have been started with the function that it calls.
  const last = OURS + LINK * (links - 1);
  for (let at = OURS; at <= last; at += LINK) {
    if (at === last && isOurs(at + 1)) return true;
    const line = lines[at + 2] ?? '';
    const isYielded = line.endsWith('.next (<anonymous>)')
      ? isOurs(at + 3)
      : frameSteps.has?.(placeOf(line)[0]) === true && (at === last || isOurs(at + 3));
    if (!isYielded) return false;
  }
  return true;
}

/** Is this what steps a body whose frame is an object, where `next` stands for a generator? frame-objects.ts knows. */
export const frameSteps: { has: ((name: string | undefined) => boolean) | null } = { has: null };

/** The function (of a method its own name) and the file of a line such as `    at execute (file:///a.js:78:27)` or `    at Object.leap [as step] (…)`. */
export function placeOf(line: string = ''): readonly (string | undefined)[] {
  const [, name, file] = /^ *at (?:\S+\.)?(\S+)(?: \[as \S+\])? \((.+):\d+:\d+\)$/.exec(line) ?? [];
  return [name, file];
}

/** Hands a call over to the thread. */
export function handOver(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): Pause {
  pending.kind = DEEPER;
  pending.subject = { code, self, args } satisfies Call;
  pending.keeps = true;
  pending.dueFrame = 0;
  return PAUSE;
}

/** A thread takes a call over that stands below these frames. Too many of them are what they are to the engine. */
export function takeOver(leaf: Frame | null): Call {
  const call = pending.subject as Call;
  pending.kind = null;
  pending.subject = undefined;
  let calls = 0;
  for (let frame = leaf; frame !== null; frame = frame.parent) calls++;
  if (calls > MOST_CALLS) throw new RangeError('Maximum call stack size exceeded');
  return call;
}

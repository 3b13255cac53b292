/**
 * Calls that do not wait, and go deep. A call of compiled code takes about 500 bytes of the native stack, a plain one 80. When many stand there,
 * the next one is handed over to its thread: the calls around it leave the native stack as they do for a wait, and the thread makes that call and
 * then goes on in them, in the same turn.
 */
import type { Call, Frame } from './call.js';
import type { CompiledFunction } from './compiled-function.js';
import { layers } from './layers.js';
import { type Pause, PAUSE, pending } from './suspension.js';
import { turn } from './turn-state.js';
import { addKinds, kinds, type WaitKindOf } from './wait-kind-table.js';

/**
 * The native stack is read once in this many calls, as that is slow. Where nobody would yield the pause, calls go that much deeper before the
 * next look.
 */
const EACH = 128;
/** As deep as plain calls go in Node. */
const MOST_CALLS = 12_000;

addKinds({ call: { status: 'ready', label: () => 'call' } });

/** The kind of a pause that is no wait. */
export const DEEPER: WaitKindOf<any> = kinds.call;

/**
 * May the call that `execute` is about to make be handed over: would compiled code yield what it gives, up to the thread?
 * `steppers` are what resumes a body, or makes the first call of a thread (generator-frames.ts).
 */
export function mayHandOver(depth: number, steppers: readonly Function[]): boolean {
  if (depth % EACH > 0 || turn.region !== null || layers.noteSite !== null) return false;
  const links = depth - turn.base + 1;
  // First the last two links alone: they show most calls that go through other code, in a thousandth of the time.
  const may = links > 0 && areYielded(Math.min(links, 2), steppers) && areYielded(links, steppers);
  // Entries run this many more bodies themselves before the next look.
  if (!may && turn.freeDepth !== 0) turn.freeDepth = depth + EACH;
  return may;
}

function areYielded(links: number, steppers: readonly Function[]): boolean {
  const errors = Error as { stackTraceLimit?: unknown };
  const { stackTraceLimit } = errors;
  if (typeof stackTraceLimit !== 'number') return false;
  const limit = OURS + LONGEST_LINK * links;
  try {
    errors.stackTraceLimit = limit;
    return areLinks(new Error().stack as string, links, steppers);
  } catch {
    // A frozen `Error`, or a `prepareStackTrace` that throws or gives no text.
    return false;
  } finally {
    if (errors.stackTraceLimit === limit) errors.stackTraceLimit = stackTraceLimit;
  }
}

/** The lines on top of the stack: `areYielded`, `mayHandOver` and `execute`. */
const OURS = 3;
/**
 * The lines of one link, from the inside: a wrapper (or `enter` and an entry), the body that calls it, `next` or what stands for that, and what
 * steps the body: `execute`, or at the last link what has resumed it. Between the wrapper and the body may be what calls a native that takes
 * callbacks.
 */
const LINK = 4;
const LONGEST_LINK = 6;

/**
 * Is the stack made of such links? Then each call was made by a body that yields what it gives. Plain code between them, or a generator that is
 * not compiled, would not yield the pause, and shows as other lines. Where an engine writes stacks in another form, the answer is no, and calls
 * go as deep as its stack. A counter of calls cannot say so: plain code does not count.
 */
function areLinks(stack: string, links: number, steppers: readonly Function[]): boolean {
  const lines = stack.split('\n');
  let at = lines.findIndex((line) => / *at /.test(line)) + OURS;
  const [stepper, file] = readStackLine(lines[at - 1]);
  if (stepper === undefined) return false;
  const isOurs = (line: number, isLast: boolean): boolean => {
    const [name, where] = readStackLine(lines[line]);
    return where === file && (name === stepper || (isLast && steppers.some((each) => each.name === name)));
  };
  for (let left = links; left > 0; left--) {
    const isLast = left === 1;
    if (layers.isEnter?.(readStackLine(lines[at])[0]) === true) at++;
    while (layers.passes?.(lines[at + 1]) === true) at++;
    // A thread may have been started with the function that it calls.
    if (isLast && isOurs(at + 1, true)) return true;
    // An entry runs the body, or a loop of the runtime runs the body of a callback.
    if (layers.isByEntry?.(lines[at + 1]) === true || layers.passes?.(lines[at + 2]) === true) {
      at += 2;
      continue;
    }
    const line = lines[at + 2] ?? '';
    const isYielded = line.endsWith('.next (<anonymous>)')
      ? isOurs(at + 3, isLast)
      : layers.isStepper?.(readStackLine(line)[0]) === true && (isLast || isOurs(at + 3, false));
    if (!isYielded) return false;
    at += LINK;
  }
  return true;
}

/** The function (of a method its own name) and the file of a line such as `    at execute (file:///a.js:78:27)` or `    at Object.leap [as step] (…)`. */
export function readStackLine(line: string = ''): readonly (string | undefined)[] {
  const [, name, file] = /^ *at (?:\S+\.)?(\S+)(?: \[as \S+\])? \((.+):\d+:\d+\)$/.exec(line) ?? [];
  return [name, file];
}

export function handOver(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): Pause {
  pending.kind = DEEPER;
  pending.subject = { code, self, args } satisfies Call;
  pending.keeps = true;
  pending.dueFrame = 0;
  return PAUSE;
}

/** A thread takes over the call that was handed to it, below its frames. More frames than `MOST_CALLS` are the error that an engine throws for them. */
export function takeOver(leaf: Frame | null): Call {
  const call = pending.subject as Call;
  pending.kind = null;
  pending.subject = undefined;
  let calls = 0;
  for (let frame = leaf; frame !== null; frame = frame.parent) calls++;
  if (calls > MOST_CALLS) throw new RangeError('Maximum call stack size exceeded');
  return call;
}

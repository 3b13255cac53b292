/** Errors with the source line of every call: for development, as a separate entry point. */
import { checkNumber, checkOptions, isA } from './arguments.js';
import type { CompiledFunction } from './execution/compiled-function.js';
import { asFrameObject, localsOf, pointOf } from './execution/frame-places.js';
import { badArgument } from './messages/errors.js';
import { show } from './messages/format.js';
import { locationOf } from './execution/location.js';
import { ownLines } from './execution/own-lines.js';
import { addLayer, layers } from './execution/layers.js';
import { NO_STACK } from './execution/positions.js';
import { pending } from './execution/suspension.js';
import { pausesOf } from './execution/pause-points.js';
import { turn } from './execution/turn-state.js';
import { showCalled } from './messages/format.js';
import { notesOf } from './threads/error-trace.js';
import { Thread } from './threads/thread.js';

export { type Code, type FetchText, readCode } from './overlay/fetched-source.js';
export type { Original, SourceMap } from './overlay/source-map.js';

/**
 * After this call, each wait records its line for `stackOf`, and native stacks (`Error.stackTraceLimit`) have up to 100
 * lines. For development, because a wait then costs several microseconds. It works in Node, Chrome and Edge; in other
 * engines the lines are unknown.
 *
 * @example
 * noteStacks(); // before the first script runs
 * //@compile
 * function step() {
 *   wait(100);
 *   throw new Error("a wall");
 * }
 * //@compile
 * function walk() {
 *   step();
 * }
 * let stack;
 * const noting = new Scheduler({ onError: (error) => (stack = stackOf(error)) });
 * noting.spawn(walk);
 * runToEnd(noting);
 * /at walk\(\) \(.+:\d+:\d+\)/.test(stack); // true
 */
export function noteStacks(): void {
  left = leftOfLoops = Infinity;
  beginNotes();
}

function beginNotes(): void {
  addLayer({ noteSite });
  turn.freeDepth = 0;
  const { stackTraceLimit = 100 } = Error as { stackTraceLimit?: number };
  Object.assign(Error, { stackTraceLimit: Math.max(stackTraceLimit, 100) });
}

/** Only so many more pauses note a stack: of loops that wait for their next frame, and of others. */
let left = 0;
let leftOfLoops = 0;

function noteSite(depth: number): void {
  const { site, kind } = pending;
  if (depth < 0 && site !== null) pending.site = { taken: site.taken, depth };
  else {
    const isNoted = kind?.loops === true ? leftOfLoops-- > 0 : left-- > 0;
    pending.site = { taken: isNoted ? new Error() : NO_STACK, depth };
  }
}

/** How many stacks `noteSomeStacks` lets be noted in a frame. */
export interface StackLimits {
  /** Of waits. Default 100. */
  readonly waits?: number;
  /** Of loops that wait for their next frame. No stack has their own line, but those of the calls around them. Default 10. */
  readonly loops?: number;
}

/**
 * As `noteStacks`, for a tool that looks on for a while: in each frame only so many waits note their line, and the lines of the others are
 * unknown. `nextFrame` is to be called at each frame. After `stop`, no wait notes it, unless `noteStacks` had been called before.
 * @throws {TypeError} if an option is unknown or no number, or {RangeError} if it is below 0.
 *
 * @example
 * const notes = noteSomeStacks({ waits: 1, loops: 0 });
 * //@compile
 * function step() {
 *   wait(100);
 *   throw new Error("a wall");
 * }
 * //@compile
 * function walk() {
 *   step();
 * }
 * const stacks = [];
 * const noting = new Scheduler({ onError: (error) => stacks.push(stackOf(error)) });
 * noting.spawn(walk);
 * noting.spawn(walk);
 * runToEnd(noting);
 * notes.stop();
 * stacks.filter((stack) => /at walk\(\) \(.+:\d+:\d+\)/.test(stack)).length; // 1
 */
export function noteSomeStacks(limits: StackLimits = {}): { nextFrame(limits?: StackLimits): void; stop(): void } {
  const limit = (next: StackLimits = {}): void => {
    checkOptions('noteSomeStacks', next, ['waits', 'loops']);
    const { waits = 100, loops = 10 } = next;
    checkNumber('noteSomeStacks', 'waits: a number ≥ 0', waits, (count) => count >= 0);
    checkNumber('noteSomeStacks', 'loops: a number ≥ 0', loops, (count) => count >= 0);
    left = waits;
    leftOfLoops = loops;
  };
  const wasOn = layers.noteSite !== null && left === Infinity;
  limit(limits);
  beginNotes();
  return {
    nextFrame: limit,
    // Not off: then a frame would keep the line of an earlier wait.
    stop: () => limit(wasOn ? { waits: Infinity, loops: Infinity } : { waits: 0, loops: 0 }),
  };
}

/**
 * Returns the stack of an error for the author of a script: the lines of the script, then the calls that waited for it,
 * then the calls that started them, without the runtime's own lines. After `noteStacks()`, each call that waited has
 * its line too. These are lines of the source if the engine has the source map (`node --enable-source-maps`, a
 * browser's console). Functions that are compiled with `target: "frames"` have their lines also without `noteStacks()`,
 * but not the names of their files.
 *
 * @example
 * //@compile
 * function step() {
 *   wait(100);
 *   throw new Error("a wall");
 * }
 * //@compile
 * function walk() {
 *   step();
 * }
 * let stack;
 * const noting = new Scheduler({ onError: (error) => (stack = stackOf(error)) });
 * noting.spawn(walk);
 * runToEnd(noting);
 * stack.split("\n")[0]; // "Error: a wall"
 * stack.split("\n").at(-1); // "    at walk()"
 */
export function stackOf(error: unknown): string {
  const text = textOf(error);
  const notes = notesOf(error);
  if (notes === undefined) return text;
  const onStack = notes.calls.flatMap(({ site, code }) =>
    site === undefined && code?.isOfRuntime === false ? [code] : [],
  );
  const lines = ownLines(text, onStack);
  for (const call of notes.calls)
    if (call.site !== undefined) lines.push(`    at ${showCalled(call)}${inBrackets(locationOf(call.site))}`);
  for (const starter of notes.starters) lines.push(`    started by ${showCalled(starter)}`);
  return lines.join('\n');
}

/** Any value can be thrown, even one that cannot be read or converted to a string. */
function textOf(error: unknown): string {
  try {
    const { stack } = (typeof error === 'object' && error !== null ? error : {}) as { stack?: unknown };
    return typeof stack === 'string' ? stack : String(error);
  } catch {
    return show(error);
  }
}

const inBrackets = (location: string | null): string => (location === null ? '' : ` (${location})`);

/** A call of a thread that waits. */
export interface FrameInfo {
  /** The path of its function in its file: `Guard.patrol`. */
  readonly function: string;
  /** The file, as the compiler was told its name; null unless that is compiled with the option `positions`. */
  readonly file: string | null;
  /** The line of the source in which it waits, from 1; null if that is not known. */
  readonly line: number | null;
  /** The column there, from 1. */
  readonly column: number | null;
  /**
   * Its variables that are still read behind the wait, and its parameters; null if that is not known. A parameter that is a pattern has a name
   * such as `arguments[1]`. Where parameters are more than up to four names, one that is not read any more is missing if its value is not known.
   */
  readonly locals: Readonly<Record<string, unknown>> | null;
}

/**
 * The calls of a thread that wait, the innermost first. Lines and variables are known of functions that are compiled with
 * `target: "frames"`, lines also of others that are compiled with the option `positions`, which tells the file, too; so it is in a production build. Of the rest the line is
 * known after `noteStacks()`, or where a function waits in one line only. A method of the engine that waits for its callback, such as `map`, has its name only.
 * @throws {TypeError} if it is no thread.
 *
 * @example
 * //@compile
 * function bell(times) {
 *   wait(100);
 *   return times;
 * }
 * const thread = scheduler.spawn(bell, { args: [2] });
 * scheduler.pulse(16);
 * const [frame] = framesOf(thread);
 * frame.function; // "bell"
 */
export function framesOf(thread: Thread): FrameInfo[] {
  if (!isA(thread, Thread)) throw badArgument('framesOf', 'a thread', thread);
  const all: FrameInfo[] = [];
  for (let frame = thread.leaf; frame !== null; frame = frame.parent) {
    const own = frame.code.isOfRuntime ? null : asFrameObject(frame);
    if (own === null) {
      all.push(ofGenerator(frame.code, locationOf(frame.notes?.site)));
      continue;
    }
    const { line = null, column } = pointOf(own) ?? {};
    const locals = localsOf(own);
    all.push({
      function: frame.code.path,
      file: frame.code.file ?? null,
      line,
      column: column === undefined ? null : column + 1,
      locals,
    });
  }
  return all;
}

function ofGenerator(code: CompiledFunction, location: string | null): FrameInfo {
  if (code.isOfRuntime) return { function: code.path, file: null, line: null, column: null, locals: null };
  const [line, column] =
    /(\d+):(\d+)$/
      .exec(location ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const lines = new Set(pausesOf(code).map((pause) => pause.line));
  const only = lines.size === 1 ? [...lines][0]! : null;
  return { function: code.path, file: code.file ?? null, line: line ?? only, column: column ?? null, locals: null };
}

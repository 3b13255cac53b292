/**
 * Call frames: how a compiled body runs, pauses and goes on. This is the only file that steps a generator.
 *
 * A call of compiled code gives its value or PAUSE. What is waited for stands in `pending` until the thread takes it.
 * Frames are linked while the pause travels outwards, innermost first, and never pushed when they are called:
 *
 *   wait() ──PAUSE──▶ step() ──PAUSE──▶ walk() ──PAUSE──▶ the thread
 *   pending.leaf = step ──parent──▶ walk = pending.top
 *
 * So a frame that has waited costs no native stack, and going on costs the same at any depth.
 */
import { cannotPauseHere, lostPause, nameRunaway, runaway, RunawayError, stalePause } from './errors.js';
import { showCall } from './labels.js';

/** What a call gives in place of its value while its thread waits. Only the runtime may look at it. */
export const PAUSE: unique symbol = Symbol('spindle.pause');
export type Pause = typeof PAUSE;

/** One place in a function where it may wait. `line` counts from 1, `column` from 0, both in the source. */
export interface PausePoint {
  readonly id: string;
  readonly line: number;
  readonly column: number;
  /** The line of the loop around it, if that does not wait in each turn. */
  readonly loop?: number;
}

/** What a wrapper is told of its function. The plugin prints it as one compact string, which means the same. */
export interface Meta {
  readonly id: string;
  readonly name: string;
  readonly length: number;
  readonly pauses: readonly PausePoint[];
  /** The author's word that it never waits. */
  readonly instant?: boolean;
}

export type Body = (this: unknown, ...args: never[]) => unknown;

const generatorFunctions = Object.getPrototypeOf(function* () {}) as { readonly prototype: Generator };

/**
 * `next` of all native generators, so that going on does not look it up: each generator function has a prototype of its own,
 * and a game has many.
 */
// oxlint-disable-next-line typescript/unbound-method -- always called with a generator
const nextOf: (this: Generator, value: unknown) => IteratorResult<unknown, unknown> = generatorFunctions.prototype.next;

/** What the runtime knows of one compiled function: its body and where it comes from. One for each function object. */
export class Code {
  body!: Body;
  /** Does its body give a native generator of this realm? */
  native!: boolean;
  /** `generator`: a compiled body. `direct`: a function that gives its value or PAUSE itself. */
  readonly kind: 'generator' | 'direct';
  readonly id: string;
  readonly name: string;
  readonly length: number;
  /** The last part of the id: what traces show. */
  readonly label: string;
  readonly #pauses: string | readonly PausePoint[];
  /** An arrow's own `this`; undefined for every other function. */
  lexical: { readonly self: unknown } | undefined = undefined;
  /** A function expression called on the spot: each call is a thread of its own (R3). */
  apart = false;
  /** Never waits; `body` is the function of the source. */
  plain = false;
  /** The author's word that it never waits: it runs at once, also on a busy owner, and a wait in it is an error. */
  instant = false;
  /** Who waits for its next call; kept by waits.ts. */
  watchers: unknown = null;

  constructor(body: Body, kind: Code['kind'], meta: string | Meta) {
    this.setBody(body);
    this.kind = kind;
    if (typeof meta === 'object') {
      this.id = meta.id;
      this.label = lastOf(meta.id);
      this.name = meta.name;
      this.length = meta.length;
      this.#pauses = meta.pauses;
      this.instant = meta.instant === true;
      return;
    }
    // By index: a script may have changed how arrays are iterated, and this runs for each function that it makes.
    const match = META.exec(meta);
    const id = match?.[1] ?? body.name;
    const length = match?.[2];
    const name = match?.[3];
    const last = lastOf(id);
    // `*` stands for a computed key, which only the run knows.
    const isComputed = name === '*';
    this.id = id;
    this.label = isComputed ? body.name : last;
    this.length = length === undefined ? body.length : Number(length);
    this.name = isComputed ? body.name : name === undefined ? last : decodeURIComponent(name);
    this.instant = match?.[4] !== undefined;
    this.#pauses = match?.[5] ?? '';
    // Native stacks show this name. Nobody but the runtime sees the generator.
    if (kind === 'generator' && body.name !== this.label)
      Object.defineProperty(body, 'name', { value: this.label, configurable: true });
  }

  /** A body that names itself comes later than its code. */
  setBody(body: Body): void {
    this.body = body;
    this.native = Object.getPrototypeOf(body) === generatorFunctions;
  }

  /** Where it may wait, in the order of the source. Read from the compact text when first asked for. */
  get pauses(): readonly PausePoint[] {
    if (typeof this.#pauses !== 'string') return this.#pauses;
    const points = this.#pauses.trim();
    if (points === '') return [];
    return points.split(' ').map((point, ordinal) => {
      const [line = '0', column = '0', hash = '', loop] = point.split(':');
      const plain = { id: `${this.id}#${ordinal}:${hash}`, line: Number(line), column: Number(column) };
      return loop === undefined ? plain : { ...plain, loop: Number(loop) };
    });
  }

  /** The lines of its loops that do not wait in each turn, where a call stands in them. */
  get loopLines(): readonly number[] {
    return [...new Set(this.pauses.flatMap(({ loop = [] }) => loop))].sort((a, b) => a - b);
  }
}

/** The last part of an id, without the number that tells it from others of its name. */
function lastOf(id: string): string {
  return decodeURIComponent(id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('>')) + 1)).replace(/~\d+$/, '');
}

/** Does it have a place where it may wait? */
export function hasPauses(meta: string | Meta): boolean {
  return typeof meta === 'string' ? (META.exec(meta)?.[5] ?? '') !== '' : meta.pauses.length > 0;
}

/** `"walk(1) name=… 4:4:k3f 5:12:9xa"`: id(length), the name where it differs, ` instant`, then line:column:hash of each pause, and `:line` of the loop around it if that may run away. */
const META = /^([^(]*)\((\d+)\)(?: name=(\S*))?( instant)?(.*)$/;

/** A call whose body has not run yet, as data. */
export interface Call {
  readonly code: Code;
  readonly self: unknown;
  readonly args: ArrayLike<unknown>;
}

/** One suspended call. */
export class Frame implements Call {
  readonly iterator: Generator;
  /** To be unwound when its turn comes. */
  doomed = false;
  readonly code: Code;
  readonly self: unknown;
  readonly args: ArrayLike<unknown>;
  /** The frame that called this one and waits for it; null for the first frame of a thread. */
  parent: Frame | null = null;
  /** Being unwound: its `finally` blocks run. */
  unwinding = false;
  /** The error of an inner `finally` block, thrown on when this frame has been unwound. */
  carried: { readonly error: unknown } | null = null;
  /** Where in its body it waits; null unless somebody asked for stacks. */
  site: Site | null = null;

  constructor(code: Code, self: unknown, args: ArrayLike<unknown>, iterator: Generator) {
    this.code = code;
    this.self = self;
    this.args = args;
    this.iterator = iterator;
  }
}

/** A native stack, taken as a pause began, and which of the generators on it is the frame: 0 is the innermost. */
export interface Site {
  readonly taken: Error;
  readonly depth: number;
}

/** What a frame is handed when it goes on. */
export type Mode = 'value' | 'error' | 'unwind';

/** A wait as data. `begin` and `undo` are found by `kind` in the table of waits.ts. */
export interface Wait {
  kind: string | null;
  /** What it waits for; its shape belongs to the kind. */
  subject: unknown;
  /** Does its thread keep the executor meanwhile? */
  keeps: boolean;
}

/** The pause under way: made by a wait, taken by the thread. `kind` is null when there is none. */
export const pending: Wait & { leaf: Frame | null; top: Frame | null; site: Site | null } = {
  kind: null,
  subject: undefined,
  keeps: false,
  leaf: null,
  top: null,
  site: null,
};

/** `on` after `noteStacks()`: each pause then notes where it began. */
export const stacks: { on: boolean } = { on: false };

/** Notes where the pause under way began. */
export function noteSite(depth: number): void {
  pending.site = { taken: new Error('a pause'), depth };
}

/** The turn under way. */
export const turn: {
  /** Why nothing may pause here (`a getter`), or null. */
  place: string | null;
  /** Steps of generators in this turn, against endless turns. */
  steps: number;
  maxSteps: number;
  /** In such a place: the value of the next call is used, so that call runs to its end there, on whatever owner. */
  isUsed: boolean;
} = { place: null, steps: 0, maxSteps: Infinity, isUsed: false };

/** Begins a pause. In a place that cannot pause it throws at the wait itself. */
export function pause(kind: string, subject: unknown, keeps: boolean): Pause {
  if (pending.kind !== null) throw losePause('at the next wait');
  if (turn.place !== null) throw cannotPauseHere(describeWait(kind, subject), turn.place);
  pending.kind = kind;
  pending.subject = subject;
  pending.keeps = keeps;
  if (stacks.on) noteSite(0);
  return PAUSE;
}

/** A call has given a Promise. The generator that has yielded it stands on the native stack no more. */
function pausePromise(promise: Promise<unknown>): Pause {
  pause('promise', promise, true);
  if (stacks.on) noteSite(-1);
  return PAUSE;
}

/** Runs a call up to its value, its error or its first pause. */
export function enter(code: Code, self: unknown, args: ArrayLike<unknown>): unknown {
  if (code.instant && turn.place === null)
    return inPlace(`${code.label}, which is marked @instant`, () => enter(code, self, args));
  if (code.plain) return enterPlain(code, self, args);
  const result = (code.body as Function).apply(self, args);
  if (code.kind === 'direct') return result;
  const iterator = code.native ? (result as Generator) : adopt(result as Iterator<unknown>);
  try {
    const outcome = answer(code, args, iterator, nextOf.call(iterator, undefined));
    if (outcome !== PAUSE) return outcome;
  } catch (error) {
    noteThrow(error, code, args, null);
    throw error;
  }
  return linkFrame(new Frame(code, self, args, iterator));
}

/** A call that has not paused before pauses: its frame stands around those that the pause has come out of. */
function linkFrame(frame: Frame): Pause {
  if (pending.top === null) pending.leaf = frame;
  else pending.top.parent = frame;
  pending.top = frame;
  return comeOut(frame);
}

/** The pause under way comes out of a frame. */
function comeOut(frame: Frame): Pause {
  if (pending.site === null) return PAUSE;
  const { taken, depth } = pending.site;
  frame.site = { taken, depth };
  // It stands one further out in the next one.
  pending.site = { taken, depth: depth + 1 };
  return PAUSE;
}

/** That a function never waits must not show, in the trace of an error either. */
function enterPlain(code: Code, self: unknown, args: ArrayLike<unknown>): unknown {
  try {
    return (code.body as Function).apply(self, args);
  } catch (error) {
    noteFrame(error, code, args, null);
    throw error;
  }
}

/** The calls of a thread that have paused before: `leaf` is the innermost one, suspended or running. */
interface Stack {
  leaf: Frame | null;
}

/**
 * Goes on with the innermost frame and hands each outcome to the frame around it, until one pauses or the last one ends.
 * Gives the value of the outermost frame or PAUSE; throws its error. A frame stays on the stack until it has ended, so that
 * nothing is linked anew when the innermost one pauses again.
 */
export function resume(stack: Stack, value: unknown, mode: Mode): unknown {
  let outcome = value;
  let how = mode;
  for (let frame = stack.leaf; frame !== null; stack.leaf = frame = frame.parent) {
    if (frame.doomed) {
      // What an inner frame gave or swallowed does not matter: the whole old stack is unwound. Its error does.
      frame.doomed = false;
      frame.unwinding = true;
      if (how === 'error') frame.carried = { error: outcome };
      how = 'unwind';
    }
    try {
      outcome = stepOn(frame, outcome, how);
      if (outcome === PAUSE) return comeOut(frame);
      how = 'value';
      if (frame.carried === null) continue;
      outcome = frame.carried.error;
      how = 'error';
    } catch (error) {
      noteThrow(error, frame.code, frame.args, how === 'error' ? frame : null);
      outcome = error;
      how = 'error';
    }
  }
  if (how === 'error') throw outcome;
  return outcome;
}

/** Goes on with one frame: gives its value or PAUSE. */
function stepOn({ iterator, code, args }: Frame, value: unknown, how: Mode): unknown {
  if (how !== 'value') return answer(code, args, iterator, divert(iterator, value, how));
  // The call has waited and then given a Promise: that is waited for like one that a call gives at once.
  if (typeof value === 'object' && value instanceof Promise) return pausePromise(value);
  return answer(code, args, iterator, nextOf.call(iterator, value));
}

/** Marks every frame of a suspended stack to be unwound; `resume(leaf, undefined, 'unwind')` then does it. */
export function markUnwind(leaf: Frame | null): void {
  for (let frame = leaf; frame !== null; frame = frame.parent) frame.doomed = !frame.unwinding;
}

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
  return (
    value === PAUSE ||
    pending.kind !== null ||
    (typeof value === 'object' && value instanceof Promise) ||
    ++turn.steps > turn.maxSteps
  );
}

/** Runs `fn` where nothing may pause. Gives its value; a pause that comes out all the same is an error. */
export function inPlace<T>(place: string, fn: () => T): T {
  const outer = turn.place;
  turn.place = place;
  try {
    const value = fn();
    if ((value as unknown) !== PAUSE && pending.kind === null) return value;
    throw refusePause(place);
  } finally {
    turn.place = outer;
  }
}

/** Forgets the pause under way; the error says which wait was refused. */
export function refusePause(place: string): Error {
  const wait = describeWait(pending.kind ?? 'wait', pending.subject);
  dropPause();
  return cannotPauseHere(wait, place);
}

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
  const outer = turn.place;
  turn.place = 'a finally block of a call whose pause was lost';
  try {
    markUnwind(leaf);
    resume({ leaf }, undefined, 'unwind');
  } catch {
    // The lost pause is the error that its author has to see first.
  } finally {
    turn.place = outer;
  }
}

/**
 * Steps one body on from `first` until it ends, throws or pauses. A value that is not a pause comes straight back into the
 * body, so that `yield f()` is `f()` when nothing waits.
 */
function answer(
  code: Code,
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
    if (got === PAUSE && pending.kind !== null && turn.place === null) return PAUSE;
    if (++turn.steps > turn.maxSteps && isRunaway(iterator)) {
      if (pending.kind !== null) dropPause();
      step = iterator.throw(runaway(turn.maxSteps));
    } else if (got === PAUSE) {
      step = iterator.throw(pending.kind === null ? stalePause() : refusePause(turn.place as string));
    } else if (pending.kind !== null) {
      step = iterator.throw(losePause(`at the next yield of ${code.label}`));
    } else if (typeof got === 'object' && got instanceof Promise) {
      if (turn.place === null) return pausePromise(got);
      step = iterator.throw(cannotPauseHere(describeWait('promise', got), turn.place));
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

function noteThrow(error: unknown, code: Code, args: ArrayLike<unknown>, waiting: Frame | null): void {
  if (pending.kind !== null) dropPause();
  if (error instanceof RunawayError) nameRunaway(error, showCall(code.label, args), code.loopLines);
  noteFrame(error, code, args, waiting);
}

// ---- traces -------------------------------------------------------------------------------------------------------

/** A call that an error came through. */
export interface ThrownCall {
  readonly text: string;
  /** It was waiting for the call that threw; its site, if stacks are noted. Undefined where it is on the error's own stack. */
  readonly site: Site | null | undefined;
}

/** The calls that an error came through so far, innermost first. */
let thrown: { error: unknown; calls: ThrownCall[] } | null = null;

/** `waiting`: the frame, if the error came into it from outside. */
function noteFrame(error: unknown, code: Code, args: ArrayLike<unknown>, waiting: Frame | null): void {
  if (thrown === null || thrown.error !== error) thrown = { error, calls: [] };
  thrown.calls.push({ text: showCall(code.label, args), site: waiting === null ? undefined : waiting.site });
}

/** The calls that this error came through, innermost first; asked once, when the error leaves its thread. */
export function takeThrown(error: unknown): ThrownCall[] {
  const calls = thrown !== null && thrown.error === error ? thrown.calls : [];
  thrown = null;
  return calls;
}

/** `wait(200)`, `waitSignal(ready)`, `a promise`: a wait in the words of the script. */
export function describeWait(kind: string, subject: unknown): string {
  return waitLabels[kind]?.(subject) ?? kind;
}

/** Filled by waits.ts: how each kind of wait reads. */
export const waitLabels: Record<string, (subject: unknown) => string> = { promise: () => 'a Promise' };

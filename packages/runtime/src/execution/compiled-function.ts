/** What the runtime knows of functions: the record of a compiled one. */
import { StampBase } from '../collections/stamp-base.js';
import { badArgument } from '../messages/errors.js';
import { ids, nameOf } from '../messages/format.js';
import { isNative } from './native-generators.js';

/** The threads that wait for the calls of a function. waits/channels.ts makes it. */
export interface CallSubscribers {
  readonly size: number;
  /** `scheduler`: null for a call that belongs to none. */
  publish(scheduler: object | null, self: unknown, args: ArrayLike<unknown>): void;
}

export type Busy = 'beside' | 'interrupt';
export type Again = 'restart' | 'drop' | 'latest';

export type Body = (this: unknown, ...args: never[]) => unknown;

/** What is known of a function of the source: the same for all function objects of it. The plugin prints it as one compact text (`META`). */
export interface Descriptor {
  readonly id: string;
  /** The last part of the id: what traces show. */
  readonly label: string;
  readonly name: string;
  /** Its key is computed, so only the run knows its name: that of its body. */
  readonly isComputed: boolean;
  readonly length: number;
  /** The author's word that it never waits. */
  readonly instant: boolean;
  /** It never waits and changes nothing, so it is answered at once (R5c). */
  readonly question: boolean;
  /** What a call does while the owner is busy, other than to queue (R5d). */
  readonly busy: Busy | undefined;
  /** What a call does while an earlier one of the same function is under way, other than to come after it (R5d). */
  readonly again: Again | undefined;
  /** A `function` of sloppy code, which has `caller` and `arguments` of its own. */
  readonly sloppy: boolean;
  /** An arrow that is only an expression, which is a call; or such a call itself, given to a combinator. */
  readonly concise: boolean;
  /** The file, if its text names it. */
  readonly file: string | undefined;
  /** It belongs to the runtime, as what stands for `map`: nobody is told of its lines. */
  readonly isOfRuntime: boolean;
  /** All marks, ` frames list` among them: how its body is written (frame-code.ts). */
  readonly words: string;
  /** The points where it may wait, as text. */
  readonly pauses: string;
}

/** What the runtime knows of one compiled function: its body and where it comes from. One for each function object. */
export class CompiledFunction {
  body!: Body;
  /** Does each call return a native generator of this realm that may wait? This is true of nearly all functions. */
  isNative = false;
  /** Does each call return such a generator, and is the function marked `@instant`? */
  isInstantNative = false;
  /**
   * `generator`: a compiled body. `frames`: one that is a step of frame objects. `direct`: a function that returns its value or
   * PAUSE itself.
   */
  readonly kind: 'generator' | 'frames' | 'direct';
  readonly #descriptor: Descriptor;
  /** An arrow's own `this`; undefined for every other function. */
  lexical: { readonly self: unknown } | undefined = undefined;
  /** A function expression called on the spot: each call is a thread of its own (R3). */
  detached = false;
  /** May no call just run the body? It is detached, or a call of it on the own owner is to be warned of. */
  viaInvoke: boolean;
  /** Never waits; `body` is the function of the source. */
  plain = false;
  /** It runs at once, even on a busy owner, and a wait in it is an error: its author says so, or it is a question. */
  instant: boolean;
  /** It never waits and changes nothing: no thread is needed for it (R5c). */
  readonly question: boolean;
  /** The thread of a call needs and holds no executor (R5d). */
  readonly beside: boolean;
  /** The thread of a call takes the executor from who is suspended holding it, and has it from start to end (R5d). */
  readonly interrupts: boolean;
  /** What a call does that finds an earlier one under way; null: nothing special (R5d). */
  readonly again: Again | null;
  /** Its wrapper as the first call of a thread, made once (`functionCode`). */
  started: CompiledFunction | null = null;
  /** Of such a wrapper: the function that it is the wrapper of. */
  starts: CompiledFunction | null = null;
  /** The threads that wait for its next call; updated by channels.ts. */
  subscribers: CallSubscribers | null = null;
  /** Nothing keeps a call of it on the own owner, or without one, from only running the body. */
  isQuiet = false;

  constructor(body: Body, kind: CompiledFunction['kind'], meta: string | Descriptor) {
    const descriptor =
      typeof meta === 'object'
        ? meta
        : meta === ''
          ? uncompiled(body.name, body.name, body.length)
          : descriptorOf(meta);
    this.#descriptor = descriptor.isComputed ? { ...descriptor, name: body.name, label: body.name } : descriptor;
    this.kind = kind;
    this.question = descriptor.question;
    this.viaInvoke = this.beside = descriptor.busy === 'beside';
    this.interrupts = descriptor.busy === 'interrupt';
    this.again = descriptor.again ?? null;
    this.instant = descriptor.instant || this.question;
    this.setBody(body);
    // Native stacks show this name. Only the runtime sees the generator. Callbacks without a name are created too often
    // for this.
    if (kind !== 'direct' && !isAnonymous(this) && body.name !== this.label)
      Object.defineProperty(body, 'name', { value: this.label, configurable: true });
  }

  /** `subscribers`, `viaInvoke` or `instant` has changed. */
  updateQuiet(): void {
    this.isQuiet = this.subscribers === null && !this.viaInvoke && !this.instant;
  }

  get ownThis(): unknown {
    return this.lexical?.self;
  }

  /** The `this` of a call: an arrow has that of its creator. */
  receiver(self: unknown): unknown {
    return this.lexical === undefined ? self : this.lexical.self;
  }

  /** What an entry calls, if the record is open (frame-code.ts). */
  get run(): Body {
    return this.body;
  }

  // Only in the record of a body that is a step of frame objects (frame-code.ts): what runs it, whether nothing in it sees what is thrown into
  // it, and what gives the error to throw on where it has thrown.
  runStep?(self: unknown, args: ArrayLike<unknown>): unknown;
  declare readonly isPassed?: boolean;
  thrown?(error: unknown): unknown;

  /** A body that names itself comes later than its record. */
  setBody(body: Body): void {
    this.body = body;
    this.setInstant(this.instant);
  }

  setInstant(instant: boolean): void {
    this.instant = instant;
    const native = this.kind === 'generator' && isNative(this.body);
    this.isNative = native && !instant;
    this.isInstantNative = native && instant;
    this.updateQuiet();
  }

  /** Does a call of it count as one that stands on the native stack? */
  get isCounted(): boolean {
    return this.isNative;
  }

  get id(): string {
    return this.#descriptor.id;
  }
  /** The last part of the id: what traces show. */
  get label(): string {
    return this.#descriptor.label;
  }
  /** Its path in its file: `door.open`. */
  get path(): string {
    return decodeURIComponent(pathIn(this.id));
  }
  get name(): string {
    return this.#descriptor.name;
  }
  /** The class that it is a method of, as it is called in the source: `Guard` of `make>Guard.patrol`. */
  get classOf(): string | undefined {
    const name = /([^.>]+)(?:\.prototype)?\.[^.>]*$/.exec(pathIn(this.id))?.[1];
    // The last are what a class without a name is called in an id.
    return name === undefined || /^(?:class|default|prototype)$/.test(name) ? undefined : decodeURIComponent(name);
  }
  get length(): number {
    return this.#descriptor.length;
  }
  get sloppy(): boolean {
    return this.#descriptor.sloppy;
  }
  get concise(): boolean {
    return this.#descriptor.concise;
  }
  get file(): string | undefined {
    return this.#descriptor.file;
  }
  get isOfRuntime(): boolean {
    return this.#descriptor.isOfRuntime;
  }

  /** The points where it may wait, as text (pause-points.ts). */
  get pauseText(): string {
    return this.#descriptor.pauses;
  }

  /** The lines of its loops that do not wait in each iteration, if there is a call in them. */
  get loopLines(): readonly number[] {
    const lines = Array.from(this.pauseText.matchAll(/:\d+:\w*:(\d+)/g), ([, line]) => Number(line));
    return [...new Set(lines)].sort((a, b) => a - b);
  }
}

/** The plugin has no better label for it. */
const isAnonymous = ({ name, label }: CompiledFunction): boolean => name === '' && label === 'arrow';

/** Compact texts that were read before: a script creates a callback again in each iteration of a loop. */
const known = new Map<string, Descriptor>();

function descriptorOf(meta: string): Descriptor {
  let descriptor = known.get(meta);
  if (descriptor === undefined) known.set(meta, (descriptor = read(meta)));
  return descriptor;
}

function read(meta: string): Descriptor {
  if (typeof meta !== 'string') throw badArgument('$thread', 'the text of a function', meta);
  // By index: a script may have changed how arrays are iterated.
  const { 1: id = '', 2: length, 3: name, 4: file, 5: words = '', 6: pauses = '' } = META.exec(meta) ?? [];
  const label = lastOf(id);
  return {
    id,
    label,
    name: name === undefined ? label : decodeURIComponent(name),
    isComputed: name === '*',
    length: Number(length ?? 0),
    instant: words.includes(' instant'),
    question: words.includes(' question'),
    busy: / (beside|interrupt)/.exec(words)?.[1] as Busy | undefined,
    again: / (restart|drop|latest)/.exec(words)?.[1] as Again | undefined,
    sloppy: words.includes(' sloppy'),
    concise: words.includes(' concise'),
    file: file && decodeURIComponent(file),
    isOfRuntime: words.includes(' runtime'),
    words,
    pauses,
  };
}

/** What is known of a function that the plugin has not compiled. */
export const uncompiled = (label: string, name: string = label, length: number = 0): Descriptor => ({
  ...read(''),
  id: label,
  label,
  name,
  length,
});

/** The last part of an id: `walk` of `a.walk~2`, `arrow` of `arrow~door.on:open`. */
const lastOf = (id: string): string => decodeURIComponent(/[^.>]*$/.exec(pathIn(id))![0]);

/** An id without the numbers that make it unique, and without what anonymous functions are given to: `shop>arrow>ring` of `shop>arrow~door.on:open>ring~2`. */
const pathIn = (id: string): string => id.replaceAll(/~[^>]*/g, '');

/** Does it have a point where it may wait? */
export const hasPauses = (meta: string): boolean => meta !== '' && descriptorOf(meta).pauses.length > 0;

/** The marks of a body: see META. */
export const wordsOf = (meta: string): string => (meta === '' ? '' : descriptorOf(meta).words);

/**
 * The compact text of a function, such as `walk(1) name=… 4:4:k3f 5:12:9xa`: id(length), the name where it differs from
 * the last part of the id, ` file=…` with the option `positions`, then words: `instant`, `question`, how a call is taken (`Busy`, `Again`),
 * `sloppy`, `concise`, `runtime` (scripts/natives.js writes it), `frames`, `list`, `bare`, `through` (frame-code.ts). Then `line:column:hash`
 * of each pause, and `:line` of the loop around it if that may run away. Behind a `;` are the names of places (frame-places.ts),
 * behind a line break what saves have to know (saves/facts.ts).
 */
const META = /^([^(]*)\((\d+)\)(?: name=(\S*))?(?: file=(\S*))?((?: [a-z]+)*)([^;\n]*)/;

// ---- the record of a function object --------------------------------------------------------------------------------

/** Adds the record to a function object, as a private field. */
class CodeStamp extends StampBase {
  #code: CompiledFunction;

  constructor(fn: object, code: CompiledFunction) {
    super(fn);
    this.#code = code;
  }

  static codeOf(fn: object): CompiledFunction | undefined {
    return #code in fn ? fn.#code : undefined;
  }

  static set(fn: object, code: CompiledFunction): void {
    if (#code in fn) fn.#code = code;
    // oxlint-disable-next-line no-new -- it is `fn` itself
    else new CodeStamp(fn, code);
  }
}

/** The record of a compiled function or of one made observable; undefined for any other. */
export const codeOf = (fn: unknown): CompiledFunction | undefined =>
  typeof fn === 'function' ? CodeStamp.codeOf(fn) : undefined;

ids.classOf = (fn) => codeOf(fn)?.classOf;

export function setCode(fn: object, code: CompiledFunction): void {
  CodeStamp.set(fn, code);
}

/** What a function without a name is called until it has called one that has. */
export const NAMELESS = 'script';

/** The record of a function with which a thread begins: whatever it is, it is called unchanged. */
export function functionCode(fn: (...args: never[]) => unknown): CompiledFunction {
  const own = codeOf(fn);
  // A handler has the record of the function that it represents, but is another function object.
  if (own?.started?.body === fn) return own.started;
  const name = own?.label ?? (nameOf(fn) || NAMELESS);
  const code = new CompiledFunction(fn, 'direct', uncompiled(name));
  if (own !== undefined) {
    own.started = code;
    code.starts = own;
  }
  return code;
}

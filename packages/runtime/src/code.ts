/** What the runtime knows of functions: the code of a compiled one, and the call of one as data. */

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
  /** A `function` of sloppy code. */
  readonly sloppy?: boolean;
}

export type Body = (this: unknown, ...args: never[]) => unknown;

/** What all generator functions of this realm inherit from. */
export const generatorFunctions = Object.getPrototypeOf(function* () {}) as {
  readonly prototype: Generator;
};

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
  /** A `function` of sloppy code, which has `caller` and `arguments` of its own. */
  readonly sloppy: boolean;
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
      this.sloppy = meta.sloppy === true;
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
    this.sloppy = match?.[5] !== undefined;
    this.#pauses = match?.[6] ?? '';
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

/** The last part of an id, without what tells it from others of its name: `walk` of `a.walk~2`, `arrow` of `arrow~door.on:open`. */
function lastOf(id: string): string {
  const path = id.replace(/~[^>]*$/, '');
  return decodeURIComponent(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('>')) + 1));
}

/** Does it have a place where it may wait? */
export function hasPauses(meta: string | Meta): boolean {
  return typeof meta === 'string' ? (META.exec(meta)?.[6] ?? '') !== '' : meta.pauses.length > 0;
}

/** `"walk(1) name=… 4:4:k3f 5:12:9xa"`: id(length), the name where it differs, ` instant`, ` sloppy`, then line:column:hash of each pause, and `:line` of the loop around it if that may run away. */
const META = /^([^(]*)\((\d+)\)(?: name=(\S*))?( instant)?( sloppy)?(.*)$/;

/** A call whose body has not run yet, as data. */
export interface Call {
  readonly code: Code;
  readonly self: unknown;
  readonly args: ArrayLike<unknown>;
}

// ---- the code of a function object ----------------------------------------------------------------------------------------

const codes = new WeakMap<object, Code>();

/** The code of a compiled function or of one made observable; undefined for any other. */
export const codeOf = (fn: unknown): Code | undefined => (typeof fn === 'function' ? codes.get(fn) : undefined);

export function setCode(fn: object, code: Code): void {
  codes.set(fn, code);
}

/** A function as the first call of a thread: whatever it is, it is called as it stands. */
export function functionCode(fn: (...args: never[]) => unknown): Code {
  const label = codes.get(fn)?.label ?? (fn.name || 'script');
  return new Code(fn, 'direct', `${encodeURIComponent(label)}(0)`);
}

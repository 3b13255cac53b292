/** The types of the results of words, for scripts in TypeScript. Types only. */

/**
 * A call that `start`, `withTimeout`, `scope` or `hold` gets, as its value or as a function that makes it. A function that
 * needs arguments is none: it would be called without them.
 */
export type Callable<T> = T | (() => T);

/** The result of a call that a combinator gets: as a value, a thread, a Promise, or a function that makes the call. */
export type ValueOf<T> = T extends Call<infer R> ? GivenBy<R> : Awaited<T>;

/**
 * The final result of a call that returned an `R`: the plugin passes a call as `() => call`, so a function in it is
 * called in turn.
 */
export type GivenBy<R> = R extends Call<infer V> ? Awaited<V> : Awaited<R>;

type Call<R> = (...args: never[]) => R;

/**
 * What `waitUntil` asks. One that returns nothing is never true: braces without `return`, mostly. It is called without
 * `this`.
 */
export type Predicate<T> = ((this: void) => T) &
  // Not of any, and not of what always throws.
  ([T] extends [void] ? (unknown extends T ? unknown : [T] extends [never] ? unknown : NothingReturned) : unknown);
interface NothingReturned {
  readonly 'a predicate has to return what is waited for': never;
}

/** Those of several calls, in their order or by their names. */
export type ValuesOf<T> = { -readonly [K in keyof T]: ValueOf<T[K]> };

type List = readonly unknown[];
type Named = Readonly<Record<string, unknown>>;

/** The calls of `all` and `race`: there is at least one, or a list of them that may be empty. */
export type SomeCalls<T extends List> = T & (T extends readonly [] ? NoCalls : unknown);
interface NoCalls {
  readonly 'nothing is waited for': never;
}

/** What `all` gives: for calls one by one, in one array, or in one object. A single function is a call. */
export type AllOf<T extends List> = T extends readonly [infer One]
  ? [One] extends [Call<unknown>]
    ? [ValueOf<One>]
    : [One] extends [List | Named]
      ? ValuesOf<One>
      : [ValueOf<One>]
  : ValuesOf<T>;

/** What `race` gives, likewise. */
export type RaceOf<T extends List> = T extends readonly [infer One]
  ? [One] extends [Call<unknown>]
    ? ValueOf<One>
    : [One] extends [List]
      ? ValueOf<One[number]>
      : [One] extends [Named]
        ? { [K in keyof One]: { readonly key: K; readonly value: ValueOf<One[K]> } }[keyof One]
        : ValueOf<One>
  : ValueOf<T[number]>;

/**
 * The result of `waitFor`: the value of a thread, of a Promise or of a thenable; the arguments of the next call of a
 * function; nothing for what an Executor does; a value that cannot be waited for, as `waitFor(call())` returns it. Whether an
 * object is such a value is not in its type: `R` is the type that the script expects there, as in `const loot: Loot =
 * waitFor(chest.open())`.
 */
export type AwaitedBy<T, R = unknown> = 0 extends 1 & T
  ? any
  : T extends PromiseLike<unknown>
    ? Awaited<T>
    : T extends (...args: infer A) => unknown
      ? ValueOfArguments<A>
      : T extends Iterable<unknown>
        ? T
        : T extends Acting
          ? undefined
          : T extends object
            ? R
            : T;

/** The second argument of `waitFor`: for a Promise how a save that is loaded begins it again. That of a function is the object whose calls count. */
export type WaitForOptions<T> = T extends PromiseLike<unknown> ? { readonly restart: () => unknown } : unknown;

/** What only an Executor has. */
interface Acting {
  readonly owned: readonly unknown[];
  cancelOthers(reason?: unknown): void;
}

/** What a script gets of the arguments of a call or of an event: none as undefined, one as it is, several as an array. */
export type ValueOfArguments<A extends readonly unknown[]> =
  | ([] extends A ? undefined : never)
  | (A extends readonly [] | readonly [unknown, unknown, ...unknown[]] ? never : FirstOf<A>)
  | (A extends readonly [unknown?] ? never : A);

type FirstOf<A extends readonly unknown[]> = A extends readonly [(infer V)?, ...unknown[]] ? V : never;

/**
 * The values of the signals of a game, by name. A game declares them; the value of any other signal is `any`.
 *
 *   declare module '@spindle/runtime' {
 *     interface Signals { hit: number }
 *   }
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- a game adds to it
export interface Signals {}

export type SignalValue<K extends string> = K extends keyof Signals ? Signals[K] : any;

/** Any text; an editor offers those that the game declares. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- a game adds to it; `& {}` keeps the union
export type SignalName = (keyof Signals & string) | (string & {});

/** What follows the name in `signal(name, …)`: a declared value has to be there, unless it may be undefined. */
export type SignalArguments<K extends string, Options> =
  undefined extends SignalValue<K>
    ? [value?: SignalValue<K>, options?: Options]
    : [value: SignalValue<K>, options?: Options];

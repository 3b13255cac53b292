/**
 * The types of what an event gives, read from the type of its source. Types only.
 *
 * A source says its events in one of four ways: `EmitterOf`; the type parameter of Node's EventEmitter; the listeners of
 * its `addEventListener`, `on`, `addListener` or `subscribe`; the properties `onkeydown`, … of a DOM target. Where none of
 * them says it, an event is `any`.
 */
import type { ValueOfArguments } from '../threads/values.js';

type List = readonly unknown[];
/** Not `0 extends 1 & T`, which TypeScript answers too early for a type parameter that extends `object`. */
type IsAny<T> = boolean extends (T extends never ? true : false) ? true : false;
type IsNever<T> = [T] extends [never] ? true : false;
type IsSame<A, B> = [A, B] extends [B, A] ? true : false;

/** Only for types: no source has such a property. */
declare const EVENTS: unique symbol;

/**
 * A source that declares its events: by name the arguments of the listener as a tuple, or the listener, or its only
 * argument. `eventSource<Events>(…)` gives one. A class can say it, too, where its `on` does not:
 *
 *   class Door extends EventEmitter<DoorEvents> {}
 *   interface Door extends EmitterOf<DoorEvents> {}
 */
export interface EmitterOf<Events> {
  readonly [EVENTS]: Events;
}

/** The names of the events of a source; `string` where its type does not say them. */
export type EventName<S> =
  IsAny<S> extends true ? string : IsNever<MapOf<S>> extends true ? ListedName<S> : keyof MapOf<S> & string;

/** The arguments that a listener of an event gets. */
export type EventArguments<S, N> =
  IsAny<S> extends true
    ? any[]
    : IsNever<MapOf<S>> extends true
      ? Known<ListenerArguments<S, N>>
      : N extends keyof MapOf<S>
        ? Declared<MapOf<S>[N]>
        : any[];

/** What a script gets of an event. */
export type EventOf<S, N> = ValueOfArguments<EventArguments<S, N>>;

type Known<A> = IsNever<A> extends true ? any[] : unknown[] extends A ? any[] : A extends List ? A : any[];

// ---- sources with a map of events -----------------------------------------------------------------------------------

type MapOf<S> = S extends EmitterOf<infer Events> ? Events : NodeMap<S>;

type Declared<V> =
  IsAny<V> extends true
    ? any[]
    : V extends List
      ? number extends V['length']
        ? [V]
        : V
      : V extends (...args: infer A) => unknown
        ? A
        : [V];

/** @ts-ignore -- any where Node's types are not installed */
type NodeEmitter<Events> = import('node:events').EventEmitter<Events>;

/** Of a class that extends Node's EventEmitter, TypeScript finds at most the names, and `any` as arguments. */
type NodeMap<S> =
  IsAny<NodeEmitter<any>> extends true ? never : S extends NodeEmitter<infer Events> ? WithNames<Events> : never;

/** Not what stands for no map: any, `[never]`, `{}`. */
type WithNames<Events> =
  IsAny<Events> extends true
    ? never
    : Events extends List
      ? never
      : IsNever<keyof Events & string> extends true
        ? never
        : Events;

// ---- sources whose method for listeners says it ---------------------------------------------------------------------

type Adder<S> = S extends { addEventListener: infer F }
  ? F
  : S extends { on: infer F }
    ? F
    : S extends { addListener: infer F }
      ? F
      : S extends { subscribe: infer F }
        ? F
        : never;

/** The names and the listeners of the last three overloads; if there are fewer, the first one fills the rest. */
type Overloads<F> = F extends {
  (type: infer A, listener: infer B): any;
  (type: infer C, listener: infer D): any;
  (type: infer E, listener: infer G): any;
}
  ? [[A, B], [C, D], [E, G]]
  : never;

/** 3: there may be more of them. */
type CountOf<O> = O extends [infer A, infer B, infer C]
  ? IsSame<A, B> extends true
    ? IsSame<B, C> extends true
      ? 1
      : 2
    : 3
  : 0;

type NameIn<O> = O extends [infer N, unknown] ? (string extends N ? never : N extends string ? N : never) : never;
type ListenerFor<O, N> = O extends [infer K, infer L] ? (string extends K ? never : N extends K ? L : never) : never;
type ListenerForAny<O> = O extends [infer K, infer L] ? (string extends K ? L : never) : never;
type ArgumentsOf<L> = L extends (...args: infer A) => unknown ? A : never;

/** A DOM target takes every name as well as those of its events: what it does not list is a spelling mistake. */
type ListedName<S, O extends List = Overloads<Adder<S>>> =
  CountOf<O> extends 3
    ? string
    : IsNever<NameIn<O[number]>> extends true
      ? string
      : S extends { addEventListener: unknown }
        ? NameIn<O[number]>
        : IsNever<ListenerForAny<O[number]>> extends true
          ? NameIn<O[number]>
          : string;

type ListenerArguments<S, N, F = Adder<S>, O extends List = Overloads<F>, L = ListenerFor<O[number], N>> =
  IsNever<L> extends true
    ? ArgumentsOf<ListenerForAny<O[number]>>
    : CountOf<O> extends 1
      ? ForName<F, N, ArgumentsOf<L>>
      : S extends { addEventListener: unknown }
        ? IsNever<DomArguments<S, N>> extends true
          ? ArgumentsOf<L>
          : DomArguments<S, N>
        : ArgumentsOf<L>;

// ---- DOM targets ----------------------------------------------------------------------------------------------------

/** @ts-ignore -- any without the types of the DOM */
type PageEvents = DocumentEventMap;

/** By `onkeydown`; some events, such as `focusin`, have no such property, and that of `error` differs. */
type DomArguments<S, N> =
  HandlerArguments<S, N> extends [infer E]
    ? [E]
    : IsAny<PageEvents> extends true
      ? never
      : N extends keyof PageEvents
        ? [PageEvents[N]]
        : never;

type HandlerArguments<S, N> = `on${N & string}` extends keyof S
  ? ArgumentsOf<Extract<S[`on${N & string}`], (...args: any) => any>>
  : [];

// ---- `on<K extends keyof Events>(type: K, listener: (event: Events[K]) => void)` ------------------------------------

/*
 * TypeScript infers the union of all listeners of such a method: it does not infer for one name. But it can say for one
 * name whether the method takes a certain listener. So each member of the union is tried.
 */

type Takes<F, N, A extends List> = F extends (type: N, listener: (...args: A) => void) => any ? true : false;

type ForName<F, N, A> = [A] extends [readonly [infer X]] ? [ForArgument<F, N, X>] : ForListeners<F, N, A>;

/** Of several lists of arguments the longest that is taken: a listener may always ignore some. */
type ForListeners<F, N, A> =
  Both<Narrowest<Longest<Taken<F, N, A>>>> extends infer R ? (unknown extends R ? A : R) : never;
type Taken<F, N, A> = A extends List ? (Takes<F, N, A> extends true ? A : never) : never;
type Longer<A extends List> = readonly [...{ [I in keyof A]: any }, any, ...any[]];
type Longest<A, All = A> = A extends List ? (Extract<All, Longer<A>> extends never ? A : never) : never;

/**
 * Members that are taken alone are wide enough, and the narrowest of them is it. If there are none, the argument is a union
 * itself: of the members without which the rest is too narrow.
 */
type ForArgument<F, N, X, W = Wide<F, N, X>, R = Needed<F, N, X>> =
  IsNever<W> extends false ? Both<Narrowest<W>> : IsNever<R> extends true ? X : Takes<F, N, [R]> extends true ? R : X;
type Wide<F, N, X> = X extends unknown ? (Takes<F, N, [X]> extends true ? X : never) : never;
type Needed<F, N, All, X = All> = X extends unknown ? (Takes<F, N, [Without<All, X>]> extends true ? never : X) : never;
type Without<All, X> = All extends unknown ? (IsSame<All, X> extends true ? never : All) : never;

/** The types of a union that no other one is a subtype of. */
type Narrowest<A, All = A> = A extends unknown ? (IsNever<Below<All, A>> extends true ? A : never) : never;
type Below<All, A> = All extends A ? (A extends All ? never : All) : never;
type Both<U> = (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void ? I : never;

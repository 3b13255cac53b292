/** What compiled code of the form of frame objects calls (execution/frame-objects.ts). */
import { isOpen, passed } from '../execution/frame-code.js';
import { CANCEL } from '../execution/suspension.js';
import { enterBlock, keepInBlock, leaveBlock } from '../execution/frame-objects.js';
import * as helpers from '../execution/make-frames.js';
import { cursorOf, keysOf } from '../execution/cursor.js';
import { disposables, type Disposables } from '../execution/disposables.js';
import { argumentsFrom, argumentsOf, constant, restOf, tdz, told } from '../execution/frame-variables.js';
import { addLayer } from '../execution/layers.js';
import { enter } from './wrappers.js';

// Types of their own: what the types of an entry lead to keeps its name in the production build.

type Keep = (frame: any, code: any, self: unknown, pc: number, ...places: unknown[]) => symbol;
type KeepMany = (frame: any, code: any, self: unknown, pc: number, places: readonly unknown[]) => symbol;
type Held = { readonly error: unknown } | null;
/** What emitted code sees of the record of a function. */
export interface Code {
  isOpen(self: unknown): boolean;
  readonly run: (...args: any[]) => unknown;
  ran(value: unknown, count?: number): unknown;
  threw(error: unknown, args: ArrayLike<unknown>): unknown;
  readonly ownThis: unknown;
  waits(value: unknown): boolean;
}
interface Cursor {
  readonly value: unknown;
  more(): boolean;
  close(): void;
  fail(error: unknown): void;
}

/** Thrown in a body that is unwound: each `catch` throws it further. */
export const $cancel: symbol = CANCEL;
/** The body pauses. Its frame, which is made here if it has none, keeps the number of the pause and the values. Returns PAUSE. */
export const $keep2: Keep = helpers.keep2;
export const $keep4: Keep = helpers.keep4;
export const $keep8: Keep = helpers.keep8;
/** With more than eight values: the first place of the frame is their list. */
export const $keepMany: KeepMany = helpers.keepMany;
/** The same for the frame-wait of a loop. Returns what the body returns. */
export const $next2: Keep = helpers.next2;
export const $next4: Keep = helpers.next4;
export const $next8: Keep = helpers.next8;
export const $nextMany: KeepMany = helpers.nextMany;
/** A `finally` block that may wait begins. `held`: the error that it holds back. Without a frame, nothing is to be done. */
export const $enterBlock: (frame: any, held: Held) => void = enterBlock;
/** `return $inBlock($f, $keep4($f, …), held)`: the body pauses in such a block. */
export const $inBlock: (frame: any, kept: symbol, held: Held) => symbol = keepInBlock;
/** The block ends, with `thrown` if that is no null. */
export const $leaveBlock: (frame: any, thrown: Held) => void = leaveBlock;
/** What `for…of` goes through. */
export const $cursor: (iterable: any) => Cursor = cursorOf;
/** The keys that `for…in` goes through. */
export const $keysOf: (object: unknown) => Pick<Cursor, 'value' | 'more'> = keysOf;
/** `{ a, ...others } = o`: what `others` gets; `keys` are those that stand before it. */
export const $restOf: (value: unknown, keys: readonly PropertyKey[]) => object = restOf;
/** `arguments` of a call with these; or what `make` makes of them. */
export const $argumentsOf: (list: ArrayLike<unknown>, make?: Function) => any = argumentsOf;
/** `...rest` */
export const $argumentsFrom: (list: ArrayLike<unknown>, from: number) => unknown[] = argumentsFrom;
/** A variable has this value until its declaration runs. `$tdz("x", x)`: its value; an error before that. `$tdz("x")`: the error. */
export const $tdz: (name: string, value?: unknown) => any = tdz;
/** A constant is assigned to: an error. */
export const $constant: (value?: unknown) => never = constant;
/** What a block with `using` has to dispose of. */
export const $disposables: () => Pick<Disposables, 'use' | 'close' | 'fail'> = disposables;
/** An error is caught in the body that it comes from: its text names `$this` as the source does, and no temporaries. */
export const $told: (error: unknown) => any = told;
/** The entry of a function that never waits asks: does a call of it, with this `this`, only run the body? Those of steps ask the record. */
export const $isOpen: (code: any, self: unknown) => boolean = isOpen;
/** An error has come out of its body. Returns what to throw. */
export const $passed: (error: unknown, code: any, args: ArrayLike<unknown>) => unknown = passed;
/** What every other call does. `target`: its `new.target`. */
export const $enter: (code: Code, self: unknown, args: ArrayLike<unknown>, target?: Function) => unknown =
  enter as never;

addLayer({ isEnter: (name) => name === enter.name });

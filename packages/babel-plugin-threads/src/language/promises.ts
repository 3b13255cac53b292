/** What the language has for Promises. */
import { setOf } from './set-of.js';

/** Methods of a Promise. Each gives another one. */
export const PROMISE_METHODS: ReadonlySet<string> = setOf('then catch finally');

/** Statics of `Promise` that take a list of values. */
export const PROMISE_COMBINATORS: ReadonlySet<string> = setOf('all allSettled any race');

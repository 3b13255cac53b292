/** What the language has for Promises. */
import { words } from './words.js';

/** Methods of a Promise. Each gives another one. */
export const PROMISE_METHODS: ReadonlySet<string> = words('then catch finally');

/** Statics of `Promise` that take a list of values. */
export const PROMISE_COMBINATORS: ReadonlySet<string> = words('all allSettled any race');

/** What the language has for Promises. */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { type Compilation, isFree } from '../context/compilation.js';
import type { types as t } from '@babel/core';

/** Methods of a Promise. Each gives another one. */
export const PROMISE_METHODS: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Statics of `Promise` that take a list of values. */
export const PROMISE_COMBINATORS: ReadonlySet<string> = new Set(['all', 'allSettled', 'any', 'race']);

/** The class itself: `Promise`, which nothing in the file hides. */
export function isPromiseClass(compilation: Compilation, path: Path, wrapped: t.Node): boolean {
  return (
    compilation.t.isIdentifier(skipTransparent(wrapped), { name: 'Promise' }) && isFree(compilation, path, 'Promise')
  );
}

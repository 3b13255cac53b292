// Made by `npm run natives` from packages/runtime/uncompiled/scope.ts: change that one.
// @ts-nocheck -- a `yield` has no type

import { $arrow } from '../dispatch/wrappers.js';
import * as scoping from './scoping.js';
import { waitForMembers } from './scoping.js';

/** The thread of a `scope`: it runs `fn`, then waits until none of the threads lives that began in it. */
export const scope: (fn: () => unknown) => unknown = $arrow(function* (fn) {
  const own = scoping.enterScope();
  let value = yield fn();
  // The plugin passes a call as `() => call`, and that may return a function.
  if (typeof value === 'function') value = yield value();
  while (scoping.hasMembers(own)) {
    yield waitForMembers(own);
  }
  return value;
}, 'scope(1) runtime');

'use compile';

import * as scoping from '../src/words/scoping.js';
import { waitForMembers } from '../src/words/scoping.js';

/** The thread of a `scope`: it runs `fn`, then waits until none of the threads lives that began in it. */
export const scope: (fn: () => unknown) => unknown = (fn) => {
  const own = scoping.enterScope();
  let value = fn();
  // The plugin passes a call as `() => call`, and that may return a function.
  if (typeof value === 'function') value = value();
  while (scoping.hasMembers(own)) {
    waitForMembers(own);
  }
  return value;
};

/** What counts as a Promise. */
import { callOn } from '../realm.js';

/** The brand: it throws for what is no Promise of any realm. */
// oxlint-disable-next-line typescript/unbound-method -- called on an object
const { then } = Promise.prototype;
const nothing = (): void => {};

/**
 * Is it a Promise, of this realm or of another one? A frame, and the sandbox of a test runner beside Node itself, are
 * realms with classes of their own. An ordinary object costs two looks along its prototypes, and no property of it is
 * read.
 */
export function isPromise(value: unknown): value is Promise<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return value instanceof Promise || (!(value instanceof Object) && isOfAnotherRealm(value));
  } catch {
    // A Proxy that was revoked, or whose traps throw: plain code may pass it on, too.
    return false;
  }
}

function isOfAnotherRealm(value: object): boolean {
  try {
    // Nearly nothing has a `then`, and asking for the brand costs the making of an error.
    if (typeof (value as { then?: unknown }).then !== 'function') return false;
    // Both handlers, so that a rejection that a thread waits for is not reported as unhandled.
    callOn(then, value, nothing, nothing);
    return true;
  } catch {
    return false;
  }
}

/**
 * Private fields on objects that others have made. No other code sees them, and one is read in a tenth of a WeakMap's time:
 * that has to hash the object, and misses the caches where there are many. Each kind of field has a class of its own,
 * because the engine remembers for each place in the code which field it reads there.
 */

/** A class that extends it gets, as `this`, the object that is passed to `super()`. */
// oxlint-disable-next-line typescript/no-extraneous-class -- its constructor is what it is for
export class StampBase {
  constructor(object: object) {
    return object;
  }
}

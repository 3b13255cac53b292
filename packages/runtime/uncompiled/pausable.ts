'use compile';

import { addReplacement, answer, apply, goOnSorting, put, putFlat } from '../src/builtins/operations.js';
import * as ecma from '../src/builtins/operations.js';

/**
 * The standard's methods that take a callback, written so that the callback may wait: each step in the order of the
 * standard. `npm run natives` compiles this file to src/builtins/pausable.generated.ts and pausable-frames.generated.ts.
 */

/** Of `Array.prototype`. The callback is a function: anything else goes to the native method, for its error. */
export const arrays: ecma.Versions = {
  forEach(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list) apply(callback, self, [list[i], i, list]);
  },

  map(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const result = ecma.newLike(list, length);
    for (let i = 0; i < length; i++) {
      if (i in list) {
        const value = apply(callback, self, [list[i], i, list]);
        put(result, i, value);
      } else ecma.setHole(result, i);
    }
    return ecma.finish(result, length);
  },

  filter(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const result = ecma.newLike(list, 0, length);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (!(i in list)) continue;
      const value = list[i];
      if (apply(callback, self, [value, i, list])) put(result, kept++, value);
    }
    return ecma.finish(result, kept);
  },

  some(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list && apply(callback, self, [list[i], i, list])) return true;
    return false;
  },

  every(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list && !apply(callback, self, [list[i], i, list])) return false;
    return true;
  },

  find(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) {
      const value = list[i];
      if (apply(callback, self, [value, i, list])) return value;
    }
    return undefined;
  },

  findIndex(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (apply(callback, self, [list[i], i, list])) return i;
    return -1;
  },

  findLast(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    for (let i = ecma.lengthOf(list) - 1; i >= 0; i--) {
      const value = list[i];
      if (apply(callback, self, [value, i, list])) return value;
    }
    return undefined;
  },

  findLastIndex(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    for (let i = ecma.lengthOf(list) - 1; i >= 0; i--) if (apply(callback, self, [list[i], i, list])) return i;
    return -1;
  },

  reduce(receiver, callback, ...initial) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    let i = 0;
    let sum = initial[0];
    if (initial.length === 0) {
      while (i < length && !(i in list)) i++;
      if (i >= length) throw ecma.nothingToReduce();
      sum = list[i++];
    }
    for (; i < length; i++) if (i in list) sum = apply(callback, undefined, [sum, list[i], i, list]);
    return sum;
  },

  reduceRight(receiver, callback, ...initial) {
    const list = ecma.asObject(receiver);
    let i = ecma.lengthOf(list) - 1;
    let sum = initial[0];
    if (initial.length === 0) {
      while (i >= 0 && !(i in list)) i--;
      if (i < 0) throw ecma.nothingToReduce();
      sum = list[i--];
    }
    for (; i >= 0; i--) if (i in list) sum = apply(callback, undefined, [sum, list[i], i, list]);
    return sum;
  },

  flatMap(receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const result = ecma.newLike(list, 0, length);
    let end = 0;
    for (let i = 0; i < length; i++) {
      if (i in list) end = putFlat(result, end, apply(callback, self, [list[i], i, list]));
    }
    return ecma.finish(result, end);
  },

  sort(receiver, compare) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const before = ecma.snapshot(list, length);
    const work = ecma.beginSort(before, compare);
    while (!ecma.isSorted(work)) answer(work, goOnSorting(work));
    if (work.hasWaited && ecma.isChanged(list, length, before)) throw ecma.changedMeanwhile();
    ecma.writeBack(list, length, work.sorted);
    return list;
  },

  toSorted(receiver, compare) {
    const list = ecma.asObject(receiver);
    const work = ecma.beginSort(ecma.allOf(list, ecma.lengthOf(list)), compare);
    while (!ecma.isSorted(work)) answer(work, goOnSorting(work));
    return work.sorted;
  },
};

/** `Array.from`; the receiver is the constructor. */
export const from: ecma.Version = (constructor, items, callback, self) => {
  const iterate = ecma.iteratorMethodOf(items);
  let i = 0;
  if (iterate !== undefined) {
    const result = ecma.construct(constructor);
    for (const value of ecma.iterable(items, iterate)) {
      put(result, i, apply(callback, self, [value, i]));
      i++;
    }
    return ecma.finishWith(result, i);
  }
  const list = ecma.asObject(items);
  const length = ecma.lengthOf(list);
  const result = ecma.construct(constructor, length);
  for (; i < length; i++) put(result, i, apply(callback, self, [list[i], i]));
  return ecma.finishWith(result, length);
};

/** `Map.prototype.forEach` and that of `Set`: what is added meanwhile is visited, what is taken out is not. */
export const collections: ecma.Versions = {
  forEach(receiver, callback, self) {
    for (const entry of ecma.entriesOf(receiver)) apply(callback, self, [entry[1], entry[0], receiver]);
  },
};

/** `String.prototype.replace` and `replaceAll`: all matches are found before the first callback. */
export const replace: ecma.ReplaceVersion = (native, receiver, pattern, callback) => {
  const found = ecma.matchesOf(native, receiver, pattern);
  const { matches } = found;
  for (let i = 0; i < matches.length; i++) addReplacement(found, matches[i], apply(callback, undefined, matches[i]));
  return ecma.replaced(found);
};

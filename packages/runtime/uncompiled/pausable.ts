'use compile';

import { apply, goOnSorting } from '../src/builtins/steps.js';
import * as steps from '../src/builtins/steps.js';

/**
 * The standard's methods that take a callback, written so that the callback may wait: each step in the order of the
 * standard. `npm run natives` compiles this file to src/builtins/pausable.generated.ts.
 */

/** Of `Array.prototype`. The callback is a function: anything else goes to the native method, for its error. */
export const arrays: steps.Versions = {
  forEach(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list) apply(callback, self, [list[i], i, list]);
  },

  map(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    const result = steps.newLike(list, length);
    for (let i = 0; i < length; i++) {
      if (i in list) steps.put(result, i, apply(callback, self, [list[i], i, list]));
      else steps.setHole(result, i);
    }
    return steps.finish(result, length);
  },

  filter(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    const result = steps.newLike(list, 0, length);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (!(i in list)) continue;
      const value = list[i];
      if (apply(callback, self, [value, i, list])) steps.put(result, kept++, value);
    }
    return steps.finish(result, kept);
  },

  some(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list && apply(callback, self, [list[i], i, list])) return true;
    return false;
  },

  every(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list && !apply(callback, self, [list[i], i, list])) return false;
    return true;
  },

  find(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    for (let i = 0; i < length; i++) {
      const value = list[i];
      if (apply(callback, self, [value, i, list])) return value;
    }
    return undefined;
  },

  findIndex(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    for (let i = 0; i < length; i++) if (apply(callback, self, [list[i], i, list])) return i;
    return -1;
  },

  findLast(receiver, callback, self) {
    const list = steps.asObject(receiver);
    for (let i = steps.lengthOf(list) - 1; i >= 0; i--) {
      const value = list[i];
      if (apply(callback, self, [value, i, list])) return value;
    }
    return undefined;
  },

  findLastIndex(receiver, callback, self) {
    const list = steps.asObject(receiver);
    for (let i = steps.lengthOf(list) - 1; i >= 0; i--) if (apply(callback, self, [list[i], i, list])) return i;
    return -1;
  },

  reduce(receiver, callback, ...initial) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    let i = 0;
    let sum = initial[0];
    if (initial.length === 0) {
      while (i < length && !(i in list)) i++;
      if (i >= length) throw steps.nothingToReduce();
      sum = list[i++];
    }
    for (; i < length; i++) if (i in list) sum = apply(callback, undefined, [sum, list[i], i, list]);
    return sum;
  },

  reduceRight(receiver, callback, ...initial) {
    const list = steps.asObject(receiver);
    let i = steps.lengthOf(list) - 1;
    let sum = initial[0];
    if (initial.length === 0) {
      while (i >= 0 && !(i in list)) i--;
      if (i < 0) throw steps.nothingToReduce();
      sum = list[i--];
    }
    for (; i >= 0; i--) if (i in list) sum = apply(callback, undefined, [sum, list[i], i, list]);
    return sum;
  },

  flatMap(receiver, callback, self) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    const result = steps.newLike(list, 0, length);
    let end = 0;
    for (let i = 0; i < length; i++) {
      if (i in list) end = steps.putFlat(result, end, apply(callback, self, [list[i], i, list]));
    }
    return steps.finish(result, end);
  },

  sort(receiver, compare) {
    const list = steps.asObject(receiver);
    const length = steps.lengthOf(list);
    const before = steps.snapshot(list, length);
    const work = steps.beginSort(before, compare);
    while (!steps.isSorted(work)) steps.answer(work, goOnSorting(work));
    if (work.hasWaited && steps.isChanged(list, length, before)) throw steps.changedMeanwhile();
    steps.writeBack(list, length, work.sorted);
    return list;
  },

  toSorted(receiver, compare) {
    const list = steps.asObject(receiver);
    const work = steps.beginSort(steps.allOf(list, steps.lengthOf(list)), compare);
    while (!steps.isSorted(work)) steps.answer(work, goOnSorting(work));
    return work.sorted;
  },
};

/** `Array.from`; the receiver is the constructor. */
export const from: steps.Version = (constructor, items, callback, self) => {
  const iterate = steps.iteratorMethodOf(items);
  let i = 0;
  if (iterate !== undefined) {
    const result = steps.construct(constructor);
    for (const value of steps.iterable(items, iterate)) {
      steps.put(result, i, apply(callback, self, [value, i]));
      i++;
    }
    return steps.finishWith(result, i);
  }
  const list = steps.asObject(items);
  const length = steps.lengthOf(list);
  const result = steps.construct(constructor, length);
  for (; i < length; i++) steps.put(result, i, apply(callback, self, [list[i], i]));
  return steps.finishWith(result, length);
};

/** `Map.prototype.forEach` and that of `Set`: what is added meanwhile is visited, what is taken out is not. */
export const entries: steps.Version = (receiver, callback, self) => {
  for (const entry of steps.entriesOf(receiver)) apply(callback, self, [entry[1], entry[0], receiver]);
};

/** `String.prototype.replace` and `replaceAll`: all matches are found before the first callback. */
export const replace: steps.ReplaceVersion = (native, receiver, pattern, callback) => {
  const found = steps.matchesOf(native, receiver, pattern);
  const { matches } = found;
  for (let i = 0; i < matches.length; i++)
    steps.addReplacement(found, matches[i], apply(callback, undefined, matches[i]));
  return steps.replaced(found);
};

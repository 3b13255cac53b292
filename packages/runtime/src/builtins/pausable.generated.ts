// Made by `npm run natives` from packages/runtime/uncompiled/pausable.ts: change that one.
// @ts-nocheck -- a `yield` has no type

import { $arrow, $method } from '../dispatch/wrappers.js';
import { apply, goOnSorting } from './operations.js';
import * as ecma from './operations.js';

/**
 * The standard's methods that take a callback, written so that the callback may wait: each step in the order of the
 * standard. `npm run natives` compiles this file to src/builtins/pausable.generated.ts and pausable-frames.generated.ts.
 */

/** Of `Array.prototype`. The callback is a function: anything else goes to the native method, for its error. */
export const arrays: ecma.Versions = {
  forEach: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list) yield apply(callback, self, [list[i], i, list]);
  }, 'arrays.forEach(3) 16:52:k470:16'),
  map: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const result = ecma.newLike(list, length);
    for (let i = 0; i < length; i++) {
      if (i in list) {
        const value = yield apply(callback, self, [list[i], i, list]);
        ecma.put(result, i, value);
      } else ecma.setHole(result, i);
    }
    return ecma.finish(result, length);
  }, 'arrays.map(3) 25:22:395t:23'),
  filter: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const result = ecma.newLike(list, 0, length);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (!(i in list)) continue;
      const value = list[i];
      if (yield apply(callback, self, [value, i, list])) ecma.put(result, kept++, value);
    }
    return ecma.finish(result, kept);
  }, 'arrays.filter(3) 40:10:p70d:37'),
  some: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list && (yield apply(callback, self, [list[i], i, list]))) return true;
    return false;
  }, 'arrays.some(3) 48:54:k470:48'),
  every: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (i in list && !(yield apply(callback, self, [list[i], i, list]))) return false;
    return true;
  }, 'arrays.every(3) 55:55:k470:55'),
  find: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) {
      const value = list[i];
      if (yield apply(callback, self, [value, i, list])) return value;
    }
    return undefined;
  }, 'arrays.find(3) 64:10:p70d:62'),
  findIndex: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    for (let i = 0; i < length; i++) if (yield apply(callback, self, [list[i], i, list])) return i;
    return -1;
  }, 'arrays.findIndex(3) 72:41:k470:72'),
  findLast: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    for (let i = ecma.lengthOf(list) - 1; i >= 0; i--) {
      const value = list[i];
      if (yield apply(callback, self, [value, i, list])) return value;
    }
    return undefined;
  }, 'arrays.findLast(3) 80:10:p70d:78'),
  findLastIndex: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    for (let i = ecma.lengthOf(list) - 1; i >= 0; i--) if (yield apply(callback, self, [list[i], i, list])) return i;
    return -1;
  }, 'arrays.findLastIndex(3) 87:59:noyr:87'),
  reduce: $method(function* (receiver, callback, ...initial) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    let i = 0;
    let sum = initial[0];
    if (initial.length === 0) {
      while (i < length && !(i in list)) i++;
      if (i >= length) throw ecma.nothingToReduce();
      sum = list[i++];
    }
    for (; i < length; i++) if (i in list) sum = yield apply(callback, undefined, [sum, list[i], i, list]);
    return sum;
  }, 'arrays.reduce(2) 101:49:7rmt:101'),
  reduceRight: $method(function* (receiver, callback, ...initial) {
    const list = ecma.asObject(receiver);
    let i = ecma.lengthOf(list) - 1;
    let sum = initial[0];
    if (initial.length === 0) {
      while (i >= 0 && !(i in list)) i--;
      if (i < 0) throw ecma.nothingToReduce();
      sum = list[i--];
    }
    for (; i >= 0; i--) if (i in list) sum = yield apply(callback, undefined, [sum, list[i], i, list]);
    return sum;
  }, 'arrays.reduceRight(2) 114:45:rkis:114'),
  flatMap: $method(function* (receiver, callback, self) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const result = ecma.newLike(list, 0, length);
    let end = 0;
    for (let i = 0; i < length; i++) {
      if (i in list) end = ecma.putFlat(result, end, yield apply(callback, self, [list[i], i, list]));
    }
    return ecma.finish(result, end);
  }, 'arrays.flatMap(3) 124:53:r1fr:123'),
  sort: $method(function* (receiver, compare) {
    const list = ecma.asObject(receiver);
    const length = ecma.lengthOf(list);
    const before = ecma.snapshot(list, length);
    const work = ecma.beginSort(before, compare);
    while (!ecma.isSorted(work)) ecma.answer(work, yield goOnSorting(work));
    if (work.hasWaited && ecma.isChanged(list, length, before)) throw ecma.changedMeanwhile();
    ecma.writeBack(list, length, work.sorted);
    return list;
  }, 'arrays.sort(2) 134:51:wg9t:134'),
  toSorted: $method(function* (receiver, compare) {
    const list = ecma.asObject(receiver);
    const work = ecma.beginSort(ecma.allOf(list, ecma.lengthOf(list)), compare);
    while (!ecma.isSorted(work)) ecma.answer(work, yield goOnSorting(work));
    return work.sorted;
  }, 'arrays.toSorted(2) 143:51:wg9t:143'),
};

/** `Array.from`; the receiver is the constructor. */
export const from: ecma.Version = $arrow(function* (constructor, items, callback, self) {
  const iterate = ecma.iteratorMethodOf(items);
  let i = 0;
  if (iterate !== undefined) {
    const result = ecma.construct(constructor);
    for (const value of ecma.iterable(items, iterate)) {
      ecma.put(result, i, yield apply(callback, self, [value, i]));
      i++;
    }
    return ecma.finishWith(result, i);
  }
  const list = ecma.asObject(items);
  const length = ecma.lengthOf(list);
  const result = ecma.construct(constructor, length);
  for (; i < length; i++) ecma.put(result, i, yield apply(callback, self, [list[i], i]));
  return ecma.finishWith(result, length);
}, 'from(4) 155:26:d014:154 163:46:7rmt:163');

/** `Map.prototype.forEach` and that of `Set`: what is added meanwhile is visited, what is taken out is not. */
export const entries: ecma.Version = $arrow(function* (receiver, callback, self) {
  for (const entry of ecma.entriesOf(receiver)) yield apply(callback, self, [entry[1], entry[0], receiver]);
}, 'entries(3) 169:48:it1w:169');

/** `String.prototype.replace` and `replaceAll`: all matches are found before the first callback. */
export const replace: ecma.ReplaceVersion = $arrow(function* (native, receiver, pattern, callback) {
  const found = ecma.matchesOf(native, receiver, pattern);
  const { matches } = found;
  for (let i = 0; i < matches.length; i++)
    ecma.addReplacement(found, matches[i], yield apply(callback, undefined, matches[i]));
  return ecma.replaced(found);
}, 'replace(4) 177:43:8hhp:176');

// Made by `npm run natives` from packages/runtime/uncompiled/pausable.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */

import { $argumentsFrom, $cursor, $keep4, $keep8, $keepMany } from '../dispatch/frames.js';
import { $arrow, $method } from '../dispatch/wrappers.js';
import { addReplacement, answer, apply, goOnSorting, put, putFlat } from './operations.js';
import * as ecma from './operations.js';

/**
 * The standard's methods that take a callback, written so that the callback may wait: each step in the order of the
 * standard. `npm run natives` compiles this file to src/builtins/pausable.generated.ts and pausable-frames.generated.ts.
 */

/** Of `Array.prototype`. The callback is a function: anything else goes to the native method, for its error. */
export const arrays: ecma.Versions = {
  forEach: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      list,
      length,
      i;
    if ($f !== null) {
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      i = $f.l5;
    }
    if ($f === null) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      i = 0;
    } else i++;
    for (; i < length; i++) {
      if (i in list) {
        if ($c.waits(($v = apply(callback, self, [list[i], i, list]))))
          return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, i);
      }
    }
  }, 'forEach(3) runtime frames bare through'),
  map: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      result,
      i,
      value;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      result = $f.l5;
      i = $f.l6;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      result = ecma.newLike(list, length);
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc !== 0 || i in list) {
        if ($pc === 0 && $c.waits(($v = apply(callback, self, [list[i], i, list]))))
          return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, result, i);
        $pc = 0;
        value = $v;
        put(result, i, value);
      } else ecma.setHole(result, i);
    }
    return ecma.finish(result, length);
  }, 'map(3) runtime frames bare through'),
  filter: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      result,
      kept,
      i,
      value;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0[0];
      callback = $f.l0[1];
      self = $f.l0[2];
      list = $f.l0[3];
      length = $f.l0[4];
      result = $f.l0[5];
      kept = $f.l0[6];
      i = $f.l0[7];
      value = $f.l0[8];
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      result = ecma.newLike(list, 0, length);
      kept = 0;
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc === 0) {
        if (!(i in list)) continue;
        value = list[i];
        if ($c.waits(($v = apply(callback, self, [value, i, list]))))
          return $keepMany($f, $c, $this, 1, [receiver, callback, self, list, length, result, kept, i, value]);
      }
      $pc = 0;
      if ($v) put(result, kept++, value);
    }
    return ecma.finish(result, kept);
  }, 'filter(3) runtime frames bare through'),
  some: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      i,
      $t0;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      i = $f.l5;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc === 0) $t0 = i in list;
      if ($pc !== 0 || $t0) {
        if ($pc === 0 && $c.waits(($v = apply(callback, self, [list[i], i, list]))))
          return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, i);
        $pc = 0;
        $t0 = $v;
      }
      if ($t0) return true;
    }
    return false;
  }, 'some(3) runtime frames bare through'),
  every: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      i,
      $t0;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      i = $f.l5;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc === 0) $t0 = i in list;
      if ($pc !== 0 || $t0) {
        if ($pc === 0 && $c.waits(($v = apply(callback, self, [list[i], i, list]))))
          return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, i);
        $pc = 0;
        $t0 = !$v;
      }
      if ($t0) return false;
    }
    return true;
  }, 'every(3) runtime frames bare through'),
  find: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      i,
      value;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      i = $f.l5;
      value = $f.l6;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc === 0) {
        value = list[i];
        if ($c.waits(($v = apply(callback, self, [value, i, list]))))
          return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, i, value);
      }
      $pc = 0;
      if ($v) return value;
    }
    return undefined;
  }, 'find(3) runtime frames bare through'),
  findIndex: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      i;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      i = $f.l5;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc === 0 && $c.waits(($v = apply(callback, self, [list[i], i, list]))))
        return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, i);
      $pc = 0;
      if ($v) return i;
    }
    return -1;
  }, 'findIndex(3) runtime frames bare through'),
  findLast: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      i,
      value;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      i = $f.l4;
      value = $f.l5;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      i = ecma.lengthOf(list) - 1;
    }
    for (; $pc !== 0 || i >= 0; i--) {
      if ($pc === 0) {
        value = list[i];
        if ($c.waits(($v = apply(callback, self, [value, i, list]))))
          return $keep8($f, $c, $this, 1, receiver, callback, self, list, i, value);
      }
      $pc = 0;
      if ($v) return value;
    }
    return undefined;
  }, 'findLast(3) runtime frames bare through'),
  findLastIndex: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      i;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      i = $f.l4;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      i = ecma.lengthOf(list) - 1;
    }
    for (; $pc !== 0 || i >= 0; i--) {
      if ($pc === 0 && $c.waits(($v = apply(callback, self, [list[i], i, list]))))
        return $keep8($f, $c, $this, 1, receiver, callback, self, list, i);
      $pc = 0;
      if ($v) return i;
    }
    return -1;
  }, 'findLastIndex(3) runtime frames bare through'),
  reduce: $method(function ($f, $v, $m, $this, $args) {
    let $c = $v,
      $pc = 0,
      receiver,
      callback,
      initial,
      list,
      length,
      i,
      sum;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      $args = $f.l0;
      callback = $f.l1;
      list = $f.l2;
      length = $f.l3;
      i = $f.l4;
    }
    if ($pc === 0) {
      ({ 0: receiver, 1: callback } = $args);
      initial = $argumentsFrom($args, 2);
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      i = 0;
      sum = initial[0];
      if (initial.length === 0) {
        while (i < length && !(i in list)) i++;
        if (i >= length) throw ecma.nothingToReduce();
        sum = list[i++];
      }
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc !== 0 || i in list) {
        if ($pc === 0 && $c.waits(($v = apply(callback, undefined, [sum, list[i], i, list]))))
          return $keep8($f, $c, $this, 1, $args, callback, list, length, i);
        $pc = 0;
        sum = $v;
      }
    }
    return sum;
  }, 'reduce(2) runtime frames list bare through'),
  reduceRight: $method(function ($f, $v, $m, $this, $args) {
    let $c = $v,
      $pc = 0,
      receiver,
      callback,
      initial,
      list,
      i,
      sum;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      $args = $f.l0;
      callback = $f.l1;
      list = $f.l2;
      i = $f.l3;
    }
    if ($pc === 0) {
      ({ 0: receiver, 1: callback } = $args);
      initial = $argumentsFrom($args, 2);
      list = ecma.asObject(receiver);
      i = ecma.lengthOf(list) - 1;
      sum = initial[0];
      if (initial.length === 0) {
        while (i >= 0 && !(i in list)) i--;
        if (i < 0) throw ecma.nothingToReduce();
        sum = list[i--];
      }
    }
    for (; $pc !== 0 || i >= 0; i--) {
      if ($pc !== 0 || i in list) {
        if ($pc === 0 && $c.waits(($v = apply(callback, undefined, [sum, list[i], i, list]))))
          return $keep4($f, $c, $this, 1, $args, callback, list, i);
        $pc = 0;
        sum = $v;
      }
    }
    return sum;
  }, 'reduceRight(2) runtime frames list bare through'),
  flatMap: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      result,
      end,
      i,
      $t0;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      list = $f.l3;
      length = $f.l4;
      result = $f.l5;
      i = $f.l6;
      $t0 = $f.l7;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      result = ecma.newLike(list, 0, length);
      end = 0;
      i = 0;
    }
    for (; $pc !== 0 || i < length; i++) {
      if ($pc !== 0 || i in list) {
        if ($pc === 0) {
          $t0 = end;
          if ($c.waits(($v = apply(callback, self, [list[i], i, list]))))
            return $keep8($f, $c, $this, 1, receiver, callback, self, list, length, result, i, $t0);
        }
        $pc = 0;
        end = putFlat(result, $t0, $v);
      }
    }
    return ecma.finish(result, end);
  }, 'flatMap(3) runtime frames bare through'),
  sort: $method(function ($f, $v, $m, $this, receiver, compare) {
    let $c = $v,
      $pc = 0,
      list,
      length,
      before,
      work;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      compare = $f.l1;
      list = $f.l2;
      length = $f.l3;
      before = $f.l4;
      work = $f.l5;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      length = ecma.lengthOf(list);
      before = ecma.snapshot(list, length);
      work = ecma.beginSort(before, compare);
    }
    while ($pc !== 0 || !ecma.isSorted(work)) {
      if ($pc === 0 && $c.waits(($v = goOnSorting(work))))
        return $keep8($f, $c, $this, 1, receiver, compare, list, length, before, work);
      $pc = 0;
      answer(work, $v);
    }
    if (work.hasWaited && ecma.isChanged(list, length, before)) throw ecma.changedMeanwhile();
    ecma.writeBack(list, length, work.sorted);
    return list;
  }, 'sort(2) runtime frames bare through'),
  toSorted: $method(function ($f, $v, $m, $this, receiver, compare) {
    let $c = $v,
      $pc = 0,
      list,
      work;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      receiver = $f.l0;
      compare = $f.l1;
      work = $f.l2;
    }
    if ($pc === 0) {
      list = ecma.asObject(receiver);
      work = ecma.beginSort(ecma.allOf(list, ecma.lengthOf(list)), compare);
    }
    while ($pc !== 0 || !ecma.isSorted(work)) {
      if ($pc === 0 && $c.waits(($v = goOnSorting(work)))) return $keep4($f, $c, $this, 1, receiver, compare, work);
      $pc = 0;
      answer(work, $v);
    }
    return work.sorted;
  }, 'toSorted(2) runtime frames bare through'),
};

/** `Array.from`; the receiver is the constructor. */
export const from: ecma.Version = $arrow(function ($f, $v, $m, $this, constructor, items, callback, self) {
  let $c = $v,
    $pc = 0,
    iterate,
    i,
    list,
    length,
    result,
    result1,
    value,
    $cursor0,
    $t0;
  if ($f !== null) {
    $pc = $f.pc;
    $c = $f.code;
    constructor = $f.l0[0];
    items = $f.l0[1];
    callback = $f.l0[2];
    self = $f.l0[3];
    i = $f.l0[4];
    list = $f.l0[5];
    length = $f.l0[6];
    result = $f.l0[7];
    result1 = $f.l0[5];
    $cursor0 = $f.l0[6];
    $t0 = $f.l0[8];
    if ($m !== 0 && $pc === 2) throw $v;
  }
  switch ($pc) {
    case 0:
      iterate = ecma.iteratorMethodOf(items);
      i = 0;
    case 1:
      if ($pc !== 0 || iterate !== undefined) {
        if ($pc === 0) {
          result1 = ecma.construct(constructor);
          $cursor0 = $cursor(ecma.iterable(items, iterate));
        }
        try {
          if ($m !== 0) throw $v;
          while ($pc !== 0 || $cursor0.more()) {
            if ($pc === 0) {
              value = $cursor0.value;
              $t0 = i;
              if ($c.waits(($v = apply(callback, self, [value, i]))))
                return $keepMany($f, $c, $this, 1, [
                  constructor,
                  items,
                  callback,
                  self,
                  i,
                  result1,
                  $cursor0,
                  void 0,
                  $t0,
                ]);
            }
            $pc = 0;
            put(result1, $t0, $v);
            i++;
          }
          $cursor0.close();
        } catch ($e) {
          $cursor0.fail($e);
          throw $e;
        }
        return ecma.finishWith(result1, i);
      }
      list = ecma.asObject(items);
      length = ecma.lengthOf(list);
      result = ecma.construct(constructor, length);
    case 2:
      for (; $pc !== 0 || i < length; i++) {
        if ($pc === 0) {
          $t0 = i;
          if ($c.waits(($v = apply(callback, self, [list[i], i]))))
            return $keepMany($f, $c, $this, 2, [constructor, items, callback, self, i, list, length, result, $t0]);
        }
        $pc = 0;
        put(result, $t0, $v);
      }
  }
  return ecma.finishWith(result, length);
}, 'from(4) runtime frames bare');

/** `Map.prototype.forEach` and that of `Set`: what is added meanwhile is visited, what is taken out is not. */
export const collections: ecma.Versions = {
  forEach: $method(function ($f, $v, $m, $this, receiver, callback, self) {
    let $c = $v,
      entry,
      $cursor0;
    if ($f !== null) {
      $c = $f.code;
      receiver = $f.l0;
      callback = $f.l1;
      self = $f.l2;
      $cursor0 = $f.l3;
    }
    if ($f === null) $cursor0 = $cursor(ecma.entriesOf(receiver));
    try {
      if ($m !== 0) throw $v;
      while ($cursor0.more()) {
        entry = $cursor0.value;
        if ($c.waits(($v = apply(callback, self, [entry[1], entry[0], receiver]))))
          return $keep4($f, $c, $this, 1, receiver, callback, self, $cursor0);
      }
      $cursor0.close();
    } catch ($e) {
      $cursor0.fail($e);
      throw $e;
    }
  }, 'forEach(3) runtime frames bare'),
};

/** `String.prototype.replace` and `replaceAll`: all matches are found before the first callback. */
export const replace: ecma.ReplaceVersion = $arrow(function ($f, $v, $m, $this, native, receiver, pattern, callback) {
  let $c = $v,
    $pc = 0,
    found,
    matches,
    i,
    $t0;
  if ($f !== null) {
    $pc = 1;
    $c = $f.code;
    native = $f.l0;
    receiver = $f.l1;
    pattern = $f.l2;
    callback = $f.l3;
    found = $f.l4;
    matches = $f.l5;
    i = $f.l6;
    $t0 = $f.l7;
  }
  if ($pc === 0) {
    found = ecma.matchesOf(native, receiver, pattern);
    ({ matches } = found);
    i = 0;
  }
  for (; $pc !== 0 || i < matches.length; i++) {
    if ($pc === 0) {
      $t0 = matches[i];
      if ($c.waits(($v = apply(callback, undefined, matches[i]))))
        return $keep8($f, $c, $this, 1, native, receiver, pattern, callback, found, matches, i, $t0);
    }
    $pc = 0;
    addReplacement(found, $t0, $v);
  }
  return ecma.replaced(found);
}, 'replace(4) runtime frames bare through');

// Made by `npm run natives` from packages/runtime/uncompiled/scope.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */

import { $keep4 } from '../dispatch/frames.js';
import { $arrow } from '../dispatch/wrappers.js';
import * as scoping from './scoping.js';
import { waitForMembers } from './scoping.js';

/** The thread of a `scope`: it runs `fn`, then waits until none of the threads lives that began in it. */
export const scope: (fn: () => unknown) => unknown = $arrow(function ($f, $v, $m, $this, fn) {
  let $c = $v,
    $pc = 0,
    own,
    value;
  if ($f !== null) {
    $pc = $f.pc;
    $c = $f.code;
    fn = $f.l0;
    own = $f.l1;
    value = $f.l2;
  }
  switch ($pc) {
    case 0:
      own = scoping.enterScope();
      if ($c.waits(($v = fn()))) return $keep4($f, $c, $this, 1, fn, own);
    // The plugin passes a call as `() => call`, and that may return a function.
    case 1:
      $pc = 0;
      value = $v;
    case 2:
      if ($pc !== 0 || typeof value === 'function') {
        if ($pc === 0 && $c.waits(($v = value()))) return $keep4($f, $c, $this, 2, fn, own);
        $pc = 0;
        value = $v;
      }
    case 3:
      while (scoping.hasMembers(own)) {
        if ($c.waits(($v = waitForMembers(own)))) return $keep4($f, $c, $this, 3, fn, own, value);
      }
  }
  return value;
}, 'scope(1) runtime frames bare through 0:0:f61r 0:0:t2ex 0:0:zs4h;fn,own,value;1,1,12');

// Made by `npm run natives` from packages/runtime/uncompiled/next.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */

import { $keep2 } from '../dispatch/frames.js';
import { $method } from '../dispatch/wrappers.js';
import * as listening from './listen-parts.js';
import { waitForValue } from './listen-parts.js';
import { needThread } from '../waits/wait-arguments.js';

/** `next()` of a queue that is empty. It takes what has come when it is its turn. */
export const queue: {
  readonly next: (this: listening.AskedQueue) => unknown;
} = {
  next: $method(function ($f, $v, $m, $this) {
    let $c = $v,
      $pc = 0,
      asker,
      given,
      $paused0;
    if ($f !== null) {
      $pc = 1;
      $c = $f.code;
      $this = $f.self;
      asker = $f.l0;
    }
    if ($pc === 0) asker = needThread('next');
    try {
      if ($m !== 0) throw $v;
      do {
        if ($pc === 0 && $c.waits(($v = waitForValue($this.subscription, asker)))) {
          $paused0 = true;
          return $keep2($f, $c, $this, 1, asker);
        }
        // `resume` of the host has ended the wait with another value.
        $pc = 0;
        given = $v;
        if (given !== $this.subscription) return given;
        // Other code may have cleared the queue.
      } while (listening.sizeOf($this.subscription) === 0 && !$this.isClosed);
      return listening.take($this.subscription);
    } finally {
      if (!$paused0) {
        $pc = $m = 0;
        listening.leave($this.subscription, asker);
      }
    }
  }, 'next(0) runtime frames bare 0:0:12ne;asker;0'),
};

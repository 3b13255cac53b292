// Made by `npm run natives` from packages/runtime/uncompiled/next.ts: change that one.
// @ts-nocheck -- a `yield` has no type

import * as listening from './listen-parts.js';
import { waitForValue } from './listen-parts.js';
import { needThread } from '../waits/wait-arguments.js';

/** `next()` of a queue that is empty. It takes what has come when it is its turn. */
export const queue: {
  readonly next: (this: listening.AskedQueue) => unknown;
} = {
  next: function* () {
    const asker = needThread('next');
    try {
      do {
        const given = yield waitForValue(this.subscription, asker);
        // `resume` of the host has ended the wait with another value.
        if (given !== this.subscription) return given;
        // Other code may have cleared the queue.
      } while (listening.sizeOf(this.subscription) === 0 && !this.isClosed);
      return listening.take(this.subscription);
    } finally {
      listening.leave(this.subscription, asker);
    }
  },
};

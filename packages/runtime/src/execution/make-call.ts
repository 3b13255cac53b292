/** The calls that a turn makes itself: one that was blocked, or one that was handed over. (The first of a thread: `proceed`.) */
import type { Call } from './call.js';
import { execute } from './generator-frames.js';
import { turn } from './turn-state.js';

/** No other code is between the turn and this call (deep-calls.ts); between the turn and what a plain function calls, there is. */
export function makeCall({ code, self, args }: Call): unknown {
  turn.base = code.isCounted ? turn.depth + 1 : turn.depth;
  try {
    return execute(code, self, args);
  } finally {
    turn.base = turn.depth;
  }
}

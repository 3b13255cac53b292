/** Waits for a condition, and the call of a script's function where nothing can pause. */
import { DEV } from '../messages/development.js';
import { checkNumber } from '../arguments.js';
import { CompiledFunction } from '../execution/compiled-function.js';
import { inRegion, pause, pauseForFrame } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { turn } from '../execution/turn-state.js';
import { hasExecutor } from '../ownership/hand-over.js';
import { giveWay } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';
import { needThread } from './wait-arguments.js';

export function waitCondition(name: string, condition: number | (() => unknown), keeps: boolean): unknown {
  const thread = needThread(name);
  if (typeof condition === 'function') {
    return checkPredicate(thread, condition) || pause(kinds.predicate, condition, keeps);
  }
  checkNumber(name, 'a frame number or a predicate', condition, Number.isFinite);
  if (condition <= turn.frame) return undefined;
  if (turn.region === null && !hasExecutor(thread)) {
    return pause(kinds.blocked, { code: frameWait, self: undefined, args: [condition] }, true);
  }
  return pauseForFrame(condition);
}

/** Waits for a frame, holding the executor. */
export const frameWait: CompiledFunction = new CompiledFunction(
  (frame: number) => waitCondition('waitUntil', frame, true),
  'direct',
  'waitUntil(1)',
);

export function checkPredicate(thread: Thread, predicate: () => unknown): unknown {
  return askAs(thread, DEV ? 'the predicate of waitUntil' : '', predicate);
}

/** Asks a function of a script as its thread would, where nothing can pause. */
export function askAs<T>(thread: Thread, region: string, ask: () => T): T {
  const outer = giveWay();
  const { frame } = turn;
  turn.inTurn = thread;
  turn.frame = thread.frame;
  try {
    return inRegion(region, ask);
  } finally {
    turn.inTurn = outer;
    turn.frame = frame;
  }
}

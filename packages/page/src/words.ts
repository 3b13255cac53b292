/**
 * What `Spindle` is in a page: all words of scripts, the classes of the runtime, `drive`, and what compiled code calls. Not in it are replays, saves, helpers for tests, and
 * the helpers of `target: "frames"`.
 */
import { $applyOn, $at, $callable, $callOn, $constructible, $methodOn } from '@spindle/runtime/abi';
// For its effect: a class of a page may call any wait of Executor.
// oxlint-disable-next-line import/no-unassigned-import
import '@spindle/runtime/own-waits';

export * from '@spindle/runtime';
export { follow, scope, skippable, tween } from '@spindle/runtime/scenes';
export { drive } from '@spindle/runtime/host';
export {
  $again,
  $interrupt,
  beside,
  countIteration,
  given,
  handler,
  listener,
  nextFrame,
  outside,
  overBudget,
  pausing,
  pausingMethod,
  promised,
  reaction,
  restartable,
} from '@spindle/runtime/abi';
export { run } from './scripts.js';

/** Those that are called with the target `generators`, too. */
export const frames: Record<'at' | 'callOn' | 'applyOn' | 'callable' | 'constructible' | 'methodOn', unknown> = {
  at: $at,
  callOn: $callOn,
  applyOn: $applyOn,
  callable: $callable,
  constructible: $constructible,
  methodOn: $methodOn,
};

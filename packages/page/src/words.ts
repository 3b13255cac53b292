/**
 * What `Spindle` is in a page: all words of scripts, the classes of the runtime, `drive`, and what compiled code calls. Not in it are replays, saves, helpers for tests, and
 * the helpers of `target: "frames"`.
 */
// For its effect: a class of a page may call any wait of Executor.
// oxlint-disable-next-line import/no-unassigned-import
import '@spindle/runtime/own-waits';

export * from '@spindle/runtime';
export { follow, scope, skippable, tween } from '@spindle/runtime/scenes';
export { drive } from '@spindle/runtime/host';
export {
  $again,
  $arrow,
  $at,
  $applyOn,
  $atOnce,
  $callable,
  $callback,
  $callOn,
  $carry,
  $constructible,
  $decorate,
  $detached,
  $early,
  $enterFinally,
  $leaveFinally,
  $interrupt,
  $method,
  $methodOn,
  $methods,
  $named,
  $plain,
  $privateMethod,
  $propertyKey,
  $sync,
  $takeNewTarget,
  $thread,
  $valueNow,
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

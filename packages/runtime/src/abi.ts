/**
 * What compiled code calls. The plugin imports it; you do not have to. Each form of a wrapper is an export of its own,
 * so a bundle has only those that its scripts use.
 */
export {
  $thread,
  $arrow,
  $callback,
  $decorate,
  $detached,
  $early,
  $method,
  $methods,
  $named,
  $plain,
  $privateMethod,
  $propertyKey,
  $takeNewTarget,
} from './dispatch/wrappers.js';
export { now as $atOnce, runRegion as $sync, valueNow as $valueNow } from './dispatch/calls.js';
export {
  carry as $carry,
  enterFinally as $enterFinally,
  leaveFinally as $leaveFinally,
} from './execution/finally-marks.js';
export { beside, detached as outside } from './dispatch/beside.js';
export { promised, reaction } from './dispatch/promised.js';
export { callable as $callable, constructible as $constructible, methodOn as $methodOn } from './execution/methods.js';
export { applyOn as $applyOn, callOn as $callOn } from './realm.js';
// What compiled code of the form of frame objects calls.
export {
  $argumentsFrom,
  $argumentsOf,
  $cancel,
  $constant,
  $cursor,
  $disposables,
  $enter,
  $enterBlock,
  $inBlock,
  $isOpen,
  $keep2,
  $keep4,
  $keep8,
  $keepMany,
  $keysOf,
  $leaveBlock,
  $next2,
  $next4,
  $next8,
  $nextMany,
  $passed,
  $restOf,
  $tdz,
  $told,
} from './dispatch/frames.js';
export { again as $again } from './scheduling/restart-drop-latest.js';
export { interrupt as $interrupt } from './ownership/interruptions.js';
export { $cursorOver } from './saves/cursors.js';
export { $loading, $private } from './saves/private-fields.js';
export { $made, $saves } from './saves/registry.js';
export { handler, listener } from './dispatch/handlers.js';
export { atPlace as $at } from './execution/positions.js';
export { countIteration, overBudget } from './dispatch/loop-guards.js';
export { pausing, pausingMethod } from './natives.js';
export { $forEach, $map, $pausing, $pausingMethod } from './builtins/frames-natives.js';
export { given, restartable } from './words/wait-for.js';
export { nextFrame } from './execution/suspension.js';
// Words that a bundle has only if a script uses them.
export { scope, skippable, tween } from './scenes.js';
// The words that the frame-wait of a loop needs.
export { clock } from './words/clock-thread-random.js';
export { waitUntil } from './words/wait.js';

/** The same for modules of a page: one entry of an import map serves all that they import. */
import { begin } from './begin.js';

export * from './words.js';
export {
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
} from '@spindle/runtime/abi';

begin(import.meta.url, null);

/**
 * All values of `@spindle/runtime`: what scripts and games use, and what compiled code calls, but for versions
 * of natives, words of scenes and what steps of frame objects call. So code that was compiled before `@spindle/runtime/abi` runs, and the object of `runtime.global` is
 * this namespace together with that of abi.ts. Its types are those of public.ts alone.
 */
export * from './public.js';
export { $thread, $thread as thread } from './dispatch/thread-forms.js';
export {
  beside,
  countIteration,
  given,
  handler,
  isPause,
  listener,
  nextFrame,
  outside,
  overBudget,
  promised,
} from './abi.js';

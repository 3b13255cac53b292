/**
 * All values of `@spindle/runtime`: what scripts and games use, and `thread`, which code with the option `runtime.global`
 * calls on the object made of this namespace and of that of abi.ts. Its types are those of public.ts alone.
 */
export * from './public.js';
export { $thread, $thread as thread } from './dispatch/thread-forms.js';

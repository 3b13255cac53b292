/** All values of `@spindle/runtime`: what scripts and games use. Its types are those of public.ts alone. */
export * from './public.js';

/**
 * Words that not every game has, for who imports words by hand: `import { skippable } from '@spindle/runtime/scenes'`.
 * Compiled code takes them from abi.ts.
 */
export { scope } from './words/scope.js';
export { skippable } from './words/skippable.generated.js';
export type { SkippableOptions } from './words/skips.js';
export { tween } from './words/tween.js';

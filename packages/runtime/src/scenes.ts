/**
 * Words that not every game has, for who imports words by hand: `import { skippable } from '@spindle/runtime/scenes'`.
 * Compiled code takes them from abi.ts; `follow` is no word of scripts, and comes from here only.
 */
export { follow, type FollowingClock } from './words/follow.js';
export { scope } from './words/scope.js';
export { skippable } from './words/skippable.generated.js';
export type { SkippableOptions } from './words/skips.js';
export { tween } from './words/tween.js';

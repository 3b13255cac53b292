/** The line of the scene at which a thread is, also while it is in a function of the stage, such as `walk`: then it is the line that called it. */
import type { Thread } from '@spindle/runtime';
import { framesOf } from '@spindle/runtime/stacks';

/** `functions`: those of the scene. */
export function sceneLineOf(thread: Thread, functions: readonly string[]): number | null {
  return framesOf(thread).find(({ function: name, line }) => line !== null && functions.includes(name))?.line ?? null;
}

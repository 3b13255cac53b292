/**
 * The line of the scene at which a thread is, also while it is in a function of the stage, such as `walk`: then it is the
 * line that called it. `lookAt` of the runtime has the innermost function only, so this reads the frames of the thread.
 */
import type { Thread } from '@spindle/runtime';
import type { SourceLines } from './source-lines.js';

/** What is read of a suspended call. */
interface Frame {
  readonly parent: Frame | null;
  readonly notes: { readonly site?: { readonly taken: Error; readonly depth: number } } | null;
}

/** How V8 prints the call that resumes a generator. The line before it is that of the generator. */
const STEP = /^\s+at (?:.*\.)?(?:next|throw|return) \(<anonymous>\)$/;

export function sceneLineOf(thread: Thread, lines: SourceLines): number | null {
  let { inner: frame = null } = thread as unknown as { readonly inner?: Frame | null };
  for (; frame !== null; frame = frame.parent) {
    const line = lineOf(frame, lines);
    if (line != null) return line;
  }
  return null;
}

function lineOf({ notes }: Frame, lines: SourceLines): number | null | undefined {
  const site = notes?.site;
  if (site === undefined || site.depth < 0) return null;
  const stack = (site.taken.stack ?? '').split('\n');
  const steps = stack.flatMap((text, index) => (STEP.test(text) ? [index] : []));
  return lines.lineIn(stack[(steps[site.depth] ?? 0) - 1] ?? '');
}

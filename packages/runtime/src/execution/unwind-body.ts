/** Unwinding a thread that is the record of its only frame itself: most are cancelled without a frame being made. */
import type { BodyStack, Frame } from './call.js';
import { resume, traced, unwound } from './generator-frames.js';
import { pending } from './suspension.js';
import { UNWINDING } from './unwinding.js';

/** Unwinds a stack of one frame, which is not marked for that. Returns the value of its body or PAUSE; throws its error. */
export function unwindBody(stack: BodyStack): unknown {
  let step: IteratorResult<unknown, unknown>;
  try {
    step = unwound(stack.body as object);
  } catch (error) {
    const { code, args } = stack.leaf as Frame;
    stack.leaf = null;
    throw traced(error, code, args, null);
  }
  if (step.done === true && pending.kind === null) {
    stack.body = null;
    return step.value;
  }
  stack.unfold();
  (stack.leaf as Frame).notes = UNWINDING;
  return resume(stack, undefined, 'unwind', step);
}

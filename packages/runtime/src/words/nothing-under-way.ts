/** The warning, in development, about `waitFor` of something that has events or plays, and that no script acts on. */
import { codeOf } from '../execution/compiled-function.js';
import { nameOfClass } from '../messages/format.js';
import { returnedAtOnce } from '../messages/warning-texts.js';
import type { Thread } from '../threads/thread.js';

/**
 * `object` has never been an owner, so `waitFor` has nothing to wait for. The value of a call that only has events may
 * be what the call was made for, such as a button of a page; so of those only what plays is told of.
 */
export function watchWaitFor(thread: Thread, object: object, isOfCall: boolean): void {
  const { warnings } = thread.scheduler;
  if (!warnings.isOn) return;
  try {
    if (!(plays(object) || (!isOfCall && hasEvents(object))) || hasScripts(object)) return;
    warnings.say(returnedAtOnce(thread.code.path, nameOfClass(object) ?? 'object'));
  } catch {
    // A Proxy that cannot be read.
  }
}

// Asked with `in`, so that no getter is called.
const plays = (object: object): boolean => 'isPlaying' in object || 'playState' in object;
const hasEvents = (object: object): boolean =>
  'addEventListener' in object ||
  'addListener' in object ||
  ('on' in object && ('off' in object || 'once' in object || 'removeListener' in object));

/** Has it a compiled method? Then it is an object that acts, and has not begun to. */
function hasScripts(object: object | null): boolean {
  for (let at = object; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.values(Object.getOwnPropertyDescriptors(at)).some(({ value }) => codeOf(value) !== undefined))
      return true;
  return false;
}

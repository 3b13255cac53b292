/** In development: a script that ends with what it waited for, as somebody else cancelled that (SPN725). Nothing else shows it. */
import type { Called } from '../messages/format.js';
import { endedWith } from '../messages/warning-texts.js';
import type { CancelCause } from './cancels.js';
import { runningThread } from './current.js';
import { startersOf } from './starters.js';
import type { Thread } from './thread.js';

/** These threads are about to be cancelled. */
export function noteCause(threads: readonly Thread[], how: CancelCause['how']): void {
  const cause = { how, by: runningThread()?.name };
  for (const thread of threads) if (!thread.ended) thread.own.cause ??= cause;
}

/** A thread goes on with the error of one that it has waited for. */
interface Received {
  readonly from: Thread;
  /** Its outermost body of an author; the thread, if that has no name. An arrow that is only a call has nothing left to do. */
  readonly script: string | null;
}

const received = new WeakMap<Thread, Received>();

export function noteReceived(thread: Thread, from: Thread): void {
  let script: string | null = null;
  for (let frame = thread.leaf; frame !== null; frame = frame.parent)
    if (!frame.code.concise && !frame.code.isOfRuntime) script = frame.code.path || thread.name;
  received.set(thread, { from, script });
}

/** A thread for which nobody waits has ended with the error of one that was cancelled: the first on its way that has a body is told of. */
export function tellBystander(last: Thread, error: unknown): void {
  let script: string | null = null;
  let ended = last;
  for (let next = received.get(last); next !== undefined && next.from.value === error; next = received.get(ended)) {
    script = next.script ?? script;
    ended = next.from;
  }
  if (script === null) return;
  const { how, by }: Partial<CancelCause> = ended.own.cause ?? {};
  // The end is meant if a starter of this thread has cancelled (`by`), or is of the owner whose thread was cancelled, as this one is then a part
  // of what that owner does. The latter does not count where another call takes the place of what has ended.
  const whole = how === 'cancel' ? ended.owner : null;
  const isMeant = ({ label, owner }: Called): boolean => label === by || (whole !== null && owner === whole);
  if (startersOf(last).some(isMeant)) return;
  last.scheduler.warnings.say(endedWith(script, ended.code.path, (error as Error).message, by));
}

/** R9: a wait that would close a circle of threads waiting for each other is an error in the thread that closes it. */
import { isAwaited, rightToFront } from './executor.js';
import { type Core, type Join, type Thread, waitsFor } from './thread.js';

/**
 * The circle that a thread closes by the wait it is about to begin (`kind` and `subject` are set), or null.
 * A thread leads on to all that it waits for; one of them is enough to close a circle, but every branch of a race has to.
 *
 *   a ──joins──▶ b ──blocked on c's executor──▶ c ──joins──▶ a
 *
 * Cost: each thread that can be reached is looked at once.
 */
export function circleOf(start: Thread): Thread[] | null {
  const { kind } = start;
  if (kind !== 'join' && kind !== 'blocked') return null;
  const circle: Thread[] = [];
  return closes(start, start, new Set(), circle) ? circle : null;
}

/** Does every way on from `thread` that has to end lead back to `start`? The threads of the circle are noted innermost first. */
function closes(thread: Thread, start: Thread, seen: Set<Thread>, circle: Thread[]): boolean {
  if (seen.has(thread)) return thread === start;
  seen.add(thread);
  const next = waitedFor(thread, start);
  const isRace = thread.kind === 'join' && (thread.subject as Join).mode === 'race';
  const back = (target: Thread): boolean => closes(target, start, seen, circle);
  const closed = isRace ? next.length > 0 && next.every(back) : next.some(back);
  if (closed) circle.unshift(thread);
  return closed;
}

/** The threads that have to do something before this one can go on. */
function waitedFor(thread: Thread, start: Thread): Thread[] {
  if (thread.kind === 'join') {
    const { mode, targets } = thread.subject as Join;
    // The time of withTimeout runs out on its own.
    return mode === 'timeout' ? [] : targets.filter((target) => !target.ended);
  }
  if (thread.kind !== 'blocked') return [];
  const core = thread.core as Core;
  // A holder that waits for it lets it in (R5b), so it waits for nobody.
  if (isAwaited(core, thread)) return [];
  const promised = core.promised === null ? [] : [core.promised];
  // Once one of these has the executor back it lets in whom it waits for.
  const lost = core.lost.filter((other) => !waitsFor(other, thread));
  return [...core.holders, ...lost, ...promised, ...ahead(core, thread)].filter(
    (other) => other !== thread && (other !== start || isHeldUpBy(start, core, thread)),
  );
}

/**
 * Will `thread`, which is blocked on `core`, have to wait for the thread that begins to wait now? Not if that one lets go
 * meanwhile. If it is about to queue for the same executor, only when it will stand before `thread`.
 */
function isHeldUpBy(start: Thread, core: Core, thread: Thread): boolean {
  if (start.kind !== 'blocked' || start.core !== core) return start.keeps;
  return rightToFront(core, start) > thread.lostSeq;
}

/** Those who stand before a thread in the queue, or will once it has joined it. */
function ahead(core: Core, thread: Thread): Thread[] {
  const at = core.queue.indexOf(thread);
  if (at >= 0) return core.queue.slice(0, at);
  const right = rightToFront(core, thread);
  return core.queue.filter((other) => other.lostSeq >= right);
}

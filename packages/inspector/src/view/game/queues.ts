/** Who queues for whom. */
import type { Model, ViewThread } from './model.js';

export interface QueueOfOwner {
  readonly ownerId: number;
  readonly owner: string;
  /** The thread that holds the owner; null if it is not known yet. */
  readonly holder: ViewThread | null;
  readonly holderName: string;
  /** Who queues, in the order in which they came. */
  readonly threads: readonly ViewThread[];
}

const QUEUED = 3;

export const queuedThreads = (model: Model): ViewThread[] =>
  model.counts[QUEUED] === 0
    ? []
    : [...model.threads.values()].filter(({ state, ended }) => state === QUEUED && ended === null);

/** The queues, the longest first. Each thread has to have its `info`. */
export function queuesOf(model: Model): QueueOfOwner[] {
  const byOwner = new Map<number, ViewThread[]>();
  for (const thread of queuedThreads(model)) {
    const others = byOwner.get(thread.ownerId);
    if (others === undefined) byOwner.set(thread.ownerId, [thread]);
    else others.push(thread);
  }
  const queues = [...byOwner].map(([ownerId, threads]) => {
    threads.sort((a, b) => a.stateSince - b.stateSince || a.id - b.id);
    const behind = threads.find(({ info }) => info?.behind != null)?.info?.behind;
    const holder = behind == null ? null : (model.threads.get(behind.id) ?? null);
    return { ownerId, owner: threads[0]?.owner ?? 'no owner', holder, holderName: behind?.name ?? '', threads };
  });
  return queues.sort((a, b) => b.threads.length - a.threads.length || a.ownerId - b.ownerId);
}

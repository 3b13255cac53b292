/**
 * The wait for a Promise that threads have a part in which the waiting thread has started itself, or which handlers of its chain
 * start meanwhile: they are its family (R5b), but anybody may settle it. Only what compiled code calls for them brings this file.
 */
import { addToRing } from '../collections/ring.js';
import { pending } from '../execution/suspension.js';
import { joinBegan } from '../ownership/hand-over.js';
import { addModes, none, word } from '../threads/join-modes.js';
import { beginJoin, type Join, JoinNode, leaveJoin, liveOf } from '../threads/joins.js';
import { NOBODY } from '../ownership/owner.js';
import { addKinds, kinds } from '../execution/wait-kind-table.js';
import type { Thread, Waiting } from '../threads/thread.js';
import { Settling } from './promise.js';

/** Threads that have a part in the next Promise that a thread waits for, or in the one that it waits for now. */
export class PromisedCalls {
  readonly #threads: Thread[] = [];
  #wait: Promised | null = null;
  /** Handlers of its chain may start threads later. */
  hasHandlers = false;

  add(thread: Thread): void {
    const wait = this.#wait;
    if (wait === null) this.#threads.push(thread);
    else if (wait.settling?.thread && !thread.ended) joinLater(wait.settling.thread, wait, thread);
  }

  /** The thread begins to wait for a Promise. */
  joinPending(): void {
    const targets = liveOf(this.#threads);
    if (targets.length === 0 && !this.hasHandlers) return;
    const awaited = pending.subject as Join['awaited'];
    this.#wait = { mode: 'promised', targets, nodes: null, remaining: targets.length, awaited } as Promised;
    pending.kind = kinds.promised;
    pending.subject = this.#wait;
  }
}

/** A wait of the kind `promised`. Over, its `settling` has no thread. */
type Promised = Join & { readonly awaited: Promise<unknown>; settling?: Settling };

/** A thread has begun to have a part in a Promise that is waited for. If it queues behind who waits, it goes on now. */
function joinLater(waiter: Thread, record: Promised, thread: Thread): void {
  record.targets.push(thread);
  record.remaining++;
  addToRing(thread.own, (record.nodes = new JoinNode(waiter as Waiting<Promised>, record.nodes)));
  joinBegan(waiter);
}

addKinds<Thread>({
  promised: {
    status: 'waiting',
    isForeign: true,
    isOutside: true,
    joins: true,
    begin(thread: Waiting<Promised>) {
      const record = thread.subject;
      beginJoin(thread, record);
      record.settling = new Settling(thread, record.awaited);
      record.settling.listen();
    },
    undo(_thread, record: Promised) {
      record.settling?.forget();
      leaveJoin(record);
      return { targets: record.targets, children: NOBODY };
    },
    label: () => 'a Promise',
    holdUps: ({ subject }: Waiting<Join>) => subject.targets,
  },
});
// The Promise settles it.
addModes({ promised: { ...word('', () => null, none), label: () => 'a Promise' } });

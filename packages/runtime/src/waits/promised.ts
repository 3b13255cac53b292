/**
 * The wait for a Promise that threads have a part in which the waiting thread has started itself: they are its family (R5b),
 * but anybody may settle it. Only `promised` of compiled code brings this file.
 */
import { pending } from '../execution/suspension.js';
import { addModes, none, word } from '../threads/join-modes.js';
import { beginJoin, type Join, leaveJoin } from '../threads/joins.js';
import type { Thread } from '../threads/thread.js';
import { NOBODY, type Waiting } from '../threads/wait-kind.js';
import { addKinds } from './kind-rows.js';
import { Settling } from './promise.js';

/** Calls that a thread has made to get a Promise, which it does not wait for yet. */
export class PromisedCalls {
  readonly #threads: Thread[] = [];

  add(thread: Thread): void {
    this.#threads.push(thread);
  }

  /** The thread begins to wait for a Promise. */
  joinPending(): void {
    const targets = this.#threads.filter(({ ended }) => !ended);
    if (targets.length === 0) return;
    const awaited = pending.subject as Join['awaited'];
    pending.kind = 'promised';
    pending.subject = { mode: 'promised', targets, nodes: null, remaining: targets.length, awaited } satisfies Join;
  }
}

/** A wait of the kind `promised`. */
type Promised = Join & { readonly awaited: Promise<unknown>; settling?: Settling };

addKinds({
  promised: {
    status: 'waiting',
    isForeign: true,
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

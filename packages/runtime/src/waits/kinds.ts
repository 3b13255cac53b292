/** The kinds of wait. A wait is data on its thread (`kind`, `subject`); how it begins and how it is undone stands in one table. */
import type { Call } from '../execution/call.js';
import { type WaitWords, waitWords } from '../execution/wait-words.js';
import { timedOut } from '../messages/errors.js';
import { show, showCall, showNames, unasked } from '../messages/format.js';
import { standingInTheWay } from '../threads/describe.js';
import { beginJoin, cancelAll, type Join, leaveJoin } from '../threads/joins.js';
import type { Rhythm } from '../threads/cold-fields.js';
import type { AskersOf } from '../threads/subscription.js';
import type { Source, Thread, Watcher } from '../threads/thread.js';
import { leaveWheel, wake } from '../threads/wake.js';
import { Settling, Thenable } from './settling.js';
import { renew, sameSource, subscribe, unsubscribe, wakeWatcher } from './subscriptions.js';

interface WaitKind extends WaitWords {
  /** To begin it calls code from outside, which may do anything: cancel the thread, or look at what it holds. */
  readonly isForeign?: true;
  /** Registers the wait of a thread that has just been suspended. */
  begin(thread: Thread): void;
  /** Takes the registration back; the thread, which waits for nothing any more, will not be woken by it. */
  undo(thread: Thread, subject: unknown): void;
}

/** For a number of milliseconds from now. */
const forMs = (name: string): WaitKind => ({
  status: 'sleeping',
  begin: (thread) => thread.clock.insertIn(thread, thread.subject as number),
  undo: leaveWheel,
  label: (ms) => `${name}(${String(ms)})`,
});

export const waitKinds: Record<string, WaitKind> = {
  frame: {
    status: 'sleeping',
    begin(thread) {
      thread.lane.addFrameWait(thread, Math.ceil(thread.subject as number));
    },
    undo() {},
    label: (frame) => `frame ${String(frame)}`,
  },
  frames: {
    status: 'sleeping',
    begin(thread) {
      thread.lane.addFrameWait(thread, thread.lane.frame + (thread.subject as number));
    },
    undo() {},
    label: (count) => `waitFrames(${String(count)})`,
  },
  timer: forMs('wait'),
  sleep: forMs('scheduler.sleep'),
  every: {
    status: 'sleeping',
    begin: (thread) => thread.clock.insert(thread, (thread.subject as Rhythm).deadlineMs),
    undo: leaveWheel,
    label: (rhythm) => `every(${(rhythm as Rhythm).ms})`,
  },
  predicate: {
    status: 'checking',
    begin: (thread) => thread.host.predicates.add(thread),
    undo() {},
    label: (predicate) => `waitUntil(${show(predicate)})`,
  },
  promise: {
    status: 'waiting',
    isForeign: true,
    begin(thread) {
      const settling = new Settling(thread, thread.subject as Promise<unknown> | Thenable);
      thread.subject = settling;
      settling.listen();
    },
    undo(_thread, subject) {
      // It may not have begun.
      if (subject instanceof Settling) subject.leave();
    },
    label(subject) {
      const awaited = subject instanceof Settling ? subject.awaited : subject;
      return awaited instanceof Thenable ? `waitFor(${show(awaited.object)})` : 'a Promise';
    },
  },
  join: {
    status: 'waiting',
    begin(thread) {
      const record = thread.subject as Join;
      if (record.mode === 'timeout') thread.clock.insertIn(thread, record.ms as number);
      beginJoin(thread, record);
    },
    undo(thread, subject) {
      leaveWheel(thread);
      leaveJoin(subject as Join);
    },
    label: (subject) => {
      const { mode, targets, ms } = subject as Join;
      const names = showNames(targets);
      if (mode === 'ending') return `the end of ${names}`;
      if (mode === 'timeout') return `withTimeout(${String(ms)}, ${names})`;
      return mode === 'one' || mode === 'entity'
        ? `waitFor(${names})`
        : mode === 'call'
          ? `the value of ${names}`
          : `${mode}(${names})`;
    },
    queued(subject) {
      const { mode, targets } = subject as Join;
      const [called] = targets;
      if (mode !== 'call' || called?.kind !== 'blocked' || called.core === null) return null;
      const { code, args } = called.first;
      const { owner } = called.core;
      return {
        call: showCall(code.label, args),
        owner: show(owner),
        holders: showNames(standingInTheWay(called.core)),
      };
    },
  },
  watch: {
    status: 'waiting',
    isForeign: true,
    begin(thread) {
      const source = thread.subject as Source;
      const kept = thread.subscription;
      if (source.timeoutMs !== undefined) thread.clock.insertIn(thread, source.timeoutMs);
      if (kept !== null && sameSource(kept.source, source)) renew(kept, source);
      else subscribe(thread, source);
    },
    undo(thread) {
      leaveWheel(thread);
      unsubscribe(thread);
    },
    label: (source) => (source as Source).label(),
  },
  queue: {
    status: 'waiting',
    begin(thread) {
      const watcher = thread.subject as Watcher;
      watcher.queue?.waiting.push(thread);
      if (!watcher.waiting) watcher.source.list.wait(watcher);
    },
    undo(thread, subject) {
      const watcher = subject as Watcher;
      const queue = watcher.queue as AskersOf<Thread>;
      queue.waiting = queue.waiting.filter((asker) => asker !== thread);
      watcher.waiting = queue.waiting.length > 0;
    },
    label: (watcher) => `the next of ${(watcher as Watcher).source.label()}`,
  },
  blocked: {
    status: 'blocked',
    begin() {},
    undo() {},
    label: (call) => showCall((call as Call).code.label, (call as Call).args),
  },
  yield: {
    status: 'ready',
    begin: (thread) => wake(thread, undefined),
    undo() {},
    label: () => 'scheduler.yield()',
  },
};

Object.assign(waitWords, waitKinds);

/** The time of `withTimeout` or `waitForEvent` ran out. */
export function timeOut(thread: Thread): void {
  if (thread.kind === 'watch') {
    const { label, timeoutMs = 0 } = thread.subject as Source;
    wakeWatcher(thread.subscription as Watcher, timedOut(unasked(label), timeoutMs), 'error');
    return;
  }
  const record = thread.subject as Join;
  const error = timedOut('withTimeout', record.ms as number);
  leaveJoin(record);
  wake(thread, error, 'error');
  thread.host.joinOver(thread, record.targets);
  cancelAll(record.targets, error);
}

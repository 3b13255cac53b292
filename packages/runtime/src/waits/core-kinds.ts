/** The rows of the kinds of waits that the core begins itself, or every game has. A wait is data on its thread (`kind`, `subject`). */
import type { Call } from '../execution/call.js';
import { addKinds, kinds } from '../execution/wait-kind-table.js';
import { cannotQueueHere } from '../messages/errors.js';
import { show, showCall, showNames } from '../messages/format.js';
import { inTheWayOf } from '../ownership/deadlock.js';
import { named, sayBlocked, sayFrame, standingInTheWay } from '../threads/describe-wait.js';
import { joinModes } from '../threads/join-modes.js';
import { beginJoin, type Join, leaveJoin, liveOf } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Thread, Waiting, WaitKind } from '../threads/thread.js';
import { wake } from '../threads/wake.js';
import { Settling, Thenable } from './promise.js';

addKinds<Thread>({
  frame: {
    status: 'sleeping',
    loops: true,
    begin: (thread: Waiting<number>) =>
      thread.runQueue.addFrameWait(thread, Math.ceil(thread.subject) - thread.frame + thread.runQueue.frame),
    keepsSubscription: ({ subscription, leaf }) => subscription?.subscriber === leaf,
    label: (frame: number) => `frame ${frame}`,
    sentence: sayFrame,
  },
  frames: {
    status: 'sleeping',
    begin: (thread: Waiting<number>) => thread.runQueue.addFrameWait(thread, thread.runQueue.frame + thread.subject),
    label: (count: number) => `waitFrames(${count})`,
  },
  timer: {
    status: 'sleeping',
    begin: (thread: Waiting<number>) => thread.clock.insertIn(thread, thread.subject),
    onTimer: wake,
    label: (ms: number) => `wait(${ms})`,
  },
  time: {
    status: 'sleeping',
    begin: (thread: Waiting<number>) => thread.clock.insert(thread, thread.subject),
    onTimer: wake,
    isPoint: true,
    label: (ms: number) => `waitUntilTime(${ms})`,
  },
  predicate: {
    status: 'checking',
    begin: (thread) => thread.scheduler.predicates.add(thread),
    label: (predicate) => `waitUntil(${show(predicate)})`,
  },
  promise: {
    status: 'waiting',
    isForeign: true,
    isOutside: true,
    begin(thread: Thread & { subject: Promise<unknown> | Thenable | Settling }) {
      const settling = new Settling(thread, thread.subject as Promise<unknown> | Thenable);
      thread.subject = settling;
      settling.listen();
    },
    undo(_thread, subject) {
      // The wait may not have begun: then its subject is still the Promise.
      if (subject instanceof Settling) subject.forget();
    },
    label(subject) {
      const awaited = subject instanceof Settling ? subject.awaited : subject;
      return awaited instanceof Thenable ? `waitFor(${show(awaited.object)})` : 'a Promise';
    },
  },
  join: {
    status: 'waiting',
    joins: true,
    begin(thread: Waiting<Join>) {
      const record = thread.subject;
      if (record.ms !== undefined) thread.clock.insertIn(thread, record.ms);
      beginJoin(thread, record);
      const { mode, targets } = record;
      if (mode === 'call' || mode === 'shared') thread.cold?.branchOf?.nameOwner(thread, targets[0] as Thread);
    },
    undo(thread, record: Join) {
      leaveJoin(record);
      // Nobody gets the error that has ended the scope.
      if (record.scope?.failed) record.scope.failed.own.receivers--;
      thread.call = null;
      return { targets: record.targets, children: joinModes[record.mode].children(record.targets) };
    },
    onTimer: (thread: Waiting<Join>) => joinModes[thread.subject.mode].onTimer!(thread),
    blockers({ subject: { ms, targets } }: Waiting<Join>) {
      // The time of withTimeout runs out on its own.
      return ms !== undefined ? [] : liveOf(targets);
    },
    label: ({ mode, targets, ms }: Join) => joinModes[mode].label(showNames(targets.map(named)), ms),
    holdUps: ({ subject }: Waiting<Join>) => subject.targets,
    refusal({ mode, targets }: Join, region) {
      const [called] = targets;
      if (mode !== 'call' || called === undefined || !isBlocked(called)) return null;
      const { code, args } = called;
      const holders = showNames(standingInTheWay(called));
      return cannotQueueHere(showCall(code.label, args), show(called.owner), holders, region);
    },
  },
  blocked: {
    status: 'blocked',
    queues: true,
    blockers: inTheWayOf,
    label: ({ code, args }: Call) => showCall(code.label, args),
    sentence: sayBlocked,
    holdUps: standingInTheWay,
  },
});

/** Whoever imports this name keeps this file in a bundle, so that it runs and adds its rows. */
export const joinKind: WaitKind = kinds.join;

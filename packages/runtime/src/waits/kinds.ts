/** The kinds of wait: all that one does stands in its row. A wait is data on its thread (`kind`, `subject`). */
import type { Call } from '../execution/call.js';
import { describeWait } from '../execution/describe-wait.js';
import { cannotQueueHere, timedOut } from '../messages/errors.js';
import { show, showCall, showNames, unasked } from '../messages/format.js';
import { inTheWayOf } from '../ownership/deadlock.js';
import type { Rhythm } from '../threads/cold-fields.js';
import { sayBlocked, sayFrame, standingInTheWay } from '../threads/describe.js';
import { joinModes } from '../threads/join-modes.js';
import { beginJoin, type Join, leaveJoin } from '../threads/joins.js';
import { cancelAll } from '../threads/settle-joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { AskersOf } from '../threads/subscription.js';
import type { Channel, Thread, Subscription } from '../threads/thread.js';
import { kindsBelow, NOBODY, type WaitKind } from '../threads/wait-kind.js';
import { leaveWheel, wake } from '../threads/wake.js';
import { Settling, Thenable } from './promise.js';
import { renew, sameChannel, subscribe, unsubscribe, wakeSubscriber } from './subscriptions.js';
import { nextDeadline } from './timed.js';

type Row = Pick<WaitKind, 'status' | 'label'> & Partial<WaitKind>;

const nothing = (): void => {};
const no = (): boolean => false;

/** The columns of a kind whose row does not say otherwise. All rows then have the same shape, so that reading a column is monomorphic. */
const USUAL: Omit<WaitKind, 'status' | 'label'> = {
  isForeign: false,
  loops: false,
  queues: false,
  joins: false,
  begin: nothing,
  undo: nothing,
  onTimer: (thread) => wake(thread, undefined),
  blockers: () => [],
  keepsSubscription: no,
  sentence: ({ kind, subject }) => describeWait(kind as string, subject),
  holdUps: () => NOBODY,
  refusal: () => null,
};

/** For a number of milliseconds from now. */
const forMs = (name: string): Row => ({
  status: 'sleeping',
  begin: (thread) => thread.clock.insertIn(thread, thread.subject as number),
  undo: leaveWheel,
  label: (ms) => `${name}(${ms as number})`,
});

const rows: Record<string, Row> = {
  frame: {
    status: 'sleeping',
    loops: true,
    begin: (thread) => thread.runQueue.addFrameWait(thread, Math.ceil(thread.subject as number)),
    keepsSubscription: ({ subscription, leaf }) => subscription?.frame === leaf,
    label: (frame) => `frame ${frame as number}`,
    sentence: sayFrame,
  },
  frames: {
    status: 'sleeping',
    begin: (thread) => thread.runQueue.addFrameWait(thread, thread.runQueue.frame + (thread.subject as number)),
    label: (count) => `waitFrames(${count as number})`,
  },
  timer: forMs('wait'),
  sleep: forMs('scheduler.sleep'),
  every: {
    status: 'sleeping',
    begin: (thread) => thread.clock.insert(thread, (thread.subject as Rhythm).deadlineMs),
    undo: leaveWheel,
    onTimer: (thread) => wake(thread, nextDeadline(thread.subject as Rhythm)),
    label: (rhythm) => `every(${(rhythm as Rhythm).ms})`,
  },
  predicate: {
    status: 'checking',
    begin: (thread) => thread.scheduler.predicates.add(thread),
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
    begin(thread) {
      const record = thread.subject as Join;
      if (record.ms !== undefined) thread.clock.insertIn(thread, record.ms);
      beginJoin(thread, record);
    },
    undo(thread, subject) {
      const record = subject as Join;
      leaveWheel(thread);
      leaveJoin(record);
      return { targets: record.targets, children: joinModes[record.mode].children(record.targets) };
    },
    onTimer(thread) {
      const record = thread.subject as Join;
      const error = timedOut('withTimeout', record.ms as number);
      leaveJoin(record);
      wake(thread, error, 'error');
      thread.scheduler.joinOver(thread, record.targets);
      cancelAll(record.targets, error);
    },
    blockers({ subject }) {
      const { ms, targets } = subject as Join;
      // The time of withTimeout runs out on its own.
      return ms !== undefined ? [] : targets.filter((target) => !target.ended);
    },
    label(subject) {
      const { mode, targets, ms } = subject as Join;
      return joinModes[mode].label(showNames(targets), ms);
    },
    holdUps: ({ subject }) => (subject as Join).targets,
    refusal(subject, region) {
      const { mode, targets } = subject as Join;
      const [called] = targets;
      if (mode !== 'call' || called === undefined || !isBlocked(called)) return null;
      const { code, args } = called.first;
      const holders = showNames(standingInTheWay(called));
      return cannotQueueHere(showCall(code.label, args), show(called.owner), holders, region);
    },
  },
  subscription: {
    status: 'waiting',
    isForeign: true,
    begin(thread) {
      const channel = thread.subject as Channel;
      const before = thread.subscription;
      if (channel.timeoutMs !== undefined) thread.clock.insertIn(thread, channel.timeoutMs);
      if (before !== null && sameChannel(before.channel, channel)) renew(before, channel);
      else subscribe(thread, channel);
    },
    undo(thread) {
      leaveWheel(thread);
      // Else it has not begun, and this is the subscription of the wait before.
      if (thread.subscription?.waiting === true) unsubscribe(thread);
    },
    onTimer({ subject, subscription }) {
      const { label, timeoutMs = 0 } = subject as Channel;
      wakeSubscriber(subscription as Subscription, timedOut(unasked(label), timeoutMs), 'error');
    },
    keepsSubscription: ({ subscription, subject }) =>
      sameChannel((subscription as Subscription).channel, subject as Channel),
    label: (channel) => (channel as Channel).label(),
  },
  queue: {
    status: 'waiting',
    begin(thread) {
      const subscription = thread.subject as Subscription;
      subscription.queue?.waiting.push(thread);
      if (!subscription.waiting) subscription.channel.list.wait(subscription);
    },
    undo(thread, subject) {
      const subscription = subject as Subscription;
      const queue = subscription.queue as AskersOf<Thread>;
      queue.waiting = queue.waiting.filter((asker) => asker !== thread);
      subscription.waiting = queue.waiting.length > 0;
    },
    label: (subscription) => `the next of ${(subscription as Subscription).channel.label()}`,
  },
  blocked: {
    status: 'blocked',
    queues: true,
    blockers: inTheWayOf,
    label: (call) => showCall((call as Call).code.label, (call as Call).args),
    sentence: sayBlocked,
    holdUps: standingInTheWay,
  },
  yield: {
    status: 'ready',
    begin: (thread) => wake(thread, undefined),
    label: () => 'scheduler.yield()',
  },
};

/** The table. It is the object that rooms below this one know, so this file has to run: a bundler keeps it for whoever imports this name. */
export const waitKinds: Record<string, WaitKind> = kindsBelow;
Object.entries(rows).forEach(([kind, row]) => (waitKinds[kind] = { ...USUAL, ...row }));

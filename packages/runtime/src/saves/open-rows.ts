/** The rows of what words keep open while the script goes on: `scope`, `skippable`, `listen`. */
import { SmallSet } from '../collections/small-set.js';
import type { AskersOf } from '../threads/subscription.js';
import type { Subscription, Thread } from '../threads/thread.js';
import { Clock } from '../time/clock.js';
import { ListenQueue } from '../words/listen.js';
import { type Background, Scope } from '../words/scoping.js';
import { Skip } from '../words/skips.js';
import {
  aThread,
  boolean,
  type Field,
  list,
  listOf,
  number,
  ofClock,
  ofRow,
  orNull,
  record,
  type Row,
  row,
  rowOf,
  type Saver,
  value,
} from './fields.js';

const threads: Field = list(aThread);

/** The threads that wait for the next value of a queue, and those for which one is reserved. */
export const askers: Field = orNull({
  save: ({ waiting, woken }: AskersOf<Thread>, to, of) => [
    threads.save(waiting, to, of, ''),
    threads.save([...woken], to, of, ''),
  ],
  load(json, from, of) {
    const [waiting = [], woken = []] = listOf(json, from);
    return { waiting: threads.load(waiting, from, of), woken: new Set(threads.load(woken, from, of) as Thread[]) };
  },
});

/** Does it belong to a queue that has stopped listening? */
export const isClosed = ({ queue, slot }: Subscription): boolean => queue !== null && slot < 0;

/** That of a wait, or of a queue. */
export const subscriptionOf = (ofQueue: boolean): Field => ({
  save: (given: Subscription, to: Saver, _of, key) =>
    isClosed(given) || given.channel.source !== undefined || to.isChannel(given.channel)
      ? to.record(rowOf('Subscription'), given, key)
      : to.refuse(
          'event',
          `waits for ${given.channel.label()}`,
          'Name that function at the top of a file, or save when no script waits for its calls.',
          key,
        ),
  load(json, from) {
    const found = from.record(rowOf('Subscription'), json) as Subscription;
    from.afterFill(() => {
      if ((found.queue !== null) !== ofQueue) from.damaged('a wait in the place of a queue');
    });
    return found;
  },
});

const queue: Row = row(
  'Queue',
  ListenQueue.prototype,
  'subscription isClosed',
  { subscription: subscriptionOf(true), isClosed: boolean },
  (): object => Object.assign(Object.create(ListenQueue.prototype) as ListenQueue, { isClosed: false }),
);

const skip: Row = row(
  'Skip',
  Skip.prototype,
  'isOn options clock thread wentOnAtMs family',
  {
    isOn: boolean,
    options: {
      ...value,
      load(json, from) {
        const options = from.value(json);
        return typeof options === 'object' && options !== null
          ? options
          : from.damaged('a `skippable` without options');
      },
    },
    clock: {
      ...ofClock,
      load(json, from, of) {
        const clock = ofClock.load(json, from, of) as Clock;
        return clock.parent === null ? from.damaged('a `skippable` without a clock') : clock;
      },
    },
    thread: aThread,
    wentOnAtMs: number,
    // It is found anew when it is on again.
    family: {
      save: (given: ReadonlySet<Thread>, to, of: Skip, key) => (of.isOn ? threads.save([...given], to, of, key) : []),
      load: (json, from, of) => new Set(threads.load(json, from, of) as Thread[]),
      usual: [],
    },
  },
  (): object => new Skip({} as Thread, {} as Clock, {}),
);

const scope: Row = row(
  'Scope',
  Scope.prototype,
  'own record isOpening members',
  {
    own: aThread,
    record: record('ScopeRecord'),
    isOpening: boolean,
    members: {
      ...threads,
      save: (given: readonly Thread[], to, of, key) =>
        threads.save(
          given.filter(({ ended }) => !ended),
          to,
          of,
          key,
        ),
    },
  },
  (): object => new Scope(),
);

const scopeRecord: Row = row('ScopeRecord', null, 'failed', { failed: orNull(aThread) }, () => ({ failed: null }));

/** The scope that a thread is in, or what is attached in it. */
export const openScope: Field = orNull({
  save: (given: Scope | Background, to, _of, key) =>
    given instanceof Scope ? [to.value(given, key)] : [to.value(given.scope, key), true],
  load(json, from, of) {
    const [which = null, isBackground] = listOf(json, from);
    const found = ofRow('Scope').load(which, from, of) as Scope;
    return isBackground === true ? found.background : found;
  },
});

/** What is called when a thread has ended: a scope that waits for it, and Promises of plain code, which no save has. */
export const settlers: Field = {
  save(given: readonly unknown[] | null, to, of: { readonly openScope: Scope | Background | null }) {
    const lookAt = of.openScope instanceof Scope && of.openScope.lookAt;
    const others = given?.filter((settle) => settle !== lookAt).length ?? 0;
    for (let i = 0; i < others; i++) to.leaveOut('a Promise of plain code for the end of a script');
    return (given?.length ?? 0) > others;
  },
  load: (json, _from, { openScope: own }: { readonly openScope: Scope | Background | null }) =>
    json === true && own instanceof Scope ? [own.lookAt] : null,
  usual: false,
};

/** The queues, skips and showings of a thread, which end with it. */
export const listeners: Field = {
  save: (given: SmallSet<object> | null, to) => (given?.toArray() ?? []).map((one) => to.value(one)),
  load(json, from, of) {
    const found = list(ofRow('Queue', 'Skip', 'Showing')).load(json, from, of) as object[];
    if (found.length === 0) return null;
    const set = new SmallSet<object>();
    for (const one of found) set.add(one);
    return set;
  },
  usual: [],
};

export const openRows: readonly Row[] = [queue, skip, scope, scopeRecord];

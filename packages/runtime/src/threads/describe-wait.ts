/**
 * How a thread is described: what it waits for and which threads hold it up, in `waitingFor` and the lines of `dump()`.
 */
import type { Call } from '../execution/call.js';
import { NAMELESS } from '../execution/compiled-function.js';
import { DEV } from '../messages/development.js';
import { isPlain, printable, show, showCall, showNames } from '../messages/format.js';
import type { WaitKindOf } from '../execution/wait-kind-table.js';
import type { Traced } from './starters.js';

type Kind = WaitKindOf<any>;

/** The fields of a thread that its description needs. */
export interface Described extends Traced {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly status: string;
  readonly clock: { readonly paused: boolean };
  readonly frozen: boolean;
  readonly stopped: boolean;
  readonly lock: DescribedLock | null;
  readonly kind: Kind | null;
  readonly subject: unknown;
  readonly since: number;
  readonly isWaiting: boolean;
  readonly ended: boolean;
  readonly waitingFor: string;
}

interface Held<T> {
  readonly holders: readonly T[];
  readonly granted: T | null;
}

/** The fields of an owner that a description needs. */
interface DescribedLock extends Held<Described> {
  readonly owner: object;
  readonly queue: { before(thread: any): Described | null };
}

const kindOf = ({ kind }: Described): Kind => kind as Kind;

/**
 * An arm such as `wait(500)` or `g.walk()` is handed over in a function without a name: it is named by what it waits for, in development.
 */
export function named(thread: Described): { readonly name: string } {
  if (!DEV || thread.name !== NAMELESS || !thread.isWaiting) return thread;
  const kind = kindOf(thread);
  const [called, another] = kind.holdUps(thread);
  return called && !another ? named(called) : { name: kind.label(thread.subject) };
}

/** One line of `scheduler.dump()`. */
export function describeThread(thread: Described): string {
  const { id, owner, priority, status, waitingFor } = thread;
  const { name } = named(thread);
  const of = owner === null ? '' : ` of ${show(owner)}`;
  const what = waitingFor === '' || waitingFor.startsWith(status) ? waitingFor : `${status}: ${waitingFor}`;
  return printable(`#${id} ${name}${of}, priority ${priority}, ${what || status}`);
}

/** What a thread waits for, then what the threads that hold it up wait for, at most eight in all; empty if it waits for nothing. */
export function describeChain(first: Described): string {
  const chain: Described[] = [];
  for (let thread: Described | null = first; thread !== null; thread = holdUp(thread)) {
    // One that could go on and is stopped waits, too.
    const isParked = thread.status === 'ready' && thread.stopped;
    if (!(thread.isWaiting || isParked) || chain.length === LONGEST_CHAIN || chain.includes(thread)) break;
    chain.push(thread);
  }
  const told = chain.map((one, at) => (at === 0 ? sentence(one) : `${named(one).name}: ${sentence(one)}`));
  return printable(told.join('; '));
}
const LONGEST_CHAIN = 8;

function sentence(thread: Described): string {
  const { since, clock, frozen, isWaiting } = thread;
  const waits = isWaiting && `${kindOf(thread).sentence(thread)}, since frame ${since}`;
  return [waits, frozen && 'paused', clock.paused && 'on a paused clock'].filter(Boolean).join(', ');
}

/** A thread in a loop waits again without a new subject (scheduling/due-turns.ts): its frame follows from `since`. */
export const sayFrame = ({ subject, since }: Described): string => `frame ${Math.max(subject as number, since + 1)}`;

export function sayBlocked(thread: Described): string {
  const lock = thread.lock as DescribedLock;
  const call = thread.subject as Call;
  const ahead = lock.queue.before(thread);
  return (
    `blocked: ${showCall(call.code.label, call.args)} needs ${show(lock.owner)}, ` +
    `held by ${showNames(standingInTheWay(thread)) || 'nobody'}` +
    (ahead === null ? '' : `, behind ${ahead.name}`) +
    hintOfLibrary(call, lock)
  );
}

/**
 * Functions that an object only groups block each other, because the object is an owner; forever, if one of them loops.
 */
function hintOfLibrary({ code }: Call, { owner, holders }: DescribedLock): string {
  if (!DEV) return '';
  const looping = holders.find((holder) => holder.kind?.loops);
  const path = code.path.split('.').slice(0, -1).join('.');
  if (looping === undefined || path === '' || !isPlain(owner)) return '';
  return ` (${looping.name} loops, and \`${path}\` does one thing at a time: say asLibrary(${path}) if it only groups functions; else // @instant lets in what does not wait)`;
}

/** The thread that has to end or to release the owner first, or null. */
export const holdUp = (thread: Described): Described | null =>
  thread.isWaiting
    ? (kindOf(thread)
        .holdUps(thread)
        .find((other) => !other.ended) ?? null)
    : null;

/** The threads that keep a thread from its owner. */
export function standingInTheWay<T>({ lock }: { readonly lock: Held<T> | null }): readonly T[] {
  const { holders, granted } = lock as Held<T>;
  return holders.concat(granted ?? []);
}

/** What is said of threads: whom they wait for and who started them, in the lines of `dump()`, `waitingFor` and `trace()`. */
import type { Call } from '../execution/call.js';
import { type Called, isPlain, show, showCall, showNames } from '../messages/format.js';
import { type WaitWords, waitWords } from '../execution/describe-wait.js';

/** What has to be known of a thread to speak of it. */
export interface Described {
  readonly id: number;
  readonly name: string;
  readonly owner: object | null;
  readonly startedBy: Described | Starter | null;
  readonly first: Pick<Call, 'code' | 'args'>;
  readonly priority: number;
  readonly status: string;
  readonly clock: { readonly paused: boolean };
  readonly lock: DescribedLock | null;
  readonly kind: string | null;
  readonly subject: unknown;
  readonly since: number;
  readonly isWaiting: boolean;
  readonly ended: boolean;
  readonly waitingFor: string;
  calls(): Called[];
}

/** What has to be known of an owner. */
interface DescribedLock {
  readonly owner: object;
  readonly holders: readonly Described[];
  readonly granted: Described | null;
  readonly queue: { before(thread: any): Described | null };
}

/** How a kind of wait speaks of a thread that waits. */
export interface ThreadWords extends WaitWords {
  /** Is it the wait of a loop for its next iteration? */
  readonly loops: boolean;
  /** What the thread waits for. */
  sentence(thread: Described): string;
  /** Who has to end or let go before it goes on. */
  holdUps(thread: Described): readonly Described[];
}

const wordsOf = ({ kind }: Described): ThreadWords => waitWords[kind as string] as ThreadWords;

/** One line of `scheduler.dump()`. */
export function describeThread(thread: Described): string {
  const { id, name, owner, priority, status, waitingFor } = thread;
  const of = owner === null ? '' : ` of ${show(owner)}`;
  const what = waitingFor === '' || waitingFor.startsWith(status) ? waitingFor : `${status}: ${waitingFor}`;
  return `#${id} ${name}${of}, priority ${priority}, ${what || status}`;
}

/** What a thread waits for, then what those wait for who hold it up; empty if it waits for nothing. */
export function describeChain(first: Described): string {
  const [own, ...others] = chainOf(first);
  return own === undefined ? '' : [sentence(own), ...others.map((one) => `${one.name}: ${sentence(one)}`)].join('; ');
}

/** A thread that waits, the one that holds it up, the one that holds that one up, and so on; at most eight. */
function chainOf(first: Described): Described[] {
  const chain: Described[] = [];
  let thread: Described | null = first;
  while (thread?.isWaiting === true && chain.length < LONGEST_CHAIN && !chain.includes(thread)) {
    chain.push(thread);
    thread = holdUp(thread);
  }
  return chain;
}
const LONGEST_CHAIN = 8;

/** What one thread waits for, and since when. */
function sentence(thread: Described): string {
  const { since, clock } = thread;
  return `${wordsOf(thread).sentence(thread)}, since frame ${since}${clock.paused ? ', on a paused clock' : ''}`;
}

/** A thread in a loop waits again without a new subject (turn.ts): its frame follows from `since`. */
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

/** Functions that an object only groups stand in each other's way, as it is an owner; for good, where one of them loops. */
function hintOfLibrary({ code }: Call, { owner, holders }: DescribedLock): string {
  const looping = holders.find((holder) => holder.kind !== null && wordsOf(holder).loops);
  const path = code.path.split('.').slice(0, -1).join('.');
  if (looping === undefined || path === '' || !isPlain(owner)) return '';
  return ` (${looping.name} loops, and \`${path}\` does one thing at a time: say asLibrary(${path}) if it only groups functions; else // @instant lets in what does not wait)`;
}

/** The thread that has to end or let go first, or null. */
const holdUp = (thread: Described): Described | null =>
  wordsOf(thread)
    .holdUps(thread)
    .find((other) => !other.ended) ?? null;

/** Who keeps others from the owner of a thread. */
export function standingInTheWay({ lock }: Pick<Described, 'lock'>): readonly Described[] {
  const { holders, granted } = lock as DescribedLock;
  return holders.concat(granted ?? []);
}

/**
 * What a thread leaves to those that it has started, so that their traces can name it: itself while it lives, then what the text of its
 * call is made of. So no thread keeps those that have ended, which may be a chain without end: `hit → hit → hit …`.
 */
export class Starter {
  #thread: Described | null;
  /** Who started it: the next one that a trace names. */
  next: Starter | null;
  /** Its call, then those of the starters behind it that had ended before. */
  #ended: readonly Called[] = [];
  /** There were more of those. */
  #isCut = false;

  constructor(thread: Described, next: Starter | null) {
    this.#thread = thread;
    this.next = next;
  }

  /** Null once it has ended. */
  get thread(): Described | null {
    return this.#thread;
  }

  /** The thread has ended. The text is made lazily: it is rarely asked for, and to name an object may call a getter of the game. */
  end(): void {
    const { first, owner } = this.#thread as Described;
    let ended: readonly Called[] = [{ label: first.code.label, args: first.args, owner }];
    let { next } = this;
    for (; next !== null && next.#thread === null && !this.#isCut; next = next.next) {
      ended = ended.concat(next.#ended);
      this.#isCut = next.#isCut || ended.length > MOST_ENDED;
    }
    this.#thread = null;
    this.#ended = this.#isCut ? ended.slice(0, MOST_ENDED) : ended;
    this.next = this.#isCut ? null : next;
  }

  calls(): readonly Called[] {
    if (this.#thread !== null) return callsOf(this.#thread);
    return this.#isCut ? this.#ended.concat({ label: '…', args: null }) : this.#ended;
  }
}
/** So many starters that have ended, one behind the other, a trace names. */
const MOST_ENDED = 16;

/** The calls of a thread, the outermost one with its owner. */
function callsOf(thread: Described): Called[] {
  const { owner } = thread;
  return thread.calls().map((call, i, { length }) => (i === length - 1 ? { ...call, owner } : call));
}

/** The calls of the threads that started a thread, the outermost one of each with its owner. */
export function startersOf(thread: Described): Called[] {
  const calls: Called[] = [];
  for (let { startedBy: at } = thread; at !== null; at = at instanceof Starter ? at.next : at.startedBy)
    (at instanceof Starter ? at.calls() : callsOf(at)).forEach((call) => void calls.push(call));
  return calls;
}

/** The starter of a thread, for the traces of the threads that it has started. */
import type { SmallSet } from '../collections/small-set.js';
import type { Call } from '../execution/call.js';
import type { Called } from '../messages/format.js';

/** What has to be known of a thread to name its calls and those of its starters. */
export interface Traced {
  readonly owner: object | null;
  readonly startedBy: Traced | Starter | null;
  readonly code: Call['code'];
  readonly args: Call['args'];
  calls(): Called[];
}

/**
 * What a thread leaves to those that it has started, so that their traces can name it: itself while it lives, then what
 * the text of its call is made of. So no thread keeps those that have ended, which may be a chain without end: `hit →
 * hit → hit …`.
 */
export class Starter {
  #thread: Traced | null;
  /** Its starter: the next one that a trace names. */
  next: Starter | null;
  /** Its call, then those of the starters behind it that had ended before. */
  #ended: readonly Called[] = [];
  /** More calls had ended than are kept. */
  #isCut = false;
  /** Its live orders, and those of threads that it has waited for (ownership/orders.ts); null where there are none. */
  given: SmallSet<any> | null = null;
  /** Of a thread that has ended, and was waited for: the record where its orders stand now. */
  heir: Starter | null = null;

  constructor(thread: Traced, next: Starter | null) {
    this.#thread = thread;
    this.next = next;
  }

  /** Null once it has ended. */
  get thread(): Traced | null {
    return this.#thread;
  }

  /**
   * The thread has ended. The text is made lazily: it is rarely asked for, and to name an object may call a getter of
   * the game.
   */
  end(): void {
    const { code, args, owner } = this.#thread as Traced;
    let ended: readonly Called[] = [{ label: code.label, args, owner }];
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
/** A trace names this many starters in a row that have ended. */
const MOST_ENDED = 16;

/** The calls of a thread, the outermost one with its owner. */
function callsOf(thread: Traced): Called[] {
  const { owner } = thread;
  return thread.calls().map((call, i, { length }) => (i === length - 1 ? { ...call, owner } : call));
}

/** The calls of the threads that started a thread, the outermost one of each with its owner. */
export function startersOf(thread: Traced): Called[] {
  const calls: Called[] = [];
  for (let { startedBy: at } = thread; at !== null; at = at instanceof Starter ? at.next : at.startedBy)
    (at instanceof Starter ? at.calls() : callsOf(at)).forEach((call) => void calls.push(call));
  return calls;
}

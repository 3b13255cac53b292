/** The starter of a thread, for the traces of the threads that it has started. */
import type { SmallSet } from '../collections/small-set.js';
import type { Call, Frame } from '../execution/call.js';
import { type Called, showCalled } from '../messages/format.js';
import { WithColdFields } from './cold-fields.js';
import { IS_BORROWED } from './flags.js';

const NONE: readonly Called[] = [];

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
  /** Null once it has ended. */
  thread: Traced | null;
  /** Its starter: the next one that a trace names. */
  next: Starter | null;
  /** Its call, then those of the starters behind it that had ended before; the last one tells that there were more. */
  #ended: readonly Called[] = NONE;
  /** Its live orders, and those of threads that it has waited for (ownership/orders.ts); null where there are none. */
  given: SmallSet<any> | null = null;
  /** Of a thread that has ended, and was waited for: the record where its orders stand now. */
  heir: Starter | null = null;

  constructor(thread: Traced, next: Starter | null) {
    this.thread = thread;
    this.next = next;
  }

  /**
   * The thread has ended. The text is made lazily: it is rarely asked for, and to name an object may call a getter of
   * the game.
   */
  end(): void {
    const { code, args, owner } = this.thread as Traced;
    let ended: readonly Called[] = [{ label: code.label, args, owner }];
    let { next } = this;
    for (; next?.thread === null && ended.length <= MOST_ENDED; next = next.next) ended = ended.concat(next.#ended);
    const isCut = ended.length > MOST_ENDED;
    this.thread = null;
    this.#ended = isCut ? ended.slice(0, MOST_ENDED).concat({ label: '…', args: null }) : ended;
    this.next = isCut ? null : next;
  }

  calls(): readonly Called[] {
    return this.thread === null ? this.#ended : callsOf(this.thread);
  }
}
/** A trace names this many starters in a row that have ended. */
const MOST_ENDED = 16;

function callsOf(thread: Traced): Called[] {
  const calls = thread.calls();
  const outermost = calls.pop() as Called;
  return calls.concat({ ...outermost, owner: thread.owner });
}

/** The calls of the threads that started a thread, the outermost one of each with its owner. */
export function startersOf(thread: Traced): Called[] {
  const calls: Called[] = [];
  for (let { startedBy: at } = thread; at !== null; at = at instanceof Starter ? at.next : at.startedBy)
    (at instanceof Starter ? at.calls() : callsOf(at)).forEach((call) => void calls.push(call));
  return calls;
}

const asCalled = ({ code, args }: Pick<Call, 'code' | 'args'>): Called => ({ label: code.label, args });

/** A thread and who has started it. As its flags (flags.ts), these members come by the prototype of Thread. */
export class WithStarter<T> extends WithColdFields<T> {
  /**
   * @internal Its starter: that thread itself during the first turn, in which most threads end, and for an arm of a word; later the `Starter` of
   * that thread. When it has started others: its own `Starter`, whose `next` is the one of its starter. Of a spare thread: the
   * next one.
   */
  declare origin: WithStarter<T> | Starter | null;
  /** @internal */ declare readonly owner: object | null;
  /** @internal */ declare readonly code: Call['code'];
  /** @internal */ declare readonly args: Call['args'];
  /** @internal */ declare readonly call: Call | null;
  /** @internal */ declare readonly leaf: Frame | null;
  /** @internal */ declare readonly kind: { readonly joins: boolean } | null;
  /** @internal */ declare readonly lock: { readonly owned: SmallSet<any> } | null;
  /** @internal */ declare readonly scheduler: { readonly live: { link(thread: any): void } };

  /** @internal What it leaves to those that it has started; null if it has started none, and once it has ended. */
  get starter(): Starter | null {
    const { origin } = this;
    return origin instanceof Starter && origin.thread === this ? origin : null;
  }

  /** @internal */
  get startedBy(): WithStarter<T> | Starter | null {
    const { starter } = this;
    return starter === null ? this.origin : starter.next;
  }

  /** The thread that started it, while that thread is live; then null, and only traces name it. */
  get parent(): T | null {
    const { startedBy } = this;
    const parent = (startedBy instanceof Starter ? startedBy.thread : startedBy) as WithStarter<T> | null;
    return parent === null || parent.ended ? null : (parent as unknown as T);
  }

  /** @internal Somebody has seen the thread and may look at it later: it stays with the call that has borrowed it. */
  stay(): void {
    // A call for each would be too many for the native stack. A `Starter` has no flags: only live threads are borrowed.
    // oxlint-disable-next-line typescript/no-this-alias -- see above
    let thread: any = this;
    while (thread?.flags & IS_BORROWED) {
      thread.flags &= ~IS_BORROWED;
      if (thread.holding) thread.lock?.owned.add(thread);
      thread = thread.origin;
    }
  }

  /** @internal It has come into the list of live threads. */
  linked(): void {
    this.stay();
    const { origin } = this;
    if (!(origin instanceof WithStarter)) return;
    // The list is in the order of start.
    if (origin.running) origin.scheduler.live.link(origin);
    // The record of an arm has that thread anyhow, for as long.
    if (!this.isArm) this.origin = origin.asStarter();
  }

  /** @internal What it leaves to a thread that it has started and that waits. */
  asStarter(): Starter {
    const { starter } = this;
    if (starter !== null) return starter;
    this.linked();
    const { origin } = this;
    const made = new Starter(this, origin instanceof WithStarter ? origin.asStarter() : origin);
    if (this.ended) made.end();
    else this.origin = made;
    return made;
  }

  /** @internal It has ended: those that it has started keep only the text of its calls. */
  endAsStarter(): void {
    const { starter } = this;
    if (starter === null) return;
    this.origin = starter.next;
    starter.end();
  }

  /**
   * Its calls, the innermost first, then those of the threads that started it:
   * `step(NORTH) -> walk(NORTH) -> ButtonC.onPress()`.
   */
  trace(): string {
    return this.calls().concat(startersOf(this)).map(showCalled).join(' -> ');
  }

  /** @internal Its own calls, innermost first. */
  calls(): Called[] {
    const calls: Called[] = [];
    // Not a question that stands behind calls (R5c): those were made before it.
    if (this.call !== null && !this.kind?.joins) calls.push(asCalled(this.call));
    for (let frame = this.leaf; frame !== null; frame = frame.parent) calls.push(asCalled(frame));
    if (calls.length === 0) calls.push(asCalled(this));
    return calls;
  }
}

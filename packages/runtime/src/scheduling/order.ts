/**
 * Another order of what a game should not rely on, though it is fixed: of timers that are due in one pulse, of predicates, and of the turns of one priority.
 * Only `shuffledBy` makes one, so an app without it does not have this file.
 */
import { ThreadList } from '../collections/thread-list.js';
import { badArgument } from '../messages/errors.js';
import type { Subscription, Thread, ThreadRunQueue, ThreadScheduler } from '../threads/thread.js';
import { setOutcome } from '../threads/wake.js';
import type { Clock } from '../time/clock.js';
import type { Timer, TimerList } from '../time/wheel.js';
import { Random } from './random.js';
import { stillWaits } from './pulse-phases.js';

/** Which of those that are left comes at this place: 0 is the usual one. */
type Pick = (at: number, left: number) => number;

/** A difference as a text, `12:turns:3+1`: in frame 12, the turn at place 3 is that of the thread behind the usual one. */
const DIFFERENCE = /^(\S+):(\d+)\+(\d+)$/;

const differencesIn = (text: string): string[] => text.split(' ').filter((one) => one !== '');

/** Can an order be made of it? */
export const isOrder = (from: unknown): from is number | string =>
  typeof from === 'string' ? differencesIn(from).every((one) => DIFFERENCE.test(one)) : Number.isFinite(from);

export class Order {
  readonly from: number | string;
  /** @internal The differences that it has made, if anybody wants to know them. */
  readonly made: string[] | null;
  readonly #pickIn: (moment: string) => Pick | null;

  /** @internal */
  constructor(from: number | string, made: string[] | null = null) {
    if (!isOrder(from)) throw badArgument('shuffledBy', 'a seed, or the text of an order', from);
    this.from = from;
    this.made = made;
    this.#pickIn = typeof from === 'number' ? drawnBy(from) : saidBy(from);
  }

  /** As a script of tests has it. */
  toString(): string {
    return `shuffledBy(${JSON.stringify(this.from)})`;
  }

  /** @internal */
  of(from: number | string): Order {
    return new Order(from, this.made);
  }

  /** @internal */
  wake(scheduler: ThreadScheduler, due: readonly TimerList[], below: Clock | undefined): void {
    const moment = momentOf(scheduler, below);
    this.#shuffleTimers(due, `${moment}:timers`);
    due.forEach((list) => list.ring());
    this.#ask(scheduler.predicates, `${moment}:predicates`, below);
    // A clock that has a frame alone brings its own lists, to `setTurns`.
    if (below === undefined) scheduler.runQueues.inOrder.forEach((queue) => this.#makeReady(queue, moment));
  }

  /** @internal */
  setTurns(scheduler: ThreadScheduler, below: Clock, priority: number, lists: readonly ThreadList<Thread>[]): void {
    const [before = [], answered = [], byTime = []] = lists.map((list) => threadsIn(list));
    const turns = this.#turnsOf(`${momentOf(scheduler, below)}:${nameOfTurns(priority)}`, { before, answered, byTime });
    lists.forEach(empty);
    turns.forEach((thread) => (lists[0] as ThreadList<Thread>).add(thread));
  }

  /** They change places, with their deadlines. */
  #shuffleTimers(due: readonly TimerList[], moment: string): void {
    const places = due.flatMap((list) =>
      list.items.slice(0, list.length).flatMap((timer, slot) => (timer === null ? [] : [{ list, slot }])),
    );
    const timers = places.map(({ list, slot }) => ({ timer: list.items[slot] as Timer, ms: list.deadlines[slot]! }));
    this.#shuffle(timers, moment).forEach(({ timer, ms }, at) => {
      const { list, slot } = places[at]!;
      list.items[slot] = timer;
      list.deadlines[slot] = ms;
      Object.assign(timer, { list, slot });
    });
  }

  /** Their list keeps its order, which is the usual one of the next pulse. */
  #ask(predicates: ThreadList<Thread>, moment: string, below: Clock | undefined): void {
    const { items } = predicates;
    const asked = threadsIn(predicates).map((thread) => ({ thread, slot: thread.slot }));
    for (const { thread, slot } of this.#shuffle(asked, moment))
      // Whoever was asked may have cancelled others.
      if (items[slot] === thread && !stillWaits(thread, below)) items[slot] = null;
    predicates.sweep(() => true);
  }

  /** All that have a turn now are ready, one behind the other. */
  #makeReady(queue: ThreadRunQueue, moment: string): void {
    const { ready, answered, frames, readyBefore, readyForFrame } = queue;
    const byFrame = threadsIn(ready, readyBefore, readyForFrame);
    frames.sweep((thread) => {
      if (!frames.isDue(thread)) return true;
      setOutcome(thread);
      byFrame.push(thread);
      return false;
    });
    frames.due = 0;
    const turns = this.#turnsOf(`${moment}:${nameOfTurns(queue.priority)}`, {
      before: threadsIn(ready, 0, readyBefore),
      answered: threadsIn(answered),
      byTime: byFrame.concat(threadsIn(ready, readyForFrame)),
      byFrame,
    });
    empty(ready);
    empty(answered);
    turns.forEach((thread) => ready.add(thread));
    queue.readyBefore = queue.readyForFrame = ready.length;
  }

  #turnsOf(moment: string, { before, answered, byTime, byFrame = [] }: Turns): Thread[] {
    const usual = before.concat(answered, byTime);
    const turns = this.#shuffle(usual, moment);
    if (turns === usual) return usual;
    const [wereReady, areAnswered, waitedForFrame] = [new Set(before), new Set(answered), new Set(byFrame)];
    // What a script has waited for is still so when it goes on: time has changed nothing by then.
    const answeredFirst = turns
      .filter((one) => areAnswered.has(one))
      .concat(turns.filter((one) => !areAnswered.has(one)));
    const inOrder = keepOrder(turns, answeredFirst, (thread) => (wereReady.has(thread) ? null : this));
    return keepOrder(inOrder, usual, (thread) => (waitedForFrame.has(thread) ? null : lineOf(thread)));
  }

  /** The same array if nothing is in another order. */
  #shuffle<E>(usual: E[], moment: string): E[] {
    const pick = usual.length < 2 ? null : this.#pickIn(moment);
    if (pick === null) return usual;
    const left = usual.slice();
    const shuffled = usual.map((_, at) => {
      const by = pick(at, left.length);
      if (by > 0) this.made?.push(`${moment}:${at}+${by}`);
      return left.splice(by, 1)[0] as E;
    });
    return shuffled.every((one, at) => one === usual[at]) ? usual : shuffled;
  }
}

/** Those of one priority that have a turn in this pulse, by what has made them ready. */
interface Turns {
  /** They were ready before it. */
  readonly before: Thread[];
  readonly answered: Thread[];
  readonly byTime: Thread[];
  /** Of those, who has waited for a frame. */
  readonly byFrame?: Thread[];
}

/**
 * What a thread stands in line for: its place there is no luck. That is the channel that has woken it, or the owner that its call needs. Null for none.
 */
const lineOf = (thread: Thread): unknown =>
  thread.call === null ? ((thread.subscription ?? askedQueue(thread))?.channel?.list ?? null) : thread.lock;

/** A queue of `listen` wakes with itself who waits in its `next()`. The host may have ended that wait with any value. */
const askedQueue = ({ leaf, outcome }: Thread): Partial<Subscription> | null | undefined =>
  leaf?.code.isOfRuntime && leaf.code.label === 'next' ? (outcome as Partial<Subscription> | null | undefined) : null;

/** Those of one group stand in the given order, on the places that the group has. */
function keepOrder(
  shuffled: readonly Thread[],
  order: readonly Thread[],
  groupOf: (thread: Thread) => unknown,
): Thread[] {
  const groups = new Map<unknown, Thread[]>();
  const membersOf = (group: unknown): Thread[] => {
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    return members;
  };
  for (const thread of order) membersOf(groupOf(thread)).push(thread);
  return shuffled.map((thread) => {
    const group = groupOf(thread);
    return group === null ? thread : membersOf(group).shift()!;
  });
}

const threadsIn = (list: ThreadList<Thread>, from: number = 0, to: number = list.length): Thread[] =>
  list.items.slice(from, to).filter((thread) => thread !== null);

function empty(list: ThreadList<Thread>): void {
  list.items.length = list.length = 0;
}

/** The frame, and of a clock that has one alone, which of these it is: the same after a load. */
const momentOf = ({ clock }: ThreadScheduler, below: Clock | undefined): string =>
  below === undefined ? `${clock.frame}` : `${clock.frame}/${below.ownFrames}`;

const nameOfTurns = (priority: number): string => (priority === 0 ? 'turns' : `turns@${priority}`);

/** Each moment has numbers of its own, so that a run goes on from a save as it would have gone on. Of some seeds every moment is shuffled, of others few are. */
function drawnBy(seed: number): (moment: string) => Pick | null {
  const rarity = new Random(seed).draw() * 3;
  return (moment) => {
    const random = new Random(seed);
    for (let i = 0; i < moment.length; i++) random.state = Math.imul(random.state ^ moment.charCodeAt(i), 0x01000193);
    return random.draw() < 4 ** -Math.floor(rarity) ? (_at, left) => Math.floor(random.draw() * left) : null;
  };
}

function saidBy(text: string): (moment: string) => Pick | null {
  const moments = new Map<string, Map<number, number>>();
  for (const one of differencesIn(text)) {
    const [, moment = '', at, by] = DIFFERENCE.exec(one) ?? [];
    moments.set(moment, (moments.get(moment) ?? new Map<number, number>()).set(Number(at), Number(by)));
  }
  return (moment) => {
    const places = moments.get(moment);
    return places === undefined ? null : (at, left) => Math.min(places.get(at) ?? 0, left - 1);
  };
}

/**
 * What makes turns and calls cheap, against its definition: which threads are hot in the lists of frames
 * (collections/frame-list.ts), and which calls only run a body (execution/frame-code.ts). `verify` says when a hot thread should
 * not be hot; here a thread that should be, and is not, is found as well.
 */
import { FrameList } from '../../src/collections/frame-list.js';
import { CompiledFunction } from '../../src/execution/compiled-function.js';
import { isOpen } from '../../src/execution/frame-code.js';
import { pending } from '../../src/execution/suspension.js';
import { turn } from '../../src/execution/turn-state.js';
import type { Scheduler } from '../../src/index.js';
import { runningThread } from '../../src/threads/current.js';
import { Thread } from '../../src/threads/thread.js';

/** A thread that waits for its next frame and nothing else. */
interface Waiting {
  readonly list: unknown;
  readonly leaf: object | null;
  readonly since: number;
}

/** Follows the threads of one scheduler. */
export class Turns {
  /** Turns after which a thread had to be hot, in all runs. */
  static hot = 0;
  readonly #scheduler: Scheduler;
  #before = new Map<Thread, Waiting>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Between two operations: what is against the definition. */
  audit(): string[] {
    const isStill = this.#scheduler.clock.irregular === 0;
    const now = new Map<Thread, Waiting>();
    if (isStill) for (const thread of this.#scheduler.threads) if (onlyWaits(thread)) now.set(thread, waitOf(thread));
    const broken = [...now].flatMap(([thread, wait]) =>
      this.#isCold(thread, wait) ? [`${thread.name} is not hot`] : [],
    );
    this.#before = now;
    disturbed = new WeakSet();
    return [...broken, ...brokenGate()];
  }

  /** It has had a turn since, after which it waited again in the same body; nothing of it has changed meanwhile. */
  #isCold(thread: Thread, { list, leaf, since }: Waiting): boolean {
    const before = this.#before.get(thread);
    const isAgain = before?.list === list && before?.leaf === leaf && before.since < since;
    if (!isAgain || disturbed.has(thread)) return false;
    Turns.hot++;
    return !(list as FrameList<Thread>).isHot(thread.slot);
  }
}

const waitOf = ({ list, leaf, since }: Thread): Waiting => ({ list, leaf, since });

function onlyWaits(thread: Thread): boolean {
  const { list, loops, alone, cancelling, running, leaf } = thread;
  if (!(list instanceof FrameList)) return false;
  const isResumed = leaf !== null && leaf.notes === null;
  return loops && alone && cancelling === null && !running && isResumed;
}

const asked = new CompiledFunction(() => undefined, 'direct', 'asked(0)');

/** Does the gate say what the rules say? Asked in plain code, and in the middle of scripts. */
export function brokenGate(): string[] {
  const thread = runningThread();
  const mayPause = thread !== null && pending.kind === null && turn.region === null;
  const broken = isOpen(asked, undefined) === mayPause ? [] : [`the gate is ${mayPause ? 'shut' : 'open'}`];
  if (isOpen(asked, {})) broken.push('the gate lets in another owner');
  const owner = thread?.lock?.owner;
  if (owner !== undefined && isOpen(asked, owner) !== (mayPause && needsNothing(thread)))
    broken.push(`the gate is ${isOpen(asked, owner) ? 'open' : 'shut'} for the owner`);
  return broken;
}

/** For a call on its owner: it holds that alone, or is beside what that does. */
function needsNothing(thread: Thread): boolean {
  const { lock, code } = thread;
  return lock !== null && (code.beside || (lock.holders.length === 1 && lock.holders[0] === thread));
}

/** Threads of which something has changed since the last look, so that their next turn may be no hot one. */
let disturbed = new WeakSet<Thread>();

/* oxlint-disable typescript/unbound-method -- always called with their `this` */
const ofList = FrameList.prototype as FrameList<Thread>;
const { becomeHot } = ofList;
// One that goes behind others that have waited before it waits as for the first time.
ofList.becomeHot = function (thread, frame): void {
  becomeHot.call(this, thread, frame);
  if (thread.list !== this || !this.isHot(thread.slot)) disturbed.add(thread);
};
const { add } = ofList;
// One that has begun another wait since its turn began has left the list.
ofList.add = function (thread): void {
  if (thread.list !== this) disturbed.add(thread);
  add.call(this, thread);
};
const coolPlace = ofList.cool;
ofList.cool = function (slot): void {
  const thread = this.items[slot];
  if (thread) disturbed.add(thread);
  coolPlace.call(this, slot);
};
const { cool } = Thread.prototype;
Thread.prototype.cool = function (): void {
  disturbed.add(this);
  cool.call(this);
};

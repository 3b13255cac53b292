import {
  type Fault,
  type Filter,
  type Heard,
  type Later,
  isQuiet,
  nameOf,
  type Program,
  promiseCount,
  type Receiver,
  sourceCount,
  type Statement,
  without,
} from './program.js';

/**
 * The reference: DESIGN.md, sections 4 to 7, in the simplest words. No speed, no reuse from the runtime: arrays, linear
 * scans, and what can be worked out anew is never stored. `model.test.ts` compares it with the runtime, line by line.
 */
export function model(program: Program, maxFrames: number, fault: Fault | null = null): Result {
  const world = new World(program, fault);
  world.run(maxFrames);
  return { trace: world.lines, isSkipped: world.isSkipped, reached: world.reached };
}

export interface Result {
  readonly trace: readonly string[];
  /** The run came upon what `without` excludes. */
  readonly isSkipped: boolean;
  /** The kinds of statement that ran and the rules that had to decide something. */
  readonly reached: ReadonlySet<string>;
}

/** What an error is called in the trace. Our own have their message, those of the runtime the name of their class. */
class Failure {
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }
}

/** Thrown into a thread to run its `finally` blocks; no `catch` sees it. */
const cancelling = Symbol('cancelling');

/** What a suspended thread waits for. `keeps`: its hold stays. */
type Wait = { readonly keeps: boolean } & (
  | { readonly kind: 'time'; readonly due: number; readonly isTurn?: boolean }
  | { readonly kind: 'frame'; readonly frame: number; readonly isLoop: boolean }
  | { readonly kind: 'predicate'; readonly test: () => boolean }
  | Watch
  | { readonly kind: 'queue'; readonly queue: Queue }
  | { readonly kind: 'promise'; readonly promise: Settleable }
  | { readonly kind: 'blocked' }
  | Join
);

/** Waits for something that happens now and then. */
interface Watch {
  readonly kind: 'watch';
  readonly keeps: boolean;
  readonly source: Source;
  readonly filter: Filter;
  /** When `waitForEvent` runs out. */
  readonly due: number;
}

interface WatchOptions {
  readonly filter?: Filter;
  readonly due?: number;
  readonly sticky?: number | undefined;
}

/** A signal, a function with its receiver (null: any) or an event source. */
interface Source {
  readonly kind: Heard['kind'];
  readonly which: number;
  readonly receiver: Self;
}

/** What happened, to whom, and what it hands over. Events are filtered by their number. */
interface Happening extends Source {
  readonly value: unknown;
  readonly number?: number | undefined;
}

/** Made by `listen`. It belongs to one thread. */
interface Queue {
  readonly source: Source;
  readonly values: unknown[];
}

interface Join {
  readonly kind: 'join';
  readonly keeps: boolean;
  readonly how: 'thread' | 'call' | 'entity' | 'all' | 'race' | 'withTimeout' | 'hold';
  readonly threads: readonly Thread[];
  /** When `withTimeout` runs out. */
  readonly due?: number;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };
type Body = Generator<Wait>;
type Code = (thread: Thread) => Body;

/** A Promise. When it was settled, and with what. */
class Settleable {
  settledAt = 0;
  outcome: Outcome = { value: undefined };

  settle(at: number, id: number, rejects: boolean): void {
    if (this.settledAt > 0) return;
    this.settledAt = at;
    this.outcome = rejects ? { error: new Failure(`e${id}`) } : { value: id };
  }
}

/** Introduces no owner. */
const library = Symbol('library');

/** What `this` is in a function. */
type Self = Actor | typeof library | null;

class Actor {
  readonly name: string;
  isClosed = false;
  /**
   * Who has taken hold and neither released nor ended. Each list holds a family, who took first stands first; the last list has
   * the executor, each other lost it to the one after it: `[[hero], [thief, whom the thief waits for]]`.
   */
  levels: Thread[][] = [];
  /** Blocked threads, first in line first. */
  queue: Thread[] = [];
  /** Was first in line when the executor became free, and has not run since. */
  promised: Thread | null = null;
  /** Those of the queue that a join has covered are being started. */
  isAdmitting = false;

  constructor(name: string) {
    this.name = name;
  }

  get claims(): Thread[] {
    return this.levels.flat();
  }

  get top(): Thread[] {
    return this.levels.at(-1) ?? [];
  }

  drop(thread: Thread): void {
    this.levels = this.levels
      .map((level) => level.filter((each) => each !== thread))
      .filter((level) => level.length > 0);
  }
}

/** A function that runs in a thread. */
interface Frame {
  /** Was on the stack when its thread was cancelled. */
  isDoomed: boolean;
}

class Thread {
  status: 'fresh' | 'running' | 'suspended' | 'blocked' | 'done' | 'failed' | 'cancelled' = 'fresh';
  body: Body | null = null;
  frames: Frame[] = [];
  wait: Wait | null = null;
  /** Counts what waits began and what got ready; order in lists comes from it. */
  since = 0;
  /** Its wait is over; it goes on with this. */
  outcome: Outcome | null = null;
  /** Its join has begun, but its turn is not over. */
  isBeginning = false;
  /** The pulse in which it had its turn in step 6. */
  nextFrame = -1;
  /** When it lost its owner to the next level; 0 if it did not. */
  lostAt = 0;
  /** Stands in the queue at the front, because it had the owner. */
  hasLost = false;
  isCancelling = false;
  wantsCancel = false;
  result: Outcome = { value: undefined };
  isJoined = false;
  attached: Thread[] = [];
  /** Thrown by a `finally` block while it was cancelled. */
  failure: { readonly error: unknown } | null = null;
  /** Section 5: the wait that it was woken from and stays subscribed to, the function that waited, what came since. */
  kept: { readonly source: Source; readonly frame: Frame | undefined; readonly happened: Happening[] } | null = null;
  /** All queues that it ever made, and those that it can still name. */
  readonly queues: Queue[] = [];
  readonly named: Queue[] = [];
  /** The rhythm of `every`: its next deadline, and how many turns are over. */
  rhythm: { readonly ms: number; readonly due: number; readonly turns: number } | null = null;

  readonly label: string;
  readonly owner: Actor | null;
  readonly parent: Thread | null;
  readonly priority: number;
  readonly code: Code;

  constructor(label: string, owner: Actor | null, parent: Thread | null, priority: number, code: Code) {
    this.label = label;
    this.owner = owner;
    this.parent = parent;
    this.priority = priority;
    this.code = code;
  }
}

export class World {
  readonly lines: string[] = [];
  isSkipped = false;
  readonly #actors: readonly Actor[];
  readonly #fault: Fault | null;
  #resumptions = 0;
  readonly #program: Program;
  #frame = 0;
  #now = 0;
  #isInPulse = false;
  #order = 0;
  #count = 0;
  readonly #slots: (Thread | null)[] = [null, null];
  readonly #sticky = new Map<number, number>();
  readonly #shared: readonly Settleable[] = Array.from({ length: promiseCount }, () => new Settleable());
  /** Promises that the world outside settles in a later frame. */
  #open: { frame: number; promise: Settleable; id: number; rejects: boolean }[] = [];
  readonly reached = new Set<string>();
  /** Every thread ever, in order of start. */
  readonly #threads: Thread[] = [];
  /** Step 6, in the order in which it happened. */
  #next: Thread[] = [];
  /** Failed since the end of the last pulse. */
  #failed: Thread[] = [];

  constructor(program: Program, fault: Fault | null) {
    this.#program = program;
    this.#fault = fault;
    this.#actors = Array.from({ length: program.actors }, (_, index) => new Actor(nameOf(index)));
  }

  run(maxFrames: number): void {
    const last = Math.max(0, ...this.#program.roots.map(({ frame }) => frame));
    for (let frame = 0; frame <= maxFrames; frame++) {
      if (frame > 0) this.#pulse();
      this.#settleDue();
      for (const root of this.#program.roots) if (root.frame === frame) this.#playRoot(root.body);
      this.#tellSettled();
      this.#inject(frame);
      this.#tellSettled();
      if (frame >= last && (this.#live.length === 0 || isQuiet(this.lines))) break;
    }
    this.#pulse();
  }

  #log(text: string): void {
    this.lines.push(`${this.#frame} ${text}`);
  }

  #playRoot(body: readonly Statement[]): void {
    for (const statement of body) {
      try {
        this.#plain(null, statement, null);
      } catch (error) {
        this.#log(`${statement.id} thrown ${labelOf(error)}`);
      }
    }
  }

  #inject(frame: number): void {
    const fault = this.#fault;
    if (fault && 'frame' in fault && fault.frame === frame) this.#strike(fault);
  }

  #strike({ how, thread: index }: { readonly how: string; readonly thread: number }): void {
    const thread = this.#live[index];
    if (how === 'close' && thread?.owner) this.#close(thread.owner);
    else if (thread) this.#cancel(thread);
  }

  /** The world outside: Promises whose frame has come, in the order in which they were made. */
  #settleDue(): void {
    for (const { frame, promise, id, rejects } of this.#open) {
      if (frame === this.#frame) promise.settle(++this.#order, id, rejects);
    }
    this.#open = this.#open.filter(({ frame }) => frame !== this.#frame);
    this.#tellSettled();
  }

  /** After each turn of the world outside its Promises speak, in the order in which they were settled or waited for, whichever was later. */
  #tellSettled(): void {
    const promiseOf = ({ wait }: Thread): Settleable => (wait as Wait & { kind: 'promise' }).promise;
    const latest = (thread: Thread): number => Math.max(thread.since, promiseOf(thread).settledAt);
    const told = this.#waiting('promise').filter((thread) => promiseOf(thread).settledAt > 0);
    for (const thread of told.sort((one, other) => latest(one) - latest(other))) {
      this.#wake(thread, promiseOf(thread).outcome);
    }
  }

  /** R10. */
  #close(actor: Actor): void {
    actor.isClosed = true;
    this.#cancelAll(actor);
  }

  #cancelAll(actor: Actor): void {
    for (const thread of lastFirst(this.#live.filter(({ owner }) => owner === actor))) this.#cancel(thread);
  }

  /** A call or a wait gives its value. */
  #resumed(): void {
    const fault = this.#fault;
    if (++this.#resumptions !== (fault as { at?: number } | null)?.at) return;
    if (fault?.how === 'throw') throw new Failure('fault');
    this.#strike(fault as { how: string; thread: number });
  }

  get #live(): Thread[] {
    return this.#threads.filter(isLive);
  }

  // ---- Section 7: the scheduler

  #pulse(): void {
    this.#isInPulse = true;
    this.#frame++; // (1)
    this.#now += 10;
    this.#each(this.#waiting('frame'), (thread, { frame }) => {
      if (frame <= this.#frame) this.#wake(thread, { value: undefined }); // (2)
    });
    const due = this.#live.filter((thread) => !thread.outcome && deadlineOf(thread) <= this.#now).sort(bySince);
    this.#each(
      due.sort((one, other) => deadlineOf(one) - deadlineOf(other)),
      (thread, wait) => {
        const timeout: Outcome = { error: new Failure('TimeoutError') };
        if (wait.kind === 'join') this.#settle(thread, timeout, 'timer');
        else if (wait.kind === 'watch') this.#wakeWatcher(thread, wait, timeout);
        else this.#wake(thread, { value: wait.isTurn ? nextTurn(thread) : undefined });
      },
    );
    this.#each(this.#waiting('predicate'), (thread, { test }) => {
      if (test()) this.#wake(thread, { value: undefined }); // (3)
    });
    const ready = this.#live.filter((thread) => isReady(thread) && !this.#next.includes(thread)).sort(bySince); // (4)
    this.#each(
      ready.sort((one, other) => one.priority - other.priority),
      (thread) => this.#turn(thread),
    ); // (5)
    for (let thread = this.#next.shift(); thread; thread = this.#next.shift()) this.#turn(thread); // (6)
    this.#isInPulse = false;
    for (const thread of this.#failed) if (!thread.isJoined) this.#log(`uncaught ${labelOf(errorOf(thread))}`);
    this.#failed = [];
    this.#log(this.#snapshot());
    this.#tellSettled();
  }

  #waiting(kind: Wait['kind']): Thread[] {
    return this.#live.filter((thread) => thread.wait?.kind === kind && !thread.outcome).sort(bySince);
  }

  /** Leaves out those whose wait was ended or replaced by what another of the list did. */
  #each(threads: readonly Thread[], visit: (thread: Thread, wait: any) => void): void {
    const seen = threads.map((thread) => ({ thread, since: thread.since }));
    for (const { thread, since } of seen) {
      if (isLive(thread) && thread.since === since) visit(thread, thread.wait);
    }
  }

  /** Its wait is over: it goes on in the next list that is made. */
  #wake(thread: Thread, outcome: Outcome): void {
    thread.outcome = outcome;
    thread.since = ++this.#order;
  }

  /** Woken by a promise of an executor, or by the end of a thread: goes on in step 6, once in a pulse. */
  #wakeNow(thread: Thread, outcome: Outcome): void {
    this.#wake(thread, outcome);
    if (!this.#isInPulse || thread.nextFrame === this.#frame) return;
    thread.nextFrame = this.#frame;
    this.#next.push(thread);
  }

  #snapshot(): string {
    const threads = this.#live.map((thread) => `${thread.label}:${statusOf(thread)}`);
    const actors = this.#actors
      .filter((actor) => this.#lineOf(actor).length > 0)
      .map(({ name, claims, promised, queue }) => {
        const holders = [...claims, ...(promised ? [promised] : [])].map(({ label }) => label).sort();
        return `${name}[${[...holders, '|', ...queue.map(({ label }) => label)].join(' ')}]`;
      });
    const listening = Array.from({ length: sourceCount }, (_, source) => this.#listening(source));
    const listeners = listening.some((count) => count > 0) ? [`listeners ${listening.join(' ')}`] : [];
    return ['=', ...threads, ...actors, ...listeners].join(' ');
  }

  /** Section 5: one listener while somebody waits, stays subscribed or has a queue. No other. */
  #listening(source: number): number {
    const isOf = (heard: Source): boolean => heard.kind === 'event' && heard.which === source;
    const listens = ({ wait, outcome, kept, queues }: Thread): boolean => {
      const watched = wait?.kind === 'watch' && !outcome ? wait.source : kept?.source;
      return queues.some((queue) => isOf(queue.source)) || (watched !== undefined && isOf(watched));
    };
    return this.#live.some(listens) ? 1 : 0;
  }

  // ---- Section 6: executors

  /** R5b: a thread, whom it waits for by joining, and whom those wait for. */
  #family(thread: Thread): Thread[] {
    const family: Thread[] = [];
    const visit = (member: Thread): void => {
      if (family.includes(member)) return;
      family.push(member);
      const { wait, outcome } = member;
      if (wait?.kind === 'join' && !outcome) wait.threads.filter(isLive).forEach(visit);
    };
    visit(thread);
    return family;
  }

  /** R4: who is suspended holding; also who has lost the executor to a thread that it now waits for. */
  #holders(actor: Actor): Thread[] {
    const holds = (thread: Thread): boolean => this.#family(thread).some((member) => actor.top.includes(member));
    return actor.claims.filter((thread) => thread.status === 'suspended' && holds(thread));
  }

  /** The holders, those who lost the executor to them, who lost it last first, the queue. */
  #lineOf(actor: Actor): Thread[] {
    return [...lastFirst(actor.levels).flat(), ...lineOf(actor)];
  }

  /** R5b: covered by a hold. */
  #isCovered(thread: Thread, actor: Actor): boolean {
    return this.#holders(actor).some((holder) => this.#family(holder).includes(thread));
  }

  /** R5: whether it can act on its owner without queueing. A family protects only while its join lasts. */
  #mayEnter(thread: Thread, actor: Actor): boolean {
    if (actor.promised) return actor.promised === thread;
    return this.#holders(actor).every((holder) => holder === thread) || this.#isCovered(thread, actor);
  }

  #take(thread: Thread): void {
    const { owner } = thread;
    if (!owner) return;
    if (owner.promised === thread) owner.promised = null;
    owner.queue = owner.queue.filter((blocked) => blocked !== thread);
    if (owner.top.includes(thread)) return;
    owner.drop(thread);
    thread.lostAt = 0;
    if (this.#isCovered(thread, owner)) owner.top.push(thread);
    else {
      for (const loser of owner.top) loser.lostAt = ++this.#order;
      owner.levels.push([thread]);
    }
  }

  /** When a join is over, so is the family that it made: those who are suspended with the executor keep it, it has lost it to them. */
  #part(joiner: Thread): void {
    const { owner } = joiner;
    if (!owner?.top.includes(joiner)) return;
    const family = this.#family(joiner);
    const keeps = ({ status }: Thread): boolean => status === 'suspended';
    if (owner.top.some((other) => keeps(other) && !family.includes(other))) {
      const rest = owner.top.filter((other) => other !== joiner);
      joiner.lostAt = ++this.#order;
      owner.levels = [...owner.levels.slice(0, -1), [joiner], rest];
    }
  }

  /** R5b, for one that lost its owner to a thread that it now waits for: from now on they have it together. */
  #reunite(): void {
    for (const actor of this.#actors) {
      const { top } = actor;
      const isRoot = (thread: Thread): boolean => this.#family(thread).some((member) => top.includes(member));
      const roots = actor.levels.slice(0, -1).flat().filter(isRoot);
      for (const root of roots) {
        actor.drop(root);
        root.lostAt = 0;
      }
      actor.top.unshift(...roots);
    }
  }

  /** R6: lets go of the owner, of its place in the queue and of its right to the front. */
  #release(thread: Thread): void {
    const { owner } = thread;
    if (!owner) return;
    if (owner.promised === thread) owner.promised = null;
    owner.queue = owner.queue.filter((blocked) => blocked !== thread);
    owner.drop(thread);
    if (!owner.isAdmitting) this.#admitLater(owner);
    this.#handOver(owner);
  }

  /** R6 and R5b: the executor falls back to one that waits for some of the queue; they leave it, but in step 6. */
  #admitLater(actor: Actor): void {
    if (actor.promised) return;
    for (const thread of actor.queue.filter((blocked) => this.#isCovered(blocked, actor))) {
      actor.queue = actor.queue.filter((blocked) => blocked !== thread);
      this.#wakeNow(thread, { value: undefined });
    }
  }

  /** R7. A claim that is left keeps the executor: R6 lets it fall back to who held it before. */
  #handOver(actor: Actor): void {
    if (actor.promised || actor.levels.length > 0) return;
    actor.promised = actor.queue.shift() ?? null;
    if (actor.promised) this.#wakeNow(actor.promised, { value: undefined });
  }

  /** R5: joins the queue; at the front, if it had the executor and lost it. Of several, who lost it last stands first. */
  #queueUp(thread: Thread): void {
    const owner = thread.owner as Actor;
    thread.hasLost = owner.claims.includes(thread);
    const place = owner.queue.findIndex((other) => thread.hasLost && !(other.hasLost && other.lostAt >= thread.lostAt));
    owner.queue.splice(place < 0 ? owner.queue.length : place, 0, thread);
    owner.drop(thread);
  }

  /** R5b: those in a queue whom a join covers leave it and start at once, queue by queue as the join meets them. */
  #admit(joiner: Thread): void {
    const blocked = this.#family(joiner).filter(({ status }) => status === 'blocked');
    for (const actor of new Set(blocked.map(({ owner }) => owner as Actor))) {
      actor.isAdmitting = true;
      for (const thread of actor.queue.filter((each) => blocked.includes(each))) {
        if (!actor.queue.includes(thread) || actor.promised || !this.#isCovered(thread, actor)) continue;
        this.#wake(thread, { value: undefined });
        this.#turn(thread);
      }
      actor.isAdmitting = false;
    }
  }

  /** R9: whether `thread` can never go on, and waits for itself through others who cannot either. */
  #closesCircle(thread: Thread): boolean {
    let stuck = this.#live.filter(({ wait, outcome }) => wait && !outcome);
    for (let count = -1; count !== stuck.length;) {
      count = stuck.length;
      stuck = stuck.filter((each) => this.#isHeldUp(each, (other) => stuck.includes(other)));
    }
    if (!stuck.includes(thread)) return false;
    const met: Thread[] = this.#waitedFor(thread);
    for (const other of met) {
      if (stuck.includes(other)) met.push(...this.#waitedFor(other).filter((next) => !met.includes(next)));
    }
    return met.includes(thread);
  }

  /** Every branch of a race has to be stuck, one of any other join or of those in the way. */
  #isHeldUp(thread: Thread, isStuck: (other: Thread) => boolean): boolean {
    const others = this.#waitedFor(thread);
    const { wait } = thread;
    return wait?.kind === 'join' && wait.how === 'race' ? others.every(isStuck) : others.some(isStuck);
  }

  #waitedFor(thread: Thread): Thread[] {
    const { wait } = thread;
    if (wait?.kind === 'blocked') return this.#blockers(thread);
    if (wait?.kind !== 'join' || wait.how === 'withTimeout') return [];
    return wait.threads.filter(isLive);
  }

  /** Edges go to the holder, to whom the executor falls back before the queue, and to all ahead in the queue. */
  #blockers(thread: Thread): Thread[] {
    const owner = thread.owner as Actor;
    if (this.#isCovered(thread, owner)) return [];
    const line = lineOf(owner);
    const claims = owner.claims.filter((claim) => !this.#family(claim).includes(thread));
    return [...claims, ...line.slice(0, line.indexOf(thread))];
  }

  // ---- Section 4: threads

  #thread(label: string, owner: Actor | null, parent: Thread | null, priority: number, code: Code): Thread {
    const thread = new Thread(label, owner, parent, priority, code);
    thread.since = ++this.#order;
    this.#threads.push(thread);
    return thread;
  }

  /** Runs a thread up to its next wait or its end. */
  #turn(thread: Thread): void {
    const outcome = thread.outcome ?? { value: undefined };
    thread.outcome = null;
    if (!thread.body) {
      if (thread.owner && !this.#mayEnter(thread, thread.owner)) {
        thread.wait = { kind: 'blocked', keeps: true };
        thread.status = 'blocked';
        this.#queueUp(thread);
        // Somebody may wait for it already, if it was spawned.
        if (this.#closesCircle(thread)) this.#end(thread, 'failed', { error: new Failure('DeadlockError') });
        return;
      }
      this.#take(thread);
      thread.body = thread.code(thread);
    }
    this.#resume(thread, outcome);
  }

  #resume(thread: Thread, first: Outcome): void {
    const body = thread.body as Body;
    thread.wait = null;
    thread.status = 'running';
    for (let outcome: Outcome | null = first; outcome;) {
      try {
        const step = 'error' in outcome ? body.throw(outcome.error) : body.next(outcome.value);
        if (step.done) {
          this.#end(thread, 'done', { value: step.value });
          return;
        }
        outcome = this.#begin(thread, step.value);
      } catch (error) {
        if (error !== cancelling) this.#end(thread, 'failed', { error });
        else if (thread.failure) this.#end(thread, 'failed', thread.failure);
        else this.#end(thread, 'cancelled', { error: new Failure('CancelledError') });
        return;
      }
    }
  }

  /** Begins a wait. Gives what the thread goes on with, if it does not suspend. */
  #begin(thread: Thread, wait: Wait): Outcome | null {
    if (thread.wantsCancel && !thread.isCancelling) {
      this.#endChildren(wait);
      this.#doom(thread);
      return { error: cancelling };
    }
    const { owner } = thread;
    const levels = owner?.levels.map((level) => [...level]) ?? [];
    const queue = [...(owner?.queue ?? [])];
    thread.wait = wait;
    thread.status = wait.kind === 'blocked' ? 'blocked' : 'suspended';
    if (wait.kind === 'blocked') this.#queueUp(thread);
    if (!wait.keeps) owner?.drop(thread);
    if (this.#closesCircle(thread)) {
      if (owner) [owner.levels, owner.queue] = [levels, queue];
      thread.wait = null;
      thread.status = 'running';
      this.#endChildren(wait);
      return { error: new Failure('DeadlockError') };
    }
    const staysSubscribed = wait.kind === 'frame' && wait.isLoop && thread.kept?.frame === thread.frames.at(-1);
    if (!staysSubscribed) thread.kept = null;
    this.#reach(`waits: ${wait.kind === 'join' ? wait.how : wait.kind}${wait.keeps ? ' (held)' : ''}`);
    thread.since = ++this.#order;
    thread.isBeginning = true;
    thread.wait = null; // Who leaves a queue because of the release, and who because of the join?
    if (!wait.keeps) this.#release(thread);
    thread.wait = wait;
    if (wait.kind === 'join') this.#reunite();
    if (wait.kind === 'join') this.#admit(thread);
    thread.isBeginning = false;
    const { outcome } = thread;
    if (!outcome) return null;
    thread.outcome = null;
    thread.wait = null;
    thread.status = 'running';
    return outcome;
  }

  /** The threads that a join started end with it, last started first. So does a used call, unless somebody else joined it. */
  #endChildren(wait: Wait): void {
    if (wait.kind !== 'join' || wait.how === 'thread' || wait.how === 'entity') return;
    for (const child of lastFirst(wait.threads)) {
      if (wait.how !== 'call' || this.#joinersOf(child).length === 0) this.#cancel(child);
    }
  }

  #joinersOf(thread: Thread): Thread[] {
    return this.#waiting('join').filter(({ wait }) => (wait as Join).threads.includes(thread));
  }

  #end(thread: Thread, status: 'done' | 'failed' | 'cancelled', result: Outcome): void {
    for (const attached of lastFirst(thread.attached)) this.#cancel(attached);
    thread.status = status;
    thread.result = result;
    thread.wait = null;
    this.#release(thread);
    if (status === 'failed') this.#failed.push(thread);
    const joiners = this.#joinersOf(thread);
    this.#each(joiners, (joiner) => this.#joinedEnded(joiner, thread));
    if (without.cancelledJoiners && joiners.some(({ isCancelling }) => isCancelling)) this.isSkipped = true;
  }

  #joinedEnded(joiner: Thread, ended: Thread): void {
    const { how, threads } = joiner.wait as Join;
    ended.isJoined = true;
    if (how === 'entity' && !('error' in ended.result)) this.#settle(joiner, { value: undefined }, 'end');
    else if (how !== 'all' || 'error' in ended.result) this.#settle(joiner, ended.result, 'end');
    else if (!threads.some(isLive)) this.#settle(joiner, { value: threads.map(valueOf) }, 'end');
  }

  /** A join is over; the threads that it started and that still live end. */
  #settle(joiner: Thread, outcome: Outcome, by: 'timer' | 'end'): void {
    if (by === 'timer' || joiner.isBeginning) this.#wake(joiner, outcome);
    else this.#wakeNow(joiner, outcome);
    this.#part(joiner);
    this.#endChildren(joiner.wait as Wait);
  }

  #cancel(thread: Thread): void {
    if (!isLive(thread) || thread.isCancelling) return;
    if (thread.status === 'running') {
      thread.wantsCancel = true;
      return;
    }
    this.#next = this.#next.filter((next) => next !== thread);
    const { wait, outcome } = thread;
    this.#doom(thread);
    thread.outcome = null;
    thread.since = ++this.#order;
    if (!thread.body) {
      this.#end(thread, 'cancelled', { error: new Failure('CancelledError') });
      return;
    }
    thread.wait = null;
    if (wait?.kind === 'blocked') this.#release(thread);
    thread.status = 'running';
    if (wait?.kind === 'join' && !outcome) this.#part(thread);
    if (wait && !outcome) this.#endChildren(wait);
    this.#resume(thread, { error: cancelling });
  }

  #doom(thread: Thread): void {
    thread.isCancelling = true;
    for (const frame of thread.frames) frame.isDoomed = true;
  }

  // ---- Section 5: signals, calls and events

  /** Waiters go on in the order in which they began to wait, `next()` of a queue among them. What else comes is kept. */
  #notify(happening: Happening): void {
    const waiting = this.#live.filter((thread) => thread.wait && !thread.outcome && hears(thread.wait, happening));
    for (const thread of this.#live) {
      const { kept, wait, outcome } = thread;
      if (kept && covers(kept.source, happening)) kept.happened.push(happening);
      for (const queue of thread.queues) {
        const isNext = !outcome && wait?.kind === 'queue' && wait.queue === queue;
        if (!isNext && covers(queue.source, happening)) queue.values.push(happening.value);
      }
    }
    for (const thread of waiting.sort(bySince)) {
      const { wait } = thread;
      if (wait?.kind === 'queue') this.#wake(thread, { value: happening.value });
      else if (wait?.kind === 'watch') this.#tellWatcher(thread, wait, happening);
    }
  }

  #tellWatcher(thread: Thread, wait: Watch, happening: Happening): void {
    const verdict = judge(wait.filter, happening);
    if (verdict) this.#wakeWatcher(thread, wait, verdict);
  }

  /** It stays subscribed from here on. */
  #wakeWatcher(thread: Thread, { source }: Watch, outcome: Outcome): void {
    thread.kept = { source, frame: thread.frames.at(-1), happened: [] };
    this.#wake(thread, outcome);
  }

  #notifyCall(fn: number, receiver: Self, value: unknown): void {
    this.#notify({ kind: 'call', which: fn, receiver, value });
  }

  /** What was kept of this source, or else is remembered; null if the thread has to wait. */
  #takeKept(thread: Thread, source: Source, filter: Filter): Outcome | null {
    const { kept } = thread;
    if (!kept || !isSame(kept.source, source)) return null;
    while (kept.happened.length > 0) {
      const verdict = judge(filter, kept.happened.shift() as Happening);
      if (verdict) return verdict;
    }
    return null;
  }

  *#watch(thread: Thread, source: Source, keeps: boolean, more: WatchOptions = {}): Body {
    const { filter = null, due = Infinity, sticky } = more;
    const kept = this.#takeKept(thread, source, filter);
    if (!kept && sticky === undefined) return yield { kind: 'watch', source, filter, due, keeps };
    this.#reach(kept ? 'kept' : 'sticky');
    if (kept && 'error' in kept) throw kept.error;
    return kept ? kept.value : sticky;
  }

  // ---- What a program says

  /** The body of a function, as a frame of a running thread. */
  *#script(thread: Thread, id: number, body: readonly Statement[], self: Self, gives: Later | null = null): Body {
    const frame: Frame = { isDoomed: false };
    thread.frames.push(frame);
    let given: unknown;
    try {
      this.#log(`${id} begins`);
      yield* this.#block(thread, body, self);
      this.#log(`${id} ends`);
      given = gives ? this.#later(gives, id) : id;
    } catch (error) {
      if (!frame.isDoomed) throw error;
      if (error !== cancelling) thread.failure = { error };
    } finally {
      thread.frames.pop();
    }
    // However it was left: the next frame of the old stack is cancelled now.
    if (frame.isDoomed) throw cancelling;
    return given;
  }

  *#block(thread: Thread, body: readonly Statement[], self: Self): Body {
    for (const statement of body) yield* this.#statement(thread, statement, self);
    return undefined;
  }

  #receiver(on: Receiver, self: Self): Self {
    if (typeof on === 'number') return this.#actors[on] as Actor;
    return on === 'this' ? self : on === 'library' ? library : null;
  }

  #reach(what: string): void {
    this.reached.add(what);
  }

  #later({ frames, rejects }: Later, id: number): Settleable {
    const promise = new Settleable();
    if (frames === 0) promise.settle(++this.#order, id, rejects);
    else this.#open.push({ frame: this.#frame + frames, promise, id, rejects });
    return promise;
  }

  /** Section 4: a Promise that a call gives is waited for. */
  *#given(value: unknown): Body {
    return value instanceof Settleable ? yield { kind: 'promise', promise: value, keeps: true } : value;
  }

  /** R5: a point that needs the owner. */
  *#need(thread: Thread): Body {
    if (thread.owner && !this.#mayEnter(thread, thread.owner)) yield { kind: 'blocked', keeps: true };
    this.#take(thread);
    return undefined;
  }

  /** A thread of its own, run up to its first wait. What it throws before that goes to the caller. */
  #call(caller: Thread | null, { id, fn, body, gives }: Statement & { do: 'call' }, receiver: Self): Thread {
    this.#notifyCall(fn, receiver, id);
    const owner = receiver instanceof Actor ? receiver : null;
    return this.#begins(`f${fn}(${id})`, owner, caller, (thread) => this.#script(thread, id, body, receiver, gives));
  }

  #begins(label: string, owner: Actor | null, caller: Thread | null, code: Code): Thread {
    if (owner?.isClosed) throw new Failure('OwnerGoneError');
    const thread = this.#thread(label, owner, caller, caller?.priority ?? 0, code);
    this.#turn(thread);
    if (thread.status !== 'failed') return thread;
    thread.isJoined = true;
    throw errorOf(thread);
  }

  /** What a call on another owner gives to the thread that makes it. Of a statement, only what was there at once. */
  *#valueOfCall(called: Thread, isUsed: boolean): Body {
    if (isUsed) return yield* this.#given(yield* this.#join([called], 'call', true));
    return called.status === 'done' ? yield* this.#given(valueOf(called)) : undefined;
  }

  #branch(parent: Thread | null, label: string, { id }: Statement, body: readonly Statement[], self: Self): Thread {
    return this.#thread(label, null, parent, parent?.priority ?? 0, (thread) => this.#script(thread, id, body, self));
  }

  /** What plain code does; also the statements that do not wait. */
  #plain(caller: Thread | null, statement: Statement, self: Self): void {
    const { id } = statement;
    this.#reach(`${statement.do}${'how' in statement ? ` ${statement.how}` : ''}`);
    switch (statement.do) {
      case 'log':
        return this.#log(`${id} log`);
      case 'count':
        return this.#log(`${id} count ${++this.#count}`);
      case 'signal':
        if (statement.sticky) this.#sticky.set(statement.name, id);
        return repeat(statement.times, () =>
          this.#notify({ kind: 'signal', which: statement.name, receiver: null, value: id }),
        );
      case 'clearSignal':
        this.#sticky.delete(statement.name);
        return;
      case 'hooked':
        this.#notifyCall(statement.fn, this.#receiver(statement.on, self), handedOver(statement.args, id));
        return this.#log(`${id} gave ${statement.args}`);
      case 'settle':
        return this.#shared[statement.promise]?.settle(++this.#order, id, statement.rejects);
      case 'emit': {
        const { source, args, times } = statement;
        // An EventTarget hands over one event, whatever else.
        const isTarget = (source + this.#program.firstSource) % sourceCount === 0;
        const value = isTarget ? handedOver(Math.min(args, 1), id) : handedOver(args, id);
        const event: Happening = {
          kind: 'event',
          which: source,
          receiver: null,
          value,
          number: args > 0 ? id : undefined,
        };
        return repeat(times, () => this.#notify(event));
      }
      case 'cancel': {
        const thread = this.#slots[statement.slot];
        if (thread) this.#cancel(thread);
        return;
      }
      case 'cancelAll':
        return this.#cancelAll(this.#actors[statement.on] as Actor);
      case 'close':
        return this.#close(this.#actors[statement.on] as Actor);
      case 'me':
        this.#slots[statement.slot] = caller;
        return;
      case 'throw':
        throw new Failure(`e${id}`);
      case 'call': {
        const thread = this.#call(caller, statement, this.#receiver(statement.on, self));
        const isPromise = valueOf(thread) instanceof Settleable;
        if (thread.status === 'done') return this.#log(`${id} gave ${isPromise ? 'a Promise' : id}`);
        this.#log(`${id} gave a thread`);
        if (statement.slot !== null) this.#slots[statement.slot] = thread;
        return;
      }
      case 'start': {
        const owner = statement.owner === null ? null : (this.#actors[statement.owner] as Actor);
        if (owner?.isClosed) throw new Failure('OwnerGoneError');
        const thread = this.#thread(`s${id}`, owner, caller, statement.priority, (made) =>
          this.#script(made, id, statement.body, self),
        );
        const isSpawned = statement.how === 'spawn' || (statement.how === 'attach' && !caller);
        if (statement.how === 'attach') caller?.attached.push(thread);
        if (!isSpawned) this.#turn(thread);
        this.#slots[statement.slot] = thread;
        return;
      }
      default:
        throw new Error(`internal: ${statement.do} waits`);
    }
  }

  *#statement(thread: Thread, statement: Statement, self: Self): Body {
    const { id } = statement;
    const keeps = 'held' in statement && statement.held && self !== null && self === thread.owner;
    const woke = (value?: unknown): void => {
      this.#resumed();
      this.#log(value === undefined ? `${id} woke` : `${id} woke ${JSON.stringify(value)}`);
    };
    const joined = statement.do === 'join' ? this.#slots[statement.slot] : null;
    if (keeps && !(statement.do === 'join' && !joined)) yield* this.#need(thread);
    this.#reach(`${statement.do}${'how' in statement ? ` ${statement.how}` : ''}`);
    switch (statement.do) {
      case 'call': {
        if (statement.how === 'outside') return this.#plain(thread, statement, self);
        const receiver = this.#receiver(statement.on, self);
        const isUsed = statement.how === 'used' || typeof statement.on !== 'number';
        if (receiver instanceof Actor && receiver !== thread.owner) {
          yield* this.#valueOfCall(this.#call(thread, statement, receiver), isUsed);
        } else {
          this.#notifyCall(statement.fn, receiver, id);
          if (receiver === thread.owner) yield* this.#need(thread);
          yield* this.#given(yield* this.#script(thread, id, statement.body, receiver, statement.gives));
        }
        if (isUsed) this.#resumed();
        return this.#log(isUsed ? `${id} got ${id}` : `${id} called`);
      }
      case 'waitOn': {
        const owner = this.#actors[statement.on] as Actor;
        const { ms, how } = statement;
        const body = (): Body => this.#time(ms, true);
        if (owner !== thread.owner) {
          yield* this.#valueOfCall(this.#begins(`wait(${ms})`, owner, thread, body), how === 'used');
        } else {
          yield* this.#need(thread);
          yield* this.#time(ms, true);
        }
        if (how === 'used') this.#resumed();
        return this.#log(how === 'used' ? `${id} got undefined` : `${id} called`);
      }
      case 'promise': {
        const { from, how } = statement;
        const keepsOwner = how === 'call' || (how === 'held' && self !== null && self === thread.owner);
        const promise = typeof from === 'number' ? (this.#shared[from] as Settleable) : this.#later(from, id);
        if (how === 'held' && keepsOwner) yield* this.#need(thread);
        const value = yield { kind: 'promise', promise, keeps: keepsOwner };
        if (how !== 'call') return woke(value);
        this.#resumed();
        return this.#log(`${id} got ${String(value)}`);
      }
      case 'wait':
        yield* this.#time(statement.ms, keeps);
        return woke();
      case 'waitFrames':
        if (statement.frames > 0) yield { kind: 'frame', frame: this.#frame + statement.frames, isLoop: false, keeps };
        return woke();
      case 'waitUntil': {
        const test = (): boolean => this.#count >= statement.count;
        if (!test()) yield { kind: 'predicate', test, keeps };
        return woke();
      }
      case 'loop':
        for (let turn = 1; turn <= statement.times; turn++) {
          const frame = this.#frame;
          this.#log(`${id} turn ${turn}`);
          yield* this.#block(thread, statement.body, self);
          if (this.#frame <= frame) yield* this.#need(thread);
          if (this.#frame <= frame) yield { kind: 'frame', frame: frame + 1, isLoop: true, keeps: true };
        }
        return undefined;
      case 'waitSignal': {
        const { name } = statement;
        const source: Source = { kind: 'signal', which: name, receiver: null };
        return woke(yield* this.#watch(thread, source, keeps, { sticky: this.#sticky.get(name) }));
      }
      case 'waitCall': {
        const receiver = this.#receiver(statement.on, self);
        return woke(yield* this.#watch(thread, { kind: 'call', which: statement.fn, receiver }, keeps));
      }
      case 'waitEvent': {
        const { source, filter, timeout } = statement;
        const due = timeout === null ? Infinity : this.#now + timeout;
        const where: Source = { kind: 'event', which: source, receiver: null };
        return woke(yield* this.#watch(thread, where, keeps, { filter, due }));
      }
      case 'every': {
        const { ms } = statement;
        if (thread.rhythm?.ms !== ms) thread.rhythm = { ms, due: this.#now + ms, turns: 0 };
        return woke(yield { kind: 'time', due: thread.rhythm.due, isTurn: true, keeps: false });
      }
      case 'listen':
        this.#listen(thread, statement, self);
        return undefined;
      case 'next': {
        const queue = thread.named[statement.queue] ?? this.#listen(thread, statement, self);
        if (queue.values.length > 0) this.#reach('next at once');
        return woke(queue.values.length > 0 ? queue.values.shift() : yield { kind: 'queue', queue, keeps: false });
      }
      case 'size': {
        const queue = thread.named[statement.queue];
        this.#log(`${id} size ${queue?.values.length}`);
        if (queue && statement.clears) queue.values.length = 0;
        return undefined;
      }
      case 'join':
        if (!joined) return this.#log(`${id} nobody`);
        return woke(yield* this.#given(yield* this.#join([joined], 'thread', keeps)));
      case 'waitEntity': {
        const actor = this.#actors[statement.on] as Actor;
        const started = this.#live.filter(({ owner, parent }) => owner === actor && parent === thread);
        const line = this.#lineOf(actor).filter((other) => other !== thread);
        if (without.entityOfFamily && actor.queue.length === 0 && actor.claims.length > 1) this.isSkipped = true;
        const target = started.at(-1) ?? line.at(-1);
        if (target) yield* this.#join([target], 'entity', keeps);
        return woke();
      }
      case 'try': {
        const { body, catch: caught, finally: last } = statement;
        if (last) this.#log(`${id} tries`);
        try {
          yield* this.#block(thread, body, self);
        } catch (error) {
          if (error === cancelling || !caught) throw error;
          this.#log(`${id} caught ${labelOf(error)}`);
          yield* this.#block(thread, caught, self);
        } finally {
          if (last) {
            this.#log(`${id} finally`);
            yield* this.#block(thread, last, self);
          }
        }
        return undefined;
      }
      case 'group': {
        const { how, ms } = statement;
        if (how === 'hold' && !keeps) {
          return woke(yield* this.#script(thread, id, statement.branches[0] as Statement[], self));
        }
        const bodies = how === 'hold' || how === 'withTimeout' ? statement.branches.slice(0, 1) : statement.branches;
        const children = bodies.map((body, index) => {
          const child = this.#branch(thread, `g${id}.${index}`, statement, body, self);
          this.#turn(child);
          return child;
        });
        const due = how === 'withTimeout' ? this.#now + ms : Infinity;
        const value = yield* this.#join(children, how === 'tracks' ? 'all' : how, keeps, due);
        const named = (values: unknown[]): unknown =>
          Object.fromEntries(values.map((each, index) => [`t${index}`, each]));
        return woke(how === 'tracks' ? named(value as unknown[]) : value);
      }
      default:
        return this.#plain(thread, statement, self);
    }
  }

  #listen(thread: Thread, { id, queue: name, heard }: Statement & { do: 'listen' | 'next' }, self: Self): Queue {
    const queue: Queue = { source: { ...heard, receiver: this.#receiver(heard.on, self) }, values: [] };
    thread.queues.push(queue);
    thread.named[name] = queue;
    this.#log(`${id} listens`);
    return queue;
  }

  *#time(ms: number, keeps: boolean): Body {
    yield { kind: 'time', due: this.#now + ms, keeps };
    return undefined;
  }

  /** Waits for threads, unless enough of them have ended. */
  *#join(threads: readonly Thread[], how: Join['how'], keeps: boolean, due = Infinity): Body {
    const wait: Wait = { kind: 'join', how, threads, keeps, due };
    const ended = threads.filter((thread) => !isLive(thread));
    const failed = ended.find(({ result }) => 'error' in result);
    const decisive = how === 'all' ? failed : ended[0];
    if (decisive) {
      decisive.isJoined = true;
      this.#endChildren(wait);
      if ('error' in decisive.result) throw decisive.result.error;
      return decisive.result.value;
    }
    if (how === 'all' && ended.length === threads.length) return threads.map(valueOf);
    return yield wait;
  }
}

const lastFirst = <T>(list: readonly T[]): T[] => list.map((_, index) => list[list.length - 1 - index] as T);

/** Does what happens concern somebody who waits for this? */
const covers = (source: Source, { kind, which, receiver }: Source): boolean =>
  source.kind === kind && source.which === which && (source.receiver === null || source.receiver === receiver);

const isSame = (one: Source, other: Source): boolean =>
  one.kind === other.kind && one.which === other.which && one.receiver === other.receiver;

function hears(wait: Wait, happening: Happening): boolean {
  if (wait.kind === 'queue') return covers(wait.queue.source, happening);
  return wait.kind === 'watch' && covers(wait.source, happening);
}

/** What a waiter gets of what happened; null if its filter does not want it. */
function judge(filter: Filter, { value, number = 0 }: Happening): Outcome | null {
  if (filter === 'throws') return { error: new Failure('filter') };
  return filter === null || number % 2 === 1 ? { value } : null;
}

/** Nothing for no argument, one argument as it is, several as an array. */
const handedOver = (args: number, id: number): unknown => [undefined, id, [id, id]][args];

function repeat(times: number, act: () => void): void {
  for (let time = 0; time < times; time++) act();
}

/** A deadline of its rhythm has come. */
function nextTurn(thread: Thread): number {
  const { ms, due, turns } = thread.rhythm as NonNullable<Thread['rhythm']>;
  thread.rhythm = { ms, due: due + ms, turns: turns + 1 };
  return turns + 1;
}

const bySince = (one: Thread, other: Thread): number => one.since - other.since;

const isLive = ({ status }: Thread): boolean => ['fresh', 'running', 'suspended', 'blocked'].includes(status);

/** Its wait is over, or it was spawned; those of step 6 stand in a list of their own. */
const isReady = ({ status, outcome }: Thread): boolean => status === 'fresh' || outcome !== null;

const deadlineOf = ({ wait }: Thread): number => (wait && 'due' in wait ? (wait.due ?? Infinity) : Infinity);

/** Promised first, then the queue. */
const lineOf = ({ promised, queue }: Actor): Thread[] => (promised ? [promised, ...queue] : queue);

function statusOf(thread: Thread): string {
  const { wait } = thread;
  if (isReady(thread)) return 'ready';
  if (thread.status === 'blocked') return 'blocked';
  if (wait?.kind === 'time' || wait?.kind === 'frame') return 'sleeping';
  return wait?.kind === 'predicate' ? 'checking' : 'waiting';
}

const errorOf = ({ result }: Thread): unknown => (result as { error: unknown }).error;

const valueOf = ({ result }: Thread): unknown => (result as { value: unknown }).value;

const labelOf = (error: unknown): string => (error as Failure).label;

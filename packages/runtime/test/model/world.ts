/** The rules as a slow and simple model: who runs when, who holds what. Long, as its parts share all of their state. */
import {
  Actor,
  type Alarm,
  type Body,
  bySince,
  cancelledError,
  isCancellation,
  cancelling,
  Clock,
  FollowingClock,
  type Code,
  covers,
  deadlineOf,
  errorOf,
  Failure,
  type Happening,
  hears,
  isEnding,
  isUrgent,
  isLive,
  isReady,
  isSame,
  isTold,
  kindOf,
  type Join,
  judge,
  labelOf,
  lastFirst,
  lineOf,
  nextTurn,
  resultOf,
  type Outcome,
  type Scope,
  type Siblings,
  type Self,
  Settleable,
  type Source,
  statusOf,
  Thread,
  valueOf,
  type Verdict,
  type Wait,
  type Watch,
} from './parts.js';
import {
  type Fault,
  type Filter,
  isQuiet,
  nameOf,
  type Program,
  promiseCount,
  readingOf,
  sourceCount,
  type Statement,
} from './program.js';

/** The time of a stopped thread is not over any sooner, nor its rhythm. */
function postpone(thread: Thread): void {
  const { wait, clock, rhythm } = thread;
  if (wait && !isPoint(thread) && deadlineOf(thread) < Infinity)
    thread.wait = { ...wait, due: deadlineOf(thread) + clock.stepMs } as Wait;
  if (rhythm) thread.rhythm = { ...rhythm, due: rhythm.due + rhythm.clock.stepMs };
}

type Place = Pick<Thread, 'hasLost' | 'lostAt' | 'queuedAt'>;

/** Who lost the owner stands in front, who lost it last first; then who queued first. */
function isBehind(one: Place, other: Place): boolean {
  if (one.hasLost !== other.hasLost) return other.hasLost;
  if (one.hasLost && one.lostAt !== other.lostAt) return one.lostAt < other.lostAt;
  return one.queuedAt > other.queuedAt;
}

const isPoint = ({ wait }: Thread): boolean => wait?.kind === 'time' && wait.isPoint === true;

/** When its timer was set. */
const timedSince = ({ since, timerAt }: Thread): number => Math.max(since, timerAt);

/** Whom it waits for by joining. */
const joinedBy = ({ wait, outcome }: Thread): readonly Thread[] =>
  wait?.kind === 'join' && !outcome ? wait.threads : [];

/** Does it wait for threads that are not its own, and go on without it? */
const joinsOthers = ({ how }: Join): boolean => how === 'thread' || how === 'entity' || how === 'orders';

/** Who runs when, who holds what, who waits for whom, by the rules of docs/ownership.md and docs/design.md. What a program says stands in `model.ts`. */
export abstract class World {
  readonly lines: string[] = [];
  protected readonly actors: readonly Actor[];
  /** Whom the world outside has stopped. */
  protected wasAnyStopped = false;
  protected readonly stoppedBy: (Thread | Clock | undefined)[] = [];
  protected readonly fault: Fault | null;
  protected resumptions = 0;
  protected readonly program: Program;
  protected frame = 0;
  protected readonly clock = new Clock(null);
  /** That one and those that hang on it, in order of making. */
  protected readonly clocks: readonly Clock[];
  protected alarms: Alarm[] = [];
  protected isInPulse = false;
  protected isClosed = false;
  protected order = 0;
  protected count = 0;
  protected readonly slots: (Thread | null)[] = [null, null];
  protected readonly sticky = new Map<number, number>();
  protected readonly shared: readonly Settleable[] = Array.from({ length: promiseCount }, () => new Settleable());
  /** Promises that the world outside settles in a later frame. */
  protected open: { frame: number; promise: Settleable; id: number; rejects: boolean }[] = [];
  /** Promises that somebody has waited for and that have not spoken yet, and since when. */
  protected readonly asked = new Map<Settleable, number>();
  readonly reached = new Set<string>();
  /** Every thread ever, in order of start. */
  protected readonly threads: Thread[] = [];
  /** Step 6, in the order in which it happened. */
  protected next: Thread[] = [];
  protected verdicts: Verdict[] = [];
  /** Errors that nobody had got when they were noted: those that threads ended with, and those that were lost in them. */
  protected uncaught: { readonly error: unknown; readonly thread: Thread }[] = [];

  constructor(program: Program, fault: Fault | null) {
    this.program = program;
    this.fault = fault;
    const slow = new Clock(this.clock);
    const song = new FollowingClock(this.clock, () => readingOf(program, this.frame));
    this.clocks = [this.clock, slow, new Clock(slow), song];
    this.actors = Array.from({ length: program.actors }, (_, index) => new Actor(nameOf(index)));
  }

  run(maxFrames: number): void {
    const last = Math.max(0, ...this.program.roots.map(({ frame }) => frame));
    for (let frame = 0; frame <= maxFrames; frame++) {
      if (frame > 0) this.pulse();
      this.settleDue();
      for (const root of this.program.roots) if (root.frame === frame) this.playRoot(root.body);
      this.tellSettled();
      this.stopAndGo(frame);
      this.inject(frame);
      this.tellSettled();
      if (frame >= last && (this.live.length === 0 || isQuiet(this.lines))) break;
    }
    this.pulse();
  }

  protected log(text: string): void {
    this.lines.push(`${this.frame} ${text}`);
  }

  protected playRoot(body: readonly Statement[]): void {
    for (const statement of body) {
      try {
        this.plain(null, statement, null);
      } catch (error) {
        this.log(`${statement.id} thrown ${labelOf(error)}`);
      }
    }
  }

  protected inject(frame: number): void {
    const fault = this.fault;
    if (fault && 'frame' in fault && fault.frame === frame) this.strike(fault);
  }

  /** The world outside stops somebody, or lets him go on. */
  protected stopAndGo(frame: number): void {
    for (const [index, { frame: from, frames, thread, clock }] of (this.program.stops ?? []).entries()) {
      if (from === frame) this.stoppedBy[index] = clock === null ? this.live[thread] : this.clocks[clock];
      const stopped = this.stoppedBy[index];
      for (const isStop of [true, false]) {
        if (frame !== (isStop ? from : from + frames) || !stopped) continue;
        if (stopped instanceof Clock) stopped.isStopped = isStop;
        else if (isLive(stopped)) stopped.isPaused = isStop;
        this.review();
      }
    }
  }

  protected strike({ how, thread: index }: { readonly how: string; readonly thread: number }): void {
    const thread = this.live[index];
    if (how === 'close' && thread?.owner) this.close(thread.owner, 'fault');
    else if (thread) this.cancel(thread, 'fault', how === 'now');
  }

  /** The world outside: Promises whose frame has come, in the order in which they were made. */
  protected settleDue(): void {
    for (const { frame, promise, id, rejects } of this.open) {
      if (frame === this.frame) promise.settle(++this.order, id, rejects);
    }
    this.open = this.open.filter(({ frame }) => frame !== this.frame);
    this.tellSettled();
  }

  /**
   * After each turn of the world outside its Promises speak, in the order in which they were settled or first asked, whichever was later. All
   * who wait for one go on together, in the order in which they began to.
   */
  protected tellSettled(): void {
    const latest = ([promise, askedAt]: [Settleable, number]): number => Math.max(promise.settledAt, askedAt);
    const told = [...this.asked].filter(([{ settledAt }]) => settledAt > 0);
    for (const [promise] of told.sort((one, other) => latest(one) - latest(other))) {
      this.asked.delete(promise);
      for (const thread of this.waiting('promise'))
        if ((thread.wait as Wait & { kind: 'promise' }).promise === promise) this.wake(thread, promise.outcome);
    }
  }

  /** R10. */
  protected close(actor: Actor, reason: string): void {
    actor.isClosed = true;
    this.cancelAll(actor, reason);
  }

  /** Section 7. What its scripts begin from here on still runs; nothing begins from outside. */
  protected closeAll(reason: string, now: boolean): void {
    this.isClosed = true;
    for (const thread of lastFirst(this.live)) this.cancel(thread, reason, now);
  }

  protected cancelAll(actor: Actor, reason: string): void {
    for (const thread of lastFirst(this.live.filter(({ owner }) => owner === actor))) this.cancel(thread, reason);
  }

  /**
   * All except the running thread and those that wait for it. Of a running thread this is not known before it waits or
   * ends.
   */
  protected cancelOthers(actor: Actor, saved: Thread, reason: string): void {
    for (const thread of lastFirst(this.live.filter(({ owner }) => owner === actor))) {
      this.judge({ thread, saved, reason, at: saved }, null, []);
    }
  }

  /** `waiting` comes to wait for these threads, or for something else, or ends. */
  protected judge(verdict: Verdict, waiting: Thread | null, joined: readonly Thread[]): void {
    const { thread, saved, reason } = verdict;
    if (!isLive(thread)) return;
    const awaited = this.joined(thread);
    if (waiting && awaited.includes(waiting))
      awaited.push(...joined.filter(isLive).flatMap((each) => this.joined(each)));
    if (isLive(saved) && awaited.includes(saved)) {
      if (thread !== saved) this.reach('rule: cancelOthers spares who waits for it');
      return;
    }
    const undecided = awaited.find((other) => other.status === 'running' && other !== waiting);
    if (undecided) this.reach('rule: cancelOthers waits for who runs');
    if (undecided) this.verdicts.push({ ...verdict, at: undecided });
    else this.cancel(thread, reason);
  }

  protected judgeAt(waiting: Thread, joined: readonly Thread[]): void {
    const due = this.verdicts.filter(({ at }) => at === waiting);
    this.verdicts = this.verdicts.filter(({ at }) => at !== waiting);
    for (const verdict of due) this.judge(verdict, waiting, joined);
  }

  /** A call or a wait gives its value. */
  protected resumed(): void {
    const fault = this.fault;
    if (++this.resumptions !== (fault as { at?: number } | null)?.at) return;
    if (fault?.how === 'throw') throw new Failure('fault');
    this.strike(fault as { how: string; thread: number });
  }

  protected get live(): Thread[] {
    return this.threads.filter(isLive);
  }

  // ---- Section 4: orders

  /** A statement on another owner, or `void`, has started `order`. What a `finally` block orders as its thread unwinds is nobody's. */
  protected give(giver: Thread, order: Thread): void {
    if (isLive(order) && !giver.isCancelling) order.giver = giver;
  }

  protected ordersOf(giver: Thread): Thread[] {
    return this.live.filter((thread) => thread.giver === giver);
  }

  /** A thread has ended, and another one has waited for it: that has given its orders. */
  protected inherit(ended: Thread, heir: Thread | undefined): void {
    const orders = this.ordersOf(ended);
    if (!heir || heir.isCancelling || orders.length === 0) return;
    this.reach('rule: orders pass to who has waited');
    for (const order of orders) order.giver = heir;
  }

  /** Who has waited for it: who began first, or the thread whose combinator has started it. */
  protected waiterOf(thread: Thread): Thread | undefined {
    const { branchOf } = thread;
    const [joiner] = this.joinersOf(thread);
    return joiner ?? this.live.find(({ starts }) => starts !== null && starts === branchOf && !branchOf.isOver);
  }

  /** Somebody else waits for it, or the scope that it is in. */
  protected isKept(order: Thread, giver: Thread): boolean {
    const { memberOf } = order;
    const isKept =
      (memberOf !== null && memberOf.own !== giver) || this.joinersOf(order).some((each) => each !== giver);
    if (isKept) this.reach('rule: an order stays for who waits for it');
    return isKept;
  }

  /** The giver is cancelled in `waitFor(owner)`: the order that this waits for, and its orders before that in the line of its owner. */
  protected awaitedOrders(giver: Thread, wait: Wait | null): Thread[] {
    if (wait?.kind !== 'join' || wait.how !== 'entity') return [];
    const [order] = wait.threads as [Thread];
    if (!isLive(order) || order.giver !== giver || this.isKept(order, giver)) return [];
    this.reach('rule: an awaited order ends with its giver');
    const { owner } = order;
    const isInLine = owner !== null && owner.queue.includes(order);
    const ahead = isInLine ? this.lineOf(owner) : [];
    const orders = this.ordersOf(giver).filter((each) => ahead.includes(each) && !this.isKept(each, giver));
    if (orders.some(({ body }) => body !== null)) this.reach('rule: orders that it stood behind end, too');
    return isInLine ? orders : [order];
  }

  /** The giver is cancelled: orders that have not begun never do, and the others are nobody's from here on. */
  protected withdrawOrders(giver: Thread): void {
    const orders = this.ordersOf(giver);
    for (const order of lastFirst(orders)) {
      if (order.body !== null || this.isKept(order, giver)) continue;
      this.reach(
        `rule: an order ${order.owner?.granted === order ? 'that was promised its owner' : 'in a queue'} never begins`,
      );
      this.cancel(order);
    }
    for (const order of orders) order.giver = null;
  }

  // ---- Section 7: the scheduler

  protected pulse(): void {
    this.isInPulse = true;
    const before = this.order;
    this.frame++; // (1)
    for (const clock of this.clocks) clock.advance(10);
    if (this.live.some(({ clock }) => clock instanceof FollowingClock && clock.stepMs !== 10))
      this.reach('rule: a clock that follows stands or jumps');
    this.live.filter((thread) => this.isFrozen(thread)).forEach(postpone);
    this.each(this.waiting('frame'), (thread, { frame }) => {
      if (frame <= this.frame) this.wake(thread, { value: undefined }); // (2)
    });
    this.ring();
    const answered = new Set<Thread>();
    this.each(this.waiting('predicate'), (thread, { test }) => {
      const outcome = resultOf(test); // (3)
      if (!('error' in outcome) && !outcome.value) return;
      this.wake(thread, 'error' in outcome ? outcome : { value: undefined });
      answered.add(thread);
    });
    const ready = this.live.filter((thread) => isReady(thread) && !this.next.includes(thread)).sort(bySince); // (4)
    const phase = (thread: Thread): number => (thread.since <= before ? 0 : answered.has(thread) ? 1 : 2);
    ready.sort((one, other) => one.priority - other.priority || phase(one) - phase(other));
    this.each(ready, (thread) => this.comesUp(thread)); // (5)
    for (let thread = this.next.shift(); thread; thread = this.next.shift()) this.comesUp(thread); // (6)
    this.isInPulse = false;
    this.checkThatAllGoOn();
    this.report();
    this.log(this.snapshot());
    this.tellSettled();
  }

  /** Section 4: each error that nobody has got, and that nobody is about to get; one that its thread has ended with, once. */
  protected report(): void {
    const noted = this.uncaught;
    this.uncaught = [];
    for (const each of noted) {
      const { error, thread } = each;
      if (thread.status === 'failed' && errorOf(thread) === error) {
        if (thread.isJoined) continue;
        const isInScope = thread.memberOf?.failed === thread && this.isInScope(thread.memberOf);
        if (isInScope || this.isPromised(thread)) {
          this.uncaught.push(each);
          continue;
        }
        thread.isJoined = true;
      }
      this.log(`uncaught ${labelOf(error)}`);
    }
  }

  /** Timers, and the alarms of `after` among them: clock by clock, each by deadline, then start. All are found before the first is handled. */
  protected ring(): void {
    const isDue = (clock: Clock, due: number): boolean => !clock.isPaused && due <= clock.now;
    const threads = this.live.filter(
      (thread) => !thread.outcome && isDue(thread.clock, deadlineOf(thread)) && !this.hasNoTimer(thread),
    );
    const alarms = this.alarms.filter(({ clock, due }) => isDue(clock, due));
    this.alarms = this.alarms.filter((alarm) => !alarms.includes(alarm));
    const timers = [
      ...threads.map((thread) => ({ clock: thread.clock, due: deadlineOf(thread), since: timedSince(thread), thread })),
      ...alarms,
    ];
    const place = ({ clock }: { clock: Clock }): number => this.clocks.indexOf(clock);
    timers.sort((one, other) => place(one) - place(other) || one.due - other.due || one.since - other.since);
    for (const timer of timers) {
      if ('body' in timer) {
        if (!this.isClosed) this.playRoot(timer.body);
      } else if (timedSince(timer.thread) === timer.since && isLive(timer.thread) && !this.hasNoTimer(timer.thread))
        this.expire(timer.thread, timer.thread.wait as Wait);
    }
  }

  /** Its time has come, or has run out. */
  protected expire(thread: Thread, wait: Wait): void {
    const timeout: Outcome = { error: new Failure('TimeoutError') };
    if (wait.kind !== 'time') this.reach(`rule: the time of ${kindOf(wait)} runs out`);
    if (wait.kind === 'join') this.settle(thread, timeout, 'timer');
    else if (wait.kind === 'watch') this.wakeWatcher(thread, wait, timeout);
    else this.wake(thread, { value: wait.kind === 'time' && wait.isTurn ? nextTurn(thread) : undefined });
  }

  protected waiting(kind: Wait['kind']): Thread[] {
    return this.live.filter((thread) => thread.wait?.kind === kind && !thread.outcome).sort(bySince);
  }

  /** Leaves out those whose wait was ended or replaced by what another of the list did. */
  protected each(threads: readonly Thread[], visit: (thread: Thread, wait: any) => void): void {
    const seen = threads.map((thread) => ({ thread, since: thread.since }));
    for (const { thread, since } of seen) {
      if (isLive(thread) && thread.since === since) visit(thread, thread.wait);
    }
  }

  /** Its wait is over: it goes on in the next list that is made. */
  protected wake(thread: Thread, outcome: Outcome): void {
    thread.outcome = outcome;
    thread.since = ++this.order;
  }

  /** Woken by a promise of an executor, or by the end of a thread: goes on in step 6, once in a pulse. */
  protected wakeNow(thread: Thread, outcome: Outcome): void {
    this.wake(thread, outcome);
    if (this.isInPulse && thread.nextFrame === this.frame) this.reach('rule: step 6 once in a pulse');
    if (!this.isInPulse || thread.nextFrame === this.frame) return;
    thread.nextFrame = this.frame;
    this.next.push(thread);
  }

  protected snapshot(): string {
    const threads = this.live.map((thread) => `${thread.label}:${statusOf(thread)}`);
    const actors = this.actors
      .filter((actor) => this.lineOf(actor).length > 0)
      .map(({ name, claims, granted, queue }) => {
        const holders = [...claims, ...(granted ? [granted] : [])].map(({ label }) => label).sort();
        return `${name}[${[...holders, '|', ...queue.map(({ label }) => label)].join(' ')}]`;
      });
    const listening = Array.from({ length: sourceCount }, (_, source) => this.listening(source));
    const listeners = listening.some((count) => count > 0) ? [`listeners ${listening.join(' ')}`] : [];
    return ['=', ...threads, ...actors, ...listeners].join(' ');
  }

  /** Section 5: one listener while somebody waits, stays subscribed or has a queue. No other. */
  protected listening(source: number): number {
    const isOf = (heard: Source): boolean => heard.kind === 'event' && heard.which === source;
    const listens = ({ wait, outcome, kept, queues }: Thread): boolean => {
      const watched = wait?.kind === 'watch' && !outcome ? wait.source : kept?.source;
      return queues.some((queue) => isOf(queue.source)) || (watched !== undefined && isOf(watched));
    };
    return this.live.some(listens) ? 1 : 0;
  }

  // ---- Section 7: stopping

  protected isStopped(thread: Thread): boolean {
    return thread.clock.isPaused || this.isFrozen(thread);
  }

  /** Paused itself, or one with which it would be cancelled is. */
  protected isFrozen(thread: Thread, seen: readonly Thread[] = []): boolean {
    if (thread.isPaused) return true;
    if (!this.threads.some((each) => each.isPaused && isLive(each))) return false;
    const keepers = this.live.filter((other) => !seen.includes(other) && this.endWith(other).includes(thread));
    return keepers.some((keeper) => this.isFrozen(keeper, [...seen, thread]));
  }

  /** Who would be cancelled with a thread. */
  protected endWith({ attached, wait, outcome }: Thread): Thread[] {
    if (wait?.kind !== 'join' || outcome || joinsOthers(wait)) return attached;
    const isOwn = (thread: Thread): boolean => wait.how !== 'call' || this.joinersOf(thread).length === 1;
    return [...attached, ...wait.threads.filter(isOwn)];
  }

  /** A timer that is not there: the thread is frozen, and has left what it had. */
  protected hasNoTimer(thread: Thread): boolean {
    return this.isFrozen(thread) && !isPoint(thread);
  }

  /** The turn of a thread has come. Who is stopped stands by; what was promised to it goes to the next in line. */
  protected comesUp(thread: Thread): void {
    if (!this.isStopped(thread)) {
      this.turn(thread);
      return;
    }
    const { owner } = thread;
    if (owner?.granted !== thread) {
      this.reach('rule: a stopped thread comes up');
      thread.parkedAt ||= ++this.order;
      return;
    }
    this.reach('rule: what was promised to a stopped thread is taken back');
    owner.granted = null;
    thread.outcome = null;
    this.queueAtPlace(thread, owner);
    // It may have been promised to it before one that has lost it.
    this.fallBack(owner);
    this.admitLater(owner);
    this.handOver(owner);
  }

  /**
   * Who was stopped and is no more: those whose turn had come meanwhile are ready now, in that order; then those go on who stand
   * in a queue and need not any longer.
   */
  protected review(): void {
    const isAnyStopped =
      this.clocks.some(({ isStopped }) => isStopped) || this.threads.some((each) => each.isPaused && isLive(each));
    if (!isAnyStopped && !this.wasAnyStopped) return;
    this.wasAnyStopped = isAnyStopped;
    const freed: Thread[] = [];
    for (const thread of this.live) {
      const [isFrozen, isStopped] = [this.isFrozen(thread), this.isStopped(thread)];
      if (thread.wasFrozen && !isFrozen && !isPoint(thread) && deadlineOf(thread) < Infinity)
        thread.timerAt = ++this.order;
      if (thread.wasStopped && !isStopped) freed.push(thread);
      thread.wasFrozen = isFrozen;
      thread.wasStopped = isStopped;
    }
    for (const thread of freed
      .filter(({ parkedAt }) => parkedAt > 0)
      .sort((one, other) => one.parkedAt - other.parkedAt)) {
      this.reach('rule: a stopped thread goes on');
      thread.parkedAt = 0;
      thread.since = ++this.order;
    }
    for (const { owner } of freed.filter(({ status, outcome }) => status === 'blocked' && !outcome)) {
      this.admitLater(owner as Actor);
      this.handOver(owner as Actor);
    }
  }

  // ---- Section 6: executors

  /** R5b: a thread, whom it waits for, and whom those wait for. Who starts branches waits for those that have begun. */
  protected family(thread: Thread): Thread[] {
    return this.below(thread, (member) => {
      const { starts } = member;
      return starts && !starts.isOver ? starts.branches : joinedBy(member);
    });
  }

  /** The same, as far as they wait already. */
  protected joined(thread: Thread): Thread[] {
    return this.below(thread, joinedBy);
  }

  protected below(thread: Thread, next: (member: Thread) => readonly Thread[]): Thread[] {
    const below: Thread[] = [];
    const visit = (member: Thread): void => {
      if (below.includes(member)) return;
      below.push(member);
      next(member).filter(isLive).forEach(visit);
    };
    visit(thread);
    return below;
  }

  /** R4: who is suspended holding, or has just been let in. */
  protected holders(actor: Actor): Thread[] {
    const isIn = ({ status, outcome }: Thread): boolean =>
      status === 'suspended' || (status === 'blocked' && outcome !== null);
    return actor.top.filter(isIn);
  }

  /** The holders, those who lost the executor to them, who lost it last first, the queue. */
  protected lineOf(actor: Actor): Thread[] {
    return [...lastFirst(actor.levels).flat(), ...lineOf(actor)];
  }

  /** R5b: covered by a hold. A sibling is so also while the one that holds runs. */
  protected isCovered(thread: Thread, actor: Actor): boolean {
    const holders = this.holders(actor);
    return (
      holders.some((holder) => this.family(holder).includes(thread)) ||
      [...(actor.granted ? [] : actor.top), ...holders].some(
        (holder) => holder !== thread && this.areSiblings(holder, thread, actor),
      )
    );
  }

  /** R5b: branches of one combinator that names the actor, or those that such branches wait for. */
  protected areSiblings(one: Thread, other: Thread, actor: Actor): boolean {
    const isOf = (thread: Thread, siblings: Siblings): boolean =>
      this.live.some((branch) => branch.branchOf === siblings && this.family(branch).includes(thread));
    return this.live.some(
      ({ branchOf }) =>
        branchOf !== null &&
        !branchOf.isOver &&
        branchOf.named.has(actor) &&
        isOf(one, branchOf) &&
        isOf(other, branchOf),
    );
  }

  /** R5: whether it can act on its owner without queueing. A family protects only while its join lasts. */
  protected mayEnter(thread: Thread, actor: Actor): boolean {
    if (actor.granted) return actor.granted === thread;
    return this.holders(actor).every((holder) => holder === thread) || this.isCovered(thread, actor);
  }

  protected take(thread: Thread): void {
    const { owner } = thread;
    if (!owner || thread.isBeside) return;
    if (owner.granted === thread) {
      // Before those who have lost it, if it is urgent.
      owner.granted = null;
      owner.drop(thread);
      thread.lostAt = 0;
      owner.levels.push([thread]);
      this.letSiblingsIn(owner);
      return;
    }
    owner.queue = owner.queue.filter((blocked) => blocked !== thread);
    if (owner.top.includes(thread)) return;
    owner.drop(thread);
    thread.lostAt = 0;
    if (this.isCovered(thread, owner)) {
      const isSibling = owner.top.some((holder) => this.areSiblings(holder, thread, owner));
      this.reach(isSibling ? 'rule: R5b siblings hold together' : 'rule: R5b a family holds together');
      owner.top.push(thread);
    } else {
      const losers = owner.top;
      if (losers.length > 0) this.reach('rule: R6 lost to a thread of its own turn');
      for (const loser of losers) {
        loser.lostAt = ++this.order;
        loser.lossGroup = 0;
      }
      owner.levels = [...owner.levels.slice(0, -1), ...losers.map((loser) => [loser]), [thread]];
    }
    this.letSiblingsIn(owner);
  }

  /** R5b: when one of them has the executor, the others that queue for it hold it too, but go on in step 6. */
  protected letSiblingsIn(actor: Actor): void {
    // While it is promised, nobody has it.
    if (actor.isAdmitting || actor.granted) return;
    const isSibling = (blocked: Thread): boolean =>
      !this.isStopped(blocked) && actor.top.some((holder) => this.areSiblings(holder, blocked, actor));
    for (let thread = actor.queue.find(isSibling); thread; thread = actor.queue.find(isSibling)) {
      this.reach('rule: R5b siblings come in together');
      this.letIn(thread, actor);
    }
  }

  /** It leaves the queue and holds with its family; it goes on in step 6. */
  protected letIn(thread: Thread, actor: Actor): void {
    actor.queue = actor.queue.filter((blocked) => blocked !== thread);
    thread.lostAt = 0;
    actor.top.push(thread);
    this.wakeNow(thread, { value: undefined });
  }

  /**
   * R5b: whenever those who hold an executor are no more one family, they part: who took hold first keeps it, with its own; each other
   * has lost it, and gets it back the sooner, the earlier it took hold.
   */
  protected part(): void {
    for (const actor of this.actors) {
      const { top } = actor;
      if (actor.granted) continue;
      const family = this.relatives(top);
      const others = lastFirst(top.filter((thread) => !family.includes(thread)));
      if (others.length === 0) continue;
      this.reach('rule: R5b a family parts');
      for (const other of others) {
        other.lostAt = ++this.order;
        other.lossGroup = 0;
      }
      const kept = top.filter((thread) => family.includes(thread));
      actor.levels = [...actor.levels.slice(0, -1), ...others.map((other) => [other]), kept];
    }
  }

  /** R5b, for one that lost its owner to a thread that it now begins to wait for: from here on they have it together. */
  protected reunite(joiner: Thread): void {
    const { owner } = joiner;
    if (!owner?.claims.includes(joiner) || owner.top.includes(joiner)) return;
    if (!this.family(joiner).some((member) => owner.top.includes(member))) return;
    this.reach('rule: R5b has its owner back as its join begins');
    owner.drop(joiner);
    joiner.lostAt = 0;
    owner.top.unshift(joiner);
  }

  /** R6: lets go of the owner, of its place in the queue and of its right to the front. */
  protected release(thread: Thread, parts = true): void {
    const { owner } = thread;
    if (!owner || thread.isBeside) return;
    const stoodInQueue = owner.queue.includes(thread) && !owner.claims.includes(thread);
    owner.queue = owner.queue.filter((blocked) => blocked !== thread);
    // R5b is judged as a join begins: who leaves a queue lets nobody in.
    if (stoodInQueue) return;
    if (owner.granted === thread) owner.granted = null;
    const { length } = owner.levels;
    owner.drop(thread);
    if (length > 1 && owner.levels.length < length) this.reach('rule: R6 falls back');
    this.fallBack(owner);
    if (parts) this.part();
    if (!owner.isAdmitting) this.admitLater(owner);
    this.handOver(owner);
  }

  /**
   * R6: who holds it now has it again. Those who were interrupted together have it again together, as far as they are still
   * one family; the others stand further. Before all of them comes one of the queue who is urgent and lost it later.
   */
  protected fallBack(actor: Actor): void {
    const { top } = actor;
    const lostAt = Math.max(0, ...top.map((thread) => thread.lostAt));
    if (lostAt === 0) return;
    const next = actor.queue.find((thread) => !this.isStopped(thread));
    if (next && isUrgent(next) && next.lostAt > lostAt) {
      this.reach('rule: R5d who is urgent comes before who lost it earlier');
      this.promise(actor, next);
      return;
    }
    if (top.some(({ lossGroup }) => lossGroup > 0)) {
      const family = this.relatives(top);
      const others = top.filter((thread) => !family.includes(thread));
      if (others.length > 0) this.reach('rule: R5d those who are no family any more get it back one after the other');
      else if (top.length > 1) this.reach('rule: R5d a family gets it back together');
      const kept = top.filter((thread) => family.includes(thread));
      actor.levels = [...actor.levels.slice(0, -1), ...(others.length > 0 ? [others] : []), kept];
    }
    const wereInterrupted = top.some(({ lossGroup }) => lossGroup > 0);
    for (const thread of actor.top) {
      thread.lostAt = 0;
      this.endInterruption(thread);
    }
    // Also in the middle of an admission: whom they wait for is admitted anew, and goes on in step 6.
    if (wereInterrupted) this.admitLater(actor);
  }

  /** The first of these, and all of them that are its family. */
  protected relatives(threads: readonly Thread[]): Thread[] {
    const family = threads.slice(0, 1);
    const isRelated = (one: Thread, other: Thread): boolean =>
      this.family(one).includes(other) ||
      this.family(other).includes(one) ||
      this.areSiblings(one, other, one.owner as Actor);
    for (const member of family)
      family.push(...threads.filter((other) => !family.includes(other) && isRelated(member, other)));
    return family;
  }

  protected endInterruption(thread: Thread): void {
    thread.lossGroup = 0;
    if (!thread.isInterrupted) return;
    thread.isInterrupted = false;
    const { rhythm } = thread;
    if (!rhythm || rhythm.due > rhythm.clock.now) return;
    // Its turns that have passed meanwhile are left out.
    this.reach('rule: R5d every leaves out turns');
    const passed = Math.floor((rhythm.clock.now - rhythm.due) / rhythm.ms) + 1;
    thread.rhythm = { ...rhythm, due: rhythm.due + passed * rhythm.ms, turns: rhythm.turns + passed };
  }

  /** R6 and R5b: the executor falls back to one that waits for some of the queue; they leave it and hold it too, but go on in step 6. */
  protected admitLater(actor: Actor): void {
    if (actor.granted) return;
    const isCovered = (blocked: Thread): boolean => this.isCovered(blocked, actor) && !this.isStopped(blocked);
    for (let thread = actor.queue.find(isCovered); thread; thread = actor.queue.find(isCovered)) {
      this.letIn(thread, actor);
    }
  }

  /** R7. A claim that is left keeps the executor: R6 lets it fall back to who held it before. */
  protected handOver(actor: Actor): void {
    if (actor.granted || actor.levels.length > 0) return;
    const next = actor.queue.find((thread) => !this.isStopped(thread));
    if (next !== actor.queue[0]) this.reach('rule: who stands in a queue is passed over');
    if (next) this.promise(actor, next);
  }

  protected promise(actor: Actor, next: Thread): void {
    actor.queue = actor.queue.filter((thread) => thread !== next);
    actor.granted = next;
    this.reach('rule: R7 granted');
    this.wakeNow(actor.granted, { value: undefined });
  }

  /** R5: joins the queue; at the front, if it had the executor and lost it. Of several, who lost it last stands first. */
  protected queueUp(thread: Thread): void {
    const owner = thread.owner as Actor;
    thread.hasLost = owner.claims.includes(thread);
    if (thread.isSteady && !thread.body) {
      thread.hasLost = true;
      thread.lostAt = Infinity;
    }
    thread.queuedAt = ++this.order;
    this.reach(thread.hasLost ? 'rule: R5 queues at the front' : 'rule: R5 queues');
    this.queueAtPlace(thread, owner);
    owner.drop(thread);
  }

  /** Where its right and the time at which it queued place it. */
  protected queueAtPlace(thread: Thread, owner: Actor): void {
    const place = owner.queue.findIndex((other) => isBehind(other, thread));
    owner.queue.splice(place < 0 ? owner.queue.length : place, 0, thread);
  }

  // ---- R5d: how a call is taken

  /** Those that began with the same function and do not unwind. */
  protected underWay(owner: Actor, fn: number): Thread[] {
    return this.live.filter((thread) => thread.owner === owner && thread.fn === fn && !isEnding(thread));
  }

  /** `@restart`, `@latest`: a new thread takes the place of the first of the earlier ones, which are cancelled. */
  protected replace(thread: Thread, earlier: readonly Thread[]): void {
    const owner = thread.owner as Actor;
    const isPlaced = !thread.isBeside && !this.mayEnter(thread, owner) && this.takePlace(thread, owner, earlier);
    for (const each of lastFirst(earlier)) this.cancel(each);
    if (!isPlaced) {
      if (isLive(thread)) this.turn(thread);
    } else if (owner.granted === thread) {
      // It does not wait for step 6.
      this.reach('rule: R5d takes the place at once');
      this.next = this.next.filter((each) => each !== thread);
      thread.nextFrame = -1;
      this.turn(thread);
    } else if (thread.isSteady && owner.queue.includes(thread)) {
      owner.queue = owner.queue.filter((each) => each !== thread);
      thread.wait = null;
      thread.status = 'fresh';
      this.turn(thread);
    }
  }

  /**
   * `@interrupt` takes the owner from all who are suspended holding it. Not from one in `this.hold`, one that unwinds, one to
   * whom it is promised, or who has been let in with its family, and who has not begun.
   */
  protected interrupt(thread: Thread, owner: Actor): boolean {
    const { granted } = owner;
    const losing = owner.top;
    const isShielded = ({ status, wait, outcome, isCancelling, body }: Thread): boolean =>
      status !== 'running' &&
      (isCancelling || body === null || (wait?.kind === 'join' && wait.how === 'hold' && !outcome));
    if (granted?.body === null || losing.some(isShielded)) {
      this.reach('rule: R5d an interruption queues at the front');
      return false;
    }
    if (granted) {
      this.reach('rule: R5d a promise is taken back');
      owner.granted = null;
      granted.outcome = null;
      granted.since = ++this.order;
      this.next = this.next.filter((each) => each !== granted);
      this.queueAtPlace(granted, owner);
    }
    const group = ++this.order;
    for (const each of lastFirst(losing)) {
      this.reach(
        `rule: R5d interrupts ${losing.length > 1 ? 'a family' : each.isSteady ? 'one that has interrupted' : 'one'}`,
      );
      each.lostAt = ++this.order;
      each.lossGroup = group;
      each.isInterrupted = each.status !== 'running';
    }
    thread.lostAt = 0;
    owner.levels.push([thread]);
    this.letSiblingsIn(owner);
    return true;
  }

  /**
   * The turn of one that was interrupted: the end of its wait needs the owner (R5). False if it stands in the queue now.
   */
  protected comesBack(thread: Thread, given: Outcome): Outcome | null {
    const owner = thread.owner as Actor;
    if (this.mayEnter(thread, owner)) {
      this.take(thread);
      this.endInterruption(thread);
      return given;
    }
    const levels = owner.levels.map((level) => [...level]);
    const queue = [...owner.queue];
    const { wait, status } = thread;
    thread.wait = { kind: 'blocked', keeps: true };
    thread.status = 'blocked';
    this.queueUp(thread);
    if (!this.closesCircle(thread)) {
      this.reach('rule: R5d the end of its wait queues');
      thread.saved = given;
      return null;
    }
    this.reach('rule: R5d the end of its wait closes a circle');
    [owner.levels, owner.queue] = [levels, queue];
    [thread.wait, thread.status] = [wait, status];
    this.endInterruption(thread);
    if ('error' in given && !given.from && isTold(given.error)) this.lose(thread, given.error);
    return { error: new Failure('DeadlockError') };
  }

  /** False if none of the earlier ones has a place: they run on without the owner. */
  protected takePlace(thread: Thread, owner: Actor, earlier: readonly Thread[]): boolean {
    const isInLine = (each: Thread): boolean => owner.queue.includes(each) || owner.granted === each;
    const places = earlier
      .filter((each) => isInLine(each) || owner.claims.includes(each))
      .map((each) => {
        if (isInLine(each)) return each;
        // Who holds it has not lost it, but was before all who queue.
        return { hasLost: true, lostAt: owner.top.includes(each) ? 0 : each.lostAt, queuedAt: ++this.order };
      });
    const [place] = places.sort((one, other) => (isBehind(one, other) ? 1 : -1));
    if (!place) return false;
    this.reach(`rule: R5d takes the place ${place instanceof Thread ? 'in the queue' : 'of who holds'}`);
    thread.hasLost = place.hasLost;
    thread.lostAt = place.lostAt;
    thread.queuedAt = place.queuedAt;
    thread.wait = { kind: 'blocked', keeps: true };
    thread.status = 'blocked';
    this.queueAtPlace(thread, owner);
    return true;
  }

  /** R5b: those in a queue whom a join covers leave it and start at once, queue by queue as the join meets them. */
  protected admit(joiner: Thread): void {
    const family = this.joined(joiner);
    // Nobody waits for it, and it is no branch: then no family has grown but that of its own hold.
    const isAlone = this.joinersOf(joiner).length === 0 && !joiner.branchOf;
    if (isAlone && !joiner.owner?.claims.includes(joiner)) return;
    const blocked = family.filter(({ status, owner }) => status === 'blocked' && (!isAlone || owner === joiner.owner));
    for (const actor of new Set(blocked.map(({ owner }) => owner as Actor))) {
      // One of those that start may begin a join that covers others of the same queue.
      const { isAdmitting } = actor;
      actor.isAdmitting = true;
      for (const thread of actor.queue.filter((each) => blocked.includes(each))) {
        if (!actor.queue.includes(thread) || actor.granted || !this.isCovered(thread, actor)) continue;
        if (this.isStopped(thread)) continue;
        const isEarly = this.live.some(
          ({ status, starts }) => status === 'running' && starts?.branches.includes(joiner),
        );
        this.reach(`rule: R5b leaves the queue${isEarly ? ' while the arms begin' : ''}`);
        this.wake(thread, { value: undefined });
        this.turn(thread);
      }
      actor.isAdmitting = isAdmitting;
    }
    // Siblings of those whom the join has reached.
    for (const actor of new Set(family.map(({ owner }) => owner))) if (actor) this.letSiblingsIn(actor);
  }

  /** Nobody stands for ever: not in a circle, not behind an executor that is free or that is held by his own family. */
  protected checkThatAllGoOn(): void {
    const mayGoOn = (thread: Thread, actor: Actor): boolean =>
      !this.isStopped(thread) && !actor.granted && (actor.top.length === 0 || this.isCovered(thread, actor));
    const left = this.actors.flatMap((actor) => actor.queue.filter((thread) => mayGoOn(thread, actor)));
    const forever = [...this.stuck(), ...left];
    if (forever.length > 0) throw new Error(`${forever.map(({ label }) => label).join(', ')} stand for ever`);
  }

  /** Those who can never go on, each held up by others of them. */
  protected stuck(): Thread[] {
    let stuck = this.live.filter(({ wait, outcome }) => wait && !outcome);
    for (let count = -1; count !== stuck.length;) {
      count = stuck.length;
      stuck = stuck.filter((each) => this.isHeldUp(each, (other) => stuck.includes(other)));
    }
    return stuck;
  }

  /** R9: whether `thread` can never go on, and waits for itself through others who cannot either. */
  protected closesCircle(thread: Thread): boolean {
    const stuck = this.stuck();
    if (!stuck.includes(thread)) return false;
    const met: Thread[] = this.waitedFor(thread);
    for (const other of met) {
      if (stuck.includes(other)) met.push(...this.waitedFor(other).filter((next) => !met.includes(next)));
    }
    if (met.includes(thread)) this.reach('rule: R9 refused');
    return met.includes(thread);
  }

  /** Every branch of a race has to be stuck, one of any other join or of those in the way. */
  protected isHeldUp(thread: Thread, isStuck: (other: Thread) => boolean): boolean {
    const others = this.waitedFor(thread);
    const { wait } = thread;
    return wait?.kind === 'join' && wait.how === 'race' ? others.every(isStuck) : others.some(isStuck);
  }

  protected waitedFor(thread: Thread): Thread[] {
    const { wait } = thread;
    if (wait?.kind === 'blocked') return this.blockers(thread);
    if (wait?.kind !== 'join' || wait.how === 'withTimeout') return [];
    return wait.threads.filter(isLive);
  }

  /**
   * Edges go to the holder, to whom the executor falls back before the queue, and to all ahead in the queue. If it falls back
   * to one that lets the thread in (R5b), they go to those alone who have it before that one, and to nobody in the queue.
   */
  protected blockers(thread: Thread): Thread[] {
    const owner = thread.owner as Actor;
    if (this.isCovered(thread, owner)) return [];
    const line = lineOf(owner);
    const isFamily = (claim: Thread): boolean =>
      this.family(claim).includes(thread) || this.areSiblings(claim, thread, owner);
    const lost = owner.claims.filter((claim) => !owner.top.includes(claim));
    const ahead = line.slice(0, line.indexOf(thread));
    const backAt = Math.max(0, ...lost.filter(isFamily).map(({ lostAt }) => lostAt));
    // Who is urgent may come before that one, but not behind one that is not.
    const isNext = [...ahead.filter((other) => other !== owner.granted), thread].every(isUrgent);
    const right = isUrgent(thread) && (backAt === 0 || isNext) ? thread.lostAt : 0;
    const isPassed = (claim: Thread): boolean => lost.includes(claim) && claim.lostAt < Math.max(right, backAt);
    const claims = owner.claims.filter((claim) => !isFamily(claim) && !isPassed(claim));
    if (backAt <= right) return [...claims, ...ahead];
    this.reach('rule: R9 who gets it back lets it in');
    return owner.granted ? [...claims, owner.granted] : claims;
  }

  // ---- Section 4: threads

  protected thread(
    label: string,
    owner: Actor | null,
    parent: Thread | null,
    { priority, code, fn = null }: { priority: number; code: Code; fn?: number | null },
  ): Thread {
    const clock = parent?.clock ?? this.clock;
    const thread = new Thread({ label, owner, parent, priority, clock, code, fn });
    thread.since = ++this.order;
    // It goes on with the others of its clock, though nobody may have looked at it before.
    thread.wasStopped = clock.isPaused;
    this.threads.push(thread);
    return thread;
  }

  /** Runs a thread up to its next wait or its end. */
  protected turn(thread: Thread): void {
    const outcome = thread.saved ?? thread.outcome ?? { value: undefined };
    thread.outcome = thread.saved = null;
    if (thread.isInterrupted) {
      const given = this.comesBack(thread, outcome);
      if (given) this.resume(thread, given);
      return;
    }
    if (!thread.body) {
      const { owner } = thread;
      if (thread.isBeside && owner?.claims.length) this.reach('rule: R5d beside who holds');
      const isIn = !owner || thread.isBeside || this.mayEnter(thread, owner);
      if (!isIn && !(thread.isSteady && this.interrupt(thread, owner))) {
        thread.wait = { kind: 'blocked', keeps: true };
        thread.status = 'blocked';
        this.queueUp(thread);
        // Somebody may wait for it already, if it was spawned.
        if (this.closesCircle(thread)) this.end(thread, 'failed', { error: new Failure('DeadlockError') });
        else this.part();
        return;
      }
      this.take(thread);
      thread.body = thread.code(thread);
    }
    this.resume(thread, outcome);
  }

  protected resume(thread: Thread, first: Outcome): void {
    const body = thread.body as Body;
    thread.wait = null;
    thread.status = 'running';
    for (let outcome: Outcome | null = first; outcome;) {
      if ('error' in outcome && outcome.from) outcome.from.isJoined = true;
      try {
        const step = 'error' in outcome ? body.throw(outcome.error) : body.next(outcome.value);
        if (step.done) {
          this.end(thread, 'done', { value: step.value });
          return;
        }
        outcome = this.begin(thread, step.value);
      } catch (error) {
        if (error instanceof Error) throw error;
        if (error !== cancelling) this.end(thread, 'failed', { error });
        else if (thread.failure) this.end(thread, 'failed', thread.failure);
        else this.end(thread, 'cancelled', { error: cancelledError(thread) });
        return;
      }
    }
  }

  /** Begins a wait. Gives what the thread goes on with, if it does not suspend. */
  protected begin(thread: Thread, begun: Wait): Outcome | null {
    const wait = thread.isSteady ? { ...begun, keeps: true } : begun;
    this.judgeAt(thread, wait.kind === 'join' ? wait.threads : []);
    // A verdict may have ended whom it joins.
    const over = wait.kind === 'join' ? this.overAtOnce(wait) : null;
    if (over) return over;
    // Nor need it queue, if a verdict has ended who had its owner.
    if (wait.kind === 'blocked' && this.mayEnter(thread, thread.owner as Actor)) return { value: undefined };
    if (thread.wantsNow) {
      this.endSiblings(wait);
      this.endWithIt(thread, wait, this.awaitedOrders(thread, wait), true);
      this.part();
      this.drop(thread);
      return null;
    }
    if (thread.wantsCancel && !thread.isCancelling && !this.unwindsLater(thread)) {
      this.endSiblings(wait);
      const ended = this.endWithIt(thread, wait, this.awaitedOrders(thread, wait));
      this.part();
      if (thread.wantsNow) {
        this.drop(thread);
        return null;
      }
      this.doom(thread);
      return this.waitForEnds(thread, wait, ended) ? null : { error: cancelling };
    }
    const { owner } = thread;
    const levels = owner?.levels.map((level) => [...level]) ?? [];
    const queue = [...(owner?.queue ?? [])];
    const { lostAt } = thread;
    thread.wait = wait;
    thread.status = wait.kind === 'blocked' ? 'blocked' : 'suspended';
    if (wait.kind === 'blocked') this.queueUp(thread);
    if (!wait.keeps) owner?.drop(thread);
    if (wait.kind === 'join' && wait.names) this.name(thread, wait);
    if (wait.kind === 'join') this.reunite(thread);
    if (this.closesCircle(thread)) {
      if (owner) [owner.levels, owner.queue] = [levels, queue];
      thread.lostAt = lostAt;
      thread.wait = null;
      thread.status = 'running';
      this.endSiblings(wait);
      this.endChildren(wait);
      this.part();
      return { error: new Failure('DeadlockError') };
    }
    const staysSubscribed = wait.kind === 'frame' && wait.isLoop && thread.kept?.frame === thread.frames.at(-1);
    if (!staysSubscribed) thread.kept = null;
    this.reach(`waits: ${kindOf(wait)}${wait.keeps ? ' (held)' : ''}`);
    thread.since = ++this.order;
    if (wait.kind === 'promise' && !this.asked.has(wait.promise)) this.asked.set(wait.promise, thread.since);
    thread.isBeginning = true;
    // It is ready as it yields, before whom its release lets in.
    if (wait.kind === 'yield') this.wake(thread, { value: undefined });
    thread.wait = null; // Who leaves a queue because of the release, and who because of the join?
    if (!wait.keeps) this.release(thread, false);
    thread.wait = wait;
    this.part();
    this.review();
    if (wait.kind === 'join') this.admit(thread);
    thread.isBeginning = false;
    const { outcome } = thread;
    if (!outcome || wait.kind === 'yield') return null;
    thread.outcome = null;
    thread.wait = null;
    thread.status = 'running';
    return outcome;
  }

  /** What a join gives, if enough of its threads have ended before it begins. */
  protected overAtOnce(wait: Join): Outcome | null {
    const { how, threads, scope } = wait;
    const ended = threads.filter((thread) => !isLive(thread));
    if (ended[0] && scope?.failed) {
      scope.failed.isJoined = true;
      return scope.failed.result;
    }
    const areAll = ended.length === threads.length;
    const decisive = how === 'all' ? ended.find(({ result }) => 'error' in result) : ended[0];
    if (!areAll && (how === 'orders' || !decisive)) return null;
    this.endSiblings(wait);
    this.part();
    if (how === 'orders') return { value: undefined };
    if (!decisive) return { value: threads.map(valueOf) };
    decisive.isJoined = true;
    this.endChildren(wait);
    return how === 'entity' && !('error' in decisive.result) ? { value: undefined } : decisive.result;
  }

  /** R5b: a combinator names the owners of the calls that stand in it, as their branches come to wait for them. */
  protected name({ branchOf }: Thread, { threads: [called] }: Join): void {
    const owner = called?.owner;
    if (!branchOf || branchOf.isOver || !owner || branchOf.named.has(owner)) return;
    this.reach('rule: R5b a call names its owner');
    branchOf.named.add(owner);
  }

  /** A combinator is over: its branches are no siblings any more. */
  protected endSiblings(wait: Wait | null): void {
    if (wait?.kind === 'join' && wait.siblings) wait.siblings.isOver = true;
  }

  /** The threads that a join started end with it, last started first. So does a used call, unless somebody else joined it. Gives them. */
  protected endChildren(wait: Wait, now = false): readonly Thread[] {
    if (wait.kind !== 'join' || joinsOthers(wait)) return [];
    const children = wait.threads.filter((child) => wait.how !== 'call' || this.joinersOf(child).length === 0);
    for (const child of lastFirst(children)) this.cancel(child, '', now);
    return children;
  }

  /** What ends with a thread that is cancelled: its orders first, as far as they have not begun. Gives those that it may have to wait for. */
  protected endWithIt(thread: Thread, wait: Wait, awaited: readonly Thread[], now = false): readonly Thread[] {
    this.withdrawOrders(thread);
    const children = this.endChildren(wait, now);
    for (const order of lastFirst(awaited)) this.cancel(order, '', now);
    return [...children, ...awaited];
  }

  protected joinersOf(thread: Thread): Thread[] {
    return this.waiting('join').filter(({ wait }) => (wait as Join).threads.includes(thread));
  }

  protected end(thread: Thread, how: 'done' | 'failed' | 'cancelled', result: Outcome): void {
    this.judgeAt(thread, []);
    for (const attached of lastFirst(thread.attached)) this.cancel(attached, '', thread.wantsNow);
    thread.result = result;
    const passesOn = how === 'failed' && !thread.isFirstTurn && isCancellation(errorOf(thread));
    if (passesOn) this.reach('rule: a cancel is passed on');
    const status = passesOn ? 'cancelled' : how;
    thread.status = status;
    thread.wait = null;
    this.review();
    this.inherit(thread, this.waiterOf(thread));
    this.release(thread);
    if (status === 'failed') this.lose(thread, errorOf(thread));
    const joiners = this.joinersOf(thread);
    this.each(joiners, (joiner) => this.joinedEnded(joiner, thread));
    this.failInScope(thread);
  }

  /** A thread that a scope waits for has ended. Its error ends the scope, unless somebody who waits for it gets that. */
  protected failInScope(thread: Thread): void {
    const { memberOf: scope } = thread;
    if (thread.status !== 'failed' || !scope || thread.isJoined || this.isPromised(thread) || scope.failed) return;
    if (!scope.isOpening && !this.isInScope(scope)) return;
    this.reach('rule: an error ends a scope');
    scope.failed = thread;
    this.cancel(scope.own);
  }

  /** Its host waits for it. */
  protected isInScope(scope: Scope): boolean {
    const { wait, outcome } = scope.host;
    return wait?.kind === 'join' && wait.scope === scope && !outcome;
  }

  /** Somebody is about to get its error. */
  protected isPromised(from: Thread): boolean {
    return this.live.some(({ outcome, saved }) =>
      [outcome, saved].some((each) => each && 'error' in each && each.from === from),
    );
  }

  protected joinedEnded(joiner: Thread, ended: Thread): void {
    const { how, threads } = joiner.wait as Join;
    if (how === 'orders') {
      if (!threads.some(isLive)) this.settle(joiner, { value: undefined }, 'end');
      return;
    }
    if (how === 'ending') {
      if (!threads.some(isLive)) this.settle(joiner, { error: cancelling }, 'end');
      return;
    }
    const { scope } = joiner.wait as Join;
    if (how === 'scope' && scope?.failed) {
      this.settle(joiner, { error: errorOf(scope.failed), from: scope.failed }, 'end');
      return;
    }
    const result: Outcome = 'error' in ended.result ? { error: ended.result.error, from: ended } : ended.result;
    if (how === 'entity' && !('error' in result)) this.settle(joiner, { value: undefined }, 'end');
    else if (how !== 'all' || 'error' in result) this.settle(joiner, result, 'end');
    else if (!threads.some(isLive)) this.settle(joiner, { value: threads.map(valueOf) }, 'end');
  }

  /** A join is over; the threads that it started and that still live end. */
  protected settle(joiner: Thread, outcome: Outcome, by: 'timer' | 'end'): void {
    if (by === 'timer' || joiner.isBeginning) this.wake(joiner, outcome);
    else this.wakeNow(joiner, outcome);
    const { wait } = joiner;
    joiner.wait = null; // It is over: what it covered is no family any more.
    this.endSiblings(wait);
    this.part();
    this.review();
    this.endChildren(wait as Wait);
  }

  /** Who waits for it gets the first reason. */
  protected cancel(thread: Thread, reason = '', now = false): void {
    if (!isLive(thread) || (thread.isCancelling && !now)) return;
    if (!thread.wantsCancel && !thread.isCancelling) thread.reason = reason;
    thread.wantsNow ||= now;
    if (thread.status === 'running') {
      thread.wantsCancel = true;
      return;
    }
    if (this.unwindsLater(thread)) return;
    this.next = this.next.filter((next) => next !== thread);
    thread.parkedAt = 0;
    const { wait, outcome } = thread;
    this.reach(`cancelled: ${outcome || !wait ? 'ready' : kindOf(wait)}`);
    this.doom(thread);
    for (const lost of [outcome, thread.saved])
      if (lost && 'error' in lost && !lost.from && isTold(lost.error)) this.lose(thread, lost.error);
    thread.outcome = thread.saved = null;
    this.endInterruption(thread);
    thread.since = ++this.order;
    if (!thread.body) {
      this.end(thread, 'cancelled', { error: cancelledError(thread) });
      return;
    }
    const awaited = outcome ? [] : this.awaitedOrders(thread, wait);
    thread.wait = null;
    if (!outcome) this.endSiblings(wait);
    thread.status = 'running';
    this.withdrawOrders(thread);
    // Who has been let in holds the owner, and keeps it as any holder does.
    if (wait?.kind === 'blocked' && !thread.owner?.claims.includes(thread)) this.release(thread);
    const ended = wait && !outcome ? this.endWithIt(thread, wait, awaited, now) : [];
    if (wait?.kind === 'join' && !outcome) this.part();
    // Also where one of those has cancelled it for good meanwhile.
    if (thread.wantsNow) {
      this.drop(thread);
      return;
    }
    const waitsForEnds = wait !== null && this.waitForEnds(thread, wait, ended);
    this.review();
    if (!waitsForEnds) this.resume(thread, { error: cancelling });
  }

  /** A cancel that comes while a `finally` block waits lets that block end first: the outermost one, with all that it has called. */
  protected unwindsLater(thread: Thread): boolean {
    const at = thread.frames.findIndex((frame) => frame.block !== null);
    const block = thread.frames[at]?.block;
    if (thread.wantsNow || !block) return false;
    this.reach('rule: a finally block ends before the unwinding');
    thread.isCancelling = true;
    // It may wait for what it has ordered: all of that stays.
    for (const order of this.ordersOf(thread)) order.giver = null;
    block.isLast = true;
    for (const frame of thread.frames.slice(0, at + 1)) frame.isDoomed = true;
    return true;
  }

  /** Nothing of it runs any more; what was in flight in it is told, innermost first. */
  protected drop(thread: Thread): void {
    this.reach('rule: what is left of finally blocks is left out');
    for (const { block } of lastFirst(thread.frames)) if (block?.error) this.lose(thread, block.error.error);
    if (thread.failure) this.lose(thread, thread.failure.error);
    this.end(thread, 'cancelled', { error: cancelledError(thread) });
  }

  /** An error that nobody has got. */
  protected lose(thread: Thread, error: unknown): void {
    if (!isCancellation(error)) this.uncaught.push({ error, thread });
  }

  /**
   * Leaf to root: a cancelled thread unwinds after those that ended with it, unless one of them waits for it. Also after one that somebody
   * else has begun to wait for since then.
   */
  protected waitForEnds(thread: Thread, wait: Wait, ended: readonly Thread[]): boolean {
    const threads = ended.filter(isLive);
    if (threads.length === 0) return false;
    const { owner, lostAt } = thread;
    const levels = owner?.levels.map((level) => [...level]) ?? [];
    thread.wait = { kind: 'join', how: 'ending', threads, keeps: wait.keeps };
    thread.status = 'suspended';
    this.reunite(thread);
    if (this.closesCircle(thread)) {
      if (owner) owner.levels = levels;
      thread.lostAt = lostAt;
      thread.wait = null;
      thread.status = 'running';
      return false;
    }
    thread.since = ++this.order;
    // It may be cancelled while its join begins.
    const { isBeginning } = thread;
    thread.isBeginning = true;
    this.admit(thread);
    thread.isBeginning = isBeginning;
    if (!thread.outcome) return true;
    thread.outcome = null;
    thread.wait = null;
    thread.status = 'running';
    return false;
  }

  protected doom(thread: Thread): void {
    thread.isCancelling = true;
    for (const frame of thread.frames) frame.isDoomed = true;
  }

  // ---- Section 5: signals, calls and events

  /** Waiters go on in the order in which they began to wait, `next()` of a queue among them, which takes its value in its turn. What else comes is kept. */
  protected notify(happening: Happening): void {
    const waiting = this.live.filter((thread) => thread.wait && !thread.outcome && hears(thread.wait, happening));
    for (const thread of this.live) {
      const { kept } = thread;
      if (kept && covers(kept.source, happening)) kept.happened.push(happening);
      for (const queue of thread.queues) {
        if (covers(queue.source, happening)) queue.values.push(happening.value);
      }
    }
    for (const thread of waiting.sort(bySince)) {
      const { wait } = thread;
      if (wait?.kind === 'queue') this.wake(thread, { value: undefined });
      else if (wait?.kind === 'watch') this.tellWatcher(thread, wait, happening);
    }
  }

  protected tellWatcher(thread: Thread, wait: Watch, happening: Happening): void {
    const verdict = judge(wait.filter, happening);
    if (verdict) this.wakeWatcher(thread, wait, verdict);
  }

  /** It stays subscribed from here on. */
  protected wakeWatcher(thread: Thread, { source }: Watch, outcome: Outcome): void {
    thread.kept = { source, frame: thread.frames.at(-1), happened: [] };
    this.wake(thread, outcome);
  }

  protected notifyCall(fn: number, receiver: Self, value: unknown): void {
    this.notify({ kind: 'call', which: fn, receiver, value });
  }

  /** What was kept of this source, or else is remembered; null if the thread has to wait. */
  protected takeKept(thread: Thread, source: Source, filter: Filter): Outcome | null {
    const { kept } = thread;
    if (!kept || !isSame(kept.source, source)) return null;
    while (kept.happened.length > 0) {
      const verdict = judge(filter, kept.happened.shift() as Happening);
      if (verdict) return verdict;
    }
    return null;
  }

  /** What plain code does. */
  protected abstract plain(caller: Thread | null, statement: Statement, self: Self): void;

  protected reach(what: string): void {
    this.reached.add(what);
  }
}

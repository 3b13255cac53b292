/** What each kind of statement does by the rules. Long, as it is the model of the whole language in one place. */
import {
  Actor,
  type Body,
  cancelling,
  type Clock,
  type Code,
  errorOf,
  Failure,
  type FinallyBlock,
  type Frame,
  type Happening,
  isLive,
  type Join,
  labelOf,
  library,
  type Queue,
  type Scope,
  type Self,
  Settleable,
  type Siblings,
  type Source,
  type Thread,
  thrownWithin,
  valueOf,
  type WatchOptions,
} from './parts.js';
import {
  type Fault,
  type Later,
  type Program,
  type Receiver,
  sourceCount,
  stands,
  isBareWait,
  type Statement,
  type Taking,
  takings,
} from './program.js';
import { World } from './world.js';

/**
 * The reference: the rules of docs/ownership.md and docs/design.md, in the simplest words. No speed, no reuse from the runtime: arrays, linear
 * scans, and what can be worked out anew is never stored. `model.test.ts` compares it with the runtime, line by line.
 */
export function model(program: Program, maxFrames: number, fault: Fault | null = null): Result {
  const play = new Play(program, fault);
  play.run(maxFrames);
  return { trace: play.lines, reached: play.reached };
}

export interface Result {
  readonly trace: readonly string[];
  /** The kinds of statement that ran, the kinds of wait that began, the rules that had to decide something. */
  readonly reached: ReadonlySet<string>;
}

type Of<Kind extends Statement['do']> = Statement & { do: Kind };

/** What the statements of a program do, in a script and in plain code. */
class Play extends World {
  // ---- Functions

  /** The body of a function, as a frame of a running thread. */
  *#script(thread: Thread, id: number, body: readonly Statement[], self: Self, gives: Later | null = null): Body {
    const frame: Frame = { isDoomed: false, block: null };
    thread.frames.push(frame);
    let given: unknown;
    try {
      this.log(`${id} begins`);
      yield* this.#block(thread, body, self);
      this.log(`${id} ends`);
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
    if (typeof on === 'number') return this.#actor(on);
    return on === 'this' ? self : on === 'library' ? library : null;
  }

  #actor(index: number): Actor {
    return this.actors[index] as Actor;
  }

  /** R10. */
  #refuse(error: 'OwnerGoneError' | 'SchedulerClosedError'): never {
    this.reach(error === 'OwnerGoneError' ? 'rule: R10 refused' : 'rule: a closed scheduler refuses');
    throw new Failure(error);
  }

  /** `fn` of an actor, an arrow of `start`: a thread of its own, run up to its first wait. */
  #begins(
    label: string,
    owner: Actor | null,
    caller: Thread | null,
    code: Code,
    { fn = null, isVoid = false }: { fn?: number | null; isVoid?: boolean } = {},
  ): Thread {
    if (this.isClosed && !caller) this.#refuse('SchedulerClosedError');
    if (owner?.isClosed) this.#refuse('OwnerGoneError');
    const thread = this.thread(label, owner, caller, { priority: caller?.priority ?? 0, code, fn });
    this.#inheritScope(thread, caller);
    const earlier = owner && fn !== null ? this.#replaced(thread, owner, fn) : [];
    thread.isFirstTurn = true;
    if (earlier.length > 0) this.replace(thread, earlier);
    else this.turn(thread);
    thread.isFirstTurn = false;
    if (thread.status !== 'failed') return thread;
    // What it throws before its first wait goes to the caller, who has waited for it.
    thread.isJoined = true;
    if (caller && !isVoid) this.inherit(thread, caller);
    throw errorOf(thread);
  }

  /** R5d: whose place a new thread takes. */
  #replaced(made: Thread, owner: Actor, fn: number): Thread[] {
    const { again } = takings[fn] as Taking;
    const earlier = this.underWay(owner, fn).filter((thread) => thread !== made);
    const hasNotBegun = (thread: Thread): boolean =>
      thread.body === null && (owner.queue.includes(thread) || owner.granted === thread);
    if (again === 'restart') return earlier;
    return again === 'latest' ? earlier.filter(hasNotBegun) : [];
  }

  /** `isShared`: the call was dropped for the one under way. */
  #call(
    caller: Thread | null,
    { id, fn, body, gives, how }: Of<'call'>,
    receiver: Self,
  ): { called: Thread; isShared: boolean } {
    this.notifyCall(fn, receiver, id);
    const owner = receiver instanceof Actor ? receiver : null;
    const [first] = owner && takings[fn]?.again === 'drop' ? this.underWay(owner, fn) : [];
    if (first) this.reach('rule: R5d dropped');
    if (first) return { called: first, isShared: true };
    const code: Code = (thread) => this.#script(thread, id, body, receiver, gives);
    const isVoid = how === 'outside';
    return { called: this.#begins(`f${fn}(${id})`, owner, caller, code, { fn, isVoid }), isShared: false };
  }

  /**
   * What a call on another owner gives to the thread that makes it. Of a statement, only what was there at once.
   * `names`: it stands in a combinator.
   */
  *#valueOfCall(
    caller: Thread,
    called: Thread,
    { isUsed = true, isShared = false, names = false }: { isUsed?: boolean; isShared?: boolean; names?: boolean },
  ): Body {
    if (isUsed && !isLive(called)) this.inherit(called, caller);
    if (isUsed) return yield* this.#given(yield* this.#join([called], isShared ? 'thread' : 'call', true, { names }));
    if (isShared) return undefined;
    return called.status === 'done' ? yield* this.#given(valueOf(called)) : undefined;
  }

  // ---- Waits

  /** R5: a point that needs the owner. */
  *#need(thread: Thread): Body {
    // Once more, if the hold that has let it out of the queue is over before its turn.
    while (thread.owner && !thread.isBeside && !this.mayEnter(thread, thread.owner))
      yield { kind: 'blocked', keeps: true };
    this.take(thread);
    return undefined;
  }

  *#time({ clock }: Thread, ms: number, keeps: boolean): Body {
    yield { kind: 'time', due: clock.now + ms, keeps };
    return undefined;
  }

  /** Waits for something that happens, unless it was kept or is remembered. */
  *#watch(thread: Thread, source: Source, keeps: boolean, more: WatchOptions = {}): Body {
    const { filter = null, due = Infinity, sticky } = more;
    const kept = this.takeKept(thread, source, filter);
    if (!kept && sticky === undefined) return yield { kind: 'watch', source, filter, due, keeps };
    this.reach(kept ? 'rule: what was kept is given' : 'rule: what is sticky is given');
    if (kept && 'error' in kept) throw kept.error;
    return kept ? kept.value : sticky;
  }

  /** Section 4: a Promise that a call gives is waited for. */
  *#given(value: unknown): Body {
    if (value instanceof Settleable) this.reach('rule: a call gives a Promise');
    return value instanceof Settleable ? yield { kind: 'promise', promise: value, keeps: true } : value;
  }

  /** A Promise that the world outside settles after some frames; 0: it is settled. */
  #later({ frames, rejects }: Later, id: number): Settleable {
    const promise = new Settleable();
    if (frames === 0) promise.settle(++this.order, id, rejects);
    else this.open.push({ frame: this.frame + frames, promise, id, rejects });
    return promise;
  }

  #listen(thread: Thread, { id, queue: name, heard }: Of<'listen' | 'next'>, self: Self): Queue {
    const queue: Queue = { source: { ...heard, receiver: this.#receiver(heard.on, self) }, values: [] };
    thread.queues.push(queue);
    thread.named[name] = queue;
    this.log(`${id} listens`);
    return queue;
  }

  /** Waits for threads, unless enough of them have ended. */
  *#join(
    threads: readonly Thread[],
    how: Join['how'],
    keeps: boolean,
    more: Pick<Join, 'due' | 'siblings' | 'names' | 'scope'> = {},
  ): Body {
    const wait: Join = { kind: 'join', how, threads, keeps, due: Infinity, ...more };
    const over = this.overAtOnce(wait);
    if (!over) return yield wait;
    if ('error' in over) throw over.error;
    return over.value;
  }

  // ---- Statements of plain code; also those of scripts that do not wait

  protected plain(caller: Thread | null, statement: Statement, self: Self): void {
    const { id } = statement;
    this.reach(nameOf(statement));
    switch (statement.do) {
      case 'log':
        return this.log(`${id} log`);
      case 'count':
        return this.log(`${id} count ${++this.count}`);
      case 'signal':
        if (statement.sticky) this.sticky.set(statement.name, id);
        return repeat(statement.times, () =>
          this.notify({ kind: 'signal', which: statement.name, receiver: null, value: id }),
        );
      case 'clearSignal':
        this.sticky.delete(statement.name);
        return;
      case 'hooked':
        this.notifyCall(statement.fn, this.#receiver(statement.on, self), handedOver(statement.args, id));
        return this.log(`${id} gave ${statement.args}`);
      case 'settle':
        return this.shared[statement.promise]?.settle(++this.order, id, statement.rejects);
      case 'emit':
        return this.#emit(statement);
      case 'after': {
        const clock = caller?.clock ?? this.clock;
        this.alarms.push({ clock, due: clock.now + statement.ms, since: ++this.order, body: statement.body });
        return;
      }
      case 'clock':
        return this.#setClock(statement);
      case 'cancel': {
        const thread = this.slots[statement.slot];
        if (thread) this.cancel(thread, `by ${id}`, statement.now);
        return;
      }
      case 'pause': {
        const thread = this.slots[statement.slot];
        if (!thread || !isLive(thread)) return;
        thread.isPaused = statement.how === 'pause';
        return this.review();
      }
      case 'cancelAll':
        return this.cancelAll(this.#actor(statement.on), `by ${id}`);
      case 'cancelOthers': {
        const actor = this.#actor(statement.on);
        return caller ? this.cancelOthers(actor, caller, `by ${id}`) : this.cancelAll(actor, `by ${id}`);
      }
      case 'closeAll':
        return this.closeAll(`by ${id}`, statement.now);
      case 'close':
        return this.close(this.#actor(statement.on), `by ${id}`);
      case 'me':
        this.slots[statement.slot] = caller;
        return;
      case 'throw':
        throw new Failure(`e${id}`);
      case 'call':
        return this.#callOutside(caller, statement, self);
      case 'ask':
        this.log(`${id} answers`);
        return this.log(`${id} gave ${id}`);
      case 'start':
        return this.#start(caller, statement, self);
      default:
        throw new Error(`internal: ${statement.do} waits`);
    }
  }

  #emit({ id, source, args, times }: Of<'emit'>): void {
    // An EventTarget hands over one event, whatever else.
    const isTarget = (source + this.program.firstSource) % sourceCount === 0;
    const value = isTarget ? handedOver(Math.min(args, 1), id) : handedOver(args, id);
    const number = args > 0 ? id : undefined;
    const event: Happening = { kind: 'event', which: source, receiver: null, value, number };
    repeat(times, () => this.notify(event));
  }

  #setClock({ clock: index, how, scale }: Of<'clock'>): void {
    const clock = this.clocks[index] as Clock;
    if (how === 'scale') clock.scale = scale;
    else clock.isStopped = how === 'pause';
    this.review();
  }

  /** As plain code calls: it gets the value, or the thread if that waits. */
  #callOutside(caller: Thread | null, statement: Of<'call'>, self: Self): void {
    const { id, slot } = statement;
    const { called: thread, isShared } = this.#call(caller, statement, this.#receiver(statement.on, self));
    const isPromise = valueOf(thread) instanceof Settleable;
    if (thread.status === 'done') return this.log(`${id} gave ${isPromise ? 'a Promise' : id}`);
    if (!isShared) this.#addToScope(caller, thread);
    if (!isShared && caller) this.give(caller, thread);
    this.log(`${id} gave a thread`);
    if (slot !== null) this.slots[slot] = thread;
    return undefined;
  }

  #start(caller: Thread | null, { id, how, slot, priority, owner: index, body }: Of<'start'>, self: Self): void {
    const owner = index === null ? null : this.#actor(index);
    if (this.isClosed && !caller) this.#refuse('SchedulerClosedError');
    if (owner?.isClosed) this.#refuse('OwnerGoneError');
    const place = priority ?? caller?.priority ?? 0;
    const code: Code = (made) => this.#script(made, id, body, self);
    const thread = this.thread(`s${id}`, owner, caller, { priority: place, code });
    if (how === 'attach') caller?.attached.push(thread);
    if (how !== 'spawn') this.#inheritScope(thread, caller);
    if (how === 'attach') thread.isBackground = true;
    if (how === 'start' || (how === 'attach' && caller)) this.turn(thread);
    if (how === 'start') this.#addToScope(caller, thread);
    this.slots[slot] = thread;
  }

  // ---- Statements of scripts

  *#statement(thread: Thread, statement: Statement, self: Self): Body {
    const { id } = statement;
    const isHeld = ('held' in statement && statement.held) || ('how' in statement && statement.how === 'held');
    const keeps = isHeld && self !== null && self === thread.owner;
    const woke = (value?: unknown): void => {
      this.resumed();
      const isSaid = value !== undefined && value !== true;
      this.log(isSaid ? `${id} woke ${JSON.stringify(value)}` : `${id} woke`);
    };
    this.reach(nameOf(statement));
    switch (statement.do) {
      case 'call':
        return statement.how === 'outside'
          ? this.plain(thread, statement, self)
          : yield* this.#calls(thread, statement, self);
      case 'ask':
        return statement.how === 'outside'
          ? this.plain(thread, statement, self)
          : yield* this.#ask(thread, statement, self);
      case 'waitOn':
        return yield* this.#waitOn(thread, statement);
      case 'loop':
        return yield* this.#loop(thread, statement, self);
      case 'try':
        return yield* this.#try(thread, statement, self);
      case 'listen':
        this.#listen(thread, statement, self);
        return undefined;
      case 'size': {
        const queue = thread.named[statement.queue];
        this.log(`${id} size ${queue?.values.length}`);
        if (queue && statement.clears) queue.values.length = 0;
        return undefined;
      }
      case 'promise':
        return yield* this.#promise(thread, statement, keeps, woke);
      case 'join': {
        const joined = this.slots[statement.slot];
        if (!joined) return this.log(`${id} nobody`);
        if (keeps) yield* this.#need(thread);
        return woke(yield* this.#given(yield* this.#join([joined], 'thread', keeps)));
      }
      case 'wait':
      case 'waitUntilTime':
      case 'scope':
      case 'tween':
      case 'waitFrames':
      case 'waitUntil':
      case 'waitSignal':
      case 'waitCall':
      case 'waitEvent':
      case 'waitEntity':
      case 'every':
      case 'waitFrame':
      case 'yield':
      case 'next':
      case 'withClock':
      case 'group':
        if (keeps) yield* this.#need(thread);
        return woke(yield* this.#wait(thread, statement, self, keeps));
      default:
        return this.plain(thread, statement, self);
    }
  }

  /** The waits that give their value to the script. Long, as it is a table: one case for each wait. */
  *#wait(thread: Thread, statement: Statement, self: Self, keeps: boolean): Body {
    const { clock } = thread;
    switch (statement.do) {
      case 'wait':
        return yield* this.#time(thread, statement.ms, keeps);
      case 'waitUntilTime':
        if (clock.now < statement.ms) yield { kind: 'time', due: statement.ms, isPoint: true, keeps };
        return undefined;
      case 'scope':
        return yield* this.#scope(thread, statement, self);
      case 'tween':
        return yield* this.#tween(thread, statement);
      case 'waitFrames':
        if (statement.frames > 0) yield { kind: 'frame', frame: this.frame + statement.frames, isLoop: false, keeps };
        return undefined;
      case 'waitUntil': {
        const test = (): boolean => {
          const isTrue = this.count >= statement.count;
          if (isTrue && statement.throws) throw new Failure(thrownWithin);
          return isTrue;
        };
        if (!test()) yield { kind: 'predicate', test, keeps };
        return undefined;
      }
      case 'waitSignal': {
        const source: Source = { kind: 'signal', which: statement.name, receiver: null };
        return yield* this.#watch(thread, source, keeps, { sticky: this.sticky.get(statement.name) });
      }
      case 'waitCall': {
        const receiver = this.#receiver(statement.on, self);
        return yield* this.#watch(thread, { kind: 'call', which: statement.fn, receiver }, keeps);
      }
      case 'waitEvent': {
        const { source, filter, timeout } = statement;
        const due = timeout === null ? Infinity : clock.now + timeout;
        return yield* this.#watch(thread, { kind: 'event', which: source, receiver: null }, keeps, { filter, due });
      }
      case 'waitEntity':
        return yield* this.#waitEntity(thread, this.#actor(statement.on), keeps);
      case 'every': {
        const { ms } = statement;
        const { rhythm } = thread;
        const isSame = rhythm?.ms === ms && rhythm.clock === clock;
        const kept = isSame ? rhythm : { ms, clock, due: clock.now + ms, turns: 0 };
        thread.rhythm = kept;
        return yield { kind: 'time', due: kept.due, isTurn: true, keeps };
      }
      case 'waitFrame': {
        const frame = this.frame + statement.frames;
        if (frame > this.frame) yield* this.#need(thread);
        if (frame > this.frame) yield { kind: 'frame', frame, isLoop: true, keeps: true };
        return undefined;
      }
      case 'yield':
        yield { kind: 'yield', keeps };
        return undefined;
      case 'next': {
        const queue = thread.named[statement.queue] ?? this.#listen(thread, statement, self);
        if (queue.values.length === 0) yield { kind: 'queue', queue, keeps };
        else this.reach('rule: next() gives at once');
        return queue.values.shift();
      }
      case 'withClock':
        return yield* this.#withClock(thread, statement, self);
      case 'group':
        return yield* this.#group(thread, statement, self, keeps);
      default:
        throw new Error(`internal: ${statement.do} does not wait`);
    }
  }

  /** Its own thread runs the body, and then waits until nobody lives who began in it. */
  *#scope(host: Thread, { id, body }: Of<'scope'>, self: Self): Body {
    const own = this.thread(`n${id}`, null, host, {
      priority: host.priority,
      code: (thread) => this.#nurses(thread, id, body, self),
    });
    const scope: Scope = { host, own, members: [], isOpening: true, failed: null };
    own.scope = scope;
    this.turn(own);
    if (!isLive(own)) this.inherit(own, host);
    host.attached.push(own);
    this.review();
    scope.isOpening = false;
    return yield* this.#join([own], 'scope', false, { scope });
  }

  *#nurses(own: Thread, id: number, body: readonly Statement[], self: Self): Body {
    const value = yield* this.#script(own, id, body, self);
    const { members } = own.scope as Scope;
    while (members.some(isLive)) yield { kind: 'join', how: 'orders', threads: members.filter(isLive), keeps: false };
    return value;
  }

  #inheritScope(thread: Thread, caller: Thread | null): void {
    thread.scope = caller?.scope ?? null;
    thread.isBackground = caller?.isBackground ?? false;
  }

  /** A thread that its caller does not wait for: the scope that the caller is in does. What an attached one begins only ends with it. */
  #addToScope(caller: Thread | null, thread: Thread): void {
    const scope = caller?.scope ?? null;
    if (!scope || !isLive(scope.own) || scope.own.isCancelling) return;
    if (caller?.isBackground && !isLive(thread)) return;
    if (caller?.isBackground) this.reach('rule: what an attached thread begins ends with the scope');
    else thread.memberOf = scope;
    if (!isLive(thread)) {
      this.failInScope(thread);
      return;
    }
    if (thread.memberOf) {
      this.reach('rule: a scope waits for what began in it');
      scope.members.push(thread);
    }
    scope.own.attached.push(thread);
    this.review();
  }

  /** Each frame with the part of the time that has passed, the last time with 1. */
  *#tween({ clock }: Thread, { id, ms, eases }: Of<'tween'>): Body {
    let passed = 0;
    while (passed < ms) {
      const t = passed / ms;
      this.log(`${id} at ${eases ? t * t : t}`);
      yield { kind: 'frame', frame: this.frame + 1, isLoop: false, keeps: false };
      passed += clock.stepMs;
    }
    return this.log(`${id} at 1`);
  }

  *#calls(thread: Thread, statement: Of<'call'>, self: Self): Body {
    const { id, fn, body, gives } = statement;
    const receiver = this.#receiver(statement.on, self);
    const isUsed = statement.how === 'used' || typeof statement.on !== 'number';
    let value: unknown = id;
    if (receiver instanceof Actor && receiver !== thread.owner) {
      const { called, isShared } = this.#call(thread, statement, receiver);
      if (!isUsed && !isShared && !called.isBeside) thread.orders.push(called);
      if (!isUsed && !isShared) this.give(thread, called);
      if (!isUsed && !isShared && isLive(called)) this.#addToScope(thread, called);
      const given = yield* this.#valueOfCall(thread, called, { isUsed, isShared });
      // That of the one under way.
      if (isShared) value = given;
    } else {
      this.notifyCall(fn, receiver, id);
      if (receiver === thread.owner) yield* this.#need(thread);
      yield* this.#given(yield* this.#script(thread, id, body, receiver, gives));
    }
    if (isUsed) this.resumed();
    return this.log(isUsed ? `${id} got ${String(value)}` : `${id} called`);
  }

  /** R5c: answered at once, but behind what the thread itself has told that owner. */
  *#ask(thread: Thread, { id, on }: Of<'ask'>, self: Self): Body {
    const receiver = this.#receiver(on, self);
    const threads = thread.orders.filter((order) => order.owner === receiver && isLive(order));
    if (threads.length > 0) {
      this.reach('rule: R5c stands behind its own calls');
      yield { kind: 'join', how: 'orders', threads, keeps: true };
    }
    this.log(`${id} answers`);
    this.resumed();
    return this.log(`${id} got ${id}`);
  }

  /** `glitch.wait(64)`: an owned call like any other. */
  *#waitOn(thread: Thread, { id, on, ms, how }: Of<'waitOn'>): Body {
    const owner = this.#actor(on);
    if (owner !== thread.owner) {
      const called = this.#begins(`wait(${ms})`, owner, thread, (made) => this.#time(made, ms, true));
      if (how !== 'used') thread.orders.push(called);
      if (how !== 'used') this.give(thread, called);
      if (how !== 'used' && isLive(called)) this.#addToScope(thread, called);
      yield* this.#valueOfCall(thread, called, { isUsed: how === 'used' });
    } else {
      yield* this.#need(thread);
      yield* this.#time(thread, ms, true);
    }
    if (how === 'used') this.resumed();
    return this.log(how === 'used' ? `${id} got undefined` : `${id} called`);
  }

  *#loop(thread: Thread, { id, times, body }: Of<'loop'>, self: Self): Body {
    for (let turn = 1; turn <= times; turn++) {
      const { frame } = this;
      this.log(`${id} turn ${turn}`);
      yield* this.#block(thread, body, self);
      if (this.frame <= frame) yield* this.#need(thread);
      if (this.frame <= frame) yield { kind: 'frame', frame: frame + 1, isLoop: true, keeps: true };
    }
    return undefined;
  }

  *#try(thread: Thread, { id, body, catch: caught, finally: last }: Of<'try'>, self: Self): Body {
    if (last) this.log(`${id} tries`);
    let held: FinallyBlock['error'] = null;
    try {
      try {
        yield* this.#block(thread, body, self);
      } catch (error) {
        if (error === cancelling || !caught) throw error;
        this.log(`${id} caught ${labelOf(error)}`);
        yield* this.#block(thread, caught, self);
      }
    } catch (error) {
      if (error !== cancelling) held = { error };
      throw error;
    } finally {
      if (last) {
        this.log(`${id} finally`);
        yield* this.#finally(thread, last, self, held);
      }
    }
    return undefined;
  }

  /** A block that was waiting when its thread was cancelled ends first; then what is around it is unwound. */
  *#finally(thread: Thread, body: readonly Statement[], self: Self, error: FinallyBlock['error']): Body {
    const frame = thread.frames.at(-1) as Frame;
    // The outermost one counts, with all that stands in it.
    if (frame.block) return yield* this.#block(thread, body, self);
    const block: FinallyBlock = { error, isLast: false };
    frame.block = block;
    try {
      yield* this.#block(thread, body, self);
    } catch (thrown) {
      if (!block.isLast) throw thrown;
      thread.failure = { error: thrown };
      throw cancelling;
    } finally {
      frame.block = null;
    }
    if (!block.isLast) return undefined;
    if (error) this.lose(thread, error.error);
    throw cancelling;
  }

  *#promise(thread: Thread, { id, from, how }: Of<'promise'>, keeps: boolean, woke: (value: unknown) => void): Body {
    const promise = typeof from === 'number' ? (this.shared[from] as Settleable) : this.#later(from, id);
    if (keeps) yield* this.#need(thread);
    const value = yield { kind: 'promise', promise, keeps: keeps || how === 'call' };
    if (how !== 'call') return woke(value);
    this.resumed();
    return this.log(`${id} got ${String(value)}`);
  }

  *#waitEntity(thread: Thread, actor: Actor, keeps: boolean): Body {
    const started = this.live.filter(({ owner, parent }) => owner === actor && parent === thread);
    const line = this.lineOf(actor).filter((other) => other !== thread);
    if (started.length === 0 && actor.queue.length === 0 && actor.claims.length > 1)
      this.reach('rule: of several who hold or lost an owner the last is waited for');
    const target = started.at(-1) ?? line.at(-1);
    if (target) yield* this.#join([target], 'entity', keeps);
    return undefined;
  }

  *#withClock(thread: Thread, { id, clock: index, body }: Of<'withClock'>, self: Self): Body {
    const { clock } = thread;
    thread.clock = this.clocks[index] as Clock;
    try {
      return yield* this.#script(thread, id, body, self);
    } finally {
      thread.clock = clock;
    }
  }

  *#group(thread: Thread, statement: Of<'group'>, self: Self, keeps: boolean): Body {
    const { id, how, form, ms, branches } = statement;
    // The free `hold` is an arrow that is called.
    if (how === 'hold' && !keeps) return yield* this.#branch(thread, id, branches[0] as Statement[], self);
    const isAlone = how === 'hold' || how === 'withTimeout';
    const bodies = isAlone ? branches.slice(0, 1) : branches;
    const named = new Set(thread.owner ? [thread.owner] : []);
    const children: Thread[] = [];
    const siblings: Siblings | undefined = isAlone ? undefined : { named, branches: children, isOver: false };
    thread.starts = siblings ?? null;
    for (const [index, body] of bodies.entries()) {
      const code: Code = (made) => this.#branch(made, id, body, self, siblings !== undefined);
      const child = this.thread(`g${id}.${index}`, null, thread, { priority: thread.priority, code });
      this.#inheritScope(child, thread);
      child.branchOf = siblings ?? null;
      children.push(child);
      this.turn(child);
      if (!isLive(child)) this.inherit(child, thread);
      // Also one that has lost its race, and still cleans up.
      thread.attached.push(child);
      this.review();
      const over = children.filter((each) => !isLive(each));
      // R5b: a race that is decided, an `all` that has failed. The rest never begin.
      const isDecided = how === 'race' ? over.length > 0 : over.some(({ result }) => 'error' in result);
      if (isDecided && children.length < bodies.length) this.reach(`rule: R5b the rest of ${how} never begin`);
      if (isDecided) break;
    }
    const due = how === 'withTimeout' ? thread.clock.now + ms : Infinity;
    const value = yield* this.#join(children, how === 'tracks' ? 'all' : how, keeps, { due, siblings });
    if (how === 'tracks' || (how === 'all' && form === 'object'))
      return Object.fromEntries((value as unknown[]).map((each, index) => [`t${index}`, each]));
    if (how !== 'race' || form !== 'object') return value;
    // The one that has ended first has not been cancelled.
    const first = children.findIndex(({ status }) => status === 'done');
    return { key: `t${first}`, value };
  }

  /** What a combinator starts: a function, or a call that stands in it. */
  *#branch(thread: Thread, id: number, body: readonly Statement[], self: Self, names = false): Body {
    const [statement] = body;
    if (statement && isBareWait(body)) {
      this.log(`${id} begins`);
      this.reach(nameOf(statement));
      this.reach('a branch that is one wait');
      const value = yield* this.#wait(thread, statement, self, false);
      // What the predicate gave, which no statement says.
      return statement.do === 'waitUntil' ? true : value;
    }
    if (!statement || !stands(statement)) return yield* this.#script(thread, id, body, self);
    this.log(`${id} begins`);
    this.reach(nameOf(statement));
    const receiver = this.#receiver(statement.on, self);
    if (receiver instanceof Actor && receiver !== thread.owner) {
      const { called, isShared } = this.#call(thread, statement, receiver);
      return yield* this.#valueOfCall(thread, called, { isShared, names });
    }
    this.notifyCall(statement.fn, receiver, statement.id);
    if (receiver === thread.owner) yield* this.#need(thread);
    return yield* this.#given(yield* this.#script(thread, statement.id, statement.body, receiver, statement.gives));
  }
}

/** A kind of statement, and its form. */
function nameOf(statement: Statement): string {
  const isWord = 'isWord' in statement && statement.isWord && !statement.held;
  return statement.do + ('how' in statement ? ` ${statement.how}` : '') + (isWord ? ' of the scheduler' : '');
}

/** Nothing for no argument, one argument as it is, several as an array. */
const handedOver = (args: number, id: number): unknown => [undefined, id, [id, id]][args];

function repeat(times: number, act: () => void): void {
  for (let time = 0; time < times; time++) act();
}

/**
 * What hangs on a scheduler. All that a field of the runtime leads to is of the runtime, and copied with all of its fields, so nothing that a load finds anew is
 * forgotten. What stands where the game has its values is left to the game, but for what the table of state knows by its class.
 */
import { SmallSet } from '../../collections/small-set.js';
import type { Frame } from '../../execution/call.js';
import { codeOf } from '../../execution/compiled-function.js';
import { Cursor } from '../../execution/cursor.js';
import { blocks } from '../../execution/finally-marks.js';
import type { FrameCode } from '../../execution/frame-code.js';
import { F2, F4, F8, MANY, type FrameObject } from '../../execution/frame-objects.js';
import { asFrameObject } from '../../execution/frame-places.js';
import { cameBefore } from '../../execution/thrown-calls.js';
import type { Scheduler } from '../../scheduling/scheduler.js';
import { RareFields } from '../../threads/cold-fields.js';
import type { Join } from '../../threads/joins.js';
import { type Lock, type Subscription, Thread } from '../../threads/thread.js';
import { Clock } from '../../time/clock.js';
import { itselfOf, Settling, waiting } from '../../waits/promise.js';
import { ListenQueue } from '../../words/listen.js';
import { KeyedCursor } from '../cursors.js';
import { MOST_REFUSALS, type Refusal } from '../errors.js';
import { rowOf, rowOfClass, type Saver } from '../fields.js';
import { knowCollection } from '../natives.js';
import { valueAt } from '../places.js';
import { generatorRefusal } from '../refused-values.js';
import { nameOfCode } from '../encoder.js';
import { capturedBy, readOf } from '../registry.js';
import { byAge } from '../scheduler-state.js';
import { Showing } from '../showing.js';
import type { Contents } from './contents.js';
import type { Copies } from './copies.js';
import { isBox, type Places, placesOf, shapeOf } from './shapes.js';

/** Is it met in its turn: a live thread, or the frame of one? */
const isMet = (given: unknown): boolean =>
  given instanceof Thread ? given.listed : given instanceof F2 || given instanceof F4 || given instanceof F8;

/** How many marks were made. */
let marked = 0;

type Handler = (given: any) => void;

export class Walk {
  readonly refusals: Refusal[] = [];
  /** The waits for signals, calls and events, and the open queues of them. */
  readonly subscriptions: Subscription[] = [];
  /** The waits for Promises, those for one in the order in which they go on; also some of other schedulers. */
  readonly settlings: Set<Settling> = new Set();
  /** What is shown. */
  readonly #showings: Showing[] = [];
  readonly #copies: Copies;
  readonly #contents: Contents;
  /** Does what threads lead to go back with all that it holds? */
  readonly #isDeep: boolean;
  readonly #seen = new Set<unknown>();
  readonly #todo: object[] = [];
  readonly #inside: object[] = [];
  readonly #number = ++marked;
  #frame: Frame | null = null;
  // Small caches: the last clock, the prototypes of the last objects that are left to the game, the last functions.
  #clock: Clock | null = null;
  #ofGame: object | null = null;
  #ofGameBefore: object | null = null;
  #code: FrameCode | null = null;
  #places: Places | null = null;

  constructor(copies: Copies, contents: (lookAt: (value: unknown) => void) => Contents, isDeep: boolean) {
    this.#copies = copies;
    this.#contents = contents(this.#inner);
    this.#isDeep = isDeep;
  }

  /** The scheduler, its threads and all that these lead to. */
  run(scheduler: Scheduler): void {
    this.own(scheduler);
    this.own(scheduler.signals);
    scheduler.live.items.forEach((thread) => thread?.listed === true && this.#keepThread(thread));
    for (const clock of scheduler.clock.active.slice().sort(byAge)) {
      this.own(clock);
      this.#copies.timers.addOf(clock);
    }
    this.finish();
  }

  /** Looks at all that was met. */
  finish(): void {
    for (;;) {
      const record = this.#todo.pop();
      if (record !== undefined) this.#keepRecord(record);
      else {
        const inside = this.#inside.pop();
        if (inside === undefined) return;
        // A record of the runtime may stand there, too, as one that has woken its thread.
        if (this.#isNew(inside)) this.#contents.keep(inside);
      }
    }
  }

  #keepThread(thread: Thread): void {
    this.#copies.threads.add(thread);
    const { node, ties, subscription, lock, origin, call, kind, content, clock } = thread;
    if (node !== null) this.own(node);
    if (ties !== null) this.own(ties);
    if (lock !== null) this.#keepLockOf(thread, lock);
    if (origin !== null) this.own(origin);
    if (call !== null) this.own(call);
    // Many have the same one.
    if (clock !== this.#clock) this.own((this.#clock = clock));
    if (subscription !== null) {
      this.own(subscription);
      if (!thread.ended) this.subscriptions.push(subscription);
    }
    if (kind === null || thread.ended || kind.name === 'yield' || kind.name === 'predicate') this.value(content);
    else if (typeof content === 'object') this.own(content);
    this.#lookAtCode(thread.code);
    this.value(thread.given);
    const owner = lock === null ? undefined : lock.owner;
    for (let frame = thread.leaf; frame !== null; frame = frame.parent) this.#keepFrame(frame, owner);
  }

  #keepFrame(given: Frame, owner: unknown): void {
    this.#frame = given;
    const frame = asFrameObject(given);
    if (frame === null) return this.#refuse(...generatorRefusal(given.code));
    const { code, notes, self } = frame;
    if (code.isOfRuntime) knowCollection(frame);
    const { tries, boxes, mapped, made } = this.#placesOf(code);
    this.#copies.frame(frame);
    if (tries) this.#keepBeside(frame);
    if (notes !== null) this.own(notes);
    this.#lookAtCode(code);
    if (self !== owner || this.#isDeep) this.value(self);
    for (let i = 0; i < boxes.length; i++) this.#captured(valueAt(frame, boxes[i] as number));
    for (let i = 0; i < mapped.length; i++) this.#keepMapped(valueAt(frame, mapped[i] as number));
    for (let i = 0; i < made.length; i++) this.#inner(valueAt(frame, made[i] as number));
    if (frame.l1 === MANY) {
      const list = frame.l0 as unknown[];
      this.#copies.list(list);
      for (let i = 0; i < list.length; i++) this.value(list[i]);
    } else {
      this.value(frame.l0);
      this.value(frame.l1);
      if (!(frame instanceof F2)) {
        this.value(frame.l2);
        this.value(frame.l3);
        if (frame instanceof F8) for (const one of [frame.l4, frame.l5, frame.l6, frame.l7]) this.value(one);
      }
    }
  }

  /** Most frames are of few functions. */
  #placesOf(code: FrameCode): Places {
    const known = code === this.#code ? this.#places : null;
    if (known !== null) return known;
    this.#code = code;
    return (this.#places = placesOf(code));
  }

  /** What few frames have. */
  #keepBeside(frame: FrameObject): void {
    const block = blocks.get(frame);
    const came = cameBefore.get(frame);
    if (block !== undefined) {
      this.own(block);
      this.#copies.rest.push(() => void blocks.set(frame, block));
    }
    if (came !== undefined) this.#copies.rest.push(() => void cameBefore.set(frame, came));
  }

  /** Sloppy code: parameters that share their variables with `arguments`. */
  #keepMapped(mapped: unknown): void {
    const variables = Object(mapped) as Record<string, unknown>;
    // At another pause something else may stand there.
    if (!Object.hasOwn(variables, 'arguments')) return;
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(variables))) {
      if (property.set === undefined) continue;
      const value = variables[key];
      this.value(value);
      this.#copies.rest.push(() => (variables[key] = value));
    }
  }

  #lookAtCode(code: object): void {
    const captured = capturedBy(code, this.#number);
    if (captured !== undefined) for (let i = 0; i < captured.length; i++) this.#captured(captured[i]);
  }

  /** A variable that is met twice has two copies, which costs less than to know it. */
  #captured(given: unknown): void {
    if (typeof given !== 'object' || given === null || !isBox(given)) return this.value(given);
    this.#copies.boxes.add(given);
    this.value(given.v);
  }

  /** What stands where the game has its values. */
  value(given: unknown): void {
    if (typeof given === 'object' ? given !== null : typeof given === 'function') this.#object(given as object);
  }

  #object(given: object): void {
    if (typeof given === 'function') {
      this.#lookAtCode(codeOf(given) ?? given);
      if (this.#isDeep && this.#isNew(given)) this.#contents.functionFields(given);
      return;
    }
    const prototype = Object.getPrototypeOf(given) as object | null;
    if (prototype === this.#ofGame || prototype === this.#ofGameBefore) return;
    if (prototype === Cursor.prototype) this.#keepCursor(given as Cursor);
    else if (rowOfClass.has(prototype)) this.own(given);
    else if (this.#isDeep) this.#inside.push(given);
    else {
      this.#ofGameBefore = this.#ofGame;
      this.#ofGame = prototype;
    }
  }

  #keepCursor(cursor: Cursor): void {
    const { value, source, next } = cursor;
    if (next !== null) this.#refuseBy('Cursor', 'next', next);
    this.#copies.cursors.add(cursor);
    this.value(value);
    this.value(source);
  }

  /** What something leads to whose contents go back. */
  readonly #inner: Handler = (given) => {
    if (typeof given !== 'object' || given === null || rowOfClass.has(Object.getPrototypeOf(given) as object | null))
      this.value(given);
    else this.#inside.push(given as object);
  };

  /** What stands at module level. */
  keepValues(values: readonly unknown[]): void {
    values.forEach(this.#inner);
    this.finish();
  }

  /** What functions and classes have of their own. */
  keepStatics(all: readonly unknown[]): void {
    for (const one of all) this.#contents.functionFields(one as object);
    this.finish();
  }

  /** In the order in which it was shown. */
  get shows(): (() => void)[] {
    return this.#showings.sort((a, b) => a.order - b.order).map((one) => () => one.call());
  }

  #isNew(given: object): boolean {
    const { size } = this.#seen;
    return this.#seen.add(given).size > size;
  }

  /** A record of the runtime, or a list of them. */
  own(given: unknown): void {
    if (typeof given !== 'object' || given === null || !this.#isNew(given)) return;
    this.#todo.push(given);
  }

  #keepRecord(given: object): void {
    if (given instanceof Thread) {
      if (!given.listed) this.#keepThread(given);
    } else if (given instanceof Map || given instanceof Set) {
      this.#copies.collection(given);
      given.forEach((one: unknown) => this.own(one));
    } else if (Array.isArray(given)) {
      this.#copies.list(given);
      for (let i = 0; i < given.length; i++) if (!isMet(given[i])) this.own(given[i]);
    } else if (!isMet(given)) this.#keepFields(given);
  }

  #keepFields(given: object): void {
    if (given instanceof KeyedCursor) return this.#keepKeyed(given);
    if (given instanceof Clock) {
      const { scale } = given;
      // To set it changes other fields, which are put back behind this.
      this.#copies.first.push(() => readOf(() => (given.scale = scale)));
    } else if (given instanceof SmallSet) this.#keepMembers(given);
    this.#check(given);
    const { keys, kinds } = shapeOf(given);
    this.#copies.record(given, keys);
    for (let i = 0; i < keys.length; i++) {
      const stands = (given as Record<string, unknown>)[keys[i] as string];
      const kind = kinds[i];
      if (kind === 'own' || stands instanceof SmallSet) this.own(stands);
      else if (kind === 'game' || !Array.isArray(stands)) this.value(stands);
      else {
        this.#copies.list(stands);
        for (let at = 0; at < stands.length; at++) this.value(stands[at]);
      }
    }
  }

  /** Also of an executor, which is the set of the threads of its owner. */
  #keepMembers(given: SmallSet<unknown>): void {
    const members = given.toArray();
    for (const one of members) if (!isMet(one)) this.own(one);
    this.#copies.rest.push(() => {
      const now = given.toArray();
      if (now.length === members.length && now.every((one, at) => one === members[at])) return;
      for (const one of now) given.delete(one);
      for (const one of members) given.add(one);
    });
    if ((given as Partial<Lock>).owned === given) this.#keepLock(given as unknown as Lock);
  }

  /** Nearly each owner has one thread, and nobody waits for it. */
  #keepLockOf(thread: Thread, lock: Lock): void {
    const isOnly = !thread.ended && lock.owned.size === 1 && lock.isCalm && lock.closed === null;
    if (!isOnly) return this.own(lock);
    this.#copies.locks.addOf(thread, lock);
  }

  #keepLock(lock: Lock): void {
    const { holders, preempted, queue, granted, siblings, closed } = lock;
    const kept = { holders, preempted, queue, granted, siblings, closed };
    for (const one of Object.values(kept)) this.own(one);
    this.#copies.rest.push(() => {
      for (const key of Object.keys(kept) as (keyof typeof kept)[])
        if (lock[key] !== kept[key]) (lock as any)[key] = kept[key];
    });
  }

  /** Its iterator cannot be put back: another one is put there. */
  #keepKeyed(cursor: KeyedCursor): void {
    const { value, over } = cursor;
    const place = cursor.placeNow();
    this.value(value);
    this.value(over);
    this.#copies.last.push(() => {
      cursor.value = value;
      cursor.goTo(Math.min(place, cursor.over.size));
    });
  }

  /** Notes what has to do with the world outside, and refuses what no mark can hold. */
  #check(given: object): void {
    if (given instanceof ListenQueue) {
      if (!given.isClosed) this.subscriptions.push(given.subscription);
    } else if (given instanceof Settling) {
      const all = this.settlings.has(given) ? undefined : waiting.get(itselfOf(given.awaited));
      for (const one of all?.toArray() ?? []) this.settlings.add(one);
      // In a replay one that has settled waits for the log.
      this.settlings.add(given);
    } else if (given instanceof Showing) this.#showings.push(given);
    else if (given instanceof RareFields) this.#refuseBy('Rare', 'promised', given.promised);
    else if ((given as Partial<Join>).awaited !== undefined) this.#refuseBy('Join', 'awaited', (given as Join).awaited);
  }

  /** With the words of a save. */
  #refuseBy(tag: string, name: string, given: unknown): void {
    const { names, fields } = rowOf(tag);
    const refuse = (...[code, text, mend]: readonly string[]): null => (this.#refuse(code!, text!, mend!), null);
    fields[names.indexOf(name)]!.save(given, { refuse } as unknown as Saver, null, name);
  }

  #refuse(code: string, text: string, mend: string): void {
    if (this.refusals.length === MOST_REFUSALS) return;
    const { code: of } = this.#frame ?? {};
    this.refusals.push({ code, text, mend, function: of && nameOfCode(of) });
  }
}

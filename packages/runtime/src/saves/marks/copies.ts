/**
 * What a mark holds: objects, each with copies of its fields, and how all of them are put back. The objects are the same ones, so whoever has one keeps it.
 * Threads and frames are what there is most of: their copies stand in arrays that the next mark uses again, as an array that grows takes four times as long.
 */
import type { Cursor } from '../../execution/cursor.js';
import { blocks } from '../../execution/finally-marks.js';
import type { FrameCode } from '../../execution/frame-code.js';
import { F2, F4, F8, type FrameObject } from '../../execution/frame-objects.js';
import type { Lock, Thread } from '../../threads/thread.js';
import type { Clock } from '../../time/clock.js';
import type { Timer } from '../../time/wheel.js';
import { bytesIn } from '../change-content.js';
import { readOf } from '../registry.js';
import { eachTimer } from '../scheduler-state.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Copies of the fields of objects of one class, one object behind the other. */
abstract class Copied<T extends object> {
  readonly objects: T[] = [];
  readonly values: unknown[] = [];
  count = 0;
  /** How many the last mark had. */
  #before = 0;
  /** How many fields an object has here. */
  abstract readonly width: number;
  abstract read(of: T, to: unknown[], at: number): void;
  abstract write(of: T, from: readonly unknown[], at: number): void;

  add(of: T): void {
    const { count, values } = this;
    this.objects[count] = of;
    this.read(of, values, count * this.width);
    this.count = count + 1;
  }

  putBack(): void {
    const { objects, values, count, width } = this;
    for (let i = 0; i < count; i++) this.write(objects[i] as T, values, i * width);
  }

  open(): void {
    this.#before = this.count;
    this.count = 0;
  }

  /** What the last mark has left behind these is let go. */
  close(): void {
    const { objects, values, count, width } = this;
    objects.fill(null as never, count, this.#before);
    values.fill(undefined, count * width, this.#before * width);
  }
}

/** All fields of a thread but those that never change once it has waited. */
class CopiedThreads extends Copied<Thread> {
  override readonly width: number = 15;

  override read(of: Thread, to: unknown[], at: number): void {
    to[at] = of.leaf;
    to[at + 1] = of.flags;
    to[at + 2] = of.began;
    to[at + 3] = of.kind;
    to[at + 4] = of.content;
    to[at + 5] = of.list;
    to[at + 6] = of.slot;
    to[at + 7] = of.node;
    to[at + 8] = of.subscription;
    to[at + 9] = of.call;
    to[at + 10] = of.ties;
    to[at + 11] = of.clock;
    to[at + 12] = of.origin;
    to[at + 13] = of.code;
    to[at + 14] = of.given;
  }

  override write(of: Writable<Thread>, from: readonly any[], at: number): void {
    of.leaf = from[at];
    of.flags = from[at + 1];
    of.began = from[at + 2];
    of.kind = from[at + 3];
    of.content = from[at + 4];
    of.list = from[at + 5];
    of.slot = from[at + 6];
    of.node = from[at + 7];
    of.subscription = from[at + 8];
    of.call = from[at + 9];
    of.ties = from[at + 10];
    of.clock = from[at + 11];
    of.origin = from[at + 12];
    of.code = from[at + 13];
    of.given = from[at + 14];
  }
}

/** Of frames: what changes in each of them. The function does where a hot update has put another one there. */
abstract class CopiedFrames<T extends FrameObject> extends Copied<T> {
  override read(of: T, to: unknown[], at: number): void {
    to[at] = of.pc;
    to[at + 1] = of.parent;
    to[at + 2] = of.notes;
    to[at + 3] = of.code;
    to[at + 4] = of.l0;
    to[at + 5] = of.l1;
  }

  override write(of: Writable<T>, from: readonly any[], at: number): void {
    const code = from[at + 3] as FrameCode;
    of.pc = from[at];
    of.parent = from[at + 1];
    of.notes = from[at + 2];
    of.l0 = from[at + 4];
    of.l1 = from[at + 5];
    if (of.code === code) return;
    of.code = code;
    of.step = code.step;
  }
}

class CopiedF2 extends CopiedFrames<F2> {
  override readonly width: number = 6;
}

class CopiedF4<T extends F4 | F8 = F4> extends CopiedFrames<T> {
  override readonly width: number = 8;

  override read(of: T, to: unknown[], at: number): void {
    super.read(of, to, at);
    to[at + 6] = of.l2;
    to[at + 7] = of.l3;
  }

  override write(of: T, from: readonly unknown[], at: number): void {
    super.write(of, from, at);
    of.l2 = from[at + 6];
    of.l3 = from[at + 7];
  }
}

class CopiedF8 extends CopiedF4<F8> {
  override readonly width: number = 12;

  override read(of: F8, to: unknown[], at: number): void {
    super.read(of, to, at);
    to[at + 8] = of.l4;
    to[at + 9] = of.l5;
    to[at + 10] = of.l6;
    to[at + 11] = of.l7;
  }

  override write(of: F8, from: readonly unknown[], at: number): void {
    super.write(of, from, at);
    of.l4 = from[at + 8];
    of.l5 = from[at + 9];
    of.l6 = from[at + 10];
    of.l7 = from[at + 11];
  }
}

/** Loops over lists, which are most of those that are under way. */
class CopiedCursors extends Copied<Cursor> {
  override readonly width: number = 3;

  override read(of: Cursor, to: unknown[], at: number): void {
    to[at] = of.value;
    to[at + 1] = of.source;
    to[at + 2] = of.at;
  }

  override write(of: Cursor, from: readonly any[], at: number): void {
    of.value = from[at];
    of.source = from[at + 1];
    of.at = from[at + 2];
  }
}

/** A variable that closures share. */
export interface Box {
  v: unknown;
}

class CopiedBoxes extends Copied<Box> {
  override readonly width: number = 1;

  override read(of: Box, to: unknown[], at: number): void {
    to[at] = of.v;
  }

  override write(of: Box, from: readonly unknown[], at: number): void {
    of.v = from[at];
  }
}

/** Executors of owners with one thread, for which nobody else waits. At a rewind all executors are empty before. */
class CopiedLocks extends Copied<Lock> {
  override readonly width: number = 3;

  override read({ holder, scheduler }: Lock, to: unknown[], at: number): void {
    to[at] = holder;
    to[at + 1] = scheduler;
  }

  override write(of: Lock, from: readonly any[], at: number): void {
    of.holder = from[at];
    of.scheduler = from[at + 1];
    of.owned.add(from[at + 2]);
  }

  addOf(thread: Thread, lock: Lock): void {
    this.values[this.count * this.width + 2] = thread;
    this.add(lock);
  }
}

/** What is due on a clock, and when. */
class CopiedTimers extends Copied<Timer> {
  override readonly width: number = 2;

  override read(): void {}

  override write(of: Timer, from: readonly any[], at: number): void {
    (from[at] as Clock).insert(of, from[at + 1]);
  }

  /** In their order. */
  addOf(clock: Clock): void {
    eachTimer(clock, (timer, deadlineMs) => {
      this.values[this.count * 2] = clock;
      this.values[this.count * 2 + 1] = deadlineMs;
      this.add(timer);
    });
  }
}

type AnyObject = Record<string, unknown>;

export class Copies {
  readonly threads: CopiedThreads = new CopiedThreads();
  readonly locks: CopiedLocks = new CopiedLocks();
  readonly cursors: CopiedCursors = new CopiedCursors();
  readonly boxes: CopiedBoxes = new CopiedBoxes();
  readonly frames2: CopiedF2 = new CopiedF2();
  readonly frames4: CopiedF4 = new CopiedF4();
  readonly frames8: CopiedF8 = new CopiedF8();
  readonly #all: readonly Copied<any>[] = [
    this.threads,
    this.locks,
    this.cursors,
    this.boxes,
    this.frames2,
    this.frames4,
    this.frames8,
  ];
  // Records of other classes: few scripts have many.
  readonly #records: AnyObject[] = [];
  readonly #keys: (readonly string[])[] = [];
  readonly #fields: unknown[] = [];
  /** What comes first, what puts back the rest, and what comes behind that. */
  readonly first: (() => unknown)[] = [];
  readonly rest: (() => unknown)[] = [];
  readonly last: (() => unknown)[] = [];
  /** They are put back into wheels that are empty. */
  readonly timers: CopiedTimers = new CopiedTimers();

  frame(of: FrameObject): void {
    if (of instanceof F2) this.frames2.add(of);
    else if (of instanceof F4) this.frames4.add(of);
    else this.frames8.add(of);
  }

  record(of: object, keys: readonly string[]): void {
    this.#records.push(of as AnyObject);
    this.#keys.push(keys);
    for (let i = 0; i < keys.length; i++) this.#fields.push((of as AnyObject)[keys[i] as string]);
  }

  /** The elements of a list, also holes. */
  list(of: unknown[]): void {
    const copy = of.slice();
    const { length } = copy;
    this.rest.push(() => {
      try {
        for (let i = 0; i < length; i++)
          if (i in copy) of[i] = copy[i];
          else Reflect.deleteProperty(of, i);
        of.length = length;
      } catch {
        // It was frozen or sealed since.
        copy.forEach((one, i) => Reflect.set(of, i, one));
      }
    });
  }

  collection(of: Map<unknown, unknown> | Set<unknown>): void {
    const copy = Array.from(of.entries());
    this.rest.push(() => {
      of.clear();
      for (const [key, value] of copy)
        if (of instanceof Map) of.set(key, value);
        else of.add(key);
    });
  }

  bytes(of: ArrayBufferView | ArrayBuffer): void {
    // All of it throws where the buffer was transferred.
    readOf(() => {
      const bytes = bytesIn(of);
      const copy = bytes.slice();
      this.rest.push(() => readOf(() => bytes.set(copy)));
    });
  }

  putBack(): void {
    for (const one of this.first) one();
    for (const one of this.#all) one.putBack();
    for (const { objects, count } of [this.frames2, this.frames4, this.frames8])
      for (let i = 0; i < count; i++) blocks.delete(objects[i] as FrameObject);
    const fields = this.#fields;
    let at = 0;
    this.#records.forEach((of, i) => {
      const keys = this.#keys[i] as readonly string[];
      for (let k = 0; k < keys.length; k++) of[keys[k] as string] = fields[at++];
    });
    for (const one of this.rest) one();
    for (const one of this.last) one();
  }

  /** For the next mark. */
  open(): void {
    for (const one of this.#all) one.open();
    this.timers.open();
    for (const one of [this.#records, this.#keys, this.#fields, this.first, this.rest, this.last]) one.length = 0;
  }

  /** All of it is there. */
  close(): void {
    for (const one of this.#all) one.close();
    this.timers.close();
  }
}

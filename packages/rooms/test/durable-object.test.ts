/** The sketch for Durable Objects does what a storage does, on a stand-in of what is documented of them. */
import fc from 'fast-check';
import { MemoryStore } from '../src/index.js';
import type { StoreAnswer, StoreCall } from '../src/store/calls.js';
import { dueObject, durableStore, roomObject } from './durable-object.js';
import { CASES, histories, playCase } from './store-contract.js';

/** What an object keeps: copies, as the platform does. */
class Storage {
  readonly #kept: Map<string, unknown> = new Map();
  alarmMs = Infinity;

  async get(keys: string[]): Promise<Map<string, unknown>> {
    return new Map(keys.filter((key) => this.#kept.has(key)).map((key) => [key, structuredClone(this.#kept.get(key))]));
  }

  async put(given: string | Record<string, unknown>, value?: unknown): Promise<void> {
    const entries = typeof given === 'string' ? [[given, value] as const] : Object.entries(given);
    for (const [key, one] of entries) this.#kept.set(key, structuredClone(one));
  }

  async delete(key: string): Promise<void> {
    this.#kept.delete(key);
  }

  async list(): Promise<Map<string, unknown>> {
    return structuredClone(new Map([...this.#kept].toSorted(([a], [b]) => (a < b ? -1 : 1))));
  }

  async setAlarm(atMs: number): Promise<void> {
    this.alarmMs = atMs;
  }
}

interface Context {
  readonly storage: Storage;
  readonly blockConcurrencyWhile: (begin: () => Promise<void>) => Promise<void>;
}

class DurableObject {
  readonly ctx: Context;
  readonly env: unknown;

  constructor(ctx: Context, env: unknown) {
    this.ctx = ctx;
    this.env = env;
  }
}

interface Stub {
  answer(call: StoreCall, nowMs: number): Promise<StoreAnswer>;
  list(room: string, due: unknown): Promise<void>;
  alarm(nowMs: number): Promise<void>;
}

type ObjectClass = new (ctx: Context, env: unknown) => Stub;

/** A binding of the objects of a class, each of which begins anew at each call where it forgets. */
class Binding {
  readonly storages: Map<string, Storage> = new Map();
  readonly #Class: ObjectClass;
  readonly #platform: Platform;
  readonly #running: Map<string, Promise<Stub>> = new Map();

  constructor(Class: unknown, platform: Platform) {
    this.#Class = Class as ObjectClass;
    this.#platform = platform;
  }

  idFromName(name: string): string {
    return name;
  }

  get(name: string): Stub {
    return {
      answer: async (...given) => (await this.#wake(name)).answer(...given),
      list: async (...given) => (await this.#wake(name)).list(...given),
      alarm: async (...given) => (await this.#wake(name)).alarm(...given),
    };
  }

  async #wake(name: string): Promise<Stub> {
    const running = this.#running.get(name);
    if (running !== undefined && !this.#platform.forgets) return running;
    const storage = this.storages.get(name) ?? new Storage();
    this.storages.set(name, storage);
    let begun = Promise.resolve();
    const stub = new this.#Class(
      { storage, blockConcurrencyWhile: async (begin) => (begun = begin()) },
      this.#platform.env,
    );
    const ready = begun.then(() => stub);
    this.#running.set(name, ready);
    return ready;
  }
}

class Platform {
  readonly forgets: boolean;
  readonly env: { ROOMS: Binding; DUE: Binding };

  constructor(forgets: boolean) {
    this.forgets = forgets;
    this.env = {
      ROOMS: new Binding(roomObject(DurableObject), this),
      DUE: new Binding(dueObject(DurableObject), this),
    };
  }

  /** Alarms that are due ring before it is asked. */
  readonly answer = async (call: StoreCall, nowMs: number): Promise<StoreAnswer> => {
    const { ROOMS } = this.env;
    for (const [name, storage] of ROOMS.storages)
      for (let atMs = storage.alarmMs; atMs <= nowMs; atMs = storage.alarmMs) {
        storage.alarmMs = Infinity;
        await ROOMS.get(name).alarm(atMs);
      }
    return (await durableStore(this.env).answer(call, nowMs)) as StoreAnswer;
  };
}

/** A storage that comes back empty is no object's fate: it has been there since ever. */
const cases = CASES.filter(({ title }) => !/begun anew/.test(title as string));

describe.each([false, true])('an object that forgets between two calls: %s', (forgets) => {
  test.each(cases)('$title', async (given) => {
    const { answers, wanted } = await playCase(new Platform(forgets).answer, given);
    expect(answers).toEqual(wanted);
  });

  test('whatever happens, it answers as the storage in memory', async () => {
    const sorted = (answer: StoreAnswer): StoreAnswer =>
      answer.kind === 'due'
        ? { ...answer, rooms: answer.rooms.toSorted((a, b) => (a.room < b.room ? -1 : 1)) }
        : answer;
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const memory = new MemoryStore();
        const { answer } = new Platform(forgets);
        let nowMs = 1;
        for (const { laterMs, room, callFor, times } of steps) {
          nowMs += laterMs;
          const call = callFor(memory.rows.get(room)) as StoreCall;
          for (let i = 0; i < times; i++) {
            const wanted = structuredClone(memory.answer(call, nowMs));
            expect(sorted(await answer(call, nowMs))).toEqual(sorted(wanted));
          }
          expect(await answer({ kind: 'read', room }, nowMs)).toEqual(memory.answer({ kind: 'read', room }, nowMs));
        }
        const due = { kind: 'due', limit: 9 } as const;
        expect(sorted(await answer(due, nowMs))).toEqual(sorted(memory.answer(due, nowMs)));
      }),
    );
  });
});

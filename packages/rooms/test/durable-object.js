/**
 * A storage of a Durable Object for each room, and of one more that knows which rooms are due: a sketch by the documents of Cloudflare, which **has never run there**.
 * `durable-object.test.ts` gives it a stand-in: an object that may forget its memory between two calls, keeps its storage, and is woken by its alarm.
 *
 *     export class Room extends roomObject(DurableObject) {}      // bound as ROOMS
 *     export class DueRooms extends dueObject(DurableObject) {}   // bound as DUE
 *     const store = durableStore(env);                            // where `RoomHost` gets a `store`
 */
import { MemoryStore } from '../dist/index.js';

const DAY_MS = 86_400_000;
const listOf = ({ DUE }) => DUE.get(DUE.idFromName('due'));

/** The calls go to the objects. `nowMs` is for tests. */
export const durableStore = (env) => ({
  answer(call, nowMs = Date.now()) {
    const { ROOMS } = env;
    return (call.kind === 'due' ? listOf(env) : ROOMS.get(ROOMS.idFromName(call.room))).answer(call, nowMs);
  },
});

/**
 * One room. Its answer leaves when what it has written is on disk: the platform sees to that, as to that nothing else is heard between a read and a write.
 * @type {(DurableObject: any) => unknown}
 */
export const roomObject = (DurableObject) =>
  class extends DurableObject {
    #store = new MemoryStore();
    #room = '';
    /** What goes through one stub comes in order. */
    #list;
    /** What the list has of it. */
    #listed;
    /** The calls of the last minute that have ended it. */
    #ended = [];

    constructor(ctx, env) {
      super(ctx, env);
      this.#list = listOf(env);
      void ctx.blockConcurrencyWhile(async () => {
        const kept = await ctx.storage.get(['room', 'row', 'listed', 'ended']);
        this.#room = kept.get('room');
        this.#listed = kept.get('listed');
        // Who had a room that has ended is fenced for a minute.
        this.#ended = kept.get('ended') ?? [];
        for (const { call, nowMs } of this.#ended) this.#store.answer(call, nowMs);
        if (kept.has('row')) this.#store.rows.set(this.#room, kept.get('row'));
      });
    }

    async answer(call, nowMs) {
      this.#room = call.room;
      const { rows } = this.#store;
      const before = rows.get(call.room);
      const answer = this.#store.answer(call, nowMs);
      if (call.kind === 'end' && answer.kind === 'kept') {
        this.#ended = [...this.#ended.filter((one) => nowMs - one.nowMs < 60_000), { call, nowMs }];
        await this.ctx.storage.put('ended', this.#ended);
      }
      await this.#keep(before, nowMs);
      return answer;
    }

    /** Its lease is over, or the day after that. */
    async alarm(nowMs = Date.now()) {
      await this.#keep(this.#store.rows.get(this.#room), nowMs);
    }

    async #keep(before, nowMs) {
      const { storage } = this.ctx;
      const [due] = this.#store.answer({ kind: 'due', limit: 1 }, nowMs).rooms;
      const row = this.#store.rows.get(this.#room);
      if (row === undefined) await storage.delete('row');
      else if (row !== before) await storage.put({ room: this.#room, row });
      // If the list does not answer, the call is made again, and so is this.
      if (due?.epoch !== this.#listed?.epoch || due?.isWaiting !== this.#listed?.isWaiting) {
        await this.#list.list(this.#room, due);
        this.#listed = due;
        await (due === undefined ? storage.delete('listed') : storage.put('listed', due));
      }
      if (row !== undefined) await storage.setAlarm(row.leaseUntilMs + (row.leaseUntilMs < nowMs ? DAY_MS : 0) + 1);
    }
  };

/**
 * Which rooms are due. Many rooms have several of it, by the first letters of a hash of their names.
 * @type {(DurableObject: any) => unknown}
 */
export const dueObject = (DurableObject) =>
  class extends DurableObject {
    async list(room, due) {
      await (due === undefined ? this.ctx.storage.delete(room) : this.ctx.storage.put(room, due));
    }

    async answer({ limit }) {
      const found = await this.ctx.storage.list();
      return { kind: 'due', rooms: [...found.values()].slice(0, limit) };
    }
  };

/** The list of rooms of the matchmaker: the row of a room belongs to whoever has the room. */
import { type IRoomCache, LocalDriver, matchMaker, type MatchMakerDriver } from '@colyseus/core';
import { rowsInRedis } from './private.js';

type Operations = Parameters<MatchMakerDriver['update']>[1];
/** Of a ScriptedRoom it says in which epoch its process has it. */
type Row = IRoomCache & { epoch?: number };

/** Who has made a room writes its row straight away, or has died. */
const ROW_MS = 3000;
const ASK_MS = 25;

/** The room, the highest epoch over which it is written, and the row. */
const WRITE = `
local row = redis.call('HGET', KEYS[1], ARGV[1])
if row and (cjson.decode(row).epoch or 0) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`;
/** The room, and the process whose row goes. */
const REMOVE = `
local row = redis.call('HGET', KEYS[1], ARGV[1])
if not row or cjson.decode(row).processId ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])`;

/**
 * Wraps a driver. A row is written over one of the same or a lower epoch only, and removed only by the process that it names. On Redis that is one step: a process that
 * was frozen may go on at any place. With another driver it is a look and then a write.
 */
export class FencedDriver implements MatchMakerDriver {
  readonly #driver: MatchMakerDriver;
  readonly #redis: ReturnType<typeof rowsInRedis>;
  /** In which epoch this process has the room of a row; 0: it has not, or the room has no scripts. */
  epochOf: (row: IRoomCache) => number = () => 0;

  constructor(driver: MatchMakerDriver) {
    this.#driver = driver;
    this.#redis = rowsInRedis(driver);
  }

  /** Writes the rows of rooms that this process has, where they are missing or name another one. */
  async assert(rooms: readonly IRoomCache[]): Promise<void> {
    const rows = await this.#driver.findByIds(rooms.map(({ roomId }) => roomId));
    const wrong = rooms.filter(({ roomId }) => rows.get(roomId)?.processId !== matchMaker.processId);
    for (const room of wrong) if (this.epochOf(room) > 0) await this.persist(room, !rows.has(room.roomId));
  }

  async #find(roomId: string): Promise<Row | null> {
    return (await this.#driver.findOne({ roomId })) ?? null;
  }

  /** Writes over a row of the room's epoch or a lower one; without an epoch, over one that has none, or none at all. */
  async #write(room: Row, isNew: boolean, write: () => Promise<boolean> | boolean): Promise<boolean> {
    const { roomId } = room;
    // A room that was given away has no id any more.
    if (roomId === undefined) return false;
    const epoch = this.epochOf(room);
    if (epoch > 0) room.epoch = epoch;
    const most = isNew && epoch === 0 ? -1 : epoch;
    if (this.#redis !== null) return (await this.#redis(WRITE, roomId, most, JSON.stringify(room))) === 1;
    const row = await this.#find(roomId);
    return (row === null || (row.epoch ?? 0) <= most) && write();
  }

  /**
   * A new room, or one that was taken: it is written over the row of whoever had it. The matchmaker takes one that this process has in any case: a row that is not
   * written is so by `assert`, and an answer may be lost.
   */
  async insert(room: IRoomCache): Promise<boolean> {
    const isMine = this.epochOf(room) > 0;
    const written = this.#write(room, true, async () => {
      await this.#driver.remove(room.roomId);
      return this.#driver.insert?.(room) ?? this.#driver.persist(room, true);
    });
    if (!isMine) return written;
    await written.catch((error: unknown) => console.error(error));
    return true;
  }

  async #remove(roomId: string, processId: string): Promise<boolean> {
    if (this.#redis !== null) return (await this.#redis(REMOVE, roomId, processId)) === 1;
    return (await this.#find(roomId))?.processId === processId && this.#driver.remove(roomId);
  }

  async remove(roomId: string): Promise<boolean> {
    return roomId !== undefined && this.#remove(roomId, matchMaker.processId);
  }

  update(room: IRoomCache, { $set, $inc = {} }: Operations): Promise<boolean> {
    Object.assign(room, $set);
    const counts = room as unknown as Record<string, number>;
    for (const [name, more] of Object.entries($inc)) counts[name]! += more as number;
    return this.persist(room);
  }

  persist(room: IRoomCache, create?: boolean): Promise<boolean> {
    return this.#write(room, false, () => this.#driver.persist(room, create));
  }

  has(roomId: string): Promise<boolean> | boolean {
    return this.#driver.has(roomId);
  }

  query(conditions: object, sort?: object): Promise<IRoomCache[]> | IRoomCache[] {
    return this.#driver.query(conditions, sort);
  }

  findOne(conditions: object, sort?: object): Promise<IRoomCache> {
    return this.#driver.findOne(conditions, sort);
  }

  findByIds(roomIds: string[]): Promise<Map<string, IRoomCache>> {
    return this.#driver.findByIds(roomIds);
  }

  /** Who is taken for dead may have lost its rooms meanwhile, and who ends has given them away. */
  async cleanup(processId: string): Promise<void> {
    const rows = await this.#driver.query({ processId });
    await Promise.all(rows.map(({ roomId }) => this.#remove(roomId, processId)));
  }

  clear(): void | Promise<void> {
    return this.#driver.clear();
  }

  async boot(): Promise<void> {
    await this.#driver.boot?.();
  }

  shutdown(): void | Promise<void> {
    return this.#driver.shutdown();
  }
}

/** Waits for the row of a room that somebody else has made: until it is there, the matchmaker would take the caller's room for it. */
export async function awaitRow(roomId: string): Promise<void> {
  for (const endMs = performance.now() + ROW_MS; performance.now() < endMs;) {
    if (await matchMaker.driver.has(roomId)) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
  throw new Error(`A room \`${roomId}\` is there already, and nobody can join it.`);
}

/**
 * The driver for `defineServer`: `spindleDriver(new RedisDriver(url))`; without one, that of a single process.
 *
 * @example
 * spindleDriver(); // in one process
 */
export function spindleDriver(driver: MatchMakerDriver = new LocalDriver()): FencedDriver {
  return new FencedDriver(driver);
}

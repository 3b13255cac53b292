/** The list of rooms of the matchmaker, so that a process takes nothing off that another one has. */
import { type IRoomCache, LocalDriver, matchMaker, type MatchMakerDriver } from '@colyseus/core';

type Operations = Parameters<MatchMakerDriver['update']>[1];

/** Who has made a room writes its row straight away, or has died. */
const ROW_MS = 3000;
const ASK_MS = 25;

/**
 * Wraps a driver: the row of a room belongs to the process in it. Another process writes and removes it only where it takes the room over. A check and a write are two
 * steps: a process that is frozen in between may write once more. Who has a room is said by the storage of rooms, so that nothing but a look-up goes astray by it.
 */
export class FencedDriver implements MatchMakerDriver {
  readonly #driver: MatchMakerDriver;
  readonly #taking: Set<string> = new Set();

  constructor(driver: MatchMakerDriver) {
    this.#driver = driver;
  }

  /** The next `insert` of this room is written over the row of whoever had it. */
  takeOver(roomId: string): void {
    this.#taking.add(roomId);
  }

  /** Writes the rows of rooms that this process has, where they are missing or name another one. */
  async assert(rooms: readonly IRoomCache[], isMine: (room: IRoomCache) => boolean): Promise<void> {
    const rows = await this.#driver.findByIds(rooms.map(({ roomId }) => roomId));
    const wrong = rooms.filter((room) => rows.get(room.roomId)?.processId !== matchMaker.processId && isMine(room));
    for (const room of wrong) await this.#driver.persist(room, !rows.has(room.roomId));
  }

  async #isOthers(roomId: string): Promise<boolean> {
    const row = await this.#driver.findOne({ roomId });
    return row !== undefined && row !== null && row.processId !== matchMaker.processId;
  }

  async insert(room: IRoomCache): Promise<boolean> {
    const driver = this.#driver;
    const isTaken = this.#taking.delete(room.roomId);
    if (!isTaken && (await driver.has(room.roomId))) return false;
    // Who has no `insert` writes over what is there.
    if (driver.insert === undefined) return driver.persist(room, true);
    if (isTaken) await driver.remove(room.roomId);
    return driver.insert(room);
  }

  async remove(roomId: string): Promise<boolean> {
    // A room that was given away has no id any more.
    if (roomId === undefined || (await this.#isOthers(roomId))) return false;
    return this.#driver.remove(roomId);
  }

  async update(room: IRoomCache, operations: Operations): Promise<boolean> {
    if (room.roomId !== undefined && !(await this.#isOthers(room.roomId))) return this.#driver.update(room, operations);
    Object.assign(room, operations.$set);
    return false;
  }

  async persist(room: IRoomCache, create?: boolean): Promise<boolean> {
    if (room.roomId === undefined || (await this.#isOthers(room.roomId))) return false;
    return this.#driver.persist(room, create);
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

  async cleanup(processId: string): Promise<void> {
    await this.#driver.cleanup?.(processId);
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
 * The driver for `defineServer`: `spindleDriver(new RedisDriver(redis))`; without one, that of a single process.
 *
 * @example
 * spindleDriver(); // in one process
 */
export function spindleDriver(driver: MatchMakerDriver = new LocalDriver()): FencedDriver {
  return new FencedDriver(driver);
}

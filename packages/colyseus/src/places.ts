/** Where rooms are, for clients that ask. */
import { placeIn, type RoomStore } from '@spindle/rooms';
import type { Where } from './wire.js';

/** So long who was away hears that a room has ended here: a room of its name may be made elsewhere. */
const ENDED_MS = 60_000;

export class Places {
  readonly #store: RoomStore;
  readonly #nowMs: () => number;
  /** When rooms have ended here. */
  readonly #endedMs: Map<string, number> = new Map();

  constructor(store: RoomStore, nowMs: () => number = () => performance.now()) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  end(roomId: string): void {
    for (const [old, endedMs] of this.#endedMs) if (this.#nowMs() - endedMs > ENDED_MS) this.#endedMs.delete(old);
    this.#endedMs.set(roomId, this.#nowMs());
  }

  /** As the storage has it; `known`: as this process does, where that does not answer or has no row. */
  async find(roomId: string, known: Pick<Where, 'process' | 'addresses'>): Promise<Where> {
    const { addresses } = known;
    try {
      const answer = await this.#store.answer({ kind: 'read', room: roomId });
      if (answer.kind !== 'row') return { ...known, isAside: false, isOver: this.#isOver(roomId, known.process) };
      // It was made again.
      this.#endedMs.delete(roomId);
      return { ...placeIn(answer.row), isOver: false, addresses };
    } catch {
      return { ...known, isAside: false, isOver: false };
    }
  }

  #isOver(roomId: string, process: string | null): boolean {
    return process === null && this.#nowMs() - (this.#endedMs.get(roomId) ?? -Infinity) <= ENDED_MS;
  }
}

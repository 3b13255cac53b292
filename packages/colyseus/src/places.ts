/** Where rooms are, for clients that ask. */
import { placeIn, type RoomStore } from '@spindle/rooms';
import type { Where } from './wire.js';

/** So many rooms that have ended here are known. */
const MOST_ENDED = 1000;

export class Places {
  readonly #store: RoomStore;
  readonly #ended: Set<string> = new Set();

  constructor(store: RoomStore) {
    this.#store = store;
  }

  /** Who was away then hears so when it asks. */
  end(roomId: string): void {
    const [oldest] = this.#ended;
    if (this.#ended.size >= MOST_ENDED) this.#ended.delete(oldest!);
    this.#ended.add(roomId);
  }

  /** As the storage has it; `known`: as this process does, where that does not answer or has no row. */
  async find(roomId: string, known: Pick<Where, 'process' | 'addresses'>): Promise<Where> {
    const { addresses } = known;
    try {
      const answer = await this.#store.answer({ kind: 'read', room: roomId });
      if (answer.kind === 'row') return { ...placeIn(answer.row), isOver: false, addresses };
      return { ...known, isAside: false, isOver: known.process === null && this.#ended.has(roomId) };
    } catch {
      return { ...known, isAside: false, isOver: false };
    }
  }
}

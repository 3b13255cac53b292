/** A process that is to end gives its rooms to others, one after the other: the rest goes on running meanwhile. */
import type { LiveRoom } from './live-room.js';
import type { RoomOptions } from './options.js';
import type { Outbox } from './outbox.js';

interface StoppingParts {
  readonly rooms: ReadonlyMap<string, LiveRoom>;
  readonly outbox: Outbox;
  readonly options: Required<RoomOptions>;
  /** One at a time. */
  readonly departures: { readonly size: number };
  /** Is a room on its way here? */
  readonly arrivals: { readonly isBusy: boolean };
  readonly depart: (
    room: string,
    to: string,
    how: { savableUntilMs: number; isForced: boolean; onOver: (reason: string | null) => void },
  ) => void;
}

export class Stopping {
  readonly #parts: StoppingParts;
  readonly #savableUntilMs: number;
  #lastPeerMs: number;
  /** How many moves were begun: the next goes to the next process. */
  #moves = 0;
  readonly #waiting: string[] = [];
  /** It was on its way into the storage last: paused until it is there, or another process is found to have it. */
  #leaving: LiveRoom | undefined;
  #isOver = false;

  constructor(parts: StoppingParts) {
    this.#parts = parts;
    this.#lastPeerMs = parts.outbox.nowMs;
    this.#savableUntilMs = this.#lastPeerMs + parts.options.savableMs;
  }

  step(peers: readonly string[]): void {
    const { rooms, outbox, options, departures, arrivals, depart } = this.#parts;
    if (this.#isOver || this.#leaving?.status === 'paused' || departures.size > 0) return undefined;
    if (rooms.size === 0 && !arrivals.isBusy) {
      this.#isOver = true;
      return outbox.report({ kind: 'stopped', waiting: this.#waiting });
    }
    // Where its storage is away it would stand still until that is back.
    const next = [...rooms.values()].find(
      ({ status, journal }) => status === 'running' && !journal.isUnanswered(options.loadMs),
    );
    if (next === undefined) return void (this.#lastPeerMs = outbox.nowMs);
    // A peer that takes nothing is none.
    if (outbox.nowMs - this.#lastPeerMs > options.peersMs) return this.#release(next);
    if (peers.length > 0)
      depart(next.name, peers[this.#moves++ % peers.length]!, {
        savableUntilMs: this.#savableUntilMs,
        isForced: true,
        onOver: (reason) => {
          if (reason === null) this.#lastPeerMs = outbox.nowMs;
        },
      });
    return undefined;
  }

  /** Nobody is there: the room waits in the storage for the next process that starts. */
  #release(room: LiveRoom): void {
    const { outbox } = this.#parts;
    this.#leaving = room;
    room.handOver({
      to: null,
      isForced: outbox.nowMs >= this.#savableUntilMs,
      onResult: (result) => {
        if (result === 'kept') {
          this.#waiting.push(room.name);
          room.lose();
        } else if (room.status === 'paused') room.goOn(null);
      },
    });
  }
}

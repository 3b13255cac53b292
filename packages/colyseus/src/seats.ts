/** The seats of players without a connection, in the words of Colyseus: reconnections that are allowed until the room says otherwise. */
import { type Client, matchMaker } from '@colyseus/core';
import type { PlayerOf } from './player.js';
import { listingOf } from './private.js';
import { countClients, partsOf, type ScriptedRoom } from './scripted-room.js';

type Held = Pick<Client, 'sessionId' | 'reconnectionToken'>;

/** Clients follow their room in this time, or are away. */
const FOLLOW_MS = 200;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const keyOf = ({ roomId }: ScriptedRoom, sessionId: string): string => `${roomId} ${sessionId}`;

export class Seats {
  readonly #held: Map<string, { reject(reason?: unknown): void }> = new Map();
  /** Of clients that follow their room here just now. */
  readonly #awaited: Set<Promise<unknown>> = new Set();

  /** Of a client that was here. */
  hold(
    room: ScriptedRoom,
    client: Held,
    { isStandIn = false }: { readonly isStandIn?: boolean } = {},
  ): Promise<unknown> {
    const key = keyOf(room, client.sessionId);
    const seat = room.allowReconnection(client, 'manual');
    this.#held.set(key, seat);
    const forget = (): void => void (this.#held.get(key) === seat && this.#held.delete(key));
    seat.then(forget, () => {
      forget();
      // The matchmaker knows only clients that were here.
      if (isStandIn) countUnseen(room, -1);
    });
    return seat;
  }

  /** Of a player that comes from another process. */
  holdFor(room: ScriptedRoom, sessionId: string, player: PlayerOf | undefined): void {
    // It may be here before the matchmaker has the room.
    if (room.clients.get(sessionId) !== undefined || this.#held.has(keyOf(room, sessionId))) return;
    const { auth = null, userData, view } = player ?? {};
    const reconnectionToken = partsOf(room).scripts.tokenOf(sessionId);
    const seat = this.hold(room, { sessionId, reconnectionToken, auth, userData, view } as Held, { isStandIn: true });
    if (player?.isAway === false) this.#await(seat);
  }

  #await(seat: Promise<unknown>): void {
    const awaited = Promise.race([Promise.allSettled([seat]), sleep(FOLLOW_MS)]);
    this.#awaited.add(awaited);
    void awaited.then(() => this.#awaited.delete(awaited));
  }

  /** Until the clients of rooms that come are in these: another room would be in their way. Not for ever. */
  async whenFollowed(adoptions: Iterable<Promise<void>>): Promise<void> {
    const followed = Promise.all(adoptions).then(() => Promise.all(this.#awaited));
    await Promise.race([followed, sleep(FOLLOW_MS)]);
  }

  /** Of a client that has joined elsewhere, has no seat yet, and is in no count here. */
  holdForJoining(room: ScriptedRoom, sessionId: string): void {
    if (this.#held.has(keyOf(room, sessionId))) return;
    countUnseen(room, 1);
    this.holdFor(room, sessionId, undefined);
  }

  /** The player has left. */
  free(room: ScriptedRoom, sessionId: string): void {
    const seat = this.#held.get(keyOf(room, sessionId));
    const { place, counted } = partsOf(room);
    if (seat !== undefined) seat.reject(false);
    // It was counted with the room that is arriving, and has no seat in it yet. In a pulse no Promise is made.
    else if (place === 'arriving' && counted > 0 && room.clients.get(sessionId) === undefined)
      queueMicrotask(() => countUnseen(room, -1));
  }

  /** The room is here no more. */
  forget(room: ScriptedRoom): void {
    for (const sessionId of partsOf(room).scripts.players.keys()) this.#held.delete(keyOf(room, sessionId));
  }
}

/** Of clients whom the matchmaker has not seen come, or go. */
function countUnseen(room: ScriptedRoom, clients: number): void {
  // A room that goes takes all of them off, and its row.
  if (!['arriving', 'here'].includes(partsOf(room).place)) return;
  countClients(room, clients);
  void Promise.resolve(matchMaker.driver.update(listingOf(room), { $inc: { clients } })).catch(() => {});
}

/** The seats of players without a connection, in the words of Colyseus: reconnections that are allowed until the room says otherwise. */
import { type Client, matchMaker, type Room } from '@colyseus/core';
import type { PlayerOf } from './player.js';
import { listingOf } from './private.js';
import { partsOf, type ScriptedRoom } from './scripted-room.js';

type Held = Pick<Client, 'sessionId' | 'reconnectionToken'>;

const keyOf = ({ roomId }: ScriptedRoom, sessionId: string): string => `${roomId} ${sessionId}`;

export class Seats {
  readonly #held: Map<string, { reject(reason?: unknown): void }> = new Map();

  /** Of a client that was here. */
  hold(room: ScriptedRoom, client: Held, { isStandIn = false }: { readonly isStandIn?: boolean } = {}): void {
    const key = keyOf(room, client.sessionId);
    const seat = room.allowReconnection(client, 'manual');
    this.#held.set(key, seat);
    const forget = (): void => void (this.#held.get(key) === seat && this.#held.delete(key));
    seat.then(forget, () => {
      forget();
      // The matchmaker knows only clients that were here.
      if (isStandIn && partsOf(room).place === 'here') leaveUnseen(room);
    });
  }

  /** Of a player that comes from another process. */
  holdFor(room: ScriptedRoom, sessionId: string, player: PlayerOf | undefined): void {
    if (this.#held.has(keyOf(room, sessionId))) return;
    const { auth = null, userData, view } = player ?? {};
    const reconnectionToken = partsOf(room).scripts.tokenOf(sessionId);
    this.hold(room, { sessionId, reconnectionToken, auth, userData, view } as Held, { isStandIn: true });
  }

  /** The player has left. */
  free(room: ScriptedRoom, sessionId: string): void {
    this.#held.get(keyOf(room, sessionId))?.reject(false);
  }

  /** The room is here no more. */
  forget(room: ScriptedRoom): void {
    for (const sessionId of partsOf(room).scripts.players.keys()) this.#held.delete(keyOf(room, sessionId));
  }
}

/** So many more clients are in a room of this process. */
export function countClients(room: ScriptedRoom, clients: number): void {
  partsOf(room).counted += clients;
  matchMaker.stats.local.ccu += clients;
  matchMaker.stats.persist();
}

function leaveUnseen(room: ScriptedRoom): void {
  countClients(room, -1);
  void Promise.resolve(matchMaker.driver.update(listingOf(room as Room), { $inc: { clients: -1 } })).catch(() => {});
}

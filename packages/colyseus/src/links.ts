/** The connections of clients' helpers: which client of Colyseus each of them is on. */
import { type Client, ServerError } from '@colyseus/core';
import { CLOSED, type RoomMessage, type ServerEvent } from '@spindle/rooms';
import type { JoinData } from './player.js';
import { cork } from './private.js';
import { readToRoom } from './read-to-room.js';
import { partsOf, type ScriptedRoom } from './scripted-room.js';
import { readTicket, writeTicket } from './tickets.js';
import { ENDED, isTicket, NO_SEAT, type ToClient, WIRE } from './wire.js';

interface Link {
  readonly client: Client;
  /** What the client calls it. */
  readonly link: string;
  /** The addresses that it was told. */
  told: readonly string[] | null;
}

/** Whose link it is: that of somebody who has left, and has no connection any more. */
const LEFT = 'left';
/** So many are known of those who have left and have not come again to hear so. */
const MOST_LEFT = 1000;

export class Links {
  readonly #links: Map<string, Link> = new Map();
  /** The name of the last link of each client: its helper has one at a time. */
  readonly #names: WeakMap<Client, string> = new WeakMap();
  readonly #joins: WeakMap<Client, JoinData> = new WeakMap();
  /** The links of those who have left for good. */
  readonly #left: Set<string> = new Set();

  /** What it has given when it joined is what the game gets, whenever its helper comes, and wherever the room is then. */
  join(room: ScriptedRoom, client: Client, options: unknown): void {
    const { auth = null } = client;
    const data = JSON.parse(JSON.stringify({ auth, options: options ?? null })) as JoinData;
    this.#joins.set(client, data);
    const ticket = writeTicket(partsOf(room).scripts.secret, client.sessionId, data);
    if (ticket !== null) client.send(WIRE, { ticket } satisfies ToClient);
  }

  #showTicket(room: ScriptedRoom, client: Client, ticket: unknown): null {
    const data = readTicket(partsOf(room).scripts.secret, client.sessionId, ticket);
    if (data !== null) this.#joins.set(client, data);
    return null;
  }

  /** What a helper has said, for the room. Null: it says nothing that a room understands. */
  hear(room: ScriptedRoom, client: Client, given: unknown): ServerEvent | null {
    const { roomId } = room;
    const { sessionId } = client;
    const player = partsOf(room).scripts.players.get(sessionId);
    if (isTicket(given)) return this.#showTicket(room, client, given.ticket);
    const known = player ?? this.#joins.get(client);
    if (known === undefined) {
      // It was on the way in where the room was, and has no ticket: it has to join again.
      client.leave(NO_SEAT);
      return null;
    }
    const { auth, options } = known;
    const said = readToRoom(given, sessionId, { auth: auth as unknown, options });
    if (said === null) return null;
    if (player !== undefined) client.view = player.view;
    const link = `${roomId} ${sessionId} ${said.link}`;
    if (this.#links.get(link)?.client !== client) {
      this.forget(client);
      this.#links.set(link, { client, link: said.link, told: null });
      this.#names.set(client, link);
    }
    return { kind: 'client', room: roomId, link, message: said.message };
  }

  tell(name: string, message: RoomMessage, addresses: readonly string[]): void {
    const found = this.#links.get(name);
    if (found === undefined) {
      const isLeft = name.endsWith(` ${LEFT}`) && message.kind === 'closed' && message.code === ENDED;
      if (isLeft) this.#left.add(name);
      if (this.#left.size > MOST_LEFT) this.#left.delete(this.#left.values().next().value!);
      return undefined;
    }
    const { client, link } = found;
    const isNew = addresses !== found.told;
    found.told = addresses;
    cork(client);
    client.send(WIRE, { link, message, ...(isNew && { addresses }) } satisfies ToClient);
    if (message.kind === 'closed' && message.code !== CLOSED.moved) client.leave(message.code);
    return undefined;
  }

  /** Somebody comes back who has left. That may be taken back: the room is asked until nothing can, and the client comes again. */
  askLeft({ roomId }: ScriptedRoom, client: string): ServerEvent {
    const link = `${roomId} ${client} ${LEFT}`;
    if (this.#left.delete(link)) throw new ServerError(ENDED, 'The client has left.');
    const knows = { epoch: Number.MAX_SAFE_INTEGER, seen: 0, sure: 0, acked: 0, entries: 0, isIn: true };
    const message = { client, data: null, again: false, inputs: [{ n: 1, leave: true }], ...knows } as const;
    return { kind: 'client', room: roomId, link, message };
  }

  /** The connection of a client is gone. Gives its link, if no other connection has that by now. */
  forget(client: Client): string | null {
    const name = this.#names.get(client);
    if (name === undefined || this.#links.get(name)?.client !== client) return null;
    this.#links.delete(name);
    return name;
  }
}

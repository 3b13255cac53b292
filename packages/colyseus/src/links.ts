/** The connections of clients' helpers: which client of Colyseus each of them is on. */
import type { Client } from '@colyseus/core';
import { CLOSED, type RoomMessage, type ServerEvent } from '@spindle/rooms';
import type { JoinData } from './player.js';
import { cork } from './private.js';
import { readToRoom } from './read-to-room.js';
import { partsOf, type ScriptedRoom } from './scripted-room.js';
import { readTicket, writeTicket } from './tickets.js';
import { isTicket, NO_SEAT, type ToClient, WIRE } from './wire.js';

interface Link {
  readonly client: Client;
  /** What the client calls it. */
  readonly link: string;
  /** The addresses that it was told. */
  told: readonly string[] | null;
}

export class Links {
  readonly #links: Map<string, Link> = new Map();
  readonly #joins: WeakMap<Client, JoinData> = new WeakMap();
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
    if (this.#links.get(link)?.client !== client) this.#links.set(link, { client, link: said.link, told: null });
    return { kind: 'client', room: roomId, link, message: said.message };
  }

  tell(name: string, message: RoomMessage, addresses: readonly string[]): void {
    const found = this.#links.get(name);
    if (found === undefined) return;
    const { client, link } = found;
    const isNew = addresses !== found.told;
    found.told = addresses;
    cork(client);
    client.send(WIRE, { link, message, ...(isNew && { addresses }) } satisfies ToClient);
    if (message.kind === 'closed' && message.code !== CLOSED.moved) client.leave(message.code);
  }

  /** The connection of a client is gone. Gives its links. */
  forget(client: Client): string[] {
    const names = [...this.#links].filter(([, one]) => one.client === client).map(([name]) => name);
    for (const name of names) this.#links.delete(name);
    return names;
  }
}

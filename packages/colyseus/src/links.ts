/** The connections of clients' helpers: which client of Colyseus each of them is on. */
import type { Client } from '@colyseus/core';
import { CLOSED, type RoomMessage, type ServerEvent } from '@spindle/rooms';
import type { Joining } from './channel.js';
import type { JoinData } from './player.js';
import { partsOf, type ScriptedRoom } from './scripted-room.js';
import { readToRoom, type ToClient, WIRE } from './wire.js';

export class Links {
  readonly #links: Map<string, { readonly client: Client; readonly link: string }> = new Map();
  readonly #joins: WeakMap<Client, JoinData> = new WeakMap();
  /** Who has joined where the room was, by room and session. */
  readonly #expected: Map<string, JoinData> = new Map();

  /** What it has given when it joined is what the game gets, whenever its helper comes. */
  join(client: Client, options: unknown): void {
    const { auth = null } = client;
    this.#joins.set(client, JSON.parse(JSON.stringify({ auth, options: options ?? null })) as JoinData);
  }

  expect({ roomId, clients }: Joining): void {
    for (const [sessionId, data] of clients) this.#expected.set(`${roomId} ${sessionId}`, data);
  }

  /** It was lost before it had a seat. */
  expectAgain({ roomId }: ScriptedRoom, client: Client): void {
    const data = this.#joins.get(client);
    if (data !== undefined) this.expect({ roomId, clients: [[client.sessionId, data]] });
  }

  expected(room: ScriptedRoom, sessionId: string): JoinData | undefined {
    return this.#expected.get(`${room.roomId} ${sessionId}`);
  }

  /** Those who have joined this room and have no seat in it yet. They go where the room goes. */
  joiningOf({ roomId, clients }: ScriptedRoom, seats: readonly string[]): Joining {
    const all = new Map<string, JoinData>();
    for (const [key, data] of this.#expected) {
      if (!key.startsWith(`${roomId} `)) continue;
      this.#expected.delete(key);
      all.set(key.slice(roomId.length + 1), data);
    }
    for (const client of clients) {
      const data = this.#joins.get(client);
      if (data !== undefined) all.set(client.sessionId, data);
    }
    return { roomId, clients: [...all].filter(([sessionId]) => !seats.includes(sessionId)) };
  }

  /** What a helper has said, for the room. Null: it says nothing that a room understands. */
  hear(room: ScriptedRoom, client: Client, given: unknown): ServerEvent | null {
    const { roomId } = room;
    const { sessionId } = client;
    const player = partsOf(room).scripts.players.get(sessionId);
    const { auth = null, options = null } = player ?? this.#joins.get(client) ?? this.expected(room, sessionId) ?? {};
    const data = { auth: auth as unknown, options };
    const said = readToRoom(given, sessionId, data);
    if (said === null) return null;
    if (player !== undefined) {
      client.view = player.view;
      this.#expected.delete(`${roomId} ${sessionId}`);
    }
    const link = `${roomId} ${sessionId} ${said.link}`;
    this.#links.set(link, { client, link: said.link });
    return { kind: 'client', room: roomId, link, message: said.message };
  }

  tell(name: string, message: RoomMessage, addresses: () => readonly string[]): void {
    const found = this.#links.get(name);
    if (found === undefined) return;
    const { client, link } = found;
    const isFirst = message.kind === 'outputs' && message.welcome !== null;
    client.send(WIRE, { link, message, ...(isFirst && { addresses: addresses() }) } satisfies ToClient);
    if (message.kind === 'closed' && message.code !== CLOSED.moved) client.leave(message.code);
  }

  /** The connection of a client is gone. Gives its links. */
  forget(client: Client): string[] {
    const names = [...this.#links].filter(([, one]) => one.client === client).map(([name]) => name);
    for (const name of names) this.#links.delete(name);
    return names;
  }
}

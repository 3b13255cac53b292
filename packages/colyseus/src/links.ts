/** The connections of clients' helpers: which client of Colyseus each of them is on. */
import type { Client } from '@colyseus/core';
import { CLOSED, type RoomMessage, type ServerEvent } from '@spindle/rooms';
import type { JoinData } from './player.js';
import { partsOf, type ScriptedRoom } from './scripted-room.js';
import { readToRoom, type ToClient, WIRE } from './wire.js';

export class Links {
  readonly #links: Map<string, { readonly client: Client; readonly link: string }> = new Map();
  readonly #joins: WeakMap<Client, JoinData> = new WeakMap();

  /** What it has given when it joined is what the game gets, whenever its helper comes. */
  join(client: Client, options: unknown): void {
    const { auth = null } = client;
    this.#joins.set(client, JSON.parse(JSON.stringify({ auth, options: options ?? null })) as JoinData);
  }

  /** What a helper has said, for the room. Null: it says nothing that a room understands. */
  hear(room: ScriptedRoom, client: Client, given: unknown): ServerEvent | null {
    const { roomId } = room;
    const { sessionId } = client;
    const player = partsOf(room).scripts.players.get(sessionId);
    const data = this.#joins.get(client) ?? { auth: player?.auth ?? null, options: player?.options ?? null };
    const said = readToRoom(given, sessionId, data);
    if (said === null) return null;
    if (player !== undefined) client.view = player.view;
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

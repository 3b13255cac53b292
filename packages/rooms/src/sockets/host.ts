/**
 * Runs the rooms of a process: gives `RoomServer` the time, the storage and the sockets of clients and of other processes. Any process tells a client where its room is.
 */
import { createHash, randomUUID } from 'node:crypto';
import * as CLOSED from '../closed.js';
import type { Entry, Game } from '../entries.js';
import { type Effect, type Report, type RoomMessage, type ServerEvent, warn } from '../messages.js';
import type { RoomOptions } from '../options.js';
import { RoomServer } from '../server.js';
import { type Place, placeIn, type RoomStore, type StoreAnswer, type StoreCall } from '../store/calls.js';
import { MemoryStore } from '../store/memory-store.js';
import { Peers } from './peers.js';
import { ALONE, type Presence, type ProcessEntry } from './presence.js';
import { listenTo, type Socket, type SocketClass, socketClassOf } from './socket.js';
import { type FromHost, type Processes, readToHost, type ToHost } from './wire.js';

export interface RoomHostOptions extends RoomOptions {
  /** Where clients reach this process, and no other: `wss://a.example.org`. */
  readonly url: string;
  /** Where other processes reach it; default `url`. */
  readonly peerUrl?: string;
  /** Makes what runs in a room, before anything has happened in it. */
  readonly game: (room: string) => Game;
  /** Where rooms are kept; default: in this process, for as long as it lives. */
  readonly store?: RoomStore;
  /** How processes find each other; default: there is one. */
  readonly presence?: Presence;
  /** May a client that asks for a room which nobody has make it? Default: any. */
  readonly mayCreate?: (room: string) => boolean;
  /**
   * Takes what a client gives when it joins, such as the token of a login, and gives what the game gets in its place. Throws: the client may not
   * come in. It is asked at each connection, also of a client that follows its room.
   */
  readonly admit?: (data: unknown, room: string) => unknown;
  /** Default: what somebody has to mend is printed. */
  readonly onReport?: (report: Report) => void;
  /** See `RoomServerOptions`. */
  readonly onPulse?: (room: string, pulse: number, epoch: number, entries: readonly Entry[]) => void;
  /** Opens sockets to other processes; default: that of the platform. */
  readonly WebSocket?: SocketClass;
}

interface Connection {
  readonly link: string;
  readonly socket: Socket;
  heardMs: number;
  /** Of a client. */
  seat: Seat | null;
}

interface Seat {
  readonly room: string;
  /** What only the client knows. */
  readonly secret: string;
  readonly client: string;
  /** When it is admitted. */
  readonly data: Promise<unknown>;
}

const BEAT_MS = 300;
/** A socket on which nothing is heard for so long is closed. */
const SILENT_MS = 15_000;
/** A client that takes nothing more is closed: it comes back, and gets what it has missed. */
const MOST_BUFFERED = 1_000_000;
/** A client that asks for a new room waits no longer than this. */
const CREATE_MS = 500;
const REFUSED = 1008;
const SLOW = 1013;

/** A client's name in the room: whoever sees it cannot say to be that client. */
const nameOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url').slice(0, 16);

export class RoomHost {
  /** Its name: its address, and what tells it from one that had the address before. */
  readonly process: string;
  readonly #options: RoomHostOptions;
  readonly #server: RoomServer;
  readonly #store: RoomStore;
  readonly #presence: Presence;
  readonly #peers: Peers;
  readonly #key: string = randomUUID();
  readonly #rooms: Set<string> = new Set();
  readonly #connections: Map<string, Connection> = new Map();
  readonly #places: Map<string, Promise<Place>> = new Map();
  /** Who waits for a room that is being made. */
  readonly #whenHere: Map<string, (process: string) => void> = new Map();
  readonly #moves: Map<string, (reason: string | null) => void> = new Map();
  #others: readonly ProcessEntry[] = [];
  #links = 0;
  #beatMs = -Infinity;
  readonly #timers: ReturnType<typeof setInterval>[];
  #onStopped: ((waiting: readonly string[]) => void) | null = null;

  constructor(options: RoomHostOptions) {
    this.#options = options;
    const process = (this.process = `${options.url}#${randomUUID()}`);
    // By the clock of the world, so that the epochs of a process are above those of the one before it.
    const memory = new MemoryStore();
    this.#store = options.store ?? {
      answer: (call) => memory.answer(call, performance.timeOrigin + performance.now()),
    };
    this.#presence = options.presence ?? ALONE;
    this.#server = new RoomServer({ ...options, process, random: Math.random });
    this.#peers = new Peers({
      process,
      WebSocket: () => socketClassOf(options.WebSocket),
      find: (name) => this.#others.find((one) => one.name === name),
      onMessage: (from, message) => this.#take({ kind: 'process', from, message }),
    });
    this.#timers = [
      setInterval(() => this.#take({ kind: 'tick' }), this.#server.stepMs / 2),
      setInterval(() => this.#look(), BEAT_MS),
    ];
    this.#beat();
  }

  /** A WebSocket that was opened to this process. */
  accept(socket: Socket): void {
    const link = String(++this.#links);
    const connection = { link, socket, heardMs: performance.now(), seat: null };
    this.#connections.set(link, connection);
    listenTo(socket, {
      onText: (text) => this.#hear(connection, text),
      onClose: () => this.#forget(connection),
    });
  }

  /** The rooms that are here. */
  get rooms(): ReadonlySet<string> {
    return this.#rooms;
  }

  create(room: string): void {
    this.#take({ kind: 'create', room });
  }

  /** Moves a room to another process; default: the one with the fewest rooms that takes it. Gives why it is still here; null: it has moved. */
  async move(room: string, to?: string): Promise<string | null> {
    let reason: string | null = 'no other process takes rooms';
    for (const next of to === undefined ? this.#takers() : [to]) {
      if (this.#moves.has(room)) return 'it moves already';
      reason = await new Promise((resolve) => {
        this.#moves.set(room, resolve);
        this.#take({ kind: 'move', room, to: next });
      });
      if (reason === null) break;
    }
    return reason;
  }

  /** Gives all rooms to others, one after the other; where there is no other, they wait in the storage. Gives the names of those. Then the process may end. */
  async stop(): Promise<readonly string[]> {
    const stopped = new Promise<readonly string[]>((resolve) => {
      this.#onStopped = resolve;
    });
    this.#beatMs = -Infinity;
    this.#beat();
    this.#take({ kind: 'stop' });
    const waiting = await stopped;
    await this.#presence.beat(this.process, null).catch(() => {});
    this.close();
    return waiting;
  }

  /** Ends at once: rooms stay as the storage has them. */
  close(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#peers.close();
    for (const { socket } of this.#connections.values()) socket.close();
    this.#connections.clear();
  }

  #take(event: ServerEvent): void {
    if (this.#timers.length === 0) return;
    for (const effect of this.#server.take(event, performance.now())) this.#does(effect);
  }

  #does(effect: Effect): void {
    switch (effect.to) {
      case 'store':
        return void this.#ask(effect.id, effect.call);
      case 'client':
        return this.#tell(effect.link, effect.message);
      case 'process':
        return this.#peers.send(effect.process, effect.message);
      case 'host':
        return this.#report(effect.report);
    }
  }

  /** What gets no answer is asked again. */
  async #ask(id: number, call: StoreCall): Promise<void> {
    let answer: StoreAnswer;
    try {
      answer = await this.#store.answer(call);
    } catch {
      return;
    }
    this.#take({ kind: 'answer', id, answer });
  }

  #report(report: Report): void {
    const { kind, room, reason = null } = report as { kind: Report['kind']; room: string; reason?: string };
    if (kind === 'here') {
      this.#rooms.add(room);
      this.#whenHere.get(room)?.(this.process);
      this.#whenHere.delete(room);
    }
    if (kind === 'moved' || kind === 'fenced' || kind === 'ended') this.#rooms.delete(room);
    if (kind === 'moved' || kind === 'not moved') {
      this.#moves.get(room)?.(reason);
      this.#moves.delete(room);
    }
    (this.#options.onReport ?? warn)(report);
    if (report.kind === 'stopped') this.#onStopped?.(report.waiting);
  }

  #tell(link: string, message: RoomMessage): void {
    const connection = this.#connections.get(link);
    if (connection === undefined) return;
    send(connection.socket, message);
    if (message.kind !== 'outputs') this.#close(connection);
    else if (connection.socket.bufferedAmount > MOST_BUFFERED) this.#close(connection, SLOW);
  }

  #close(connection: Connection, code?: number): void {
    connection.socket.close(code);
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    const { link, seat, socket } = connection;
    this.#peers.forget(socket);
    if (this.#connections.delete(link) && seat !== null) this.#take({ kind: 'closed', room: seat.room, link });
  }

  /** For other processes, and for sockets on which nothing is heard. */
  #look(): void {
    this.#beat();
    for (const one of this.#connections.values()) if (performance.now() - one.heardMs > SILENT_MS) this.#close(one);
  }

  #hear(connection: Connection, text: unknown): void {
    if (!this.#connections.has(connection.link)) return;
    connection.heardMs = performance.now();
    const said = readToHost(text);
    if (said === null) this.#close(connection, REFUSED);
    else if (said.kind === 'where') void this.#tellWhere(connection.socket, said.room);
    else if (said.kind === 'say') this.#hearClient(connection, said);
    else this.#hearProcess(connection, said);
  }

  #hearClient(connection: Connection, { room, message }: Extract<ToHost, { kind: 'say' }>): void {
    const secret = message.client;
    const seat = (connection.seat ??= {
      room,
      secret,
      client: nameOf(secret),
      data: this.#admit(connection, room, message.data),
    });
    if (seat.room !== room || seat.secret !== secret) return this.#close(connection, REFUSED);
    const { link } = connection;
    void seat.data.then(
      (data) => {
        if (this.#connections.has(link))
          this.#take({ kind: 'client', room, link, message: { ...message, client: seat.client, data } });
      },
      () => {
        // Who was in tries again: the logins may be away.
        if (!message.isIn) send(connection.socket, { kind: 'closed', epoch: 0, code: CLOSED.refused });
        this.#close(connection, REFUSED);
      },
    );
  }

  async #admit({ socket }: Connection, room: string, data: unknown): Promise<unknown> {
    const { admit = () => data } = this.#options;
    const given = await admit(data, room);
    send(socket, this.#processes);
    return given;
  }

  #hearProcess(connection: Connection, { from, key, message }: Extract<ToHost, { kind: 'process' }>): void {
    if (key !== this.#key) return this.#close(connection, REFUSED);
    // Another process may have nothing to say.
    connection.heardMs = Infinity;
    this.#peers.adopt(from, connection.socket);
    return this.#take({ kind: 'process', from, message });
  }

  async #tellWhere(socket: Socket, room: string): Promise<void> {
    const found = await this.#where(room);
    send(socket, this.#processes);
    send(socket, { kind: 'found', ...found });
  }

  get #processes(): Processes {
    return { kind: 'processes', processes: [this.process, ...this.#takers().sort()] };
  }

  /** Many clients ask at once: a room is looked up once at a time. */
  async #where(room: string): Promise<Place> {
    const place = this.#places.get(room) ?? this.#find(room).finally(() => this.#places.delete(room));
    this.#places.set(room, place);
    return place;
  }

  async #find(room: string): Promise<Place> {
    let process = this.#rooms.has(room) ? this.process : null;
    try {
      const answer = await this.#store.answer({ kind: 'read', room });
      if (answer.kind === 'row') return placeIn(answer.row);
      process ??= await this.#createFor(room);
    } catch {
      // While the storage is away, this process believes itself.
    }
    return { process, isAside: false };
  }

  /** Null: the client asks again soon. */
  async #createFor(room: string): Promise<string | null> {
    const { mayCreate = () => true } = this.#options;
    if (this.#onStopped !== null || !mayCreate(room)) return null;
    return new Promise((resolve) => {
      this.#whenHere.set(room, resolve);
      setTimeout(resolve, CREATE_MS, null);
      this.create(room);
    });
  }

  get #entry(): ProcessEntry {
    const { url, peerUrl = url } = this.#options;
    return {
      name: this.process,
      url: peerUrl,
      key: this.#key,
      rooms: this.#rooms.size,
      isStopping: this.#onStopped !== null,
    };
  }

  /** One at a time, but an answer that is lost is waited for no longer than a second. */
  #beat(): void {
    const nowMs = performance.now();
    if (nowMs - this.#beatMs < 1000) return;
    this.#beatMs = nowMs;
    void this.#presence
      .beat(this.process, this.#entry)
      .then(
        (processes) => {
          const before = JSON.stringify(this.#processes);
          this.#others = processes.filter(({ name }) => name !== this.process);
          const now = this.#processes;
          if (JSON.stringify(now) !== before) for (const { socket } of this.#connections.values()) send(socket, now);
          this.#take({ kind: 'peers', processes: this.#takers() });
        },
        () => {},
      )
      .finally(() => (this.#beatMs = -Infinity));
  }

  /** The other processes that take rooms, the one with the fewest first. */
  #takers(): string[] {
    return this.#others
      .filter(({ isStopping }) => !isStopping)
      .toSorted((a, b) => a.rooms - b.rooms)
      .map(({ name }) => name);
  }
}

function send(socket: Socket, message: FromHost): void {
  // One that has closed meanwhile takes it, and does nothing.
  socket.send(JSON.stringify(message));
}

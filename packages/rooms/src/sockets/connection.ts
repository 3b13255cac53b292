/** A client of a room, on the WebSockets of a browser or of `ws`. */
import { type ClientEffect, type ClientEvent, ClientLink, type ClientNews } from '../client.js';
import type { ClientMessage } from '../messages.js';
import { isOpen, listenTo, type Socket, type SocketClass, socketClassOf } from './socket.js';
import { type Found, readFromHost, type ToHost, urlOf } from './wire.js';

export interface JoinOptions {
  /** Where the room is asked for: one process, or several. Others are found from there. */
  readonly url: string | readonly string[];
  readonly room: string;
  /** What the game gets when the client joins: JSON. Who plays, for the game knows a page that was loaded again as another client. */
  readonly data?: unknown;
  /** What comes from the room: `joined`, `output`, `rewound`, `missed`, `left`. */
  readonly on: (news: ClientNews) => void;
  /** The process that has the room is another one now. */
  readonly onProcess?: (process: string) => void;
  /** Default: that of the platform. Node 20 has none. */
  readonly WebSocket?: SocketClass;
  /** See `ClientOptions`. */
  readonly silenceMs?: number;
  readonly seatMs?: number;
}

const TICK_MS = 50;

/** Joins a room, and stays in it wherever it goes. */
export class RoomConnection {
  readonly #options: JoinOptions;
  readonly #WebSocket: SocketClass;
  readonly #link: ClientLink;
  readonly #timer: ReturnType<typeof setInterval>;
  #urls: readonly string[];
  #asked = 0;
  /** So many addresses have closed what was to ask them, without an answer. */
  #misses = 0;
  /** The socket on which the room is asked for; it stays open until the client is in. */
  #asking: { readonly socket: Socket; readonly url: string; isAnswered: boolean } | null = null;
  /** The socket to the room. `waiting`: the last that is to be said when it opens; it says all that those before it have said. */
  #socket: { readonly socket: Socket; readonly link: string; waiting: string } | null = null;
  #process: string | null = null;

  constructor(options: JoinOptions) {
    const { url, data, silenceMs, seatMs } = options;
    this.#options = options;
    this.#WebSocket = socketClassOf(options.WebSocket);
    this.#urls = [url].flat();
    this.#link = new ClientLink({ client: makeSecret(), data, random: Math.random, silenceMs, seatMs });
    this.#timer = setInterval(() => this.#take({ kind: 'tick' }), TICK_MS);
    this.#take({ kind: 'tick' });
  }

  /** The process that has the room, as far as this client knows. */
  get process(): string | null {
    return this.#process;
  }

  get isIn(): boolean {
    return this.#link.phase === 'in';
  }

  /** Inputs that may still be lost. */
  get unacknowledged(): number {
    return this.#link.unacknowledged;
  }

  /** Outputs up to this number are never taken back. */
  get sure(): number {
    return this.#link.sure;
  }

  /** Does something in the room, exactly once. */
  input(name: string, ...args: unknown[]): void {
    this.#does(this.#link.input(name, args, performance.now()));
  }

  /** Leaves the room for good: `left` tells when that is certain. */
  leave(): void {
    this.#does(this.#link.leave(performance.now()));
  }

  /** Is away, as if the connection were lost: the room keeps the seat for a while. */
  close(): void {
    clearInterval(this.#timer);
    this.#stopAsking();
    this.#socket?.socket.close();
    this.#socket = null;
  }

  #take(event: ClientEvent): void {
    this.#does(this.#link.take(event, performance.now()));
  }

  #does(effects: readonly ClientEffect[]): void {
    for (const effect of effects) {
      if (effect.to === 'directory') this.#ask();
      else if (effect.to === 'process') this.#say(effect);
      else {
        if (effect.what.kind === 'left') this.close();
        this.#options.on(effect.what);
      }
    }
  }

  #ask(): void {
    const asking = this.#asking;
    this.#misses = 0;
    if (!asking?.isAnswered) return this.#askNext();
    asking.isAnswered = false;
    this.#opened(asking.socket);
  }

  #askNext(): void {
    this.#stopAsking();
    const url = this.#urls[this.#asked++ % this.#urls.length]!;
    this.#asking = { socket: this.#open(url), url, isAnswered: false };
  }

  #stopAsking(): void {
    this.#asking?.socket.close();
    this.#asking = null;
  }

  #say({ process, link, message }: { process: string; link: string; message: ClientMessage }): void {
    if (this.#socket?.link !== link) this.#connect(process, link);
    const room = this.#socket!;
    const text = JSON.stringify({ kind: 'say', room: this.#options.room, message } satisfies ToHost);
    if (isOpen(room.socket)) room.socket.send(text);
    else room.waiting = text;
  }

  #connect(process: string, link: string): void {
    const old = this.#socket;
    const url = urlOf(process);
    const asking = this.#asking;
    const isThere = asking?.url === url;
    this.#socket = { socket: isThere ? asking.socket : this.#open(url), link, waiting: '' };
    if (isThere) this.#asking = null;
    old?.socket.close();
    this.#isAt(process);
  }

  #isAt(process: string): void {
    // Where it hangs, another one is asked first.
    this.#asked = this.#urls.indexOf(urlOf(process)) + 1;
    if (process === this.#process) return;
    this.#process = process;
    this.#options.onProcess?.(process);
  }

  #open(url: string): Socket {
    const socket = new this.#WebSocket(url);
    listenTo(socket, {
      onOpen: () => this.#opened(socket),
      onText: (text) => this.#hear(socket, text),
      onClose: () => this.#closed(socket),
    });
    return socket;
  }

  #opened(socket: Socket): void {
    if (socket === this.#asking?.socket)
      socket.send(JSON.stringify({ kind: 'where', room: this.#options.room } satisfies ToHost));
    if (socket === this.#socket?.socket) socket.send(this.#socket.waiting);
  }

  #hear(socket: Socket, text: unknown): void {
    const message = readFromHost(text);
    const room = socket === this.#socket?.socket && this.#socket;
    if (message?.kind === 'processes') {
      this.#urls = [...new Set([this.#options.url, message.processes.map(urlOf)].flat())];
      // Another one may have begun at the address that was found.
      if (room) this.#isAt(message.processes[0]);
    } else if (message?.kind === 'found') this.#found(socket, message);
    else if (message && room) {
      this.#take({ kind: 'message', link: room.link, message });
      if (this.isIn) this.#stopAsking();
      // The timers of a page that nobody sees go too slowly to say that somebody is there.
      this.#take({ kind: 'tick' });
    }
  }

  #found(socket: Socket, { process, isAside }: Found): void {
    if (socket !== this.#asking?.socket) return;
    this.#asking.isAnswered = true;
    // Who knows of no process may not reach the storage.
    if (process === null) this.#stopAsking();
    this.#take({ kind: 'found', process, isAside });
  }

  #closed(socket: Socket): void {
    if (socket === this.#asking?.socket) {
      this.#asking = null;
      if (++this.#misses < this.#urls.length) this.#askNext();
      else this.#take({ kind: 'found', process: null });
    }
    if (socket === this.#socket?.socket) this.#take({ kind: 'closed', link: this.#socket.link });
  }
}

/** Pages that come without `https` have no `randomUUID`. */
function makeSecret(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

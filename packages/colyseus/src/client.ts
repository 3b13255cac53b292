/** The client's half: a room of the SDK that is found again wherever it goes. It holds no code of the server. */
import type { Room } from '@colyseus/sdk';
import {
  type ClientEffect,
  type ClientEvent,
  ClientLink,
  type ClientMessage,
  type ClientNews,
} from '@spindle/rooms/client';
import { dispatch, dropSocket, takeOverClose } from './private.js';
import { type OutputBody, readProcessName, type ToClient, type ToRoom, type Where, wherePath, WIRE } from './wire.js';

type News<K extends ClientNews['kind']> = Omit<Extract<ClientNews, { readonly kind: K }>, 'kind'>;

export interface MovingRoomOptions {
  /** What happened behind `toOutput` may come otherwise: a process has died that kept no log. */
  readonly onRewound?: (news: News<'rewound'>) => void;
  /** The client was away for so long that these messages are kept no more. */
  readonly onMissed?: (news: News<'missed'>) => void;
  /** Where else one may ask for the room: `host:port` of other processes. */
  readonly addresses?: readonly string[];
  /** See `ClientOptions`. */
  readonly silenceMs?: number;
  readonly seatMs?: number;
}

const TICK_MS = 50;
/** Transports of Colyseus close a connection at a message that is longer than 4 kB. */
const MOST_BYTES = 3000;
/** Which address a room is asked at has to answer in this time. */
const WHERE_MS = 1000;

/** Where a connection leads: `wss://host/prefix/process/room?…`. */
function readUrl(text: string): { readonly url: URL; readonly prefix: string; readonly process: string } {
  const url = new URL(text);
  const parts = url.pathname.split('/');
  const [process = ''] = parts.splice(-2);
  return { url, prefix: parts.join('/'), process };
}

class MovingRoom {
  readonly #room: Room;
  readonly #options: MovingRoomOptions;
  readonly #link: ClientLink;
  readonly #timer: ReturnType<typeof setInterval>;
  /** As the SDK has them, without this. */
  readonly #send: Room['send'];
  readonly #token: string;
  readonly #home: string;
  readonly #prefix: string;
  #process: string;
  #current = '';
  /** Is there a connection on which the room has answered? */
  #isOpen = true;
  #waiting: ClientMessage | null = null;
  #addresses: readonly string[];
  #asks = 0;

  constructor(room: Room, options: MovingRoomOptions) {
    const { silenceMs, seatMs, addresses = [] } = options;
    this.#room = room;
    this.#options = options;
    this.#send = room.send.bind(room);
    this.#token = room.reconnectionToken.split(':')[1]!;
    const { url, prefix, process } = readUrl(room.connection.url!);
    this.#home = url.host;
    this.#prefix = prefix;
    this.#process = process;
    this.#addresses = addresses;
    const times = { ...(silenceMs !== undefined && { silenceMs }), ...(seatMs !== undefined && { seatMs }) };
    this.#link = new ClientLink({ client: room.sessionId, random: Math.random, ...times });
    takeOverClose(room, (code, reason) => this.#closed(code, reason));
    room.onMessage(WIRE, (given: ToClient) => this.#hear(given));
    room.onReconnect(() => this.#opened());
    this.#timer = setInterval(() => this.#take({ kind: 'tick' }), TICK_MS);
    this.#take({ kind: 'found', process });
  }

  input(type: string | number, payload: unknown): void {
    this.#does(this.#link.input(String(type), payload === undefined ? [] : [payload], performance.now()));
  }

  leave(): Promise<number> {
    return new Promise((resolve) => {
      this.#room.onLeave((code: number) => resolve(code));
      this.#does(this.#link.leave(performance.now()));
    });
  }

  #take(event: ClientEvent): void {
    this.#does(this.#link.take(event, performance.now()));
  }

  #does(effects: readonly ClientEffect[]): void {
    for (const effect of effects) {
      if (effect.to === 'directory') void this.#ask();
      else if (effect.to === 'process') this.#say(effect.process, effect.link, effect.message);
      else this.#news(effect.what);
    }
  }

  #say(process: string, link: string, message: ClientMessage): void {
    if (link !== this.#current) this.#connect(process, link);
    if (!this.#isOpen || !this.#room.connection.isOpen) this.#waiting = message;
    else this.#send(WIRE, { link, message: cut(message) } satisfies ToRoom);
  }

  /** The first one takes the connection that is there. */
  #connect(process: string, link: string): void {
    const isFirst = this.#current === '';
    this.#current = link;
    const { id, address } = readProcessName(process);
    const isThere = id === readProcessName(this.#process).id && this.#isOpen && this.#room.connection.isOpen;
    this.#process = process;
    if (isFirst || isThere) return;
    const { connection } = this.#room;
    const { url } = readUrl(connection.url!);
    url.pathname = `${this.#prefix}/${id}/${this.#room.roomId}`;
    url.host = address ?? this.#home;
    this.#isOpen = false;
    dropSocket(this.#room);
    connection.url = url.toString();
    connection.reconnect({ reconnectionToken: this.#token, skipHandshake: true });
  }

  #opened(): void {
    this.#isOpen = true;
    const message = this.#waiting;
    this.#waiting = null;
    if (message !== null) this.#send(WIRE, { link: this.#current, message: cut(message) } satisfies ToRoom);
  }

  #closed(code: number, reason: string): void {
    if (this.#link.phase === 'over') return;
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (wasOpen) this.#room.onDrop.invoke(code, reason);
    this.#take({ kind: 'closed', link: this.#current });
  }

  #hear({ link, message, addresses }: ToClient): void {
    if (addresses !== undefined && addresses.length > 0)
      this.#addresses = [...new Set([...addresses, ...(this.#options.addresses ?? [])])];
    this.#take({ kind: 'message', link, message });
  }

  /** Any process may be asked: in turn, as some may be gone. */
  async #ask(): Promise<void> {
    const { protocol } = new URL(this.#room.connection.url!);
    const all = [...new Set([this.#home, ...this.#addresses])];
    const address = all[this.#asks++ % all.length]!;
    const url = `${protocol === 'wss:' ? 'https' : 'http'}://${address}${this.#prefix}${wherePath(this.#room.roomId)}`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(WHERE_MS) });
      const { process, isAside, addresses } = (await response.json()) as Where;
      this.#addresses = [...new Set([...addresses, ...this.#addresses])];
      this.#take({ kind: 'found', process, isAside });
    } catch {
      this.#take({ kind: 'found', process: null });
    }
  }

  #news(news: ClientNews): void {
    if (news.kind === 'output') {
      const [type, message] = news.output.body as OutputBody;
      dispatch(this.#room, type, message);
    } else if (news.kind === 'rewound') this.#options.onRewound?.(news);
    else if (news.kind === 'missed') this.#options.onMissed?.(news);
    else if (news.kind === 'left') this.#end(news.code);
  }

  #end(code: number): void {
    clearInterval(this.#timer);
    dropSocket(this.#room);
    this.#room.onLeave.invoke(code);
  }
}

/** As many inputs as one message may hold: the others follow when these are acknowledged. */
function cut(message: ClientMessage): ClientMessage {
  let { inputs } = message;
  while (inputs.length > 1 && JSON.stringify(inputs).length > MOST_BYTES) inputs = inputs.slice(0, inputs.length >> 1);
  return { ...message, inputs };
}

/**
 * Keeps a room of the SDK in a room that moves: `const room = moving(await client.joinOrCreate('inn'))`. `room.send` reaches a handler of `messages` exactly once,
 * messages of the room come exactly once and in order, `room.state` stays the same objects. It returns the room that it was given.
 */
export function moving<R extends Room>(room: R, options: MovingRoomOptions = {}): R {
  const moves = new MovingRoom(room, options);
  return Object.assign(room, {
    send: (type: string | number, payload?: unknown) => moves.input(type, payload),
    leave: () => moves.leave(),
  });
}

/** A join that falls into a move fails, and is tried again: `await joining(() => client.joinOrCreate('inn'))`. */
export async function joining<R extends Room>(join: () => Promise<R>, options: MovingRoomOptions = {}): Promise<R> {
  for (let tries = 0; ; tries++) {
    try {
      return moving(await join(), options);
    } catch (error) {
      if (tries >= 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 << tries));
    }
  }
}

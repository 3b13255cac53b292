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
import {
  ENDED,
  EXPIRED,
  isTicket,
  MOST_CHARACTERS,
  NO_SEAT,
  type OutputBody,
  readProcessName,
  type ToClient,
  type ToRoom,
  type Where,
  wherePath,
  WIRE,
} from './wire.js';

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
/** Said so often, it is so: a move takes a moment to tell the other process who is on the way. */
const MOST_REFUSALS = 5;
const MOST_TRIES = 5;
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
  #addresses: readonly string[] = [];
  #answered: string;
  /** Since it has been where the room is. */
  #asks = 0;
  #ticket: ToClient | null = null;
  /** Outputs wait here until the caller can have put on its handlers. */
  #held: OutputBody[] | null = null;
  #refusals = 0;
  #isLeaving = false;
  #whenJoined: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null;

  constructor(room: Room, options: MovingRoomOptions) {
    const { silenceMs, seatMs } = options;
    this.#room = room;
    this.#options = options;
    this.#send = room.send.bind(room);
    this.#token = room.reconnectionToken.split(':')[1]!;
    const { url, prefix, process } = readUrl(room.connection.url!);
    this.#home = url.host;
    this.#answered = url.host;
    this.#prefix = prefix;
    this.#process = process;
    const times = { ...(silenceMs !== undefined && { silenceMs }), ...(seatMs !== undefined && { seatMs }) };
    this.#link = new ClientLink({ client: room.sessionId, random: Math.random, ...times });
    takeOverClose(room, (code, reason) => this.#closed(code, reason));
    room.onMessage(WIRE, (given: ToClient) => this.#hear(given));
    room.onReconnect(() => this.#opened());
    // It was cut off before it heard so.
    room.onError((code: number) => void (code === ENDED && this.#end(this.#isLeaving ? ENDED : EXPIRED)));
    this.#timer = setInterval(() => this.#take({ kind: 'tick' }), TICK_MS);
    this.#take({ kind: 'found', process });
  }

  /** Until the room has it: its process may die before that is so. */
  async join(): Promise<void> {
    this.#held = [];
    await new Promise<void>((resolve, reject) => {
      this.#whenJoined = { resolve, reject };
    });
    setTimeout(() => {
      const held = this.#held ?? [];
      this.#held = null;
      for (const [type, message] of held) dispatch(this.#room, type, message);
    });
  }

  /** Nobody needs it any more. */
  stop(): void {
    clearInterval(this.#timer);
    dropSocket(this.#room);
  }

  input(type: string | number, payload: unknown): void {
    this.#does(this.#link.input(String(type), payload === undefined ? [] : [payload], performance.now()));
  }

  leave(): Promise<number> {
    this.#isLeaving = true;
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
    else this.#tell(message);
  }

  #tell(message: ClientMessage): void {
    this.#send(WIRE, { link: this.#current, message: cut(message) } satisfies ToRoom);
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
    this.#asks = 0;
    if (this.#ticket !== null) this.#send(WIRE, this.#ticket);
    const message = this.#waiting;
    this.#waiting = null;
    if (message !== null) this.#tell(message);
  }

  #closed(code: number, reason: string): void {
    if (this.#link.phase === 'over') return;
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (wasOpen) this.#room.onDrop.invoke(code, reason);
    if (code === NO_SEAT && ++this.#refusals >= MOST_REFUSALS) this.#whenJoined?.reject(new Error(reason));
    this.#take({ kind: 'closed', link: this.#current });
  }

  #hear(given: ToClient): void {
    if (isTicket(given)) {
      this.#ticket = given;
      return;
    }
    const { link, message, addresses } = given;
    if (addresses !== undefined && addresses.length > 0) this.#addresses = addresses;
    this.#take({ kind: 'message', link, message });
  }

  /** Any process may be asked, first who has answered last; others in turn, as some may be gone, and last of all who has had the room and is silent. */
  async #ask(): Promise<void> {
    const { protocol } = new URL(this.#room.connection.url!);
    const all = new Set([this.#answered, this.#home, ...this.#addresses, ...(this.#options.addresses ?? [])]);
    const { address: silent } = readProcessName(this.#process);
    const inTurn = [...all].sort((a, b) => Number(a === silent) - Number(b === silent));
    const address = inTurn[this.#asks++ % all.size]!;
    const url = `${protocol === 'wss:' ? 'https' : 'http'}://${address}${this.#prefix}${wherePath(this.#room.roomId)}`;
    let where: Where;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(WHERE_MS) });
      where = (await response.json()) as Where;
    } catch {
      return this.#take({ kind: 'found', process: null });
    }
    const { process, isAside, isOver, addresses } = where;
    this.#addresses = addresses;
    this.#answered = address;
    if (isOver && this.#link.phase === 'seeking') return this.#end(ENDED);
    return this.#take({ kind: 'found', process, isAside });
  }

  #news(news: ClientNews): void {
    if (news.kind === 'output') {
      const body = news.output.body as OutputBody;
      if (this.#held === null) dispatch(this.#room, ...body);
      else this.#held.push(body);
    } else if (news.kind === 'joined') this.#whenJoined?.resolve();
    else if (news.kind === 'rewound') this.#options.onRewound?.(news);
    else if (news.kind === 'missed') this.#options.onMissed?.(news);
    else if (news.kind === 'left') this.#end(news.code);
  }

  #end(code: number): void {
    this.stop();
    this.#whenJoined?.reject(new Error(`The room was left with code ${code}.`));
    this.#room.onLeave.invoke(code);
  }
}

/** As many inputs as one message may hold: the others follow when these are acknowledged. */
function cut(message: ClientMessage): ClientMessage {
  let { inputs } = message;
  while (inputs.length > 1 && JSON.stringify(inputs).length > MOST_CHARACTERS)
    inputs = inputs.slice(0, inputs.length >> 1);
  return { ...message, inputs };
}

/**
 * Keeps a room of the SDK in a room that moves: `const room = moving(await client.joinOrCreate('inn'))`. `room.send` reaches a handler of `messages` exactly once,
 * messages of the room come exactly once and in order, `room.state` stays the same objects. It returns the room that it was given.
 */
export function moving<R extends Room>(room: R, options: MovingRoomOptions = {}): R {
  return attach(room, new MovingRoom(room, options));
}

function attach<R extends Room>(room: R, moves: MovingRoom): R {
  return Object.assign(room, {
    send: (type: string | number, payload?: unknown) => moves.input(type, payload),
    leave: () => moves.leave(),
  });
}

/**
 * As `moving`, when the room has the client: `await joining(() => client.joinOrCreate('inn'))`. A join that falls into a move, or into the end of a process, is tried
 * again.
 */
export async function joining<R extends Room>(join: () => Promise<R>, options: MovingRoomOptions = {}): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await joinOnce(join, options);
    } catch (error) {
      if (tries >= MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25 << tries));
    }
  }
}

async function joinOnce<R extends Room>(join: () => Promise<R>, options: MovingRoomOptions): Promise<R> {
  const room = await join();
  const moves = new MovingRoom(room, options);
  try {
    await moves.join();
    return attach(room, moves);
  } catch (error) {
    moves.stop();
    throw error;
  }
}

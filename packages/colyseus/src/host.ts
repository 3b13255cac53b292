/** Runs the rooms of a process: gives `RoomServer` the time, the storage, the clients of Colyseus and its channel to other processes. */
import { type Client, matchMaker } from '@colyseus/core';
import {
  CLOSED,
  type Effect,
  type Game,
  MemoryStore,
  type Report,
  type RoomOptions,
  RoomServer,
  type RoomServerOptions,
  type RoomStore,
  type ServerEvent,
  type StoreAnswer,
  type StoreCall,
  warn,
} from '@spindle/rooms';
import type { LoadReport } from '@spindle/runtime/saves';
import { Batches } from './batches.js';
import { Channel } from './channel.js';
import { awaitRow, FencedDriver } from './driver.js';
import { Links } from './links.js';
import { tellLostFields } from './lost-fields.js';
import { Patches } from './patches.js';
import { Places } from './places.js';
import { createFrom, detachClient, listingOf, releaseRoom, uncorkAll } from './private.js';
import { type Origin, RoomGame } from './room-game.js';
import { countClients, partsOf, type RoomHost, type RoomPlace, type ScriptedRoom } from './scripted-room.js';
import { Seats } from './seats.js';
import { notMade, staysHere, Waiting } from './waiting.js';
import { processName, type Where } from './wire.js';

export interface HostOptions extends RoomOptions {
  /** Where rooms are kept; default: in this process, for as long as it lives. */
  readonly store?: RoomStore;
  /** Default: what somebody has to mend is printed. */
  readonly onReport?: (report: Report) => void;
  /** See `RoomServerOptions`. */
  readonly onPulse?: RoomServerOptions['onPulse'];
}

const BEAT_MS = 300;
/** A room that is to end is asked again after so long. */
const END_MS = 25;
/** The rows and the fields of all rooms are looked at so often. */
const ROWS_MS = 2000;

export class Host implements RoomHost {
  /** Empty until the matchmaker is ready. */
  process = '';
  readonly ready: Promise<void>;
  readonly #options: HostOptions;
  readonly #store: RoomStore;
  #server: RoomServer | null = null;
  /** The rooms that the matchmaker of this process has. */
  readonly #live: Map<string, ScriptedRoom> = new Map();
  readonly #adoptions: Map<string, Promise<void>> = new Map();
  readonly #making: Map<string, ScriptedRoom> = new Map();
  readonly #created: Waiting = new Waiting();
  readonly #moved: Waiting = new Waiting();
  readonly #ended: Waiting = new Waiting();
  /** Where rooms come from that are being taken. */
  readonly #origins: Map<string, Origin> = new Map();
  readonly #links: Links = new Links();
  readonly #seats: Seats = new Seats();
  readonly #places: Places;
  #channel: Channel | null = null;
  readonly #patches: Patches = new Patches();
  readonly #batches: Batches;
  #assertedMs = 0;
  #timers: ReturnType<typeof setInterval>[] = [];
  #stopping: Promise<void> | null = null;
  #onStopped: () => void = () => {};

  constructor(options: HostOptions) {
    this.#options = options;
    const memory = new MemoryStore();
    this.#store = options.store ?? {
      answer: (call) => memory.answer(call, performance.timeOrigin + performance.now()),
    };
    this.#places = new Places(this.#store);
    this.#batches = new Batches({
      take: (event) => this.#server!.take(event, performance.now()),
      onTaken: () => this.#patches.show((roomId) => this.#server!.shownPulse(roomId)),
      does: (effect) => this.#does(effect),
      onDone: uncorkAll,
    });
    this.ready = this.#start();
  }

  async #start(): Promise<void> {
    await matchMaker.onReady;
    const { driver } = matchMaker;
    if (driver instanceof FencedDriver)
      driver.epochOf = (row) => {
        const live = this.#live.get(row.roomId); // Another object of that name may be made here.
        return live !== undefined && listingOf(live) === row ? partsOf(live).epoch : 0;
      };
    this.process = processName(matchMaker.processId, matchMaker.publicAddress);
    this.#server = new RoomServer({
      ...this.#options,
      process: this.process,
      random: Math.random,
      game: (room) => this.#game(room),
      onPulse: (room, pulse, epoch, entries) => {
        this.#patches.pulse = pulse;
        const live = this.#live.get(room);
        if (live !== undefined) partsOf(live).epoch = epoch;
        this.#options.onPulse?.(room, pulse, epoch, entries);
      },
    });
    this.#channel = new Channel({
      process: this.process,
      onMessage: (from, message) => this.#take({ kind: 'process', from, message }),
      whenWelcome: () => this.#seats.whenFollowed(this.#adoptions.values()),
      onPeer: () => this.#beat(),
    });
    await this.#channel.open();
    this.#timers = [
      setInterval(() => this.#take({ kind: 'tick' }), this.#server.stepMs / 2),
      setInterval(() => this.#beat(), BEAT_MS),
    ];
    this.#beat();
  }

  #game(roomId: string): Game {
    const made = this.#making.get(roomId) ?? null;
    this.#making.delete(roomId);
    const given = { stepMs: this.#server!.stepMs, origin: this.#origins.get(roomId) };
    return new RoomGame({ ...given, roomId, room: made, onPulsed: (room) => this.#patches.take(room) });
  }

  #take(...events: readonly ServerEvent[]): void {
    this.#batches.add(...events);
    if (this.#server !== null) this.#batches.take();
  }

  #does(effect: Effect): void {
    switch (effect.to) {
      case 'store':
        return void this.#ask(effect.id, effect.call);
      case 'client':
        return this.#links.tell(effect.link, effect.message, this.#channel!.addresses);
      case 'process':
        return this.#channel!.send(effect.process, effect.message);
      case 'host':
        return this.#report(effect.report);
    }
  }

  /** What gets no answer is asked again. Rooms write together: their answers wait in the queue, and are taken together. */
  async #ask(id: number, call: StoreCall): Promise<void> {
    let answer: StoreAnswer;
    try {
      answer = await this.#store.answer(call);
    } catch {
      return;
    }
    const count = this.#batches.add({ kind: 'answer', id, answer });
    if (answer.kind !== 'row') return count > 1 ? undefined : queueMicrotask(() => this.#take());
    const { room, kind } = call as Extract<StoreCall, { readonly room: string }>;
    const { epoch, isExact } = answer.row;
    this.#origins.set(room, { epoch, isExact: isExact && kind === 'read' });
    this.#take();
    this.#origins.delete(room);
  }

  #beat(): void {
    const nowMs = performance.now();
    if (nowMs - this.#assertedMs > ROWS_MS) {
      this.#assertedMs = nowMs;
      void this.#assertRows().catch(() => {});
      tellLostFields(this.#live.values(), (report) => this.#report(report));
    }
    this.#take({ kind: 'peers', processes: this.#channel!.beat(this.#live.size, this.#stopping !== null) });
  }

  /** A row may be written by who has lost the room, or taken away by who took this process for dead. */
  async #assertRows(): Promise<void> {
    const { driver } = matchMaker;
    const rooms = [...this.#live.values()].filter((room) => partsOf(room).place === 'here');
    if (driver instanceof FencedDriver && rooms.length > 0) await driver.assert(rooms.map(listingOf));
  }

  /** The other processes that take rooms, the one with the fewest first. */
  get peers(): readonly string[] {
    return this.#channel?.takers ?? [];
  }

  #report(report: Report): void {
    if (report.kind === 'here') this.#here(report);
    if (report.kind === 'not made') this.#created.settle(report.room, notMade(report));
    if (report.kind === 'moved' || report.kind === 'fenced' || report.kind === 'not made') this.#release(report);
    if (report.kind === 'ended') this.#end(report.room);
    if (report.kind === 'moved') this.#moved.settle(report.room);
    if (report.kind === 'not moved') this.#moved.settle(report.room, staysHere(report.room, report.reason));
    if (report.kind === 'stopped') this.#onStopped();
    (this.#options.onReport ?? warn)(report);
  }

  #here({ room: roomId, epoch, how, loaded }: Extract<Report, { readonly kind: 'here' }>): void {
    const old = this.#live.get(roomId);
    if (how === 'made') {
      partsOf(old!).epoch = epoch;
      return this.#created.settle(roomId);
    }
    if (old !== undefined) this.#drop(old);
    const { room, name } = this.#server!.gameOf(roomId) as RoomGame;
    const mine = partsOf(room!);
    Object.assign(mine, { place: 'arriving', epoch });
    this.#live.set(roomId, room!);
    // The matchmaker knows rooms by their ids: an object that it is still taking has to be gone before the next one comes.
    const before = this.#adoptions.get(roomId);
    const adoption = Promise.resolve(before)
      .then(() => this.#adopt(room!, name, loaded!))
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        if (this.#adoptions.get(roomId) === adoption) this.#adoptions.delete(roomId);
      });
    this.#adoptions.set(roomId, adoption);
  }

  /** The matchmaker gets a room that has come. It may have moved on before it has it. */
  async #adopt(room: ScriptedRoom, name: string, loaded: LoadReport): Promise<void> {
    const mine = partsOf(room);
    const is = (place: RoomPlace): boolean => mine.place === place;
    if (is('over')) room.onDispose?.();
    if (!is('arriving')) return;
    const { roomId } = room;
    const { players, loadedListing } = mine.scripts;
    this.#bind(room);
    countClients(room, players.size);
    // The room plays already. The matchmaker may have it, and no channel of it: the presence opens that when it can.
    await createFrom(matchMaker, room, { name, options: mine.scripts.options, roomId }).catch(console.error);
    if (is('released')) return releaseRoom(room);
    if (is('over')) return void room.disconnect();
    if (matchMaker.getLocalRoomById(roomId) !== room) return undefined;
    mine.place = 'here';
    for (const [sessionId, player] of players) this.#seats.holdFor(room, sessionId, player);
    if (loadedListing!.locked) await room.setMatchmaking({ locked: true });
    room.onMoved?.(loaded);
    return undefined;
  }

  #bind(room: ScriptedRoom): void {
    const { scripts } = partsOf(room);
    scripts.onKick = (sessionId) => this.kick(room, sessionId);
    scripts.kicked.splice(0).forEach(scripts.onKick);
    scripts.onLeft = (sessionId) => this.#seats.free(room, sessionId);
    scripts.onView = ({ sessionId, view }) => {
      const client = room.clients.get(sessionId);
      if (client !== undefined) client.view = view;
    };
  }

  /** Another process has the room, or will have it. */
  #release({ kind, room: roomId }: Report & { readonly room: string }): void {
    this.#created.settle(roomId);
    const room = this.#live.get(roomId);
    // It has come back meanwhile, as another object.
    if (room === undefined || (this.#server!.gameOf(roomId) as RoomGame | undefined)?.room === room) return;
    this.#live.delete(roomId);
    this.#drop(room);
    // Its row may be that of a room that has ended elsewhere meanwhile.
    if (kind === 'fenced') void Promise.resolve(matchMaker.driver.remove(roomId)).catch(() => {});
  }

  #drop(room: ScriptedRoom): void {
    const mine = partsOf(room);
    const wasHere = mine.place === 'here';
    mine.place = 'released';
    this.#patches.forget(room);
    for (const client of room.clients) {
      detachClient(client);
      client.leave(CLOSED.moved);
      this.#links.forget(client);
    }
    this.#seats.forget(room);
    countClients(room, -mine.counted);
    if (wasHere) releaseRoom(room);
  }

  #end(roomId: string): void {
    const room = this.#live.get(roomId);
    this.#live.delete(roomId);
    this.#places.end(roomId);
    if (room === undefined) return;
    partsOf(room).place = 'over';
    if (this.#ended.has(roomId)) this.#ended.settle(roomId);
    else void room.disconnect();
  }

  async create(room: ScriptedRoom, isFresh: boolean): Promise<void> {
    await this.ready;
    const mine = partsOf(room);
    if (this.#live.has(room.roomId)) mine.place = 'released';
    else await this.#make(room, isFresh);
    // Who wanted to make it gets the one that is there.
    if (mine.place === 'released') await awaitRow(room.roomId);
  }

  #make(room: ScriptedRoom, isFresh: boolean): Promise<void> {
    const { roomId } = room;
    partsOf(room).place = 'here';
    this.#bind(room);
    this.#live.set(roomId, room);
    this.#making.set(roomId, room);
    const created = this.#created.wait(roomId);
    this.#take({ kind: 'create', room: roomId, isFresh });
    return created;
  }

  async move(room: ScriptedRoom, processId: string): Promise<void> {
    const { roomId } = room;
    if (this.#moved.has(roomId)) throw staysHere(roomId, 'it moves already');
    const reasons = room.whyNot();
    if (reasons.length > 0) throw staysHere(roomId, reasons.join(' '));
    const moved = this.#moved.wait(roomId);
    this.#take({ kind: 'move', room: roomId, to: this.#channel!.find(processId) });
    await moved;
  }

  async end({ roomId }: ScriptedRoom): Promise<void> {
    const ended = this.#ended.wait(roomId);
    const ask = (): void => {
      if (!this.#ended.has(roomId)) return;
      this.#take({ kind: 'end', room: roomId });
      setTimeout(ask, END_MS);
    };
    ask();
    await ended;
  }

  kick({ roomId }: ScriptedRoom, sessionId: string): void {
    this.#take({ kind: 'kick', room: roomId, client: sessionId });
  }

  joined(room: ScriptedRoom, client: Client, options: unknown): void {
    // The matchmaker counts it itself.
    partsOf(room).counted++;
    client.reconnectionToken = partsOf(room).scripts.tokenOf(client.sessionId);
    this.#links.join(room, client, options);
  }

  heard(room: ScriptedRoom, client: Client, given: unknown): void {
    const event = this.#links.hear(room, client, given);
    if (event !== null) this.#take(event);
  }

  dropped(room: ScriptedRoom, client: Client): void {
    const { roomId } = room;
    const link = this.#links.forget(client);
    if (link !== null) this.#take({ kind: 'closed', room: roomId, link });
    if (this.#server!.clientsOf(roomId).includes(client.sessionId)) void this.#seats.hold(room, client);
  }

  left(room: ScriptedRoom, client: Client): void {
    partsOf(room).counted--;
    this.dropped(room, client);
  }

  holdSeat(room: ScriptedRoom, sessionId: string, token: string): void {
    const { scripts } = partsOf(room);
    if (token !== scripts.tokenOf(sessionId)) return;
    // The old connection may not know yet that it is lost.
    if (room.clients.get(sessionId) !== undefined) return room.kickClient(sessionId, CLOSED.moved);
    const player = scripts.players.get(sessionId);
    if (this.#server!.clientsOf(room.roomId).includes(sessionId)) this.#seats.holdFor(room, sessionId, player);
    // It has joined where the room was, or in a time that was taken back.
    else if (!scripts.hasLeft(sessionId)) this.#seats.holdForJoining(room, sessionId);
    else this.#take(this.#links.askLeft(room, sessionId));
    return undefined;
  }

  /** Gives all rooms to others, one after the other; where there is no other, they wait in the storage. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    await this.ready;
    const stopped = new Promise<void>((resolve) => void (this.#onStopped = resolve));
    this.#beat();
    void Promise.resolve(matchMaker.stats.excludeProcess(matchMaker.processId)).catch(() => {});
    this.#take({ kind: 'stop' });
    await stopped;
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Which process has a room. */
  where(roomId: string): Promise<Where> {
    const { addresses = [] } = this.#channel ?? {};
    return this.#places.find(roomId, { process: this.#live.has(roomId) ? this.process : null, addresses });
  }
}

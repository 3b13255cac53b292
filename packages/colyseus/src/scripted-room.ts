/** A room of Colyseus whose scripts wait. */
import { type Client, matchMaker, Room, type RoomOptions } from '@colyseus/core';
import type { RoomEvent } from '@spindle/rooms';
import type { Scheduler } from '@spindle/runtime';
import type { LoadReport } from '@spindle/runtime/saves';
import type { Player, PlayerOf } from './player.js';
import { isOfGame, listingOf } from './private.js';
import { type Listed, type RoomHooks, RoomScripts } from './room-scripts.js';
import { WIRE } from './wire.js';

/** What the process does for its rooms. */
export interface RoomHost {
  /** A room that was just made. `isFresh`: its name was drawn, so that nobody else can have it. */
  create(room: ScriptedRoom, isFresh: boolean): Promise<void>;
  move(room: ScriptedRoom, process: string): Promise<void>;
  /** The room is over. */
  end(room: ScriptedRoom): Promise<void>;
  kick(room: ScriptedRoom, sessionId: string): void;
  joined(room: ScriptedRoom, client: Client, options: unknown): void;
  dropped(room: ScriptedRoom, client: Client): void;
  left(room: ScriptedRoom, client: Client): void;
  heard(room: ScriptedRoom, client: Client, message: unknown): void;
  /** May this client come back? Then its seat is held. */
  holdSeat(room: ScriptedRoom, sessionId: string, token: string): void;
  stop(): Promise<unknown>;
}

/** - `made`: nobody knows it yet. - `here`. - `arriving`: it was loaded, and the matchmaker is to take it. - `released`: another process has it. - `over` */
export type RoomPlace = 'made' | 'here' | 'arriving' | 'released' | 'over';

export interface RoomParts {
  readonly scripts: RoomScripts;
  place: RoomPlace;
  isLocked: boolean;
  /** In which this process has it; 0: nobody has said so yet. */
  epoch: number;
  /** So many of the clients that the matchmaker counts in this process are in this room. */
  counted: number;
}

/** What of a room is nobody's business but this package's. */
export let partsOf: (room: Room) => RoomParts;

/** So many more clients are in a room of this process. */
export function countClients(room: Room, clients: number): void {
  if (clients === 0) return;
  partsOf(room).counted += clients;
  matchMaker.stats.local.ccu += clients;
  matchMaker.stats.persist();
}

let theHost: RoomHost | null = null;
/** Are pulses run again after a crash? */
let hasLog = true;
/** Of this process: there is one matchmaker in it, too. */
export function setHost(host: RoomHost, isLogging: boolean): void {
  theHost = host;
  hasLog = isLogging;
}

function hostOf(): RoomHost {
  if (theHost === null)
    throw new Error(
      'A ScriptedRoom is made before `moving(server)` was called. Call it straight behind `defineServer`.',
    );
  return theHost;
}

/** Room's own timer sends patches, where a patch goes with each pulse. The longest that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;

type Handler = (player: Player, payload: any) => unknown;

/**
 * Extend it in place of `Room`. `scripts` begins once, when the room is made, and never again: a room that moves goes on in mid-sentence. The hooks `onJoin`, `onDrop`,
 * `onReconnect`, `onLeave` and the handlers of `messages` are called at the start of a pulse, each exactly once, with a `Player` in place of the client. What they,
 * `update` and the scripts do is all that may change the state.
 */
export class ScriptedRoom<T extends RoomOptions = RoomOptions> extends Room<T> {
  override patchRate: number | null = NEVER_MS;
  override autoDispose: boolean = false;
  readonly #parts: RoomParts = {
    scripts: new RoomScripts(new HooksOf(this)),
    place: 'made',
    isLocked: false,
    epoch: 0,
    counted: 0,
  };

  static {
    partsOf = (room) => (room as ScriptedRoom).#parts;
  }

  /** Begins the scripts of the room. */
  scripts?(): unknown;
  /** Called in each pulse, before the scripts go on. */
  update?(stepMs: number): void;
  /** The room is in another process now. `report`: what was done to load it, in words. */
  onMoved?(report: LoadReport): void;
  /** What decides beside the state which way plain code goes, as numbers and texts: a crash is made good only if it comes out the same again. */
  digest?(): unknown;

  constructor() {
    super();
    super.onMessage(WIRE, (client: Client, message: unknown) => hostOf().heard(this, client, message));
    takeHooks(this);
  }

  get scheduler(): Scheduler {
    return partsOf(this).scripts.scheduler;
  }

  /** Who has a seat, also who is away. */
  get players(): Player[] {
    return [...partsOf(this).scripts.players.values()];
  }

  isAway(player: Player): boolean {
    return (player as PlayerOf).isAway;
  }

  /** Wakes the scripts that wait for it. */
  signal(name: string, value?: unknown): void {
    this.scheduler.signal(name, value);
  }

  /** Why the room could not move now. */
  whyNot(): readonly string[] {
    return partsOf(this).scripts.whyNot();
  }

  /** Moves the room to another process, by the `processId` of that one. */
  moveTo(processId: string): Promise<void> {
    return hostOf().move(this, processId);
  }

  /** Sends a message to all players, each exactly once. */
  override broadcast(
    type: string | number,
    message?: unknown,
    { except = [] }: { readonly except?: Player | readonly Player[] } = {},
  ): void {
    const { scripts } = partsOf(this);
    const left = new Set(Array.isArray(except) ? except : [except]);
    if (left.size === 0) return scripts.broadcast(null, type, message);
    for (const player of scripts.players.values()) if (!left.has(player)) player.send(type, message);
  }

  /** `Room` calls it for each of `messages` before the room has a name. They are called by name, so that a room which was loaded has them, too. */
  override onMessage(): () => void {
    if ((this.roomName as string | undefined) !== undefined) refuse('onMessage', 'the handler into `messages`');
    return () => {};
  }

  protected override defineInput(): never {
    return refuse('defineInput', 'a handler into `messages`');
  }

  override setTimestep(): never {
    return refuse('setTimestep', '`update`');
  }

  override setFixedTimestep(): never {
    return refuse('setFixedTimestep', '`update`');
  }

  override setSimulationInterval(): never {
    return refuse('setSimulationInterval', '`update`');
  }

  override setSerializer(): void {
    super.setSerializer(partsOf(this).scripts.serializer);
  }

  override hasReservedSeat(sessionId: string, token?: string): boolean {
    if (token !== undefined && token !== null) hostOf().holdSeat(this, sessionId, token);
    return super.hasReservedSeat(sessionId, token);
  }

  /** The shutdown of a process locks its rooms: that is no lock of the room. */
  override async lock(...given: []): Promise<void> {
    if (matchMaker.state === matchMaker.MatchMakerState.SHUTTING_DOWN) return;
    if (isOfGame(given)) partsOf(this).isLocked = true;
    await super.lock(...given);
  }

  override async unlock(...given: []): Promise<void> {
    if (isOfGame(given)) partsOf(this).isLocked = false;
    await super.unlock(...given);
  }

  override async setMatchmaking(updates: { readonly locked?: boolean }): Promise<void> {
    const { locked } = updates;
    if (locked !== undefined) partsOf(this).isLocked = locked;
    await super.setMatchmaking(updates);
  }

  /** Ends the room for all. */
  override async disconnect(code?: number): Promise<unknown> {
    if (['arriving', 'here'].includes(partsOf(this).place)) await hostOf().end(this);
    // One that the matchmaker is taking ends when it has it.
    const isTaken = matchMaker.getLocalRoomById(this.roomId) === this;
    const result = isTaken ? await super.disconnect(code) : undefined;
    // Those whom it has not seen go.
    countClients(this, -partsOf(this).counted);
    return result;
  }

  /** The rooms of a process that ends go to others. */
  override onBeforeShutdown(): void {
    void hostOf().stop();
  }
}

function refuse(name: string, instead: string): never {
  throw new Error(`\`${name}\` of a ScriptedRoom is forgotten when the room moves. Write ${instead}.`);
}

const HOOKS = ['onJoin', 'onDrop', 'onReconnect', 'onLeave'] as const;
type Hooks = Partial<Record<(typeof HOOKS)[number], (player: Player, ...rest: any[]) => unknown>>;
const userHooks: WeakMap<Room, Hooks> = new WeakMap();

/** Puts this package's hooks in the places of the room's, which are called in pulses. */
function takeHooks(room: ScriptedRoom): void {
  const onCreate = room.onCreate?.bind(room);
  const onDispose = room.onDispose?.bind(room);
  const hooks: Hooks = {};
  for (const name of HOOKS) if (room[name] !== undefined) hooks[name] = room[name].bind(room);
  userHooks.set(room, hooks);
  room.onCreate = async (options: unknown) => {
    const mine = partsOf(room);
    if (mine.place === 'released') throw new Error(`The room \`${room.roomId}\` has moved on.`);
    if (mine.place === 'arriving') return setListing(room, mine.scripts.loadedListing!);
    mine.scripts.options = options;
    const drawn = room.roomId;
    await onCreate?.(options);
    return hostOf().create(room, room.roomId === drawn);
  };
  room.onDispose = () => (isElsewhere(partsOf(room)) ? undefined : (onDispose?.() as unknown));
  room.onJoin = (client: Client, options: unknown) => hostOf().joined(room, client, options);
  room.onReconnect = (client: Client) => {
    client.reconnectionToken = partsOf(room).scripts.tokenOf(client.sessionId);
  };
  room.onDrop = (client: Client) => hostOf().dropped(room, client);
  room.onLeave = (client: Client) => hostOf().left(room, client);
}

/** An object that goes, or is not taken, while its room goes on. */
const isElsewhere = ({ place }: RoomParts): boolean => place === 'released' || place === 'arriving';

/** What the matchmaker says of a room goes along with it. */
function setListing(room: ScriptedRoom, listed: Listed): void {
  const { scripts } = partsOf(room);
  const { metadata, maxClients, private: isPrivate = false, unlisted = false } = listed;
  const { players } = scripts;
  room.metadata = metadata;
  Object.assign(listingOf(room), { private: isPrivate, unlisted, clients: players.size });
  if (Number.isFinite(maxClients)) room.maxClients = maxClients;
}

function listedOf(room: ScriptedRoom): Listed {
  const { place, scripts, isLocked } = partsOf(room);
  if (place !== 'here' && scripts.loadedListing !== null) return scripts.loadedListing;
  const { metadata, private: isPrivate = false, unlisted = false } = listingOf(room);
  return { metadata, private: isPrivate, unlisted, maxClients: room.maxClients, locked: isLocked };
}

/** A class: functions of its own would take 0.7 kB of each room. */
class HooksOf implements RoomHooks {
  readonly room: ScriptedRoom;

  constructor(room: ScriptedRoom) {
    this.room = room;
  }

  roomId(): string {
    return this.room.roomId;
  }

  state(): object | undefined {
    return this.room.state;
  }

  setState(state: object): void {
    this.room.state = state;
  }

  begin(): void {
    this.room.scripts?.();
  }

  on(event: RoomEvent, player: PlayerOf): void {
    callHook(this.room, event, player);
  }

  update(stepMs: number): void {
    this.room.update?.(stepMs);
  }

  onError(error: unknown): void {
    tell(this.room, error);
  }

  hasLog(): boolean {
    return hasLog;
  }

  digest(): unknown {
    return this.room.digest?.() ?? null;
  }

  whyNot(): readonly string[] {
    const timers = this.room.clock.delayed.length;
    if (timers === 0) return [];
    return [`\`room.clock\` has timers (${timers}), which hold functions. Use \`wait\` in a script in their place.`];
  }

  listed(): Listed {
    return listedOf(this.room);
  }
}

/** What the room does not take is printed: it must not stop the other rooms. */
function tell(room: ScriptedRoom, error: unknown): void {
  try {
    if (room.onUncaughtException === undefined) throw error;
    room.onUncaughtException(error, 'scripts');
  } catch (untaken) {
    console.error(untaken);
  }
}

const CONSENTED = 4000;
const ABNORMAL = 1006;

function callHook(room: ScriptedRoom, event: RoomEvent, player: PlayerOf): void {
  const hooks = userHooks.get(room)!;
  switch (event.kind) {
    case 'join':
      return void hooks.onJoin?.(player, player.options, player.auth);
    case 'drop':
      return void hooks.onDrop?.(player, ABNORMAL);
    case 'back':
      return void hooks.onReconnect?.(player);
    case 'leave':
      return void hooks.onLeave?.(player, CONSENTED);
    case 'expired':
      return void hooks.onLeave?.(player, ABNORMAL);
    case 'input':
      return void handlerOf(room, event.name)?.call(room, player, event.args[0]);
  }
}

/** Clients choose the name: it may be that of nothing, or of something that every object has. */
function handlerOf(room: ScriptedRoom, name: string): Handler | undefined {
  const all = (room.messages ?? {}) as Record<string, Handler | { readonly handler: Handler }>;
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  return typeof found === 'object' ? found.handler : found;
}

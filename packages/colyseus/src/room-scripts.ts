/** What of a room lives as long as the room, wherever it is: its scripts, its state, its players. A connection, a timer or a row of the matchmaker is none of it. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IRoomCache } from '@colyseus/core';
import { $refId, type Ref } from '@colyseus/schema';
import { type Game, type RoomEvent, type ScriptedGame, scriptedGame } from '@spindle/rooms';
import { tellUntrue } from '@spindle/rooms/development';
import { Scheduler } from '@spindle/runtime';
import {
  type GameState,
  type LoadReport,
  type PreparedState,
  type Saves,
  type SavedClass,
  saves,
} from '@spindle/runtime/saves';
import { type JoinData, type PlayerHost, PlayerOf } from './player.js';
import {
  dumpState,
  isAttached,
  isRef,
  rebuildState,
  type SavedState,
  type SchemaClasses,
  schemaClassesOf,
} from './schema-state.js';
import { savedClasses } from './saved-classes.js';
import { HeldSerializer } from './serializer.js';
import { hashState } from './state-hash.js';
import { tokenOf } from './tickets.js';
import { dumpView, rebuildView, type SavedView } from './views.js';
import type { OutputBody } from './wire.js';

/** What the row of a room in the matchmaker says, as the game has set it. */
export type Listed = Pick<IRoomCache, 'metadata' | 'private' | 'unlisted' | 'maxClients'> & {
  readonly locked: boolean;
};

/** What a room does with what happens in it. */
export interface RoomHooks {
  readonly room: object;
  readonly roomId: () => string;
  readonly state: () => object | undefined;
  setState(state: object): void;
  begin(): void;
  on(event: RoomEvent, player: PlayerOf): void;
  update(stepMs: number): void;
  onError(error: unknown): void;
  hasLog(): boolean;
  digest(): unknown;
  whyNot(): readonly string[];
  listed(): Listed;
}

interface SavedPlayer extends JoinData {
  readonly sessionId: string;
  readonly userData: unknown;
  readonly isAway: boolean;
  readonly view: SavedView | null;
}

interface SavedRoom {
  readonly hasBegun: boolean;
  readonly secret: string;
  readonly options: unknown;
  readonly listed: Omit<Listed, 'maxClients'> & { readonly maxClients: number | null };
  readonly players: readonly SavedPlayer[];
  readonly left: readonly string[];
  readonly state: SavedState | null;
}

/** More objects than a room makes between two checkpoints. */
const IDS_OF_AN_EPOCH = 10_000;
/** Epochs are milliseconds, or small numbers: ids come again after 22 years. */
const EPOCHS = 7e11;
/** So many of those who have left are known. */
const MOST_LEFT = 1000;
/** What `Room` makes accessors of: fields that a save leaves out, and says so. They go along as the room's state and its row. */
const ACCESSORS = ['state', 'maxClients', 'autoDispose', 'patchRate'];
const BEGIN = { kind: 'begin' } as const;
const UPDATE = { kind: 'update' } as const;

/** A number out of a text, the same in each process. */
const seedOf = (text: string): number => createHmac('sha256', 'seed').update(text).digest().readUInt32LE();

export class RoomScripts implements PlayerHost {
  readonly serializer: HeldSerializer = new HeldSerializer();
  readonly players: Map<string, PlayerOf> = new Map();
  /** With it the room knows its players again, wherever it is. */
  secret: string = randomBytes(24).toString('base64url');
  /** What the room was created with. */
  options: unknown = {};
  /** As it was when the room was loaded. */
  loadedListing: Listed | null = null;
  stepMs = 50;
  readonly #hooks: RoomHooks;
  #hasBegun = false;
  #left: readonly string[] = [];
  #isInPulse = false;
  #made: { readonly scheduler: Scheduler; readonly saves: Saves; readonly game: ScriptedGame } | null = null;
  /** Who had to leave before the room was in a process: after a crash it may not have done so yet. */
  readonly kicked: string[] = [];
  /** What is done where the room has sockets. */
  onKick: (sessionId: string) => void = (sessionId) => void this.kicked.push(sessionId);
  onLeft: (sessionId: string) => void = () => {};
  onView: (player: PlayerOf) => void = () => {};

  constructor(hooks: RoomHooks) {
    this.#hooks = hooks;
  }

  get scheduler(): Scheduler {
    return this.#parts.scheduler;
  }

  /** Only who has it may come back as this player. */
  tokenOf(sessionId: string): string {
    return tokenOf(this.secret, sessionId);
  }

  /** New objects of the state get ids that no earlier epoch has given. */
  startIdsIn(epoch: number): void {
    this.serializer.startIdsAt((epoch % EPOCHS) * IDS_OF_AN_EPOCH);
  }

  /** Nobody comes back who has left. */
  hasLeft(sessionId: string): boolean {
    return this.#left.includes(sessionId);
  }

  get #parts(): { readonly scheduler: Scheduler; readonly saves: Saves; readonly game: ScriptedGame } {
    if (this.#made !== null) return this.#made;
    const hooks = this.#hooks;
    const onError = (error: unknown): void => hooks.onError(error);
    const scheduler = new Scheduler({ seed: seedOf(hooks.roomId()), onError });
    const classes = savedClasses(this.#schemaClasses);
    const saved = saves(scheduler, {
      modules: false,
      functions: methodsOf(hooks.room, classes),
      objects: {
        idOf: (object) => this.#idOf(object),
        find: this.#finder(this.players, (id) => this.serializer.root?.changeTrees[id]?.ref),
        all: () => [hooks.room],
      },
      classes,
      state: this.#state,
    });
    const { stepMs } = this;
    const on = (event: RoomEvent): void => this.#on(event);
    const digest = (): unknown => [this.players.size, this.#stateHash(), hooks.digest()];
    const scripted = scriptedGame({ scheduler, saves: saved, on, onError, stepMs, digest });
    const game = hooks.hasLog() ? tellUntrue(scripted) : scripted;
    return (this.#made = { scheduler, saves: saved, game });
  }

  #stateHash(): number {
    const { root } = this.serializer;
    return root === undefined ? 0 : hashState(root);
  }

  /** One pulse: `Game` of `@spindle/rooms`. */
  pulse(events: readonly RoomEvent[]): ReturnType<Game['pulse']> {
    const begin = this.#hasBegun ? [] : [BEGIN];
    this.#hasBegun = true;
    this.#isInPulse = true;
    try {
      return this.#parts.game.pulse([...begin, ...events, UPDATE] as unknown as readonly RoomEvent[]);
    } finally {
      this.#isInPulse = false;
    }
  }

  save(): string {
    return this.#parts.game.save();
  }

  load(text: string): LoadReport {
    const report = this.#parts.game.load(text) as LoadReport;
    const { name } = this.#hooks.room.constructor;
    const kept = new Set(ACCESSORS.map((field) => `\`${field}\` of \`${name}\``));
    return { ...report, notSaved: report.notSaved.filter((one) => !kept.has(one)) };
  }

  whyNot(): readonly string[] {
    return [...this.#hooks.whyNot(), ...this.#whyNoState(), ...this.#parts.game.whyNot()];
  }

  #whyNoState(): readonly string[] {
    try {
      this.#save();
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  }

  hash(): string {
    return this.#parts.game.hash();
  }

  /** Sends something to a player, or to all. */
  broadcast(to: string | null, type: string | number, message: unknown): void {
    if (!this.#isInPulse)
      throw new Error(
        `\`${String(type)}\` is sent outside of a pulse, so a room that moves could lose it. Send it in a script, in a handler of \`messages\`, or in \`update\`.`,
      );
    this.#parts.game.send(to, [type, message] satisfies OutputBody);
  }

  send(player: PlayerOf, type: string | number, message: unknown): void {
    if (this.players.get(player.sessionId) === player) this.broadcast(player.sessionId, type, message);
  }

  leave({ sessionId }: PlayerOf): void {
    this.onKick(sessionId);
  }

  viewed(player: PlayerOf): void {
    this.onView(player);
  }

  #on(given: RoomEvent): void {
    const event = given as RoomEvent | typeof BEGIN | typeof UPDATE;
    if (event.kind === 'begin') return this.#hooks.begin();
    if (event.kind === 'update') return this.#hooks.update(this.stepMs);
    const player = event.kind === 'join' ? this.#join(event.client, event.data) : this.players.get(event.client);
    if (player === undefined) return undefined;
    if (event.kind === 'drop' || event.kind === 'back') player.isAway = event.kind === 'drop';
    try {
      this.#hooks.on(event, player);
    } finally {
      if (event.kind === 'leave' || event.kind === 'expired') {
        this.players.delete(event.client);
        this.#left = [...this.#left, event.client].slice(-MOST_LEFT);
        this.onLeft(event.client);
      }
    }
  }

  #join(sessionId: string, data: unknown): PlayerOf {
    const player = new PlayerOf(sessionId, data as JoinData, this);
    this.players.set(sessionId, player);
    return player;
  }

  #idOf(object: object): string | undefined {
    if (object === this.#hooks.room) return 'room';
    if (object instanceof PlayerOf) return `player ${object.sessionId}`;
    const { root } = this.serializer;
    return root !== undefined && isRef(object) && isAttached(root, object) ? `state ${object[$refId]}` : undefined;
  }

  /** What has an id. `refOf`: what of the state has this number. */
  #finder(players: ReadonlyMap<string, PlayerOf>, refOf: (id: string) => unknown): (id: string) => unknown {
    return (id) => {
      const [kind, name = ''] = id.split(' ');
      if (kind === 'room') return this.#hooks.room;
      return kind === 'player' ? players.get(name) : refOf(name);
    };
  }

  get #schemaClasses(): SchemaClasses | null {
    const state = this.#hooks.state();
    return state === undefined ? null : schemaClassesOf(state);
  }

  get #state(): GameState {
    return { save: () => this.#save(), prepare: (data: SavedRoom) => this.#prepare(data) };
  }

  #save(): SavedRoom {
    const { root } = this.serializer;
    const classes = this.#schemaClasses;
    const listed = this.#hooks.listed();
    const maxClients = Number.isFinite(listed.maxClients) ? listed.maxClients : null;
    const players = [...this.players.values()].map(({ sessionId, auth, options, userData, isAway, view }) => ({
      sessionId,
      auth,
      options,
      userData,
      isAway,
      view: view === undefined || root === undefined ? null : dumpView(view, root),
    }));
    return {
      hasBegun: this.#hasBegun,
      secret: this.secret,
      options: this.options,
      listed: { ...listed, maxClients },
      players,
      left: this.#left,
      state: root === undefined || classes === null ? null : dumpState(root, classes),
    };
  }

  #prepare(data: SavedRoom): PreparedState {
    const classes = this.#schemaClasses;
    const all: ReadonlyMap<number, Ref> =
      data.state === null || classes === null ? new Map() : rebuildState(data.state, classes);
    const players = new Map(
      data.players.map((one) => [one.sessionId, new PlayerOf(one.sessionId, one, this)] as const),
    );
    const find = this.#finder(players, (id) => all.get(Number(id)));
    return { find, commit: () => this.#commit(data, all, players) };
  }

  #commit(data: SavedRoom, all: ReadonlyMap<number, Ref>, players: ReadonlyMap<string, PlayerOf>): void {
    const { listed, state } = data;
    this.#hasBegun = data.hasBegun;
    this.secret = data.secret;
    this.#left = data.left;
    this.options = data.options;
    this.loadedListing = { ...listed, maxClients: listed.maxClients ?? Infinity };
    this.players.clear();
    for (const [sessionId, player] of players) this.players.set(sessionId, player);
    if (state === null) return;
    const [first] = all.values();
    this.serializer.load(first!, state.next);
    this.#hooks.setState(first!);
    const root = this.serializer.root!;
    for (const { sessionId, userData, isAway, view } of data.players)
      Object.assign(players.get(sessionId)!, {
        userData,
        isAway,
        view: view === null ? undefined : rebuildView(view, all, root),
      });
  }
}

type Method = (...args: any[]) => unknown;
/** By the class of a room: they are many, and the same in each of its rooms. */
const knownMethods: WeakMap<object, Readonly<Record<string, Method>>> = new WeakMap();

/** Methods by name. A script that waits in what it gives to one has read it before: `room.broadcast('said', ask(player))`. */
function methodsOf(room: object, classes: Readonly<Record<string, SavedClass>>): Readonly<Record<string, Method>> {
  const first = Object.getPrototypeOf(room) as object;
  const known = knownMethods.get(first);
  if (known !== undefined) return known;
  const methods: Record<string, Method> = {};
  addMethods(methods, 'room', first);
  for (const [name, { of }] of Object.entries(classes)) addMethods(methods, name, of.prototype as object);
  knownMethods.set(first, methods);
  return methods;
}

/** Also those that it inherits. */
function addMethods(methods: Record<string, Method>, kind: string, prototype: object): void {
  for (let at = prototype; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at) as object)
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') methods[`${kind} ${name}`] ??= value as Method;
}

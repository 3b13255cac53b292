/**
 * Processes, clients, a storage and a network on virtual time. Whatever is random comes from one seed; what goes wrong is asked of `faults` at each step.
 */
import { ClientLink, type ClientEffect, type ClientEvent, type ClientNews } from '../src/client.js';
import type { Entry, Game } from '../src/entries.js';
import {
  type Effect,
  type MemoryStore,
  type Report,
  type RoomOptions,
  RoomServer,
  type ServerEvent,
} from '../src/index.js';
import { placeIn, type StoreCall } from '../src/store/calls.js';
import { type Storage, type StorageOptions, Storages } from './storages.js';

/** Mulberry32. */
export function dice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Weather {
  /** The part of messages between processes, and of calls of the storage and their answers, that is lost. */
  lost: number;
  /** The part that comes twice. */
  doubled: number;
  /** The most that one takes. */
  delayMs: number;
  /** The same for clients, whose sockets lose and double nothing unless this is asked for. */
  clientLost: number;
  clientDoubled: number;
  clientDelayMs: number;
}

const FAIR: Weather = { lost: 0, doubled: 0, delayMs: 2, clientLost: 0, clientDoubled: 0, clientDelayMs: 5 };

export interface WorldOptions extends StorageOptions {
  readonly seed?: number;
  readonly game: (room: string) => Game;
  readonly room?: RoomOptions;
  /** How many there are; default 1. */
  readonly storages?: number;
}

/** How often a process looks what is due. */
const TICK_MS = 25;

export class Process {
  readonly id: string;
  readonly server: RoomServer;
  isDead = false;
  /** What has come while it is frozen. */
  backlog: ServerEvent[] | null = null;
  /** It alone does not reach the storages before, or one of them. */
  cutOffUntilMs = 0;
  cutOffFrom: Storage | null = null;
  readonly reports: Report[] = [];

  constructor(id: string, server: RoomServer) {
    this.id = id;
    this.server = server;
  }
}

export class Client {
  readonly id: string;
  readonly room: string;
  readonly link: ClientLink;
  /** The process and link of its connection; messages of older ones come no more. */
  at = { process: '', link: '' };
  readonly news: ClientNews[] = [];
  /** Output by number. */
  readonly outputs: Map<number, { pulse: number; body: unknown }> = new Map();
  inputs = 0;
  code: number | null = null;
  /** Outputs up to this number were told to be never taken back; and those that were, all the same. */
  sure = 0;
  readonly broken: number[] = [];
  constructor(id: string, room: string, link: ClientLink) {
    this.id = id;
    this.room = room;
    this.link = link;
  }
}

export class World {
  nowMs = 0;
  readonly random: () => number;
  readonly weather: Weather = { ...FAIR };
  readonly storages: Storages;
  readonly processes: Map<string, Process> = new Map();
  readonly clients: Client[] = [];
  /** What came in at each pulse of each room, as the highest epoch has it. */
  readonly history: Map<string, Map<number, { epoch: number; entries: readonly Entry[] }>> = new Map();
  /** Told of what a client says before it comes. Returns false to lose it. */
  watchClient: (link: string) => boolean = () => true;
  /** Told of each effect before it goes. Returns false to lose it. */
  watch: (process: Process, effect: Effect) => boolean = () => true;
  /** Told of each call of the storage that is done. Returns false to lose its answer. */
  watchAnswer: (process: Process, call: StoreCall) => boolean = () => true;
  readonly reports: (Report & { process: string; atMs: number })[] = [];
  readonly #options: WorldOptions;
  #due: { atMs: number; seq: number; run: () => void }[] = [];
  #seq = 0;
  #lastProcess = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.storages = new Storages(options.storages ?? 1, options);
    this.random = dice(options.seed ?? 1);
  }

  /** Where there is one. */
  get store(): MemoryStore {
    return this.storages.all[0]!.store;
  }

  set storeAwayUntilMs(ms: number) {
    this.storages.all[0]!.awayUntilMs = ms;
  }

  later(ms: number, run: () => void): void {
    const one = { atMs: this.nowMs + ms, seq: this.#seq++, run };
    const due = this.#due;
    let at = due.length;
    while (at > 0 && due[at - 1]!.atMs <= one.atMs) at--;
    due.splice(at, 0, one);
  }

  run(ms: number): void {
    const endMs = this.nowMs + ms;
    for (;;) {
      const next = this.#due.at(-1);
      if (next === undefined || next.atMs > endMs) break;
      this.#due.pop();
      this.nowMs = next.atMs;
      next.run();
    }
    this.nowMs = endMs;
  }

  /** Runs until it is so; throws after so long. */
  until(isSo: () => boolean, mostMs: number, what: string): number {
    const startMs = this.nowMs;
    while (!isSo()) {
      if (this.nowMs - startMs > mostMs) throw new Error(`After ${mostMs} ms still not: ${what}.`);
      this.run(5);
    }
    return this.nowMs - startMs;
  }

  start(): Process {
    const id = `p${++this.#lastProcess}`;
    const server = new RoomServer({
      // More snapshots than usual, so that more goes wrong with them.
      checkpointMs: 2000,
      ...this.#options.room,
      process: id,
      game: this.#options.game,
      random: this.random,
      onPulse: (room, pulse, epoch, entries) => this.#note(room, pulse, epoch, entries),
    });
    const process = new Process(id, server);
    this.processes.set(id, process);
    const tick = (): void => {
      if (process.isDead) return;
      this.feed(process, { kind: 'tick' });
      this.later(TICK_MS, tick);
    };
    this.later(this.random() * TICK_MS, tick);
    this.#tellPeers();
    return process;
  }

  #note(room: string, pulse: number, epoch: number, entries: readonly Entry[]): void {
    let pulses = this.history.get(room);
    if (pulses === undefined) this.history.set(room, (pulses = new Map()));
    if ((pulses.get(pulse)?.epoch ?? 0) <= epoch) pulses.set(pulse, { epoch, entries });
  }

  /** The last one in the highest epoch: who plays on and does not know that another one has the room may be ahead. */
  lastPulse(room: string): number {
    const pulses = [...this.history.get(room)!];
    const newest = Math.max(...pulses.map(([, { epoch }]) => epoch));
    return Math.max(...pulses.flatMap(([pulse, { epoch }]) => (epoch === newest ? pulse : [])));
  }

  get alive(): Process[] {
    return [...this.processes.values()].filter(({ isDead }) => !isDead);
  }

  readonly stopping: Set<string> = new Set();

  #tellPeers(): void {
    const names = this.alive.map(({ id }) => id).filter((id) => !this.stopping.has(id));
    for (const one of this.alive) this.feed(one, { kind: 'peers', processes: names });
  }

  stop(process: Process): void {
    this.stopping.add(process.id);
    this.#tellPeers();
    this.feed(process, { kind: 'stop' });
  }

  kill(process: Process): void {
    if (process.isDead) return;
    process.isDead = true;
    process.backlog = null;
    for (const client of this.clients) this.#closeLink(client, process.id, client.at.link);
    this.#tellPeers();
  }

  #closeLink(client: Client, process: string, link: string): void {
    if (client.at.process !== process || client.at.link !== link) return;
    this.later(this.#delay(5), () => this.tellClient(client, { kind: 'closed', link }));
  }

  freeze(process: Process, ms: number): void {
    process.backlog ??= [];
    this.later(ms, () => {
      const backlog = process.backlog ?? [];
      process.backlog = null;
      // It may look what is due before it reads what has come.
      if (this.random() < 0.5) this.feed(process, { kind: 'tick' });
      for (const event of backlog) this.feed(process, event);
    });
  }

  feed(process: Process, event: ServerEvent): void {
    if (process.isDead) return;
    // A process that is frozen has one tick when it wakes.
    if (process.backlog !== null) return void (event.kind !== 'tick' && process.backlog.push(event));
    for (const effect of process.server.take(event, this.nowMs)) {
      if (process.isDead) return;
      if (this.watch(process, effect)) this.#carry(process, effect);
    }
  }

  #delay(mostMs: number): number {
    return mostMs * (0.2 + 0.8 * this.random());
  }

  /** Delivers something, perhaps twice, perhaps never. */
  #deliver(lost: number, doubled: number, delayMs: number, run: () => void): void {
    if (lost > 0 && this.random() < lost) return;
    this.later(this.#delay(delayMs), run);
    if (doubled > 0 && this.random() < doubled) this.later(this.#delay(delayMs * 3), run);
  }

  #carry(process: Process, effect: Effect): void {
    const { lost, doubled, delayMs, clientLost, clientDoubled, clientDelayMs } = this.weather;
    if (effect.to === 'host') {
      process.reports.push(effect.report);
      this.reports.push({ ...effect.report, process: process.id, atMs: this.nowMs });
      // Its exit code is 0.
      if (effect.report.kind === 'stopped') this.later(0, () => this.kill(process));
    } else if (effect.to === 'store') this.#askStore(process, effect.id, effect.call);
    else if (effect.to === 'process') {
      const { message } = effect;
      this.#deliver(lost, doubled, delayMs, () => {
        const to = this.processes.get(effect.process);
        if (to !== undefined) this.feed(to, { kind: 'process', from: process.id, message });
      });
    } else {
      const { link, message } = effect;
      const client = this.clients.find(({ at }) => at.link === link);
      if (client === undefined) return;
      this.#deliver(clientLost, clientDoubled, clientDelayMs, () => {
        if (client.at.link === link) this.tellClient(client, { kind: 'message', link, message });
      });
    }
  }

  #askStore(process: Process, id: number, call: StoreCall): void {
    const { lost, doubled, delayMs } = this.weather;
    this.#deliver(lost, doubled, delayMs, () => {
      const { cutOffUntilMs, cutOffFrom } = process;
      const isReached = (storage: Storage): boolean =>
        this.nowMs >= cutOffUntilMs || (cutOffFrom ?? storage) !== storage;
      const answer = this.storages.answer(call, this.nowMs, isReached);
      if (answer === null || !this.watchAnswer(process, call)) return;
      this.#deliver(lost, doubled, delayMs, () => this.feed(process, { kind: 'answer', id, answer }));
    });
  }

  /** The storage dies, and comes back with nothing in it. */
  empty(awayMs: number): void {
    this.storages.all[0]!.empty(this.nowMs, awayMs);
  }

  /** The storage dies, and a replica that lags takes its place. */
  goBack(lagMs: number, awayMs: number): void {
    this.storages.all[0]!.goBack(this.nowMs, lagMs, awayMs);
  }

  join(room: string): Client {
    const id = `c${this.clients.length + 1}`;
    const client = new Client(id, room, new ClientLink({ client: id, random: this.random }));
    this.clients.push(client);
    const tick = (): void => {
      if (client.code !== null) return;
      this.tellClient(client, { kind: 'tick' });
      this.later(TICK_MS * 2, tick);
    };
    tick();
    return client;
  }

  tellClient(client: Client, event: ClientEvent): void {
    this.#does(client, client.link.take(event, this.nowMs));
  }

  input(client: Client, name: string): void {
    const before = client.link.unacknowledged;
    const effects = client.link.input(name, [], this.nowMs);
    // One that is leaving does nothing more.
    client.inputs += client.link.unacknowledged - before;
    this.#does(client, effects);
  }

  leave(client: Client): void {
    this.#does(client, client.link.leave(this.nowMs));
  }

  #does(client: Client, effects: readonly ClientEffect[]): void {
    const { clientLost, clientDoubled, clientDelayMs, lost } = this.weather;
    for (const effect of effects) {
      if (effect.to === 'game') this.#hears(client, effect.what);
      else if (effect.to === 'directory') this.#deliver(lost, 0, clientDelayMs, () => this.#lookUp(client));
      else {
        const { process, link, message } = effect;
        client.at = { process, link };
        this.#deliver(clientLost, clientDoubled, clientDelayMs, () => {
          const to = this.processes.get(process)!;
          if (!this.watchClient(link)) return;
          if (to.isDead) this.#closeLink(client, process, link);
          else this.feed(to, { kind: 'client', room: client.room, link, message });
        });
      }
    }
    client.sure = Math.max(client.sure, client.link.sure);
  }

  #lookUp(client: Client): void {
    const { awayUntilMs, store } = this.storages.of(client.room);
    if (this.nowMs < awayUntilMs) return;
    const row = store.rows.get(client.room);
    this.tellClient(client, { kind: 'found', ...(row ? placeIn(row) : { process: null }) });
  }

  #hears(client: Client, what: ClientNews): void {
    client.news.push(what);
    if (what.kind === 'rewound' && what.toOutput < client.sure) client.broken.push(what.toOutput);
    if (what.kind === 'left') client.code = what.code;
    if (what.kind === 'rewound') for (const n of client.outputs.keys()) if (n > what.toOutput) client.outputs.delete(n);
    if (what.kind !== 'output') return;
    const { n, pulse, body } = what.output;
    if (client.outputs.has(n)) throw new Error(`${client.id} has output ${n} twice.`);
    client.outputs.set(n, { pulse, body });
  }

  /** Where the room is now, as the storage says. */
  ownerOf(room: string): Process | undefined {
    const row = this.storages.of(room).store.rows.get(room);
    return row === undefined ? undefined : this.processes.get(row.owner);
  }

  reported(kind: Report['kind']): (Report & { process: string; atMs: number })[] {
    return this.reports.filter((report) => report.kind === kind);
  }
}

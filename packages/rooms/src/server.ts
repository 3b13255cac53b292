/**
 * The rooms of a process. It is a state machine: it takes what happens, and returns what has to be done. Time, randomness, messages and the storage are
 * given by who runs it, so that a test runs many of them on a time of its own.
 */
import * as CLOSED from './closed.js';
import { Arrivals } from './arrivals.js';
import type { Game } from './entries.js';
import { Departure } from './departure.js';
import type { LiveRoom } from './live-room.js';
import type { Effect, ProcessMessage, ServerEvent } from './messages.js';
import { type AllOptions, DEFAULTS, type RoomServerOptions } from './options.js';
import { Outbox } from './outbox.js';
import { Stopping } from './stopping.js';

/**
 * Runs rooms, hands them to other processes, and takes those of processes that have died.
 *
 * @example
 * const store = new MemoryStore();
 * const game = () => ({ pulse: () => [], save: () => '', load() {}, whyNot: () => [], hash: () => '' });
 * const server = new RoomServer({ process: 'a', game, random: Math.random });
 * const [asked] = server.take({ kind: 'create', room: 'inn' }, 0);
 * asked.to; // "store"
 * const [said] = server.take({ kind: 'answer', id: asked.id, answer: store.answer(asked.call, 0) }, 0);
 * said.report.kind; // "here"
 */
export class RoomServer {
  readonly #options: AllOptions;
  readonly #outbox: Outbox;
  readonly #rooms: Map<string, LiveRoom> = new Map();
  readonly #departures: Map<string, Departure> = new Map();
  readonly #arrivals: Arrivals;
  #peers: readonly string[] = [];
  #stopping: Stopping | null = null;
  #lastTickMs: number | undefined;

  constructor(options: RoomServerOptions) {
    // Without a log a crash takes back what came since.
    this.#options = { ...DEFAULTS, ...(options.log === false && { checkpointMs: 5000 }), ...options };
    this.#outbox = new Outbox(this.#options.retryMs);
    this.#arrivals = new Arrivals(this.#options, this.#outbox, this.#rooms);
  }

  /** The milliseconds of a pulse. */
  get stepMs(): number {
    return this.#options.stepMs;
  }

  /** The clients that have a seat in a room of this process, also those that are away: who may come back. */
  clientsOf(room: string): readonly string[] {
    return [...(this.#rooms.get(room)?.ledger.seats.keys() ?? [])];
  }

  /** What runs in a room of this process. */
  gameOf(room: string): Game | undefined {
    return this.#rooms.get(room)?.game;
  }

  /** Clients may see what was in a room of this process up to this pulse: for a state that goes to them beside outputs. */
  shownPulse(room: string): number {
    return this.#rooms.get(room)?.shownPulse ?? 0;
  }

  /** `nowMs` never goes back; from when it counts does not matter. */
  take(event: ServerEvent, nowMs: number): readonly Effect[] {
    const now = (this.#outbox.nowMs = Math.max(this.#outbox.nowMs, nowMs));
    // It has slept. What has come meanwhile may be heard before the first tick.
    const lateMs = now - (this.#lastTickMs ??= now);
    if (lateMs > this.#options.leaseMs / 2) {
      for (const room of this.#rooms.values()) room.doubt();
      if (event.kind === 'tick') this.#outbox.report({ kind: 'too slow', silentMs: lateMs | 0 });
    }
    this.#take(event);
    return this.#outbox.flush();
  }

  #take(event: ServerEvent): void {
    switch (event.kind) {
      case 'tick':
        return this.#tick();
      case 'answer':
        return this.#outbox.answer(event.id, event.answer);
      case 'client':
        return this.#hearClient(event);
      case 'closed':
        return this.#rooms.get(event.room)?.closed(event.link);
      case 'process':
        return this.#hearProcess(event.from, event.message);
      case 'peers':
        this.#peers = event.processes.filter((name) => name !== this.#options.process);
        return undefined;
      case 'create':
        return this.#arrivals.create(event);
      case 'kick':
        return this.#rooms.get(event.room)?.ledger.kick(event.client);
      case 'end':
        return this.#rooms.get(event.room)?.end();
      case 'move':
        return this.#move(event.room, event.to);
      case 'stop':
        return this.#stop();
    }
  }

  #tick(): void {
    this.#lastTickMs = this.#outbox.nowMs;
    this.#outbox.resend();
    for (const [name, room] of this.#rooms) {
      room.step();
      if (room.isEmpty && !this.#departures.has(name)) room.end();
    }
    for (const departure of this.#departures.values()) departure.step();
    for (const [room, { status, isEnded }] of this.#rooms) {
      if (status !== 'gone') continue;
      this.#rooms.delete(room);
      this.#outbox.report({ kind: isEnded ? 'ended' : 'fenced', room });
    }
    if (this.#stopping === null) this.#arrivals.look();
    else this.#stopping.step(this.#peers);
  }

  #hearClient({ room, link, message }: Extract<ServerEvent, { kind: 'client' }>): void {
    const live = this.#rooms.get(room);
    if (live && live.status !== 'gone') live.hear(link, message);
    else this.#outbox.toClient(link, { kind: 'closed', epoch: 0, code: CLOSED.moved });
  }

  #hearProcess(from: string, message: ProcessMessage): void {
    const isStopping = this.#stopping !== null;
    if (message.kind === 'warm') this.#arrivals.warm(from, message.room, isStopping);
    else if (message.kind === 'load') this.#arrivals.load(from, message, isStopping);
    else this.#departures.get(message.room)?.hear(message);
  }

  #move(name: string, to: string): void {
    const reason = this.#whyNotMove(name, to);
    if (reason === null) this.#depart(name, to, { savableUntilMs: this.#outbox.nowMs, isForced: false });
    else this.#outbox.report({ kind: 'not moved', room: name, reason });
  }

  #whyNotMove(name: string, to: string): string | null {
    if (this.#stopping !== null) return 'the process stops';
    if (this.#departures.has(name)) return 'it moves already';
    if (to === this.#options.process) return 'it is here';
    return this.#rooms.get(name)?.status === 'running' ? null : 'it is not here';
  }

  #depart(
    name: string,
    to: string,
    how: { savableUntilMs: number; isForced: boolean; onOver?: (reason: string | null) => void },
  ): void {
    const room = this.#rooms.get(name)!;
    const onOver = (reason: string | null): void => {
      // It may have come back meanwhile, as another object.
      if (this.#departures.get(name) === departure) this.#departures.delete(name);
      if (this.#rooms.get(name) === room) {
        this.#rooms.delete(name);
        // Where the process stops, the others go before it is tried again.
        if (reason !== null) this.#rooms.set(name, room);
      }
      this.#outbox.report(
        reason === null ? { kind: 'moved', room: name, to } : { kind: 'not moved', room: name, reason },
      );
      how.onOver?.(reason);
    };
    const departure = new Departure({ ...how, room, to, outbox: this.#outbox, options: this.#options, onOver });
    this.#departures.set(name, departure);
  }

  #stop(): void {
    this.#stopping ??= new Stopping({
      rooms: this.#rooms,
      outbox: this.#outbox,
      options: this.#options,
      departures: this.#departures,
      arrivals: this.#arrivals,
      depart: (name, to, how) => this.#depart(name, to, how),
    });
  }
}

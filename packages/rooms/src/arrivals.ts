/** Rooms that come to a process: made here, handed over, or taken from who has died. */
import type { Game } from './entries.js';
import { Journal } from './journal.js';
import { Ledger } from './ledger.js';
import { LiveRoom } from './live-room.js';
import type { ProcessMessage, Report, ServerEvent } from './messages.js';
import type { AllOptions } from './options.js';
import type { Outbox } from './outbox.js';
import { revive, takeSnapshot } from './replay.js';
import { type DueRoom, FRESH, type Row } from './store/calls.js';

type Create = Extract<ServerEvent, { kind: 'create' }>;
type Load = Extract<ProcessMessage, { kind: 'load' }>;
type Here = Extract<Report, { kind: 'here' }>;

/** Who takes a room that two have died with takes no other one for so long: if it dies, too, it was that room. By then the room has lived. */
const SUSPECT_MS = 4000;
/** A room that does not load here is not tried again for so long: another process may have the code for it. */
const UNLOADABLE_MS = 10_000;

export class Arrivals {
  readonly #options: AllOptions;
  readonly #outbox: Outbox;
  readonly #rooms: Map<string, LiveRoom>;
  /** Being read, claimed or made. */
  readonly #coming: Set<string> = new Set();
  readonly #unloadable: Map<string, number> = new Map();
  #isLooking = false;
  #lookMs = 0;
  /** When the storage, or each of several, has answered last; and since when it has done so again and again. */
  #heardMs = -Infinity;
  #sinceMs = 0;
  /** Until then it takes no other room. */
  #aloneMs = 0;

  constructor(options: AllOptions, outbox: Outbox, rooms: Map<string, LiveRoom>) {
    this.#options = options;
    this.#outbox = outbox;
    this.#rooms = rooms;
  }

  /** Is any room on its way here? */
  get isBusy(): boolean {
    return this.#coming.size > 0;
  }

  /** Makes a new room. Does nothing but report it if there is one of that name. */
  create({ room: name, isFresh }: Create): void {
    if (this.#rooms.has(name) || this.#coming.has(name)) return;
    try {
      const ledger = new Ledger();
      const game = this.#options.game(name);
      const snapshot = takeSnapshot(ledger, game.save());
      const room = this.#open(name, game, ledger, { epoch: isFresh ? FRESH : 0, snapshot, log: [], horizon: 0 });
      this.#arrive(room, { how: 'made', replayed: 0, loaded: null });
    } catch (error) {
      this.#outbox.report({ kind: 'not made', room: name, why: error });
    }
  }

  /** Another process asks whether it could hand a room over. */
  warm(from: string, room: string, isStopping: boolean): void {
    const say = (refusal: string | null): void => this.#outbox.toProcess(from, { kind: 'warmed', room, refusal });
    if (isStopping) return say('the process stops');
    this.#outbox.ask({ kind: 'read', room }, (answer) => {
      if (answer.kind !== 'row') return say('the storage had lost it');
      // A dry run: the last snapshot into a game that is dropped.
      say(whyNot(() => void revive(room, { ...answer.row, log: [], horizon: 0 }, this.#options)));
    });
  }

  /** A room was handed over. It may be told several times. */
  load(from: string, { room, epoch }: Load, isStopping: boolean): void {
    const live = this.#rooms.get(room);
    const outbox = this.#outbox;
    const refuse = (reason: string): void => outbox.toProcess(from, { kind: 'refused', room, epoch, reason });
    const accept = (): void => outbox.toProcess(from, { kind: 'loaded', room, epoch });
    // It may have gone on in a higher epoch before the other has heard that it came.
    if (live && live.journal.epoch >= epoch && live.status !== 'gone')
      return void (live.status !== 'arriving' && accept());
    if (isStopping) return refuse('the process stops');
    if (this.#coming.has(room)) return;
    this.#coming.add(room);
    const { nowMs } = outbox;
    outbox.ask({ kind: 'read', room }, (answer) => {
      this.#coming.delete(room);
      const { row } = answer as { readonly row?: Row };
      const isMine = row?.epoch === epoch && row.owner === this.#options.process && row.status === 'offered';
      if (!isMine) return refuse('another process has it');
      const reason = this.#begin(room, row, nowMs, 'moved', accept);
      if (reason !== null) refuse(reason);
    });
  }

  /** Looks for rooms that nobody has, every now and then. */
  look(): void {
    const { nowMs } = this.#outbox;
    const { leaseMs, random } = this.#options;
    if (this.#isLooking || nowMs < this.#lookMs) return;
    this.#lookMs = nowMs + (leaseMs / 4) * (0.5 + random());
    this.#isLooking = true;
    this.#outbox.ask({ kind: 'due', limit: 32 }, (answer) => {
      this.#isLooking = false;
      if (this.#isStale) this.#sinceMs = this.#outbox.nowMs;
      this.#heardMs = this.#outbox.nowMs;
      if (answer.kind === 'due' && !this.isBusy) this.#claimNext(answer.rooms);
    });
  }

  /** The storage may have been away since, or this process has slept: so much of a lease is left at the least when it is renewed. */
  get #isStale(): boolean {
    return this.#outbox.nowMs - this.#heardMs > 0.75 * this.#options.leaseMs;
  }

  /** One after the other. */
  #claimNext([next, ...due]: readonly DueRoom[]): void {
    const { nowMs } = this.#outbox;
    if (next === undefined || this.#isStale || nowMs < this.#aloneMs) return;
    const { room, epoch, isWaiting } = next;
    const { process: by, leaseMs } = this.#options;
    // While the storage was away nobody could renew a lease: all get the time to do so, though some calls are lost.
    const isFree = isWaiting || nowMs - this.#sinceMs >= 2 * leaseMs;
    // A room that is here and due was taken by nobody yet: its next write says so.
    const isKnown = this.#coming.has(room) || this.#rooms.has(room) || this.#unloadable.get(room)! > nowMs;
    if (!isFree || isKnown) return this.#claimNext(due);
    this.#coming.add(room);
    const call = { kind: 'claim', room, by, epoch, leaseMs, isOffer: false } as const;
    // By the time a storage is back that was away, the room may be one whose owner is well.
    const again = (): typeof call | null => (this.#outbox.nowMs - nowMs > leaseMs ? null : call);
    this.#outbox.ask(
      call,
      (answer) => {
        this.#coming.delete(room);
        if (answer.kind === 'row') {
          this.#inherit(room, answer.row, nowMs);
          if (answer.row.deaths.length > 1) this.#aloneMs = this.#outbox.nowMs + SUSPECT_MS;
        }
        this.#claimNext(due);
      },
      again,
    );
  }

  /** Goes on from the row of who has died; it is claimed already. */
  #inherit(room: string, row: Row, askedMs: number): void {
    if (row.status === 'aside') return this.#outbox.report({ kind: 'aside', room });
    const why = this.#begin(room, row, askedMs, 'claimed');
    if (why === null) return;
    // It does not load here: whoever comes may try.
    const { process: owner, leaseMs } = this.#options;
    const next = { to: null, isExact: row.isExact };
    this.#unloadable.set(room, this.#outbox.nowMs + UNLOADABLE_MS);
    this.#outbox.report({ kind: 'unloaded', room, why });
    this.#outbox.ask({ ...row, kind: 'commit', room, owner, leaseMs, seq: 1, records: [], snapshot: null, next });
  }

  /** Returns why it does not load; null if it does. `keptMs`: when the row was asked for. */
  #begin(name: string, row: Row, keptMs: number, how: Here['how'], onKept?: () => void): string | null {
    return whyNot(() => {
      const { game, ledger, snapshot, log, replayed, isUntrue, loaded } = revive(name, row, this.#options);
      if (isUntrue) this.#outbox.report({ kind: 'untrue', room: name, pulse: ledger.pulse });
      const { epoch, horizon } = row;
      const isExact = row.isExact && !isUntrue;
      const written = isUntrue ? snapshot.pulse : (log.at(-1)?.pulse ?? snapshot.pulse);
      // Who was handed the room has the last that there is of it.
      if (how === 'claimed' || !isExact) ledger.branch(epoch, isExact, written);
      const room = this.#open(name, game, ledger, { epoch, snapshot, log, horizon });
      room.journal.keptMs = keptMs;
      this.#arrive(room, { how, replayed, loaded }, onKept, isUntrue);
    });
  }

  #arrive(
    room: LiveRoom,
    come: Pick<Here, 'how' | 'replayed' | 'loaded'>,
    onKept?: () => void,
    isUntrue?: boolean,
  ): void {
    room.arrive((result) => {
      if (result !== 'kept') return;
      this.#outbox.report({ kind: 'here', room: room.name, epoch: room.journal.epoch, ...come });
      onKept?.();
    }, isUntrue);
  }

  #open(name: string, game: Game, ledger: Ledger, start: ConstructorParameters<typeof Journal>[1]): LiveRoom {
    const parts = { name, game, ledger, outbox: this.#outbox, options: this.#options };
    const room = new LiveRoom({ ...parts, journal: new Journal(parts, start) });
    // An older object of the room may still wait for an answer.
    this.#rooms.get(name)?.lose();
    this.#rooms.set(name, room);
    return room;
  }
}

/** What it throws; null if it does not. */
function whyNot(does: () => void): string | null {
  try {
    does();
    return null;
  } catch (error) {
    return String((error as Error | undefined)?.message ?? error);
  }
}

/**
 * A room where it lives: it pulses, writes what has to be durable, and answers its clients.
 *
 *     inbox ─▶ pulse ─▶ record ─▶ journal ─▶ storage
 *                └────▶ ring of outputs ── as far as the journal is durable ──▶ clients
 */
import * as CLOSED from './closed.js';
import type { Game } from './entries.js';
import type { Journal, Snapshot, WriteResult } from './journal.js';
import type { Ledger } from './ledger.js';
import { Links } from './links.js';
import type { ClientMessage, RoomMessage } from './messages.js';
import { type AllOptions, seatPulsesOf } from './options.js';
import type { Outbox } from './outbox.js';
import { pulseOnce, takeSnapshot } from './replay.js';

/**
 * - `arriving`: its first write is not answered.
 * - `running`
 * - `paused`: it is being handed over; the inbox goes on collecting.
 * - `gone`: another process has it, or nobody.
 */
export type RoomStatus = 'arriving' | 'running' | 'paused' | 'gone';

export interface LiveRoomParts {
  readonly name: string;
  readonly game: Game;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly options: AllOptions;
}

/** `unsaved`: it cannot be saved now, and goes on here. */
export type HandOverResult = WriteResult | 'unsaved';

interface HandOver {
  /** A process; null: whoever comes. */
  readonly to: string | null;
  /** Also if it cannot be saved: the last snapshot and the log behind it do the same; where there is no log, what was since is lost. */
  readonly isForced: boolean;
  readonly onResult: (result: HandOverResult) => void;
}

/** Steps that a room is behind and does not make up for. */
const MOST_STEPS_BEHIND = 5;
/** So long at the most. Where the storage was away for all, who was awake writes before who slept. */
const MOST_LEASES = 3;
const LEASES_AFTER_SLEEP = 4;
/** A room that was handed over waits so long for its first client. */
const FIRST_CLIENT_MS = 100;

/** What was told of each game. */
const told: WeakMap<Game, Set<string>> = new WeakMap();

/** To ask costs as much as to save. */
function untold(game: Game): string[] {
  const known = told.get(game) ?? new Set();
  told.set(game, known);
  return game.whyNot().filter((text) => !known.has(text) && known.add(text));
}

export class LiveRoom {
  readonly name: string;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly game: Game;
  readonly #outbox: Outbox;
  readonly #options: AllOptions;
  readonly #links: Links;
  status: RoomStatus = 'arriving';
  isEnded = false;
  /** When the process woke, having been frozen: whether it still has the room is known when the storage has kept what was written since. */
  #unsureMs: number | null = null;
  /** Since when the storage is known to have lost it. */
  #lostMs: number | null = null;
  #stepMs: number;
  #checkpointMs: number;
  /** What has to be written next, before anything else. */
  #handOver: HandOver | null = null;
  #whenHere: ((result: WriteResult) => void) | null = null;

  constructor({ name, game, ledger, journal, outbox, options }: LiveRoomParts) {
    this.game = game;
    this.#outbox = outbox;
    this.#options = options;
    this.name = name;
    this.ledger = ledger;
    this.journal = journal;
    this.#links = new Links(name, ledger, journal, outbox);
    this.#stepMs = outbox.nowMs + FIRST_CLIENT_MS;
    // Rooms do not all write their snapshots at once.
    this.#checkpointMs = outbox.nowMs + options.checkpointMs * (1 + options.random()) * 0.5;
  }

  /** Writes that it is here. With `isUntrue` the log goes: what it had is in the inbox. `then` hears whether the storage agrees. */
  arrive(then: (result: WriteResult) => void, isUntrue: boolean = false): void {
    this.#whenHere = then;
    const { journal, ledger } = this;
    // The answer has waited while the process was frozen.
    if (!this.#isLeased(journal.keptMs)) this.doubt();
    // Nothing has run since the load: it can be saved.
    const snapshot = isUntrue ? this.snapshot() : null;
    if (journal.epoch > 0) journal.write(ledger.pulse, { snapshot }, this.#written);
    else journal.put(ledger.pulse, this.#written);
  }

  hear(link: string, message: ClientMessage): void {
    this.#links.hear(link, message);
    // It was waiting for its first client.
    if (this.#stepMs - this.#outbox.nowMs > this.#options.stepMs) this.#stepMs = this.#outbox.nowMs;
  }

  closed(link: string): void {
    this.#links.closed(link);
  }

  /** The process was frozen: until the storage says that it still has the room it plays, shows and ends nothing. */
  doubt(): void {
    this.#unsureMs = this.#outbox.nowMs;
  }

  /** Does nobody else have the room yet, if the storage has kept what was written then? */
  #isLeased(sinceMs: number): boolean {
    return this.#outbox.nowMs - sinceMs <= this.#options.leaseMs;
  }

  get #isUnsure(): boolean {
    return this.#unsureMs !== null;
  }

  /** What it would say may not be so. */
  get #isMute(): boolean {
    return this.#isUnsure || this.status === 'arriving' || this.status === 'gone';
  }

  /** Does whatever is due. */
  step(): void {
    if (this.status === 'running' && !this.#isUnsure) {
      this.#links.dropSilent(this.#options.silenceMs);
      this.#pulse();
    }
    this.#write();
    this.#say();
  }

  #pulse(): void {
    const behindMs = this.#outbox.nowMs - this.#stepMs;
    if (behindMs > MOST_STEPS_BEHIND * this.#options.stepMs) this.#stepMs = this.#outbox.nowMs;
    for (; this.#stepMs <= this.#outbox.nowMs; this.#stepMs += this.#options.stepMs) this.#pulseOnce();
  }

  #pulseOnce(): void {
    const { journal, ledger } = this;
    const entries = ledger.inbox;
    ledger.inbox = [];
    if (entries.length > 0 && this.#options.log)
      journal.add({ pulse: ledger.pulse + 1, entries, hash: ledger.hash(this.game) });
    pulseOnce(this, journal.epoch, entries, this.#options);
  }

  /** One write at a time. */
  #write(): void {
    const { journal, ledger } = this;
    if (journal.isWriting || this.status === 'gone') return;
    // The storage is young: the room is not made yet.
    if (journal.epoch < 1) return journal.isLate ? journal.put(ledger.pulse, this.#written) : undefined;
    if (this.#handOver) return this.#writeHandOver(this.#handOver);
    if (this.status === 'paused') return;
    if (this.#lostMs === null ? journal.isDue(ledger.pulse) : journal.isLate)
      journal.write(ledger.pulse, { snapshot: this.#checkpoint() }, this.#written);
  }

  /** Null if it is not time for one, or it cannot be. It goes with a write that is due. */
  #checkpoint(): Snapshot | null {
    if (this.#outbox.nowMs < this.#checkpointMs) return null;
    // Each keeps its time, also if the storage was away for all.
    while (this.#checkpointMs <= this.#outbox.nowMs) this.#checkpointMs += this.#options.checkpointMs;
    const snapshot = this.snapshot();
    if (snapshot === null) this.#outbox.report({ kind: 'unsaved', room: this.name, why: this.game.whyNot() });
    else if (typeof process === 'object' && process.env.NODE_ENV !== 'production') {
      const why = untold(this.game);
      if (why.length > 0) this.#outbox.report({ kind: 'cannot move', room: this.name, why });
    }
    return snapshot;
  }

  /** Null if the game cannot be saved now. */
  snapshot(): Snapshot | null {
    try {
      return takeSnapshot(this.ledger, this.game.save());
    } catch {
      return null;
    }
  }

  /** Stops between two pulses, and gives the room away. */
  handOver(how: HandOver): void {
    this.status = 'paused';
    this.#handOver = how;
    this.#write();
  }

  #writeHandOver({ to, isForced, onResult }: HandOver): void {
    this.#handOver = null;
    const snapshot = this.snapshot();
    if (snapshot === null && !isForced) {
      this.goOn(null);
      return onResult('unsaved');
    }
    const next = { to, isExact: snapshot !== null || this.#options.log };
    this.journal.write(this.ledger.pulse, { snapshot, next }, (result) => {
      if (result === 'lost' || result === 'older') this.#findLost(result);
      else if (result === 'fenced') this.lose();
      onResult(result);
    });
  }

  /** It goes on here, where it was paused. With an epoch: it was taken back. An answer from before the sleep is no new lease. */
  goOn(epoch: number | null, keptMs: number = this.#isUnsure ? this.journal.keptMs : this.#outbox.nowMs): void {
    if (epoch !== null) {
      this.journal.restart(epoch, keptMs);
      this.#links.welcomeAll();
    }
    this.status = 'running';
    this.#stepMs = Math.max(this.#stepMs, this.#outbox.nowMs);
  }

  /** The storage does not say whether the room was handed over: it goes on here, above the epoch in which the other would have it. */
  goOnUnanswered(): void {
    const { epoch, keptMs } = this.journal;
    // Else it was not asked for yet. What is written next finds out what the storage has by then.
    this.goOn(this.#handOver === null ? epoch + 2 : null, keptMs);
    this.#handOver = null;
  }

  /** The storage has lost who was given the room: that one may write it. Until then nobody else takes it, and what was last is there. */
  hold(then: (result: WriteResult) => void): void {
    if (!this.journal.isWriting && !this.#isUnsure) this.journal.put(this.ledger.pulse, then);
  }

  readonly #written = (result: WriteResult): void => {
    const { journal } = this;
    if (this.status === 'gone' || result === 'young') return;
    if (result === 'lost' || result === 'older') return this.#findLost(result);
    if (result === 'fenced') this.lose();
    else {
      if (journal.writtenMs >= (this.#unsureMs ?? 0) || this.#isLeased(journal.writtenMs)) this.#unsureMs = null;
      this.#lostMs = null;
      this.#links.forget();
      if (this.status === 'arriving') this.status = 'running';
      // Where the process has little CPU, the next step may be late again.
      if (!this.#isUnsure && this.status === 'running') this.#pulse();
    }
    this.#whenHere?.(result);
    this.#whenHere = null;
    this.#say();
  };

  /** Who was silent for longer than its lease may have lost the room before the storage did: whoever has it now gets the time to write it first. */
  #findLost(how: 'lost' | 'older'): void {
    this.#lostMs ??= this.#outbox.nowMs;
    // Who arrives has just raised the epoch.
    const isMine = (this.status === 'arriving' && !this.#isUnsure) || this.#isLeased(this.journal.keptMs);
    if (isMine || !this.#isWaiting(0)) this.#putAnew();
    // So that nobody else takes the old row meanwhile. Or all have been silent for so long that their waits are equal: in the last lease a higher epoch may come.
    else if (how === 'older' || !this.#isWaiting(1))
      this.journal.put(this.ledger.pulse, (result) => void (result === 'fenced' && this.lose()), true);
  }

  /** Does another get the time to write it? As long as this one was silent: who has taken the room was silent for less. */
  #isWaiting(leasesLess: number): boolean {
    const lostMs = this.#lostMs!;
    const leases = (this.#isUnsure ? LEASES_AFTER_SLEEP : MOST_LEASES) - leasesLess;
    return this.#outbox.nowMs - lostMs <= Math.min(lostMs - this.journal.keptMs, this.#options.leaseMs * leases);
  }

  #putAnew(): void {
    this.#lostMs = null;
    this.#outbox.report({ kind: 'written anew', room: this.name });
    this.journal.put(this.ledger.pulse, this.#written);
  }

  /** Has everybody left, or does nobody come? */
  get isEmpty(): boolean {
    const { seats, inbox, gone, pulse } = this.ledger;
    const isOver = gone.length > 0 || pulse > seatPulsesOf(this.#options);
    return this.#options.endsWhenEmpty && isOver && seats.size === 0 && inbox.length === 0;
  }

  /** The room is over: nothing of it stays in the storage. */
  end(): void {
    const { journal } = this;
    if (this.status !== 'running' || journal.isWriting || this.#isUnsure) return;
    this.status = 'paused';
    this.#outbox.ask({ kind: 'end', room: this.name, owner: this.#options.process, epoch: journal.epoch }, (answer) => {
      this.isEnded = answer.kind === 'kept';
      this.lose();
    });
  }

  /** Clients may see what was up to this pulse. */
  get shownPulse(): number {
    if (this.#isMute) return 0;
    const { pulse } = this.ledger;
    return this.#isEarly ? pulse : Math.min(this.journal.durablePulse, pulse);
  }

  get #isEarly(): boolean {
    const { awayMs, outputs, log } = this.#options;
    const isLost = this.#lostMs !== null && this.#outbox.nowMs - this.journal.keptMs > awayMs;
    return outputs === 'early' || !log || isLost || this.journal.isUnanswered(awayMs);
  }

  /** Sends outputs as far as nothing can go otherwise any more; further where they do not wait for that. */
  #say(): void {
    if (!this.#isMute) this.#links.say(this.shownPulse);
  }

  /** Another process has it, or it is over. Where it is now is told if that is known. */
  lose(message?: RoomMessage): void {
    if (this.status === 'gone') return;
    this.status = 'gone';
    const code = this.isEnded ? CLOSED.ended : CLOSED.moved;
    this.#links.tellAll(message ?? { kind: 'closed', epoch: this.journal.epoch, code });
  }
}

/**
 * The numbers of a room: who has a seat, which inputs have come, which outputs have gone, how far it is. They are plain data, saved beside the game.
 *
 *     client ── input 7 ──▶ inbox ── at the start of a pulse ──▶ game ── output 41 ──▶ ring ──▶ clients
 *               received                                                last output   those who were away get it again
 */
import type { Entry, Game, Input, NumberedOutput, Output, RoomEvent } from './entries.js';
import type { ClientMessage } from './messages.js';

export interface Seat {
  /** The number of the last input that was taken into the inbox. */
  received: number;
  /** Outputs up to here are from before it came. */
  readonly since: number;
  /** The pulse at which the seat is given up; null while the client is here. */
  awayUntil: number | null;
}

/** From this epoch on, what was sent behind an output may be another one: the room was taken from who had died. */
interface Branch {
  readonly epoch: number;
  /** Null: from where the room was. */
  readonly output: number | null;
  /** So many entries were known there. Who has been told of more has seen what the storage has lost, and may have seen another output behind `written`. */
  readonly entries: number;
  readonly written: number;
}

/** What a snapshot has of it. */
export interface LedgerState {
  readonly pulse: number;
  readonly entries: number;
  readonly output: number;
  readonly shown: number;
  readonly dropped: number;
  readonly seats: readonly (readonly [string, Seat])[];
  readonly inbox: readonly Entry[];
  readonly ring: readonly NumberedOutput[];
  readonly branches: readonly Branch[];
  readonly gone: readonly string[];
}

/** Most outputs that are kept for clients that are away. */
const RING = 400;
/** Most branches, and most clients without a seat, that are remembered. */
const MOST_REMEMBERED = 16;

function fold(hash: number, text: string): number {
  for (const sign of text) hash = (31 * hash + sign.codePointAt(0)!) | 0;
  return hash;
}

export class Ledger {
  pulse = 0;
  /** How many have come in. */
  entries = 0;
  /** The number of the last output. */
  output = 0;
  /** A hash of all outputs, where there is a log. */
  shown = 0;
  /** Outputs up to here are kept no more. */
  dropped = 0;
  readonly seats: Map<string, Seat> = new Map();
  inbox: Entry[] = [];
  ring: NumberedOutput[] = [];
  branches: Branch[] = [];
  /** Who has left, or was away for too long; the last ones. What they send again has come. */
  gone: string[] = [];

  /** `state` becomes its own. */
  static from(state: LedgerState): Ledger {
    return Object.assign(new Ledger(), state, { seats: new Map(state.seats) });
  }

  state(): LedgerState {
    const { seats, ...rest } = this;
    return { ...rest, seats: [...seats] };
  }

  /** Asks for a seat. Twice is as once. */
  join(client: string, data: unknown, after: number): void {
    if (!this.seats.has(client)) this.#pushOnce({ kind: 'join', client, data, after });
  }

  /** Takes those that come next; what has come before, or too early, is left: the client sends it again. */
  receive(client: string, inputs: readonly Input[]): void {
    const seat = this.seats.get(client);
    if (!seat) return;
    // Nothing else that the client has written into them.
    for (const { n, leave, name, args } of inputs) {
      if (n !== seat.received + 1) continue;
      seat.received = n;
      this.inbox.push({ kind: leave ? 'leave' : 'input', client, n, name, args } as Entry);
    }
  }

  drop(client: string): void {
    if (this.seats.get(client)?.awayUntil === null) this.#pushOnce({ kind: 'drop', client });
  }

  back(client: string): void {
    const seat = this.seats.get(client);
    if (seat && (seat.awayUntil !== null || this.isComing('drop', client))) this.#pushOnce({ kind: 'back', client });
  }

  /** What a log has comes again, in place of the inbox of the snapshot, which is in it. */
  takeAgain(entries: Entry[]): void {
    if (entries.length > 0) this.inbox = entries;
    for (const entry of entries) {
      const seat = this.seats.get(entry.client);
      if (seat && 'n' in entry) seat.received = Math.max(seat.received, entry.n);
    }
  }

  /** As if it left, behind all that was received of it. */
  kick(client: string): void {
    const seat = this.seats.get(client);
    if (seat) this.#pushOnce({ kind: 'leave', client, n: seat.received });
  }

  #pushOnce(entry: Entry): void {
    if (!this.isComing(entry.kind, entry.client)) this.inbox.push(entry);
  }

  isComing(kind: Entry['kind'], client: string): boolean {
    return this.inbox.some((entry) => entry.kind === kind && entry.client === client);
  }

  /** Begins the next pulse with these entries. Returns what the game has to know. */
  begin(entries: readonly Entry[], seatPulses: number): readonly RoomEvent[] {
    this.pulse++;
    this.entries += entries.length;
    const events: RoomEvent[] = [];
    for (const [client, { awayUntil }] of this.seats) {
      if (awayUntil === null || awayUntil > this.pulse) continue;
      this.#free(client);
      events.push({ kind: 'expired', client });
    }
    for (const entry of entries) if (this.#apply(entry, seatPulses)) events.push(entry);
    return events;
  }

  /** Returns false for what comes from a client whose seat is gone. */
  #apply(entry: Entry, seatPulses: number): boolean {
    const { seats } = this;
    const { client } = entry;
    const seat = seats.get(client);
    if (entry.kind === 'join') {
      if (seat !== undefined) return false;
      seats.set(client, { received: entry.after, since: this.output, awayUntil: null });
    } else if (seat === undefined) return false;
    else if (entry.kind === 'drop') seat.awayUntil = this.pulse + seatPulses;
    else if (entry.kind === 'leave') this.#free(client);
    else if (entry.kind === 'back') seat.awayUntil = null;
    else seat.received = Math.max(seat.received, entry.n);
    return true;
  }

  #free(client: string): void {
    this.seats.delete(client);
    this.gone = [...this.gone, client].slice(-MOST_REMEMBERED);
  }

  /** Numbers what the game has sent in this pulse. Without a log nobody asks for the hash. */
  add(outputs: readonly Output[], { log }: { readonly log: boolean }): void {
    for (const { to, body } of outputs) {
      const output = { n: ++this.output, pulse: this.pulse, to, body };
      this.ring.push(output);
      if (log) this.shown = fold(this.shown, JSON.stringify(output));
    }
    this.forget(this.ring.at(-RING - 1)?.n ?? 0);
  }

  /** Of the room before a pulse: a run that shows something else is another one. */
  hash(game: Game): number {
    return fold(this.shown, game.hash());
  }

  /** Nobody asks for outputs up to here any more. */
  forget(n: number): void {
    if (n <= this.dropped) return;
    this.dropped = n;
    this.ring = this.ring.filter((output) => output.n > n);
  }

  /** The number of the last output that was sent up to this pulse. */
  outputAt(pulse: number): number {
    const last = this.ring.findLast((output) => output.pulse <= pulse);
    return last?.n ?? (this.ring.length === 0 ? this.output : this.dropped);
  }

  /** The outputs for a client, behind one number and up to another. */
  outputsFor(client: string, after: number, last: number): NumberedOutput[] {
    const { since } = this.seats.get(client)!;
    return this.ring.filter(({ n, to }) => n > after && n > since && n <= last && (to === null || to === client));
  }

  /**
   * The room goes on in another epoch. `isExact`: from where it was; else what was sent behind its last output may come otherwise. `writtenPulse`: up to here all is
   * as it was, also if the storage has lost what came in behind it.
   */
  branch(epoch: number, isExact: boolean, writtenPulse: number): void {
    const { entries, output } = this;
    const branch = { epoch, output: isExact ? null : output, entries, written: this.outputAt(writtenPulse) };
    this.branches = [...this.branches, branch].slice(-MOST_REMEMBERED);
  }

  /** What a client has seen that may have been taken back since: it goes on behind the number that this returns. */
  rewound({ epoch, seen, sure, entries }: Pick<ClientMessage, 'epoch' | 'seen' | 'sure' | 'entries'>): number {
    let last = seen;
    for (const branch of this.branches) {
      const end = entries > branch.entries ? branch.written : branch.output;
      if (branch.epoch > epoch && end !== null) last = Math.min(last, end, sure);
    }
    return last;
  }
}

/**
 * The client's half: an entry of its own, without the code of the server. It numbers inputs and sends them until they are durable, takes each output once and in
 * order, and finds the room again wherever it goes.
 *
 *     seeking ─ found ─▶ joining ─ welcome ─▶ in ─ silence, closed, moved ─▶ seeking
 *                                             └─ left, ended, too late ─▶ over
 */
import * as CLOSED from './closed.js';
import type { Input, NumberedOutput } from './entries.js';
import { type ClientMessage, MOST_INPUTS, type RoomMessage } from './messages.js';

export type { Input, NumberedOutput, Output } from './entries.js';
export type { ClientMessage, RoomMessage } from './messages.js';

export interface ClientOptions {
  /** A name that nobody else has. */
  readonly client: string;
  /** What the game gets when it joins: JSON. */
  readonly data?: unknown;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** After so long without a message the room is looked up; default 1000. */
  readonly silenceMs?: number | undefined;
  /** It gives up when it has not found the room for so long; default 60,000. */
  readonly seatMs?: number | undefined;
}

/** What happens to a client. */
export type ClientEvent =
  /** A few times in a second, at least. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'message'; readonly link: string; readonly message: RoomMessage }
  | { readonly kind: 'closed'; readonly link: string }
  /** Where the room is; null: nobody has it now, or it is not known. */
  | { readonly kind: 'found'; readonly process: string | null; readonly isAside?: boolean };

/** What a client wants to be done. */
export type ClientEffect =
  /** Ask any process where the room is. */
  | { readonly to: 'directory' }
  /** The first message with a new `link` opens a connection; the one before may be closed. */
  | { readonly to: 'process'; readonly process: string; readonly link: string; readonly message: ClientMessage }
  | { readonly to: 'game'; readonly what: ClientNews };

export type ClientNews =
  | { readonly kind: 'joined' }
  | { readonly kind: 'output'; readonly output: NumberedOutput }
  /** Outputs behind this one may have been others, and come again; so it is with the pulses. */
  | { readonly kind: 'rewound'; readonly fromPulse: number; readonly toPulse: number; readonly toOutput: number }
  /** It was away for so long that these outputs are kept no more. */
  | { readonly kind: 'missed'; readonly first: number; readonly last: number }
  /** It is over: one of the codes of `CLOSED`. */
  | { readonly kind: 'left'; readonly code: number };

/** Inputs that are not acknowledged are sent again after so long, and so is a first message. */
const RESEND_MS = 200;
/** A room hears of a client at least so often. */
const SAY_MS = 800;
const FIRST_BACKOFF_MS = 20;
const MOST_BACKOFF_MS = 200;
/** Whoever has a seat asks again so soon if the process that was found does not answer: the room is claimed by another one in a moment. */
const SOON_MS = 50;
const PATIENCE = 15;

type Phase = 'seeking' | 'joining' | 'in' | 'over';

/**
 * One client of one room.
 *
 * @example
 * const link = new ClientLink({ client: 'ann', random: Math.random });
 * link.take({ kind: 'tick' }, 0)[0].to; // "directory"
 * const [hello] = link.take({ kind: 'found', process: 'a' }, 5);
 * hello.message.again; // true
 * link.input('clap', [], 6)[0]?.message.inputs.length; // undefined
 */
export class ClientLink {
  readonly #options: Required<ClientOptions> & { readonly silenceMs: number; readonly seatMs: number };
  #effects: ClientEffect[] = [];
  #nowMs = 0;
  #phase: Phase = 'seeking';
  #process = '';
  #links = 0;
  #link = '';
  #epoch = 0;
  #pulse = 0;
  #seen = 0;
  #sure = 0;
  #acked = 0;
  #entries = 0;
  #isIn = false;
  #lastInput = 0;
  #inputs: Input[] = [];
  #isLeaving = false;
  #heardMs: number | null = null;
  #saidMs = -Infinity;
  /** One look-up at a time. */
  #lookedMs = -Infinity;
  #isLooking = false;
  #lookAtMs = -Infinity;
  #backoffMs = FIRST_BACKOFF_MS;
  /** Since when the room is not found. */
  #lostMs: number | null = null;

  constructor({ client, data = null, random, silenceMs = 1000, seatMs = 60_000 }: ClientOptions) {
    this.#options = { client, data, random, silenceMs, seatMs };
  }

  /** Inputs that may still be lost. */
  get unacknowledged(): number {
    return this.#inputs.length;
  }

  /** Outputs up to this number are never taken back. */
  get sure(): number {
    return this.#sure;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Does something in the room, exactly once, also if it moves or its process dies meanwhile. */
  input(name: string, args: readonly unknown[], nowMs: number): readonly ClientEffect[] {
    if (this.#isLeaving || this.#phase === 'over') return [];
    this.#inputs.push({ n: ++this.#lastInput, name, args });
    return this.#sayNew(nowMs);
  }

  /** Leaves, also if that takes several attempts. */
  leave(nowMs: number): readonly ClientEffect[] {
    if (this.#isLeaving || this.#phase === 'over') return [];
    this.#isLeaving = true;
    this.#inputs.push({ n: ++this.#lastInput, leave: true });
    return this.#sayNew(nowMs);
  }

  #sayNew(nowMs: number): readonly ClientEffect[] {
    this.#nowMs = nowMs;
    if (this.#phase === 'in') this.#say(false);
    return this.#flush();
  }

  take(event: ClientEvent, nowMs: number): readonly ClientEffect[] {
    this.#nowMs = nowMs;
    this.#heardMs ??= nowMs;
    this.#lostMs ??= nowMs;
    if (this.#phase === 'over') return [];
    if (event.kind === 'tick') this.#tick();
    else if (event.kind === 'found') this.#found(event.process, event.isAside === true);
    else if (event.link === this.#link) {
      if (event.kind === 'closed') this.#seek();
      else this.#hear(event.message);
    }
    return this.#flush();
  }

  #flush(): readonly ClientEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #tell(what: ClientNews): void {
    this.#effects.push({ to: 'game', what });
  }

  #tick(): void {
    const now = this.#nowMs;
    if (this.#phase !== 'in' && now - this.#lostMs! > this.#options.seatMs) return this.#end(CLOSED.notFound);
    if (this.#phase !== 'seeking' && now - this.#heardMs! > this.#patienceMs) this.#seek();
    if (this.#phase === 'seeking') return this.#look();
    const isLate = now - this.#saidMs >= RESEND_MS;
    if (this.#phase === 'joining' ? isLate : now - this.#saidMs >= SAY_MS || (isLate && this.#inputs.length > 0))
      this.#say(this.#phase === 'joining');
    return undefined;
  }

  /** An answer that was lost is waited for no longer than this; more at each attempt, so that a machine which is slow gets in. */
  get #patienceMs(): number {
    return Math.max(this.#options.silenceMs, PATIENCE * this.#backoffMs);
  }

  /** The room has to be found. */
  #seek(): void {
    if (this.#phase === 'in') this.#lostMs = this.#nowMs;
    this.#phase = 'seeking';
    this.#link = '';
    this.#look();
  }

  #look(): void {
    const now = this.#nowMs;
    const isWaiting = this.#isLooking && now - this.#lookedMs < this.#patienceMs;
    if (isWaiting || now < this.#lookAtMs) return;
    this.#isLooking = true;
    this.#lookedMs = now;
    this.#lookAtMs = now + this.#backoffMs * (0.5 + this.#options.random());
    this.#backoffMs = Math.min(2 * this.#backoffMs, MOST_BACKOFF_MS);
    this.#effects.push({ to: 'directory' });
  }

  #found(process: string | null, isAside: boolean): void {
    this.#isLooking = false;
    if (this.#phase !== 'seeking') return;
    if (isAside) this.#end(CLOSED.aside);
    else if (process !== null) {
      if (this.#isIn) this.#lookAtMs = this.#nowMs + SOON_MS;
      this.#connect(process);
    }
  }

  #connect(process: string): void {
    if (this.#phase === 'in') this.#lostMs = this.#nowMs;
    this.#phase = 'joining';
    this.#process = process;
    this.#link = `${this.#options.client}/${++this.#links}`;
    this.#heardMs = this.#nowMs;
    this.#say(true);
  }

  #say(again: boolean): void {
    const { client, data } = this.#options;
    this.#saidMs = this.#nowMs;
    const message = {
      client,
      data,
      again,
      inputs: this.#inputs.slice(0, MOST_INPUTS),
      epoch: this.#epoch,
      seen: this.#seen,
      sure: this.#sure,
      acked: this.#acked,
      entries: this.#entries,
      isIn: this.#isIn,
    };
    this.#effects.push({ to: 'process', process: this.#process, link: this.#link, message });
  }

  #hear(message: RoomMessage): void {
    if (message.kind === 'closed') return this.#hearClosed(message.epoch, message.code);
    if (message.epoch < this.#epoch) return undefined;
    this.#heardMs = this.#nowMs;
    if (message.kind === 'moved') return message.epoch > this.#epoch ? this.#connect(message.process) : undefined;
    return this.#hearOutputs(message);
  }

  /** Who has lost the room says so at any time; who knows that it is over has to be right about the epoch. */
  #hearClosed(epoch: number, code: number): void {
    if (code === CLOSED.moved) this.#seek();
    else if (epoch >= this.#epoch) this.#end(code);
  }

  #hearOutputs(message: Extract<RoomMessage, { kind: 'outputs' }>): void {
    const { epoch, after, outputs, last, sure, welcome, pulse, entries } = message;
    // What was lost on the way is asked for.
    if (welcome === null && (epoch > this.#epoch || after > this.#seen)) return this.#say(true);
    if (welcome !== null) this.#begin(epoch, after, welcome.rewoundTo, pulse);
    for (const output of outputs) if (output.n > this.#seen) this.#tell({ kind: 'output', output });
    this.#seen = Math.max(this.#seen, last);
    this.#sure = Math.max(this.#sure, Math.min(sure, this.#seen));
    this.#pulse = Math.max(this.#pulse, pulse);
    this.#entries = entries;
    this.#acknowledge(message.acked);
    return undefined;
  }

  #begin(epoch: number, after: number, rewoundTo: number | null, pulse: number): void {
    if (rewoundTo !== null && epoch > this.#epoch && rewoundTo < this.#seen) {
      this.#seen = rewoundTo;
      this.#sure = Math.min(this.#sure, rewoundTo);
      this.#tell({
        kind: 'rewound',
        fromPulse: this.#pulse,
        toPulse: Math.min(pulse, this.#pulse),
        toOutput: rewoundTo,
      });
      this.#pulse = pulse;
    }
    if (after > this.#seen) {
      if (this.#isIn) this.#tell({ kind: 'missed', first: this.#seen + 1, last: after });
      this.#seen = after;
    }
    this.#epoch = epoch;
    this.#phase = 'in';
    this.#lostMs = this.#nowMs;
    this.#backoffMs = FIRST_BACKOFF_MS;
    this.#lookAtMs = -Infinity;
    if (!this.#isIn) this.#tell({ kind: 'joined' });
    this.#isIn = true;
    if (this.#inputs.length > 0) this.#say(false);
  }

  #acknowledge(acked: number): void {
    if (acked <= this.#acked) return;
    this.#acked = acked;
    this.#inputs = this.#inputs.filter(({ n }) => n > acked);
    if (this.#isLeaving && this.#inputs.length === 0) this.#end(CLOSED.ended);
  }

  #end(code: number): void {
    this.#phase = 'over';
    this.#tell({ kind: 'left', code });
  }
}

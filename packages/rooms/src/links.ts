/** The clients that are connected to a room: what each was sent, and what it has said. */
import * as CLOSED from './closed.js';
import type { Journal } from './journal.js';
import type { Ledger } from './ledger.js';
import type { ClientMessage, RoomMessage } from './messages.js';
import type { Outbox } from './outbox.js';

/** A client hears of the room at least so often. */
const SAY_MS = 400;

interface Link {
  readonly link: string;
  /** Outputs up to here were sent. */
  sent: number;
  /** The first message says where the client goes on; until it is sent. */
  welcome: { readonly rewoundTo: number | null } | null;
  acked: number;
  heardMs: number;
  saidMs: number;
  /** What the client has told that nobody has to send again. */
  settled: number;
  /** It was seen to have no seat any more at this pulse. */
  goneAt: number | null;
  /** What it is told then. */
  code: number;
}

export class Links {
  readonly #room: string;
  readonly #ledger: Ledger;
  readonly #journal: Journal;
  readonly #outbox: Outbox;
  readonly #byClient: Map<string, Link> = new Map();
  readonly #sinceMs: number;

  constructor(room: string, ledger: Ledger, journal: Journal, outbox: Outbox) {
    this.#room = room;
    this.#ledger = ledger;
    this.#journal = journal;
    this.#outbox = outbox;
    this.#sinceMs = outbox.nowMs;
  }

  /** Takes what a client says: its inputs, that it is there, that it wants something again. */
  hear(link: string, message: ClientMessage): void {
    const { client, inputs, epoch, seen, sure } = message;
    const ledger = this.#ledger;
    const code = ledger.seats.has(client) ? null : this.#whyClosed(message);
    if (code === null) ledger.join(client, message.data, (inputs[0]?.n ?? message.acked + 1) - 1);
    if (message.again || this.#byClient.get(client)?.link !== link) this.#open(link, message, code ?? CLOSED.ended);
    const open = this.#byClient.get(client)!;
    open.heardMs = this.#outbox.nowMs;
    // Who has not been welcomed yet may know of outputs that are gone.
    if (epoch === this.#journal.epoch) open.settled = Math.max(open.settled, Math.min(seen, sure));
    ledger.back(client);
    this.#skipLost(message);
    ledger.receive(client, inputs);
  }

  /** What was acknowledged and is not here is gone with the storage: nobody sends it again. */
  #skipLost({ client, acked, epoch }: ClientMessage): void {
    const seat = this.#ledger.seats.get(client);
    if (seat === undefined || acked <= seat.received || epoch > this.#journal.epoch) return;
    this.#outbox.report({ kind: 'inputs lost', room: this.#room, client, first: seat.received + 1, last: acked });
    seat.received = acked;
  }

  /** Has a client without a seat lost it, or left? Null: it may join, or was in the room in a time that was taken back. */
  #whyClosed({ client, inputs, isIn, epoch }: ClientMessage): number | null {
    const code = inputs.some((input) => 'leave' in input) ? CLOSED.ended : CLOSED.expired;
    const mayJoin = !isIn || this.#ledger.branches.some((branch) => branch.epoch > epoch);
    return mayJoin && !(code === CLOSED.ended && this.#ledger.gone.includes(client)) ? null : code;
  }

  #open(link: string, message: ClientMessage, code: number): void {
    const { client, seen } = message;
    const before = this.#byClient.get(client);
    const to = this.#ledger.rewound(message);
    this.#byClient.set(client, {
      link,
      sent: to,
      welcome: { rewoundTo: to < seen ? to : null },
      acked: 0,
      heardMs: this.#outbox.nowMs,
      saidMs: 0,
      settled: 0,
      goneAt: null,
      // What it has said before may come late.
      code: before?.link === link ? before.code : code,
    });
  }

  closed(link: string): void {
    for (const [client, one] of this.#byClient) {
      if (one.link !== link) continue;
      this.#byClient.delete(client);
      this.#ledger.drop(client);
    }
  }

  /** Clients of whom nothing is heard are away. */
  dropSilent(silenceMs: number): void {
    for (const client of this.#ledger.seats.keys())
      if (this.#outbox.nowMs - (this.#byClient.get(client)?.heardMs ?? this.#sinceMs) > silenceMs)
        this.#ledger.drop(client);
  }

  /** Sends what is new, outputs up to this pulse. Those that are durable are never taken back. */
  say(pulse: number): void {
    if (this.#byClient.size === 0) return;
    const { nowMs } = this.#outbox;
    const durable = Math.min(this.#journal.durablePulse, this.#ledger.pulse);
    const last = this.#ledger.outputAt(pulse);
    const sure = this.#ledger.outputAt(durable);
    for (const [client, link] of this.#byClient) {
      if (!this.#ledger.seats.has(client)) continue;
      const acked = this.#journal.acked.get(client) ?? 0;
      const { welcome } = link;
      const after = welcome === null ? link.sent : Math.max(link.sent, Math.min(this.#ledger.dropped, last));
      const outputs = this.#ledger.outputsFor(client, after, last);
      const isNew = welcome !== null || outputs.length > 0 || acked > link.acked;
      if (!isNew && nowMs - link.saidMs < SAY_MS) continue;
      const { epoch, entries } = this.#journal;
      const to = Math.max(after, last);
      this.#outbox.toClient(link.link, {
        kind: 'outputs',
        epoch,
        pulse,
        after,
        outputs,
        last: to,
        sure,
        acked,
        entries,
        welcome,
      });
      Object.assign(link, { sent: to, welcome: null, acked, saidMs: nowMs });
    }
    this.#dismiss(durable);
  }

  /** Those who have no seat are told so when it is durable that they have none: a zombie thinks so, too. */
  #dismiss(durablePulse: number): void {
    for (const [client, link] of this.#byClient) {
      if (this.#ledger.seats.has(client) || this.#ledger.isComing('join', client)) continue;
      link.goneAt ??= this.#ledger.pulse;
      if (link.goneAt > durablePulse) continue;
      this.#byClient.delete(client);
      this.#outbox.toClient(link.link, { kind: 'closed', epoch: this.#journal.epoch, code: link.code });
    }
  }

  /** All go on in another epoch, at the same place. What was sent last may have been lost on the way: it comes again. */
  welcomeAll(): void {
    for (const link of this.#byClient.values()) {
      link.welcome ??= { rewoundTo: null };
      link.sent = link.settled;
    }
  }

  /** Outputs that every seat has for good need not be kept. */
  forget(): void {
    const settled = [...this.#ledger.seats.keys()].map((client) => this.#byClient.get(client)?.settled ?? 0);
    if (settled.length > 0) this.#ledger.forget(Math.min(...settled));
  }

  /** The room is here no more. */
  tellAll(message: RoomMessage): void {
    for (const { link } of this.#byClient.values()) this.#outbox.toClient(link, message);
    this.#byClient.clear();
  }
}

/**
 * One move, as the process sees it that gives the room away:
 *
 *     asking ─ warmed ─▶ handing ─ kept ─▶ handed ─ loaded ─▶ the clients are told
 *        │                  │                 └─ refused, or silence ─▶ taking back ─ it is mine ─▶ goes on here
 *        └─ refused         └─ unsaved, lost, silence: goes on here                └─ it is not ─▶ the other has it
 *
 * The room runs until `handing`. Whoever is right is decided by the storage: the room is taken back only while the other has not written that it has it.
 */
import type { HandOverResult, LiveRoom } from './live-room.js';
import type { ProcessMessage } from './messages.js';
import type { AllOptions } from './options.js';
import type { Outbox } from './outbox.js';
import type { StoreAnswer } from './store/calls.js';

type Step = 'asking' | 'handing' | 'handed' | 'taking back' | 'over';

/** What a storage that has lost a room in the middle of its move knows is asked of the other process, so many times. */
const MOST_ASKS = 5;

export interface DepartureParts {
  readonly room: LiveRoom;
  readonly to: string;
  readonly outbox: Outbox;
  readonly options: AllOptions;
  /** A room that cannot be saved is tried until then; then it goes by its log if `isForced`, or stays. */
  readonly savableUntilMs: number;
  readonly isForced: boolean;
  /** `reason`: why the room is still here; null if it has moved. */
  readonly onOver: (reason: string | null) => void;
}

export class Departure {
  readonly #parts: DepartureParts;
  #step: Step = 'asking';
  #sinceMs: number;
  #asks = 0;
  /** The storage has a higher epoch. */
  #isKnown = false;
  /** The number of the claim that takes the room back: one that is not answered would take it from who has it by then. */
  #claimId = 0;

  constructor(parts: DepartureParts) {
    this.#parts = parts;
    this.#sinceMs = parts.outbox.nowMs;
    parts.outbox.toProcess(parts.to, { kind: 'warm', room: parts.room.name });
  }

  hear(message: ProcessMessage): void {
    const { kind } = message;
    if (kind === 'warmed' && this.#step === 'asking') {
      if (message.refusal === null) this.#hand();
      else this.#end(message.refusal);
    }
    if (this.#step !== 'handed' || (message as { readonly epoch?: number }).epoch !== this.#epoch) return;
    if (kind === 'loaded') this.#leave();
    if (kind === 'refused') this.#takeBack(message.reason);
  }

  /** That of the room at the other process. */
  get #epoch(): number {
    return this.#parts.room.journal.epoch + 1;
  }

  step(): void {
    const { room, to, outbox, options } = this.#parts;
    const reason = `\`${to}\` does not answer`;
    if (room.status === 'gone') this.#end('another process has it');
    else if (this.#step === 'handing' && room.status === 'running') this.#hand();
    else if (outbox.nowMs - this.#sinceMs <= options.loadMs) return;
    else if (this.#step === 'asking') this.#end(reason);
    else if (this.#step === 'handed') this.#takeBack(reason);
    else if (this.#step === 'handing') {
      room.goOnUnanswered();
      this.#end('the storage does not answer');
    }
  }

  #hand(): void {
    const { room, to, outbox, savableUntilMs, isForced } = this.#parts;
    this.#enter('handing');
    const isLate = outbox.nowMs >= savableUntilMs;
    room.handOver({ to, isForced: isForced && isLate, onResult: (result) => this.#handed(result, isLate) });
  }

  #handed(result: HandOverResult, isLate: boolean): void {
    const { room } = this.#parts;
    if (result === 'kept') return this.#load();
    if (result === 'fenced') return this.#end('another process has it');
    if (result === 'unsaved')
      return isLate ? this.#end(`it cannot be saved: ${room.game.whyNot().join('; ')}`) : undefined;
    room.goOn(null);
    this.#end('the storage had lost it');
  }

  #load(): void {
    const { room, to, outbox } = this.#parts;
    this.#enter('handed');
    outbox.toProcess(to, { kind: 'load', room: room.name, epoch: this.#epoch });
  }

  #takeBack(reason: string): void {
    const { room, outbox, options } = this.#parts;
    const { process: by, leaseMs } = options;
    this.#enter('taking back');
    const call = { kind: 'claim', room: room.name, by, epoch: this.#epoch, leaseMs, isOffer: true } as const;
    this.#claimId = outbox.ask(call, (answer) => this.#tookBack(answer, reason));
  }

  #tookBack(answer: StoreAnswer, reason: string): void {
    const { room } = this.#parts;
    if (room.status === 'gone') return this.#end('another process has it');
    const epoch = this.#epoch + 1;
    // A lower epoch is no other owner: the storage is older than the move.
    const isLost = !this.#isKnown && (answer.kind !== 'refused' || answer.row.epoch < this.#epoch);
    if (answer.kind === 'row' || (isLost && this.#asks++ >= MOST_ASKS)) room.goOn(epoch);
    else if (isLost) {
      // The other may have had it, and all have left since.
      room.hold((result) => {
        // By the other, which may have ended it, or by a claim of this process that has come meanwhile.
        this.#isKnown = result === 'fenced';
        if (this.#isKnown && this.#step !== 'over') this.#takeBack(reason);
      });
      return this.#load();
    } else return this.#leave();
    this.#end(reason);
  }

  /** The other has it: the object here goes, its row stays, and clients are told where it is. */
  #leave(): void {
    const { room, to } = this.#parts;
    room.lose({ kind: 'moved', epoch: this.#epoch, process: to });
    this.#end(null);
  }

  #enter(step: Step): void {
    this.#step = step;
    this.#sinceMs = this.#parts.outbox.nowMs;
  }

  #end(reason: string | null): void {
    if (this.#step === 'over') return;
    this.#step = 'over';
    this.#parts.outbox.takeBack(this.#claimId);
    this.#parts.onOver(reason);
  }
}

/** Where a history hears what comes from outside: it stands before the inbox of a recorder or a replay, if the scheduler has one. */
import { notRecording } from '../../messages/errors.js';
import type { Inbox, Log } from '../../threads/inbox.js';

/** What a history wants to know. */
export interface Listening {
  readonly scheduler: { readonly inPulse: boolean };
  /** It makes frames again, so what comes now has come before. */
  readonly isPlaying: boolean;
  pulse(ms: number): void;
  signal(name: string, value: unknown, isSticky: boolean): void;
  /** Anything else that comes between two pulses. */
  change(): void;
  /** Somebody else goes back, or on, to a mark of a frame. */
  goneTo(frame: number): void;
  /** What a script reads in a pulse. */
  read<T>(read: () => T): T;
  /** A save was loaded, so frames have other numbers from now on, or scripts were edited. */
  forget(): void;
}

export class HistoryInbox implements Inbox {
  readonly inner: Inbox | null;
  /** Null once the history has ended. */
  of: Listening | null;
  #load: Inbox['load'] = null;

  constructor(inner: Inbox | null, of: Listening) {
    this.inner = inner;
    this.of = of;
  }

  attach(): void {}

  note(kind: string, name: string, args: ArrayLike<unknown>, isSticky: boolean = false): void {
    const { of, inner } = this;
    if (of?.isPlaying === true) return;
    // A replay lets come what came before.
    inner?.note(kind, name, args, isSticky);
    if (of === null || of.scheduler.inPulse) return;
    if (kind === 'pulse') of.pulse(args[0] as number);
    else if (kind === 'signal') of.signal(name, args[0], isSticky);
    else if (kind === 'rewind') of.goneTo(args[0] as number);
    else of.change();
  }

  came(isEdited?: true): void {
    const { of, inner } = this;
    inner?.came(isEdited);
    if (of === null || of.scheduler.inPulse) return;
    if (isEdited) of.forget();
    else of.change();
  }

  get replaying(): boolean {
    return this.of?.isPlaying === true || this.inner?.replaying === true;
  }

  get isFollowing(): boolean {
    return this.inner?.isFollowing === true;
  }

  link(label: string, deliver: (...args: any[]) => void, isOnce?: boolean): (...args: any[]) => void {
    return this.inner === null ? deliver : this.inner.link(label, deliver, isOnce);
  }

  input<T>(name: string, read: () => T): T {
    const { of, inner } = this;
    const readNow = inner === null || of?.isPlaying === true ? read : () => inner.input(name, read);
    return of?.scheduler.inPulse === true ? of.read(readNow) : readNow();
  }

  log(): Log {
    if (this.inner === null) throw notRecording();
    return this.inner.log();
  }

  begin<T>(save: string, load: () => T): T {
    const loaded = this.inner === null ? load() : this.inner.begin(save, load);
    this.of?.forget();
    return loaded;
  }

  get load(): Inbox['load'] {
    return this.inner === null ? this.#load : this.inner.load;
  }

  set load(load: Inbox['load']) {
    if (this.inner === null) this.#load = load;
    else this.inner.load = load;
  }
}

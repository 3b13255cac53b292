/**
 * Any frame of the last minute: a mark each n frames, and what came from outside between them. To show a frame is to go back to the mark before it, and to make the
 * pulses since again.
 */
import { checkBoolean, checkCount, checkFunctionOption, checkNumber, checkOptions, isA } from '../../arguments.js';
import { DEV } from '../../messages/development.js';
import { badArgument } from '../../messages/errors.js';
import { show } from '../../messages/format.js';
import { Scheduler } from '../../scheduling/scheduler.js';
import type { Inbox } from '../../threads/inbox.js';
import { cannotLoad, SaveError } from '../errors.js';
import { SavesOf } from '../saves-of.js';
import { HistoryInbox, type Listening } from './history-inbox.js';
import { checkState, MarksOf, type MarksOptions, type Slot } from './marks.js';
import { checkBeginAgain } from './outside.js';
import { copyOf, msOf, type Pulse, type Read, type Sent, type Stretch, Stretches } from './stretches.js';

/** A step of the game's own, beside the pulse of this frame. It makes no pulse, calls no script and sends no signal: that comes again by itself. */
export type HostStep = (frame: number, ms: number) => unknown;

export interface HistoryOptions extends Pick<MarksOptions, 'contents' | 'state'> {
  /** So many seconds of pulses are kept, as far as `size` marks reach. Default 60. */
  readonly seconds?: number;
  /** A mark is taken after so many pulses, and before the next one if something else than a plain signal came. Default 30. */
  readonly everyFrames?: number;
  /** At most so many marks are kept. Default 600. */
  readonly size?: number;
  /** What the game does before each of its pulses and moves what no script moves. It is called before each pulse that is made again. */
  readonly before?: HostStep;
  /** The same behind each pulse. */
  readonly behind?: HostStep;
}

export interface History {
  /** The oldest frame that can be shown. */
  readonly oldest: number;
  /** The frame of the present, also while an older one is shown. */
  readonly newest: number;
  /** The frame that is shown: `clock.frame` of the scheduler. */
  readonly frame: number;
  /**
   * Shows the game as it was behind the pulse of a frame; `newest` is the present, with the same threads. The next pulse of the game goes on from the frame that is
   * shown: then those behind it never were.
   * @throws {RangeError} for a frame that is older than `oldest` or newer than `newest`.
   * @throws {SaveError} if the present cannot be marked, or if the frame has come when none could be. @throws {LoadError} in a pulse or a script, and
   * if a wait is over, or would be, that cannot begin again. Then nothing has changed, or the present is back. So it is if a step of the game throws.
   */
  goTo(frame: number): void;
  /** Why the last mark was refused, in words; null if it was not: then the present can be left. */
  readonly whyNot: string | null;
  /** Shows an older frame, at most the oldest one. Returns its number. */
  back(frames?: number): number;
  /** Shows a newer frame, at most the newest one. Returns its number. */
  forward(frames?: number): number;
  /** Plain code has changed what scripts see, and has called nobody: the next pulse begins with a mark. */
  changed(): void;
  /** Lets go of all. The game stays in the frame that is shown. */
  end(): void;
}

const OPTIONS = ['seconds', 'everyFrames', 'size', 'contents', 'state', 'before', 'behind'];

/**
 * Keeps the last minute of a game, so that any frame of it can be shown again, and the game can go on from there.
 * @throws {TypeError} for what `saves` has not given, or an option that is not known.
 */
export function history(game: object, options: HistoryOptions = {}): History {
  checkCount('history', 2, arguments);
  if (!isA(game, SavesOf)) throw badArgument('history', 'what `saves` has given', game);
  checkOptions('history', options, OPTIONS);
  const { seconds = 60, everyFrames = 30, size = 600, contents = true, state, before, behind } = options;
  checkNumber('history', 'seconds: a number > 0', seconds, (given) => given > 0);
  checkNumber('history', 'everyFrames: a whole number from 1 on', everyFrames, isCount);
  checkNumber('history', 'size: a whole number from 1 on', size, isCount);
  checkBoolean('history', 'true or false as contents', contents);
  checkState('history', state);
  checkFunctionOption('history', 'before', before);
  checkFunctionOption('history', 'behind', behind);
  const marks = new MarksOf(game, { contents, state });
  return new HistoryOf(marks, { ms: seconds * 1000, marks: size, everyFrames, before, behind });
}

const isCount = (given: number): boolean => Number.isInteger(given) && given >= 1;

/** Where the game is while an older frame is shown. */
interface Present {
  readonly mark: Slot;
  readonly signals: Sent[];
  readonly isChanged: boolean;
}

interface Checked {
  readonly ms: number;
  readonly marks: number;
  readonly everyFrames: number;
  readonly before: HostStep | undefined;
  readonly behind: HostStep | undefined;
}

class HistoryOf implements History {
  readonly #scheduler: Scheduler;
  readonly #marks: MarksOf;
  readonly #stretches: Stretches;
  readonly #options: Checked;
  readonly #inbox: HistoryInbox;
  /** Null in the present. */
  #present: Present | null = null;
  /** The one that the frame that is shown was made of. */
  #shown: Stretch | null = null;
  /** What plain code has sent since the last pulse. */
  #signals: Sent[] = [];
  /** Something else has come since: the next pulse begins with a mark. */
  #isChanged = true;
  /** Of the last mark. */
  #refusal: unknown = undefined;
  /** The pulse that is under way, and how much of it has been read again. */
  #pulse: Pulse | null = null;
  #readAgain = 0;
  #isPlaying = false;

  constructor(marks: MarksOf, options: Checked) {
    const { scheduler } = marks;
    this.#scheduler = scheduler;
    this.#marks = marks;
    this.#stretches = new Stretches(options);
    this.#options = options;
    this.#inbox = new HistoryInbox(scheduler.inbox, this.#listening());
    setInbox(scheduler, this.#inbox);
  }

  get frame(): number {
    return this.#scheduler.clock.frame;
  }

  get newest(): number {
    return this.#present === null ? this.frame : this.#present.mark.frame;
  }

  get oldest(): number {
    return Math.min(this.#stretches.oldest ?? Infinity, this.newest);
  }

  get whyNot(): string | null {
    const refusal = this.#refusal;
    return refusal === undefined ? null : refusal instanceof Error ? refusal.message : show(refusal);
  }

  back(frames: number = 1): number {
    checkNumber('back', 'a whole number of frames ≥ 0', frames, (given) => given === 0 || isCount(given));
    this.goTo(Math.max(this.frame - frames, this.oldest));
    return this.frame;
  }

  forward(frames: number = 1): number {
    checkNumber('forward', 'a whole number of frames ≥ 0', frames, (given) => given === 0 || isCount(given));
    this.goTo(Math.min(this.frame + frames, this.newest));
    return this.frame;
  }

  goTo(frame: number): void {
    const { oldest, newest } = this;
    const isThere = (given: number): boolean => Number.isInteger(given) && given >= oldest && given <= newest;
    checkNumber('goTo', DEV ? `a frame from ${oldest} to ${newest}` : '', frame, isThere);
    if (this.#inbox.of === null) throw cannotLoad('busy', DEV ? 'The history has ended.' : '');
    if (!this.#scheduler.isOutside || this.#isPlaying)
      throw cannotLoad('busy', DEV ? '`goTo` is called in a pulse, a script or a step of the game.' : '');
    if (frame === newest) this.#goToPresent();
    else this.#goBackTo(frame);
  }

  changed(): void {
    this.#isChanged = true;
  }

  end(): void {
    const { inner } = this.#inbox;
    this.#inbox.of = null;
    // Another history may have come before it since.
    if (this.#scheduler.inbox === this.#inbox) setInbox(this.#scheduler, inner);
    this.#forget();
  }

  #goToPresent(): void {
    const present = this.#present;
    if (present === null) return;
    this.#inbox.inner?.note('rewind', '', [present.mark.frame]);
    this.#play(() => this.#marks.rewind(present.mark));
    this.#bePresent();
  }

  /** It is there again. */
  #bePresent(): void {
    const { signals, isChanged } = this.#present!;
    this.#leavePresent();
    this.#signals = signals;
    this.#isChanged = isChanged;
  }

  #goBackTo(frame: number): void {
    const stretch = this.#stretches.leadingTo(frame)!;
    if (stretch.mark === null) throw stretch.refusal;
    if (this.#present === null) this.#notePresent();
    this.#inbox.inner?.note('rewind', '', [frame]);
    this.#play(() => {
      if (this.#shown !== stretch || this.#isChanged || this.#signals.length > 0 || frame < this.frame)
        this.#rewindTo(stretch, stretch.mark!);
      try {
        for (let left = frame - this.frame; left > 0; left--) this.#pulseAgain(stretch);
      } catch (error) {
        this.#isPlaying = false;
        this.#goToPresent();
        throw error;
      }
    });
  }

  /**
   * From an older stretch it goes by way of the present: a thread that lives there and is over here is in no mark of here, and so is what else only the game
   * still has.
   */
  #rewindTo(stretch: Stretch, mark: Slot): void {
    const shown = this.#shown;
    const isOlder = shown !== null && shown.frame < stretch.frame;
    if (isOlder) this.#marks.rewind(this.#present!.mark);
    try {
      this.#marks.rewind(mark);
    } catch (error) {
      if (isOlder || shown === null) this.#bePresent();
      throw error;
    }
    this.#signals = [];
    this.#isChanged = false;
    this.#shown = stretch;
  }

  #play(act: () => void): void {
    this.#isPlaying = true;
    try {
      act();
    } finally {
      this.#isPlaying = false;
    }
  }

  /** A pulse that has been. What it threw then was thrown out of that pulse. */
  #pulseAgain({ frame: first, pulses }: Stretch): void {
    const scheduler = this.#scheduler;
    const { before, behind } = this.#options;
    const at = this.frame - first;
    const pulse = pulses[at]!;
    const { ms, signals } = pulse;
    // What stands before the first one is in the mark.
    if (at > 0) before?.(this.frame + 1, ms);
    for (const { name, value, isSticky } of signals) scheduler.signal(name, value, { sticky: isSticky });
    this.#pulse = pulse;
    this.#readAgain = 0;
    try {
      // Not what somebody has put in its place, such as a tool that holds the pulses of the game.
      // oxlint-disable-next-line typescript/unbound-method -- it is called with its scheduler
      Reflect.apply(Scheduler.prototype.pulse, scheduler, [ms]);
    } catch {
      // As it says.
    }
    behind?.(this.frame, ms);
  }

  #notePresent(): void {
    const mark = this.#take();
    checkBeginAgain(mark.awaited);
    // One may go back to where they were not over, and then here again.
    const walk = this.#marks.walk(mark.copies, false);
    for (const thread of this.#stretches.ended()) walk.own(thread);
    walk.finish();
    this.#present = { mark, signals: this.#signals, isChanged: this.#isChanged };
  }

  #take(): Slot {
    const { spare } = this.#stretches;
    const mark = this.#marks.take(spare);
    this.#stretches.spare = undefined;
    return mark;
  }

  #leavePresent(): void {
    this.#stretches.spare = this.#present?.mark;
    this.#present = this.#shown = null;
  }

  #forget(): void {
    this.#stretches.clear();
    this.#leavePresent();
    this.#stretches.spare = undefined;
    this.#signals = [];
    this.#isChanged = true;
  }

  /** A pulse of the game begins. */
  #beginPulse(ms: number): void {
    const stretches = this.#stretches;
    if (this.#present !== null) {
      stretches.cutBehind(this.frame);
      this.#leavePresent();
    }
    const { last } = stretches;
    const { everyFrames } = this.#options;
    if (last === undefined || last.mark === null || this.#isChanged || last.pulses.length >= everyFrames)
      this.#addStretch(last);
    this.#pulse = { ms, signals: this.#signals, reads: [] };
    stretches.last!.pulses.push(this.#pulse);
    this.#signals = [];
    this.#isChanged = false;
  }

  #addStretch(last: Stretch | undefined): void {
    let mark: Slot | null = null;
    this.#refusal = undefined;
    try {
      mark = this.#take();
    } catch (error) {
      this.#refusal = error;
      // The game's own error comes out of the pulse, which is made all the same.
      if (!(error instanceof SaveError)) this.#scheduler.errors.threw(error);
      if (last !== undefined && this.#goesOn(last)) return;
    }
    this.#stretches.add({ frame: this.frame, mark, refusal: this.#refusal, pulses: [] });
    // They are in it.
    this.#signals = [];
  }

  /** Without a mark. Where there is none, it is tried in each frame, and what is kept stays bounded. */
  #goesOn({ mark, pulses }: Stretch): boolean {
    if (mark === null) return pulses.length < this.#options.everyFrames;
    return !this.#isChanged && msOf({ pulses }) < this.#options.ms;
  }

  /** What a script reads: as it was, where the pulse is made again. */
  #read<T>(read: () => T): T {
    const again = this.#isPlaying ? this.#pulse!.reads[this.#readAgain++] : undefined;
    if (again !== undefined) {
      if (again.isError) throw again.value;
      return copyOf(again.value) as T;
    }
    const note = (one: Read): void => void (this.#isPlaying || this.#pulse?.reads.push(one));
    try {
      const value = read();
      note({ isError: false, value: copyOf(value) });
      return value;
    } catch (error) {
      note({ isError: true, value: error });
      throw error;
    }
  }

  #listening(): Listening {
    // oxlint-disable-next-line unicorn/no-this-assignment, typescript/no-this-alias -- getters of another object ask it
    const past = this;
    return {
      scheduler: this.#scheduler,
      get isPlaying() {
        return past.#isPlaying;
      },
      pulse: (ms) => this.#beginPulse(ms),
      signal: (name, value, isSticky) => {
        const { before, behind } = this.#options;
        // A step of the game may have sent it.
        const isPlain = before === undefined && behind === undefined && Object(value) !== value;
        if (isPlain) this.#signals.push({ name, value, isSticky });
        else this.#isChanged = true;
      },
      change: () => this.changed(),
      goneTo: (frame) => {
        if (frame > this.newest) return this.#forget();
        this.#stretches.cutBehind(frame);
        this.#leavePresent();
        this.changed();
      },
      read: (read) => this.#read(read),
      forget: () => this.#forget(),
    };
  }
}

function setInbox(scheduler: Scheduler, inbox: Inbox | null): void {
  (scheduler as { inbox: Inbox | null }).inbox = inbox;
}

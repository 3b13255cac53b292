/** The warnings, in development, about pulses that do not come or that are too short. */
import { neverPulsed, shortPulses } from '../messages/warning-texts.js';
import { current, runningThread } from '../threads/current.js';
import type { ThreadScheduler, Thread } from '../threads/thread.js';
import { expectPulse } from '../time/drivers.js';

/**
 * After this many pulses of less than 1 ms in a row, a warning says that seconds may have been passed for milliseconds.
 */
const SHORT_PULSES = 60;

/** The part of a scheduler that the watch reads. */
interface Watched extends ThreadScheduler {
  stopDriver: (() => void) | null;
  readonly threads: readonly Thread[];
  pulse(dtMs: number): void;
}

export class PulseWatch {
  readonly #scheduler: Watched;
  /** Pulses of less than 1 ms in a row. */
  #short = 0;
  /** Does the next wait of a thread schedule a new check? Not while a check is pending. */
  #expects: boolean;
  /** Does the next thread that plain code awaits schedule one? A test runner awaits what a test gives. */
  #isAwaited = false;

  constructor(scheduler: Watched) {
    this.#scheduler = scheduler;
    this.#expects = this.#isAwaited = scheduler.warnings.isOn;
  }

  /**
   * A game with 1,000 frames a second is less likely than one that passes seconds for milliseconds. A pulse of 0 ms is
   * no sign of this, because a paused game makes such pulses.
   */
  lookAt(dtMs: number): void {
    if (dtMs === 0) return;
    this.#short = dtMs < 1 ? this.#short + 1 : 0;
    if (this.#short === SHORT_PULSES) this.#scheduler.warnings.say(shortPulses);
  }

  /** A thread that plain code started waits, so the game has to make pulses. */
  expect(thread: Thread): void {
    if (this.#expects && !thread.ended) this.#check(thread, false);
  }

  /**
   * A thread is awaited: if plain code does that, somebody has to make pulses. Looked at on the default scheduler only: who makes another one
   * knows of pulses.
   */
  awaited(thread: Thread): void {
    if (!this.#isAwaited || runningThread() !== null || this.#scheduler !== current.standard) return;
    this.#isAwaited = false;
    this.#check(thread, true);
  }

  #check(thread: Thread, isAwaited: boolean): void {
    this.#expects = false;
    const scheduler = this.#scheduler;
    expectPulse(
      scheduler,
      () => {
        const room = scheduler === current.standard ? 'the default scheduler' : 'a scheduler';
        if (!thread.ended) return scheduler.warnings.say(neverPulsed(thread.name, room));
        this.#expects = true;
        const [other] = scheduler.threads;
        if (other !== undefined) this.expect(other);
      },
      isAwaited,
    );
  }

  /** A test does not wait in real time. */
  expectNone(): void {
    this.#expects = this.#isAwaited = false;
  }
}

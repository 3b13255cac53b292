/** What is said in development of pulses that do not come, or that are too short. */
import { neverPulsed, shortPulses } from '../messages/errors.js';
import { current } from '../threads/current.js';
import type { ThreadScheduler, Thread } from '../threads/thread.js';
import { expectPulse } from '../time/drivers.js';

/** After so many pulses of less than 1 ms in a row it is said that seconds may have been given in place of milliseconds. */
const SHORT_PULSES = 60;

/** What of a scheduler it looks at. */
interface Watched extends ThreadScheduler {
  readonly threads: readonly Thread[];
  pulse(dtMs: number): void;
}

export class PulseWatch {
  readonly #scheduler: Watched;
  /** Pulses of less than 1 ms in a row. */
  #short = 0;
  /** Is a new check to be scheduled when a thread waits? Not while one is under way. */
  #expects: boolean;

  constructor(scheduler: Watched) {
    this.#scheduler = scheduler;
    this.#expects = scheduler.warnings.isOn;
  }

  /** A game at 1,000 frames a second is less likely than seconds in place of milliseconds. A pulse of 0 ms says nothing: a game that is paused makes them. */
  lookAt(dtMs: number): void {
    if (dtMs === 0) return;
    this.#short = dtMs < 1 ? this.#short + 1 : 0;
    if (this.#short === SHORT_PULSES) this.#scheduler.warnings.say(shortPulses(dtMs));
  }

  /** A thread that plain code has started waits: somebody has to pulse. */
  expect(thread: Thread): void {
    if (!this.#expects || thread.ended) return;
    this.#expects = false;
    const scheduler = this.#scheduler;
    expectPulse(scheduler, () => {
      const room = scheduler === current.standard ? 'the default scheduler' : 'a scheduler';
      if (!thread.ended) return scheduler.warnings.say(neverPulsed(thread.name, room));
      this.#expects = true;
      const [other] = scheduler.threads;
      if (other !== undefined) this.expect(other);
    });
  }

  /** In a test nobody waits for real time. */
  expectNone(): void {
    this.#expects = false;
  }
}

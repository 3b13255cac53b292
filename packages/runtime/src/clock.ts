import { badNumber } from './errors.js';
import { Wheel } from './wheel.js';

/**
 * A clock counts the milliseconds that its threads live through. It runs `scale` times as fast as its parent and
 * stands still while it is paused, so a pause menu or slow motion is local to the threads on that clock.
 *
 * @example
 * const menu = new Clock(scheduler.clock);
 * menu.pause();
 */
export class Clock {
  /** Milliseconds since the clock was made, scaled and without its pauses. */
  now = 0;
  /** Pulses of the scheduler so far. Scale and pause do not change it. */
  frame = 0;
  readonly parent: Clock | null;
  /** Its timers. */
  readonly wheel: Wheel = new Wheel();
  /** How far it went in the current pulse, in ms. */
  #stepMs = 0;
  #scale = 1;
  #paused = false;

  constructor(parent: Clock | null = null) {
    this.parent = parent;
  }

  /** How many of its milliseconds pass in one of its parent's; 0 or more. */
  get scale(): number {
    return this.#scale;
  }
  set scale(scale: number) {
    if (!(scale >= 0 && scale < Infinity)) throw badNumber('clock.scale', 'a number ≥ 0', scale);
    this.#scale = scale;
  }

  /** Is it, or one that it hangs on, paused? */
  get paused(): boolean {
    return this.#paused || (this.parent !== null && this.parent.paused);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  /** The scheduler calls this once a pulse, parents first. */
  advance(dtMs: number, frame: number): void {
    const parentStepMs = this.parent === null ? dtMs : this.parent.#stepMs;
    this.#stepMs = this.#paused ? 0 : parentStepMs * this.#scale;
    this.now += this.#stepMs;
    this.frame = frame;
  }
}

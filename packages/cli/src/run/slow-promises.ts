/** Which thread has waited for a Promise, while frames of virtual time went by faster than it could settle? */
import { counted } from '../report.js';
import type { Observe, Scheduler, Thread } from './runtime.js';

/** It looks at so many threads a frame on average: at all, in each frame or in one of many. */
const LOOKS_A_FRAME = 50;
/** A Promise that needs no real time has settled after one frame. */
const FRAMES_OF_A_SLOW_ONE = 10;

export class SlowPromises {
  readonly #scheduler: Scheduler;
  readonly #observe: Observe;
  #slowest: { readonly thread: Thread; readonly frames: number } | undefined;

  constructor(scheduler: Scheduler, observe: Observe) {
    this.#scheduler = scheduler;
    this.#observe = observe;
  }

  /** To be called after each frame. */
  look(): void {
    const { clock, threads } = this.#scheduler;
    if (clock.frame % Math.ceil(threads.length / LOOKS_A_FRAME) === 0)
      for (const thread of threads) this.#lookAtThread(thread);
  }

  #lookAtThread(thread: Thread): void {
    if (thread.status !== 'waiting') return;
    const { kind, since } = this.#observe.lookAt(thread);
    const frames = this.#scheduler.clock.frame - (since ?? Infinity);
    if (kind !== 'promise' || frames < FRAMES_OF_A_SLOW_ONE || frames < (this.#slowest?.frames ?? 0)) return;
    this.#slowest = { thread, frames };
  }

  /** One sentence or two for the reader; empty if there was none. */
  text(): string {
    if (this.#slowest === undefined) return '';
    const { thread, frames } = this.#slowest;
    const promise = `\`${thread.name}\` waited for a Promise for ${counted(frames, 'frame')} or more.`;
    return `${promise} A Promise takes real time, and frames are played faster than that: play them with \`--live\`.`;
  }
}

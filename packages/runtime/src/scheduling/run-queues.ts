/** The lanes of a scheduler: steps 2 and 4 of a pulse, as far as threads wait for frames or are ready. */
import { Lane } from '../collections/run-queue.js';
import type { Host, Thread, ThreadLane } from '../threads/thread.js';
import { runDue, runReady } from './turn.js';
import { wake } from '../threads/wake.js';

// A script may replace the iterator of arrays: what a pulse goes through is walked by index.

export class Lanes {
  readonly #host: Host;
  /** One for each priority. */
  readonly #lanes: Map<number, ThreadLane> = new Map();
  /** The one that was asked for last, if it is among them. */
  #last: ThreadLane | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** That of a priority; made when it is first asked for. */
  of(priority: number): ThreadLane {
    // Most threads have the priority of the one before.
    if (this.#last?.priority === priority) return this.#last;
    const host = this.#host;
    const lane = this.#lanes.get(priority) ?? new Lane<Thread, Host>(host, priority, host.clock.frame);
    this.#lanes.set(priority, lane);
    return (this.#last = lane);
  }

  /** Lower ones first. */
  #inOrder(): ThreadLane[] {
    return Array.from(this.#lanes.values()).sort((a, b) => a.priority - b.priority);
  }

  /** Who has waited for more than one frame wakes; of the others it is only noted that they are due: they keep their places. */
  wake(frame: number): void {
    const lanes = this.#inOrder();
    for (let i = 0; i < lanes.length; i++) {
      const lane = lanes[i] as ThreadLane;
      lane.takeDue(frame).forEach((thread) => {
        thread.list = null;
        if (thread.clock.halted) lane.postpone(thread, frame);
        else wake(thread, undefined);
      });
      lane.begin(frame);
    }
    const { shared } = this.#host;
    shared.forEach((core) => void (core.holders.length < 2 && shared.delete(core)));
  }

  /** Runs those that are ready now; what becomes ready meanwhile goes into the other list, for the next pulse. */
  run(): void {
    const lanes = this.#inOrder();
    for (let i = 0; i < lanes.length; i++) {
      const lane = lanes[i] as ThreadLane;
      const { ready } = lane;
      lane.ready = lane.running;
      lane.running = ready;
    }
    for (let i = 0; i < lanes.length; i++) {
      const lane = lanes[i] as ThreadLane;
      const { items } = lane.running;
      runReady(items, { from: 0, to: lane.early }, this.#host);
      runDue(lane.frames, this.#host);
      runReady(items, { from: lane.early, to: items.length }, this.#host);
      items.length = 0;
    }
    if (lanes.length < 2) return;
    lanes.forEach((lane) => void (lane.threads > 0 || this.#lanes.delete(lane.priority)));
    this.#last = null;
  }
}

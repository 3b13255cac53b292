/** What all engines have in common: who drives a scheduler, and which threads end with what. */
// For its effect: in development, what scripts throw and nothing catches stands on the page.
// oxlint-disable-next-line import/no-unassigned-import
import '@spindle/runtime/overlay';
import { executorOf, scheduler as standard, type Scheduler } from '@spindle/runtime';

export interface SpindleOptions {
  /**
   * The scheduler that is driven; default the one that plain calls use. A scene that runs beside another needs its own.
   */
  readonly scheduler?: Scheduler;
}

/** What `attachSpindle` returns. */
export interface Attached {
  /** The scheduler that the scene drives. */
  readonly scheduler: Scheduler;
  /** Ends all threads, as the end of the scene does, and drives the scheduler no more. */
  detach(reason?: unknown): void;
}

/**
 * How an engine tells that an object is gone. An owner may be any object of the game: not each is one of the engine.
 */
export interface Lifetimes {
  isGone(owner: object): boolean;
  /** Calls `end` when the object goes. Left out where the engine tells it of all objects at once: then the driver's `gone` is called. */
  onGone?(owner: object, end: () => void): void;
  /** May an object come back? Then calls on it are not refused. */
  readonly mayReturn?: boolean;
}

/** Who drives a scheduler now. */
const driving = new WeakMap<Scheduler, Driver>();

/** Called before each pulse, as long as they are in here: waits for what has no event of its end. */
export const polled: Set<() => void> = new Set();

/**
 * Drives a scheduler. It watches the objects of the engine on which scripts act; a sprite without scripts costs
 * nothing.
 */
export class Driver implements Attached {
  readonly scheduler: Scheduler;
  readonly #lifetimes: Lifetimes;
  readonly #watched = new WeakSet();
  /** Threads that were there at a pulse. Those of a save that was loaded are new ones, whatever their ids. */
  readonly #known = new WeakSet<object>();
  /** Takes the listeners of the engine off. */
  readonly #leave: (() => void)[] = [];

  constructor({ scheduler = standard }: SpindleOptions, lifetimes: Lifetimes) {
    this.scheduler = scheduler;
    this.#lifetimes = lifetimes;
  }

  /** Once in each frame, with milliseconds. The first frame of a timer of three can be less than 0. */
  pulse(ms: number): void {
    const { scheduler } = this;
    if ((driving.get(scheduler) ?? this) !== this) throw new Error(TWO_SCENES);
    driving.set(scheduler, this);
    this.#lookForOwners();
    for (const poll of polled) poll();
    scheduler.pulse(Math.max(0, ms));
  }

  /** Threads that have started since the last frame: those of an object that is gone end before they get a turn. */
  #lookForOwners(): void {
    const { threads } = this.scheduler;
    for (let i = threads.length - 1; i >= 0; i--) {
      const thread = threads[i]!;
      if (this.#known.has(thread)) return;
      this.#known.add(thread);
      if (thread.owner !== null) this.#watch(thread.owner);
    }
  }

  #watch(owner: object): void {
    if (this.#lifetimes.isGone(owner)) return this.#end(owner);
    if (this.#watched.has(owner)) return;
    this.#watched.add(owner);
    this.#lifetimes.onGone?.(owner, () => this.#end(owner));
  }

  #end(owner: object): void {
    const executor = executorOf(owner);
    if (this.#lifetimes.mayReturn === true) executor.cancelAll(DESTROYED);
    else executor.close(DESTROYED);
  }

  /** Ends the threads of an object that is gone, if scripts have acted on it. */
  gone(owner: object): void {
    if (this.#watched.has(owner)) this.#end(owner);
  }

  /** The scene has ended. What a `finally` block would still wait for is skipped, as nobody may pulse any more. */
  end(reason: unknown): void {
    const { scheduler } = this;
    scheduler.cancelAll(reason);
    for (const thread of scheduler.threads.toReversed()) thread.cancel(reason, { now: true });
    if (driving.get(scheduler) === this) driving.delete(scheduler);
  }

  onDetach(leave: () => void): void {
    this.#leave.push(leave);
  }

  detach(reason: unknown = 'the scene has ended'): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.end(reason);
  }
}

const DESTROYED = 'it was destroyed';
const TWO_SCENES =
  'Two scenes drive the same scheduler. Give the one that runs beside the other a scheduler of its own: ' +
  'attachSpindle(scene, { scheduler: new Scheduler() }), and call its scripts with scheduler.enter(() => …).';

/** What the threads of a scheduler do: now, and as it happens. */
import type { Scheduler, Thread } from '@spindle/runtime';
import { observe } from '@spindle/runtime/observe';
import { noteStacks } from '@spindle/runtime/stacks';
import type { PlaceOptions } from './place.js';
import { infoOf, nameOf, type Snapshot, snapshotOf, type ThreadInfo } from './snapshot.js';

export type EventType = 'started' | 'waits' | 'goesOn' | 'queued' | 'ended';

export interface InspectOptions extends PlaceOptions {
  /**
   * Notes a native stack at each wait, so that the file and the line of each thread are known in Node and Chrome. A wait then
   * costs some microseconds, also after `stop`. Default false: then the line is known where a function waits in one line only.
   */
  readonly lines?: boolean;
}

/**
 * One thing that has happened. What is said of the thread is read from it only when it is asked for: ask while your function
 * runs, as the thread goes on afterwards. `JSON.stringify` asks for all.
 */
export class ThreadEvent {
  declare readonly type: EventType;
  declare readonly frame: number;
  declare readonly thread: Thread;
  // There are thousands in a frame: private names take longer to set, and fields that are not `declare` are set twice.
  /** @internal */ declare readonly behind: Thread | null;
  /** @internal */ declare readonly places: PlaceOptions;
  /** @internal */ declare known: ThreadInfo | null;

  /** @internal */
  constructor(type: EventType, thread: Thread, frame: number, behind: Thread | null, places: PlaceOptions) {
    this.type = type;
    this.thread = thread;
    this.frame = frame;
    this.behind = behind;
    this.places = places;
    this.known = null;
  }

  get id(): number {
    return this.thread.id;
  }

  /** As in a snapshot. */
  get info(): ThreadInfo {
    return (this.known ??= infoOf(this.thread, this.places));
  }

  /** The event as data. */
  toJSON(): EventData {
    const { type, frame, thread, behind } = this;
    const { state, waitsFor, since: _, behind: now, parent, ...said } = this.info;
    const data = { event: type, frame, ...said };
    if (type === 'started') return { ...data, parent };
    if (type === 'ended') return { ...data, status: thread.status };
    return type === 'goesOn' ? data : { ...data, state, waitsFor, behind: behind === null ? now : nameOf(behind) };
  }
}

/** An event as a line of JSON has it. */
export interface EventData extends Pick<ThreadInfo, 'id' | 'name' | 'owner' | 'function' | 'file' | 'line'> {
  readonly event: EventType;
  readonly frame: number;
  /** Of `started`. */
  readonly parent?: number | null;
  /** Of `waits` and `queued`. */
  readonly state?: ThreadInfo['state'];
  readonly waitsFor?: string;
  readonly behind?: ThreadInfo['behind'];
  /** Of `ended`. */
  readonly status?: string;
}

export type Listener = (event: ThreadEvent) => void;

export interface Inspector {
  /** What all live threads do now. */
  snapshot(): Snapshot;
  /** Calls a function with each event from now on. Returns what ends it. While somebody listens, all threads are slower. */
  subscribe(listener: Listener): () => void;
  /** Ends all subscriptions. */
  stop(): void;
}

const EVENTS: readonly EventType[] = ['started', 'waits', 'queued', 'goesOn', 'ended'];

/**
 * Looks at a scheduler. Nothing is slower until somebody subscribes.
 *
 * ```js
 * const inspector = inspect(scheduler);
 * inspector.snapshot().threads[0].waitsFor; // "wait(100), since frame 0"
 * const stop = inspector.subscribe((event) => console.log(JSON.stringify(event)));
 * ```
 * @throws {TypeError} from `subscribe`, if what was given is no scheduler.
 */
export function inspect(scheduler: Scheduler, { lines = false, ...places }: InspectOptions = {}): Inspector {
  if (lines) noteStacks();
  // Another list for each change: a listener may end its own subscription, or begin one.
  let listeners: readonly { readonly tell: Listener }[] = [];
  let leave: (() => void) | null = null;
  const end = (): void => {
    leave?.();
    leave = null;
  };
  const observer = Object.fromEntries(
    EVENTS.map((type) => [
      type,
      (thread: Thread, frame: number, behind: Thread | null = null): void =>
        tellAll(listeners, new ThreadEvent(type, thread, frame, behind, places)),
    ]),
  );
  return {
    snapshot: () => snapshotOf(scheduler, places),
    subscribe(tell) {
      // Another one each time, so that the same function may subscribe twice.
      const listener = { tell };
      leave ??= observe(scheduler, observer);
      listeners = listeners.concat(listener);
      return () => {
        listeners = listeners.filter((one) => one !== listener);
        if (listeners.length === 0) end();
      };
    },
    stop() {
      listeners = [];
      end();
    },
  };
}

/** An error of one does not keep the event from the others. The first comes out, at the end of the pulse. */
function tellAll(listeners: readonly { readonly tell: Listener }[], event: ThreadEvent): void {
  let failure: { readonly error: unknown } | null = null;
  for (const { tell } of listeners) {
    try {
      tell(event);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== null) throw failure.error;
}

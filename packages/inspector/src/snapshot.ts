/** What all threads of a scheduler do now, as JSON. */
import type { Scheduler, Status, Thread } from '@spindle/runtime';
import { lookAt } from '@spindle/runtime/observe';
import { type PlaceOptions, placeOf } from './place.js';

/** What a thread does: it could run, runs, waits for a time, waits for something else, or stands in the queue of its owner. */
export type State = 'ready' | 'running' | 'sleeping' | 'waiting' | 'queued' | 'ended';

export interface ThreadInfo {
  readonly id: number;
  readonly name: string;
  readonly owner: string | null;
  /** Its innermost function: `Guard.patrol`. */
  readonly function: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly state: State;
  /** What it waits for, in a sentence; empty if it does not wait. */
  readonly waitsFor: string;
  /** The frame since which it waits. */
  readonly since: number | null;
  /** The thread that holds it up. */
  readonly behind: { readonly id: number; readonly name: string } | null;
  /** The id of the live thread that started it. */
  readonly parent: number | null;
}

export interface Snapshot {
  readonly frame: number;
  /** Milliseconds of the scheduler's clock. */
  readonly now: number;
  /** In the order in which they started. */
  readonly threads: readonly ThreadInfo[];
}

const STATES: Record<Status, State> = {
  ready: 'ready',
  running: 'running',
  sleeping: 'sleeping',
  waiting: 'waiting',
  checking: 'waiting',
  blocked: 'queued',
  done: 'ended',
  failed: 'ended',
  cancelled: 'ended',
};

export const stateOf = ({ status }: Thread): State => STATES[status];

export const nameOf = ({ id, name }: Thread): { readonly id: number; readonly name: string } => ({ id, name });

export function infoOf(thread: Thread, places: PlaceOptions): ThreadInfo {
  const look = lookAt(thread);
  const { behind } = look;
  return {
    id: thread.id,
    name: thread.name,
    owner: look.owner,
    function: look.function,
    ...placeOf(look, places),
    state: stateOf(thread),
    waitsFor: look.waitsFor,
    since: look.since,
    behind: behind && nameOf(behind),
    parent: thread.parent?.id ?? null,
  };
}

interface KnownOwner {
  readonly id: number;
  readonly name: string | null;
}
const NO_OWNER: KnownOwner = { id: 0, name: null };
const owners = new WeakMap<object, KnownOwner>();
let lastOwnerId = 0;

/** The owner of a thread, by a number that is the same for the same owner, and the name that it had when it was first asked for. */
export function ownerOf(thread: Thread): KnownOwner {
  const { owner } = thread;
  if (owner === null) return NO_OWNER;
  let known = owners.get(owner);
  if (known === undefined) owners.set(owner, (known = { id: ++lastOwnerId, name: lookAt(thread).owner }));
  return known;
}

export function snapshotOf({ clock, threads }: Scheduler, places: PlaceOptions): Snapshot {
  return { frame: clock.frame, now: clock.now, threads: threads.map((thread) => infoOf(thread, places)) };
}

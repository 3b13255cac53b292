/** Which lanes there are, from the top: an owner or all owners of a name, and below it their threads. */
import type { Group, Model, ViewThread } from './model.js';
import { numberWords } from './say.js';

/** A lane of one thread, or of a group of threads that is folded or stands above them. */
export type Lane =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly label: string;
      readonly group: Group;
      readonly open: boolean;
    }
  | {
      readonly kind: 'thread';
      readonly key: string;
      readonly label: string;
      readonly owner: string;
      readonly thread: ViewThread;
    };

/** A group with more threads is folded, until somebody opens it. */
export const FOLDED_ABOVE = 6;

export interface LaneOptions {
  /** Of the groups that somebody has opened or folded: which of both. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** What the name of the owner or of the thread has in it. */
  readonly letters: string;
  /** Threads that have ended before this frame have no lane. */
  readonly first: number;
}

export function lanesOf(model: Model, { opened, letters, first: firstFrame }: LaneOptions): Lane[] {
  const lanes: Lane[] = [];
  for (const group of model.groups.values()) {
    const threads = matching(group, letters.trim().toLowerCase(), firstFrame);
    const first = threads[0];
    if (first === undefined) continue;
    if (threads.length === 1) {
      lanes.push({ kind: 'thread', key: `t${first.id}`, label: first.name, owner: group.name, thread: first });
      continue;
    }
    const open = opened.get(group.name) ?? threads.length <= FOLDED_ABOVE;
    const label = `${group.name} × ${numberWords(threads.length)}`;
    lanes.push({ kind: 'group', key: `g${group.name}`, label: isOneOwner(threads) ? group.name : label, group, open });
    if (!open) continue;
    for (const thread of threads)
      lanes.push({ kind: 'thread', key: `t${thread.id}`, label: `${thread.name} #${thread.id}`, owner: '', thread });
  }
  return lanes;
}

function matching({ name, threads }: Group, letters: string, firstFrame: number): ViewThread[] {
  const isOf = name.toLowerCase().includes(letters);
  return [...threads].filter(
    (thread) =>
      (isOf || thread.name.toLowerCase().includes(letters)) && (thread.end === null || thread.end.frame >= firstFrame),
  );
}

const isOneOwner = (threads: readonly ViewThread[]): boolean =>
  threads.every(({ ownerId }) => ownerId === threads[0]?.ownerId) && threads.length <= FOLDED_ABOVE;

/** The rows of which something is to be seen: from the first to the one behind the last. */
export function visibleRows(
  scrolled: number,
  height: number,
  rowHeight: number,
  count: number,
): { readonly first: number; readonly end: number } {
  const first = Math.min(Math.max(Math.floor(scrolled / rowHeight), 0), count);
  return { first, end: Math.min(Math.ceil((scrolled + height) / rowHeight), count) };
}

/** The frames that the lanes show: `shown` of them, and the last is `end`. */
export interface Frames {
  readonly end: number;
  readonly shown: number;
}

export const xOfFrame = (frame: number, { end, shown }: Frames, width: number): number =>
  ((frame - (end - shown)) / shown) * width;

export const frameOfX = (x: number, { end, shown }: Frames, width: number): number => end - shown + (x / width) * shown;

/** Round numbers of frames for the marks above the lanes, at most one each `apart` pixels. */
export function marksOf(frames: Frames, width: number, apart: number): number[] {
  const { end, shown } = frames;
  const least = (shown / Math.max(width, 1)) * apart;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least) ?? power * 10;
  const first = Math.max(Math.ceil((end - shown) / step) * step, 0);
  return Array.from({ length: Math.max(Math.floor((end - first) / step) + 1, 0) }, (_, i) => first + i * step);
}

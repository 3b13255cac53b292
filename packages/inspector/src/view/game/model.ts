/** What a view knows of a game: its threads, by owner, and what they have done. */
import type { Snapshot, ThreadInfo } from '../../snapshot.js';
import {
  LANE_STATES,
  type LaneQuestion,
  type LaneSpan,
  type LaneThread,
  type TimelineAnswer,
  type TraceLine,
} from '../../timeline.js';

export interface ViewThread extends LaneThread {
  /** Its number in LANE_STATES. */
  state: number;
  /** The frame in which that began. */
  stateSince: number;
  /** Null while it is live, in the frame that is shown. */
  ended: { readonly frame: number; readonly status: string } | null;
  /** Null if it has not ended, whatever frame is shown. */
  end: ViewThread['ended'];
  /** What it waits for, when a list that shows it has asked. */
  info: ThreadInfo | null;
  /** Its bars, from when a lane that shows it has asked. */
  spans: LaneSpan[];
  /** The frame since which all of them are known. */
  knownSince: number;
}

/** All owners of one name: a lane can stand for all of them. */
export interface Group {
  readonly name: string;
  /** In the order of their ids. */
  readonly threads: Set<ViewThread>;
  /** How many threads were in each state, and at which frames. The newest is the last. */
  readonly history: Counts[];
}

export interface Counts {
  readonly frame: number;
  readonly counts: readonly number[];
}

export interface TraceEntry extends TraceLine {
  readonly name: string;
  readonly owner: string | null;
}

export const NO_OWNER = 'no owner';
/** The status of a thread in a frame before its first one. */
export const NOT_BEGUN = 'not begun';

export const isNextFrame = (waitsFor: string): boolean => waitsFor === '' || /^frame \d/.test(waitsFor);

const MOST_TRACE = 1000;
const MOST_HISTORY = 1500;
const MOST_SPANS = 4000;
/** The threads that have ended stay to be seen for so many frames: a minute, or less where more have ended. */
export const MEMORY_FRAMES = 3600;
const MOST_ENDED = 2000;
const SHORT_MEMORY_FRAMES = 600;

export class Model {
  /** The newest frame. */
  frame = 0;
  /** Its time, in milliseconds. */
  now = 0;
  /** The frame that the game has gone back to; null while it goes on. */
  at: number | null = null;
  /** The time of the frame that is shown. */
  atMs = 0;
  readonly threads: Map<number, ViewThread> = new Map();
  readonly groups: Map<string, Group> = new Map();
  trace: TraceEntry[] = [];
  /** Events that are not in the trace. */
  missed = 0;
  live = 0;
  counts: number[] = LANE_STATES.map(() => 0);
  /** Another number for each change of what is to be seen. */
  version = 0;

  take(answer: TimelineAnswer): void {
    const { frame, now, started, ended, states, spans, infos, trace } = answer;
    if (frame !== this.frame || started.length + ended.length + states.length + trace.length > 0) this.version++;
    this.frame = frame;
    this.now = this.atMs = now;
    for (const thread of started) this.#add(thread);
    for (let i = 0; i < states.length; i += 3) {
      const thread = this.threads.get(states[i] as number);
      if (thread === undefined) continue;
      thread.state = states[i + 1] as number;
      thread.stateSince = states[i + 2] as number;
    }
    for (const { id, frame: at, status } of ended) this.#end(id, at, status);
    this.addSpans(spans);
    for (const info of infos) {
      const thread = this.threads.get(info.id);
      if (thread === undefined) continue;
      // The source map of a file may come while nothing else happens.
      const { line, file, waitsFor } = thread.info ?? {};
      if (line !== info.line || file !== info.file || waitsFor !== info.waitsFor) this.version++;
      thread.info = info;
    }
    for (const line of trace) {
      const { name = `#${line.id}`, owner = null } = this.threads.get(line.id) ?? {};
      this.trace.push({ ...line, name, owner });
    }
    if (this.trace.length > MOST_TRACE) this.trace = this.trace.slice(-MOST_TRACE / 2);
    this.missed += answer.missed;
    this.#forget();
    this.#count();
  }

  /** The game stands in a frame that has been. */
  goTo({ frame, now, threads }: Snapshot): void {
    this.at = frame;
    this.atMs = now;
    this.version++;
    const infos = new Map(threads.map((info) => [info.id, info]));
    for (const { id, name, owner, parent, since } of threads)
      if (!this.threads.has(id)) this.#add({ id, name, owner, ownerId: 0, parent, since: since ?? frame });
    for (const thread of this.threads.values()) {
      const info = infos.get(thread.id) ?? null;
      thread.info = info;
      thread.ended = info === null ? (thread.end ?? { frame, status: NOT_BEGUN }) : null;
      if (info === null) continue;
      thread.state = isNextFrame(info.waitsFor) ? 0 : Math.max(LANE_STATES.indexOf(info.state), 0);
      thread.stateSince = info.since ?? frame;
    }
    this.live = threads.length;
    this.#count();
  }

  /** What came behind this frame is forgotten: the game goes on from there. */
  cut(frame: number): void {
    this.at = null;
    this.frame = frame;
    this.version++;
    this.live = 0;
    for (const thread of this.threads.values()) {
      if (thread.since > frame) {
        this.#remove(thread);
        continue;
      }
      if (thread.end !== null && thread.end.frame > frame) thread.end = null;
      thread.ended = thread.end;
      this.live += Number(thread.end === null);
      thread.spans = thread.spans
        .filter(({ from }) => from < frame)
        .map((span) => (span.to !== null && span.to <= frame ? span : { ...span, to: frame }));
    }
    for (const group of this.groups.values()) {
      const kept = group.history.filter((sample) => sample.frame < frame);
      group.history.splice(0, Infinity, ...kept);
    }
    this.trace = this.trace.filter((entry) => entry.frame <= frame);
    this.#count();
  }

  /** From which frame on the spans of a thread are to be asked for, and up to which, to show them from `first` on; null if they are known. */
  missing({ id, spans, knownSince }: ViewThread, first: number): LaneQuestion | null {
    if (knownSince > first) return knownSince === Infinity ? { id, from: first } : { id, from: first, to: knownSince };
    if (this.at !== null) return null;
    return { id, from: Math.max(first, spans.at(-1)?.from ?? first) };
  }

  #add(thread: LaneThread): void {
    const old = this.threads.get(thread.id);
    // The game tells of it again, after it has gone on from an earlier frame.
    if (old?.ended === null) return;
    if (old !== undefined) this.#remove(old);
    const known: ViewThread = {
      ...thread,
      state: 0,
      stateSince: thread.since,
      ended: null,
      end: null,
      info: null,
      spans: [],
      knownSince: Infinity,
    };
    this.threads.set(thread.id, known);
    const name = thread.owner ?? NO_OWNER;
    let group = this.groups.get(name);
    if (group === undefined) this.groups.set(name, (group = { name, threads: new Set(), history: [] }));
    group.threads.add(known);
    this.live++;
  }

  #end(id: number, frame: number, status: string): void {
    const thread = this.threads.get(id);
    if (thread === undefined || thread.ended !== null) return;
    thread.ended = thread.end = { frame, status };
    thread.info = null;
    this.live--;
    const last = thread.spans.at(-1);
    if (last?.to === null) thread.spans[thread.spans.length - 1] = { ...last, to: frame };
  }

  /** Bars of threads: newer ones, or those before what is known. */
  addSpans(all: TimelineAnswer['spans']): void {
    for (const { id, spans } of all) {
      const thread = this.threads.get(id);
      const [first, last] = [spans[0], spans.at(-1)];
      if (thread === undefined || first === undefined || last === undefined) continue;
      if (this.at !== null) this.version++;
      const { from: begin } = first;
      const before = thread.spans
        .filter(({ from, to }) => from < begin && (to ?? begin) <= begin)
        .map((span) => ({ ...span, to: span.to ?? begin }));
      const behind = thread.spans.filter(({ from }) => last.to !== null && from >= last.to);
      thread.spans = [...before, ...spans, ...behind].slice(-MOST_SPANS);
    }
  }

  #forget(): void {
    const memory = this.threads.size - this.live > MOST_ENDED ? SHORT_MEMORY_FRAMES : MEMORY_FRAMES;
    for (const thread of this.threads.values())
      if (thread.end !== null && this.frame - thread.end.frame > memory) this.#remove(thread);
  }

  #remove(thread: ViewThread): void {
    const group = this.groups.get(thread.owner ?? NO_OWNER) as Group;
    group.threads.delete(thread);
    this.threads.delete(thread.id);
    if (group.threads.size === 0) this.groups.delete(group.name);
  }

  #count(): void {
    const total = LANE_STATES.map(() => 0);
    for (const group of this.groups.values()) {
      const counts = LANE_STATES.map(() => 0);
      for (const { state, ended } of group.threads) if (ended === null) counts[state] = (counts[state] as number) + 1;
      counts.forEach((count, state) => (total[state] = (total[state] as number) + count));
      if (this.at !== null) continue;
      if (group.history.at(-1)?.frame === this.frame) group.history.pop();
      group.history.push({ frame: this.frame, counts });
      if (group.history.length > MOST_HISTORY) group.history.splice(0, MOST_HISTORY / 2);
    }
    this.counts = total;
  }
}

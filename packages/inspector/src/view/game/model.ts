/** What a view knows of a game: its threads, by owner, and what they have done. */
import type { ThreadInfo } from '../../snapshot.js';
import { LANE_STATES, type LaneSpan, type LaneThread, type TimelineAnswer, type TraceLine } from '../../timeline.js';

export interface ViewThread extends LaneThread {
  /** Its number in LANE_STATES. */
  state: number;
  /** The frame in which that began. */
  stateSince: number;
  /** Null while it is live. */
  ended: { readonly frame: number; readonly status: string } | null;
  /** What it waits for, when a list that shows it has asked. */
  info: ThreadInfo | null;
  /** Its bars, from when a lane that shows it has asked. */
  spans: LaneSpan[];
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
const MOST_TRACE = 1000;
const MOST_HISTORY = 600;
/** The threads that have ended stay to be seen for so many frames. */
export const MEMORY_FRAMES = 600;

export class Model {
  frame = 0;
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
    const { frame, started, ended, states, spans, infos, trace } = answer;
    if (frame !== this.frame || started.length + ended.length + states.length + trace.length > 0) this.version++;
    this.frame = frame;
    for (const thread of started) this.#add(thread);
    for (let i = 0; i < states.length; i += 3) {
      const thread = this.threads.get(states[i] as number);
      if (thread === undefined) continue;
      thread.state = states[i + 1] as number;
      thread.stateSince = states[i + 2] as number;
    }
    for (const { id, frame: at, status } of ended) this.#end(id, at, status);
    for (const { id, spans: newer } of spans) this.#addSpans(id, newer);
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

  /** From which frame on the spans of a thread are to be asked for. */
  knownUntil(id: number, first: number): number {
    const spans = this.threads.get(id)?.spans ?? [];
    const last = spans.at(-1);
    return last === undefined ? first : Math.max(first, last.from);
  }

  #add(thread: LaneThread): void {
    const known: ViewThread = { ...thread, state: 0, stateSince: thread.since, ended: null, info: null, spans: [] };
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
    thread.ended = { frame, status };
    thread.info = null;
    this.live--;
    const last = thread.spans.at(-1);
    if (last?.to === null) thread.spans[thread.spans.length - 1] = { ...last, to: frame };
  }

  #addSpans(id: number, newer: readonly LaneSpan[]): void {
    const thread = this.threads.get(id);
    const first = newer[0];
    if (thread === undefined || first === undefined) return;
    const kept = thread.spans.filter(({ from, to }) => from < first.from && (to ?? first.from) <= first.from);
    thread.spans = kept.concat(newer).slice(-400);
  }

  #forget(): void {
    for (const group of this.groups.values()) {
      for (const thread of group.threads) {
        if (thread.ended === null || this.frame - thread.ended.frame <= MEMORY_FRAMES) continue;
        group.threads.delete(thread);
        this.threads.delete(thread.id);
      }
      if (group.threads.size === 0) this.groups.delete(group.name);
    }
  }

  #count(): void {
    const total = LANE_STATES.map(() => 0);
    for (const group of this.groups.values()) {
      const counts = LANE_STATES.map(() => 0);
      for (const { state, ended } of group.threads) if (ended === null) counts[state] = (counts[state] as number) + 1;
      counts.forEach((count, state) => (total[state] = (total[state] as number) + count));
      if (group.history.at(-1)?.frame === this.frame) group.history.pop();
      group.history.push({ frame: this.frame, counts });
      if (group.history.length > MOST_HISTORY) group.history.splice(0, MOST_HISTORY / 2);
    }
    this.counts = total;
  }
}

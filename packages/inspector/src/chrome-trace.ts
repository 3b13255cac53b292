/** The trace format that Chrome's Performance panel, Perfetto and others read. */
import type { Scheduler } from '@spindle/runtime';
import type { InspectOptions } from './inspect.js';
import type { ThreadInfo } from './snapshot.js';
import { recordSpans, type Span } from './spans.js';

export interface ChromeTrace {
  readonly traceEvents: readonly ChromeEvent[];
  readonly displayTimeUnit: 'ms';
}

/** `X` is a span, `M` the name of a process or thread. Times are microseconds. */
export interface ChromeEvent {
  readonly ph: 'X' | 'M';
  readonly name: string;
  readonly cat: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Records what the threads of a scheduler do, from now on. The function that it returns ends this and gives the trace: each
 * owner is a process, each thread a thread of it with its life and its waits. Time is that of the scheduler's clock, so that a
 * trace of the same run is the same. `JSON.stringify` it into a file, and load that in the Performance panel.
 */
export function recordTrace(scheduler: Scheduler, options: InspectOptions = {}): () => ChromeTrace {
  const spans: { readonly span: Span; readonly isLife: boolean }[] = [];
  const { clock } = scheduler;
  const stop = recordSpans(
    scheduler,
    () => clock.now,
    (span, isLife) => spans.push({ span, isLife }),
    options,
  );
  return () => {
    stop();
    const lanes = new Lanes();
    // A life comes before the waits in it, also before one that begins and ends with it.
    spans.sort((a, b) => a.span.from - b.span.from || Number(b.isLife) - Number(a.isLife));
    const events = spans.map(({ span, isLife }) => eventOf(span, isLife, lanes));
    return { traceEvents: [...lanes.names, ...events], displayTimeUnit: 'ms' };
  };
}

function eventOf({ info, from, to, thread }: Span, isLife: boolean, lanes: Lanes): ChromeEvent {
  const { id, name, function: fn, file, line, waitsFor, behind, state } = info;
  return {
    ph: 'X',
    name: isLife ? name : waitsFor,
    cat: isLife ? 'spindle.thread' : `spindle.${state}`,
    pid: lanes.processOf(thread.owner, info),
    tid: id,
    ts: Math.round(from * 1000),
    dur: Math.round((to - from) * 1000),
    args: { function: fn, file, line, ...(isLife ? { status: thread.status } : { behind }) },
  };
}

/** The processes, which are the owners, and the names of what has been seen. */
class Lanes {
  readonly names: ChromeEvent[] = [];
  readonly #processes = new Map<object | null, number>();
  readonly #named = new Set<number>();

  processOf(owner: object | null, info: ThreadInfo): number {
    let pid = this.#processes.get(owner);
    if (pid === undefined) {
      this.#processes.set(owner, (pid = this.#processes.size + 1));
      this.#name('process_name', pid, 0, info.owner ?? 'no owner');
    }
    if (!this.#named.has(info.id)) {
      this.#named.add(info.id);
      this.#name('thread_name', pid, info.id, `#${info.id} ${info.name}`);
    }
    return pid;
  }

  #name(kind: string, pid: number, tid: number, name: string): void {
    this.names.push({ ph: 'M', name: kind, cat: '__metadata', pid, tid, ts: 0, args: { name } });
  }
}

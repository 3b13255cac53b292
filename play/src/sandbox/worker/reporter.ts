/** Tells the page what the threads do, as often as that costs little. */
import { explain, type ExplainOptions, type Inspector, type Snapshot } from '@spindle/inspector';
import type { Scheduler } from '@spindle/runtime';
import type { Now, WorkerMessage } from '../../protocol.js';

const EVERY_MS = 100;
/** A snapshot of many threads takes longer, so it is taken less often: at most this part of the time. */
const SHARE = 0.05;
const MOST_ROWS = 12;
/** Of threads in an explanation, which goes into an address. */
const MOST_EXPLAINED = 20;

export class Reporter {
  readonly #inspector: Inspector;
  readonly #send: (message: WorkerMessage) => void;
  #nextMs = 0;

  constructor(inspector: Inspector, send: (message: WorkerMessage) => void) {
    this.#inspector = inspector;
    this.#send = send;
  }

  frame(nowMs: number): void {
    if (nowMs < this.#nextMs) return;
    const begun = performance.now();
    this.#send({ kind: 'now', now: summaryOf(this.#inspector.snapshot()) });
    this.#nextMs = nowMs + Math.max(EVERY_MS, (performance.now() - begun) / SHARE);
  }

  explain(scheduler: Scheduler, options: ExplainOptions): void {
    const { threads, ...rest } = explain(scheduler, options);
    this.#send({ kind: 'explained', value: { ...rest, threads: threads.slice(0, MOST_EXPLAINED) } });
  }
}

function summaryOf({ frame, now, threads }: Snapshot): Now {
  const lines = new Set<number>();
  for (const { line } of threads) if (line !== null) lines.add(line);
  const rows = threads
    .slice(0, MOST_ROWS)
    .map(({ id, name, owner, state, waitsFor, line }) => ({ id, name, owner, state, waitsFor, line }));
  return { frame, ms: now, threads: rows, threadCount: threads.length, lines: [...lines] };
}

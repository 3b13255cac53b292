/** Tells the page what the threads do, as often as that costs little. */
import { explain, type ExplainOptions, type Inspector } from '@spindle/inspector';
import type { Scheduler } from '@spindle/runtime';
import { FILE, type Now, type WorkerMessage } from '../../protocol.js';
import { sceneLineOf } from './scene-line.js';
import type { SourceLines } from './source-lines.js';

const EVERY_MS = 100;
/** A snapshot of many threads takes longer, so it is taken less often: at most this part of the time. */
const SHARE = 0.05;
const MOST_ROWS = 12;
/** Of threads in an explanation, which goes into an address. */
const MOST_EXPLAINED = 20;

interface ReporterOptions {
  readonly scheduler: Scheduler;
  readonly inspector: Inspector;
  readonly lines: SourceLines;
  readonly send: (message: WorkerMessage) => void;
}

export class Reporter {
  readonly #options: ReporterOptions;
  #nextMs = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  frame(nowMs: number): void {
    if (nowMs < this.#nextMs) return;
    const begun = performance.now();
    this.#options.send({ kind: 'now', now: summaryOf(this.#options) });
    this.#nextMs = nowMs + Math.max(EVERY_MS, (performance.now() - begun) / SHARE);
  }

  explain(options: ExplainOptions): void {
    const { threads, ...rest } = explain(this.#options.scheduler, options);
    this.#options.send({ kind: 'explained', value: { ...rest, threads: threads.slice(0, MOST_EXPLAINED) } });
  }
}

function summaryOf({ scheduler, inspector, lines }: ReporterOptions): Now {
  const { frame, now, threads } = inspector.snapshot();
  const live = scheduler.threads;
  const rows = threads.map(({ id, name, owner, state, waitsFor, file, line }, index) => {
    const own = file === FILE ? line : sceneLineOf(live[index]!, lines);
    return { id, name, owner, state, waitsFor, line: own };
  });
  const seen = new Set(rows.flatMap(({ line }) => (line === null ? [] : [line])));
  return { frame, ms: now, threads: rows.slice(0, MOST_ROWS), threadCount: rows.length, lines: [...seen] };
}

/** Tells the page what the threads do, as often as that costs little. */
import { explain, type ExplainOptions, type Inspector } from '@spindle/inspector';
import type { Scheduler } from '@spindle/runtime';
import { FILE, type Now, type ThreadRow } from '../../protocol.js';
import { clip, LONGEST_EXPLAINED, LONGEST_NAME, MOST_LINES, MOST_ROWS } from '../../shapes.js';
import type { Outlet } from './outlet.js';
import { sceneLineOf } from './scene-line.js';

const EVERY_MS = 100;
/** A snapshot of many threads takes longer, so it is taken less often: at most this part of the time. */
const SHARE = 0.05;
/** Of threads in an explanation, which goes into an address. */
const MOST_EXPLAINED = 20;

interface ReporterOptions {
  readonly scheduler: Scheduler;
  readonly inspector: Inspector;
  /** The functions of the scene. */
  readonly functions: readonly string[];
  readonly outlet: Outlet;
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
    this.#options.outlet.send({ kind: 'now', now: summaryOf(this.#options) });
    this.#nextMs = nowMs + Math.max(EVERY_MS, (performance.now() - begun) / SHARE);
  }

  explain(options: ExplainOptions): void {
    const { threads, ...rest } = explain(this.#options.scheduler, options);
    const textOf = (count: number): string => JSON.stringify({ ...rest, threads: threads.slice(0, count) }, null, 1);
    let count = MOST_EXPLAINED;
    while (count > 0 && textOf(count).length > LONGEST_EXPLAINED) count >>= 1;
    this.#options.outlet.send({ kind: 'explained', text: textOf(count) });
  }
}

function summaryOf({ scheduler, inspector, functions }: ReporterOptions): Now {
  const { frame, now, threads } = inspector.snapshot();
  const live = scheduler.threads;
  const rows = threads.map(({ id, name, owner, state, waitsFor, file, line }, index) => {
    const own = file === FILE ? line : sceneLineOf(live[index]!, functions);
    return { id, name, owner, state, waitsFor, line: own };
  });
  const seen = new Set(rows.flatMap(({ line }) => (line === null ? [] : [line])));
  const [shown, lineNumbers] = [rows.slice(0, MOST_ROWS).map(clippedRow), [...seen].slice(0, MOST_LINES)];
  return { frame, ms: now, threads: shown, threadCount: rows.length, lines: lineNumbers };
}

const clippedRow = ({ name, owner, waitsFor, ...rest }: ThreadRow): ThreadRow => ({
  ...rest,
  name: clip(name, LONGEST_NAME),
  owner: owner === null ? null : clip(owner, LONGEST_NAME),
  waitsFor: clip(waitsFor, LONGEST_NAME),
});

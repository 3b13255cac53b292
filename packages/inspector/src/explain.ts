/** A snapshot for a person or a bug report. */
import type { Scheduler } from '@spindle/runtime';
import type { PlaceOptions } from './place.js';
import { type Snapshot, snapshotOf, type ThreadInfo } from './snapshot.js';

export interface ExplainOptions extends PlaceOptions {
  /** Gets the text of a file as it stands in `file` of a thread; null or undefined if it is not to be had. */
  readonly sourceOf?: (file: string) => string | null | undefined;
  /** So many lines before the line, and behind it. Default 2. */
  readonly around?: number;
}

export interface Explained extends ThreadInfo {
  /** The lines around its own, which has a `>` before it; null if the line or the text is not known. */
  readonly source: string | null;
}

/**
 * The snapshot of a scheduler, with the lines of the source at which each thread stands.
 *
 * ```js
 * explain(scheduler, { sourceOf: (file) => readFileSync(fileURLToPath(file), 'utf8') }).threads[0].source;
 * // "  11 | walk(gate);\n> 12 | wait(500);\n  13 | turn();"
 * ```
 */
export function explain(
  scheduler: Scheduler,
  { sourceOf, around = 2, ...places }: ExplainOptions = {},
): Omit<Snapshot, 'threads'> & { readonly threads: readonly Explained[] } {
  const texts = new Map<string, string | null>();
  const textOf = (file: string): string | null => {
    if (!texts.has(file)) texts.set(file, sourceOf?.(file) ?? null);
    return texts.get(file) as string | null;
  };
  const snapshot = snapshotOf(scheduler, places);
  const threads = snapshot.threads.map((thread) => {
    const text = thread.file === null || thread.line === null ? null : textOf(thread.file);
    return { ...thread, source: text === null ? null : slice(text, thread.line as number, around) };
  });
  return { ...snapshot, threads };
}

function slice(text: string, line: number, around: number): string | null {
  const lines = text.split(/\r?\n/);
  if (line > lines.length) return null;
  const first = Math.max(line - around, 1);
  const last = Math.min(line + around, lines.length);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const at = first + i;
    return `${at === line ? '>' : ' '} ${String(at).padStart(String(last).length)} | ${lines[at - 1]}`;
  }).join('\n');
}

/** What the threads of a run did, a line for each turn, and two runs side by side. */
import { lookAt, observe } from '../observe.js';
import { show, unasked } from '../messages/format.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { framesOf, noteSomeStacks } from '../stacks.js';
import type { Thread } from '../threads/thread.js';
import { named } from '../threads/describe-wait.js';

/** Writes a line at each wait and end of the threads of a scheduler. Returns what ends this. */
export function traceRun(scheduler: Scheduler, lines: string[]): () => void {
  const notes = noteSomeStacks({ waits: Infinity, loops: Infinity });
  const note = (thread: Thread, frame: number, what: string): void => {
    const { owner } = thread;
    const of = owner === null ? '' : ` of ${show(owner)}`;
    lines.push(`${String(frame).padStart(4)}  ${named(thread).name}${of}: ${what}`);
  };
  const waits = (thread: Thread, frame: number): void => note(thread, frame, `${labelOf(thread)}${placeOf(thread)}`);
  const stop = observe(scheduler, {
    waits,
    queued: waits,
    ended: (thread, frame) => note(thread, frame, thread.status),
  });
  return () => {
    stop();
    notes.stop();
  };
}

const labelOf = ({ kind, subject }: Thread): string => unasked(() => kind?.label(subject) ?? '');

/** ` at guard.js:12`; empty if the line is not known. */
function placeOf(thread: Thread): string {
  const [frame] = framesOf(thread);
  if (frame === undefined || frame.line === null) return '';
  const [, file] = /([^/\\]+):\d+:\d+$/.exec(lookAt(thread).location ?? '') ?? [];
  return ` at ${frame.file ?? file ?? 'line'}:${frame.line}`;
}

/** So many rows are shown. */
const MOST_ROWS = 16;

/** Two runs beside each other, from the first line that differs. */
export function inColumns(usual: readonly string[], other: readonly string[]): string {
  const longest = Math.max(usual.length, other.length);
  const places = Array.from({ length: longest + 1 }, (_, at) => at);
  const first = places.find((at) => usual[at] !== other[at]) ?? longest;
  const shown = places.slice(first, Math.min(first + MOST_ROWS, longest));
  const rows = [
    ['      the usual order', '      this order'],
    ...shown.map((at) => [usual[at] ?? '', other[at] ?? '']),
  ];
  const width = Math.max(...rows.map(([left = '']) => left.length));
  const more = longest - first > MOST_ROWS ? ['  …'] : [];
  return rows
    .map(([left = '', right = '']) => `${left.padEnd(width)} |${right}`.trimEnd())
    .concat(more)
    .join('\n');
}

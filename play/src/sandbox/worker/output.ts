/** The console of a scene: what it writes, and its errors with their lines of the source. Where a frame is made again, nothing is written again. */
import show from 'object-inspect';
import { scheduler } from '@spindle/runtime';
import { stackOf } from '@spindle/runtime/stacks';
import type { Level, LogEntry, TracedCall } from '../../protocol.js';
import { clip, LONGEST_NAME, LONGEST_TEXT, MOST_CALLS } from '../../shapes.js';
import type { Outlet } from './outlet.js';
import { type SourceLines, TOP } from './source-lines.js';

const LONGEST_LINE = 72;

export class Output {
  readonly #outlet: Outlet;
  readonly #lines: SourceLines;
  /** What is told when the page takes more: so many lines were left out, and before them all were taken away. */
  #left = 0;
  #isClearDue = false;

  constructor(outlet: Outlet, lines: SourceLines) {
    this.#outlet = outlet;
    this.#lines = lines;
    outlet.onGrant = () => this.#tellLeft();
  }

  /** From now on `console` writes here too. */
  takeConsole(): void {
    const own = console;
    const levels: readonly (readonly [keyof Console, Level])[] = [
      ['log', 'log'],
      ['debug', 'log'],
      ['table', 'log'],
      ['dir', 'log'],
      ['info', 'info'],
      ['warn', 'warn'],
      ['error', 'error'],
      ['trace', 'log'],
    ];
    for (const [name, level] of levels) {
      (own as any)[name] = (...values: unknown[]): void => this.write(level, values);
    }
    own.assert = (isTrue, ...values): void => {
      if (!isTrue) this.write('error', ['Assertion failed:', ...values]);
    };
    own.clear = (): void => this.#clear();
    addEventListener('error', (event) => this.error(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => this.error(event.reason));
  }

  write(level: Level, values: readonly unknown[]): void {
    if (scheduler.replaying || this.#isFull()) return;
    const error = values.find((value) => value instanceof Error);
    const calls = error === undefined ? [] : this.#callsOf(error);
    const line = this.#lines.innermost(new Error('here').stack ?? '');
    this.#add({ level, text: clip(values.map(textOf).join(' '), LONGEST_TEXT), line, calls, isThrown: false });
  }

  /** An error that nobody caught. */
  error(error: unknown): void {
    if (scheduler.replaying || this.#isFull()) return;
    const calls = this.#callsOf(error);
    const line = calls.find((call) => call.line !== null)?.line ?? null;
    this.#add({ level: 'error', text: clip(textOf(error), LONGEST_TEXT), line, calls, isThrown: true });
  }

  #isFull(): boolean {
    if (this.#outlet.hasRoom) return false;
    this.#left++;
    return true;
  }

  #clear(): void {
    this.#left = 0;
    this.#isClearDue = !this.#outlet.hasRoom;
    if (!this.#isClearDue) this.#outlet.send({ kind: 'clear' });
  }

  #tellLeft(): void {
    if (this.#isClearDue) this.#outlet.send({ kind: 'clear' });
    this.#isClearDue = false;
    if (this.#left > 0) this.#outlet.send({ kind: 'log', entries: [], left: this.#left });
    this.#left = 0;
  }

  /** At once, as the turn of an endless loop has no end. */
  #add(entry: LogEntry): void {
    this.#outlet.send({ kind: 'log', entries: [entry], left: 0 });
  }

  #callsOf(error: unknown): TracedCall[] {
    const calls: TracedCall[] = [];
    let isInside = true;
    for (const each of stackOf(error).split('\n')) {
      const line = isInside ? (this.#lines.lineIn(each) ?? null) : null;
      if (line === null && !isCallWithoutPlace(each)) continue;
      const text = each.trim().replace(/^at /, '').replace(PLACE, '');
      // The engine writes `async` in front of what has awaited.
      const isTop = text.replace(/^async /, '') === TOP;
      isInside &&= !isTop;
      calls.push({ text: isTop ? 'the scene' : clip(text, LONGEST_NAME), line });
      if (calls.length === MOST_CALLS) break;
    }
    return calls;
  }
}

const PLACE = / ?\(?[^\s()]*:\d+:\d+\)?$/;

/** A call that Spindle knows of: `at walk(3)`. The rest without a line of the scene is code of the playground. */
const isCallWithoutPlace = (text: string): boolean =>
  /^\s+(?:at|started by) .*\(.*\)$/.test(text) && !PLACE.test(text) && !text.includes('<anonymous>');

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return String(value);
  try {
    const limits = { depth: 3, maxStringLength: 500 };
    const text = show(value, limits);
    return text.length > LONGEST_LINE ? show(value, { ...limits, indent: 2 }) : text;
  } catch {
    return Object.prototype.toString.call(value);
  }
}

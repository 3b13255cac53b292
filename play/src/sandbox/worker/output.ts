/** The console of a scene: what it writes, and its errors with their lines of the source. */
import show from 'object-inspect';
import { stackOf } from '@spindle/runtime/stacks';
import type { Level, LogEntry, TracedCall, WorkerMessage } from '../../protocol.js';
import { type SourceLines, TOP } from './source-lines.js';

/** So much of one turn of the event loop is sent. A loop that never ends would fill the memory of the page. */
const MOST_IN_TURN = 200;
const LONGEST_LINE = 72;
const LONGEST_TEXT = 4000;

export class Output {
  readonly #send: (message: WorkerMessage) => void;
  readonly #lines: SourceLines;
  #countInTurn = 0;
  #left = 0;
  #isDue = false;

  constructor(send: (message: WorkerMessage) => void, lines: SourceLines) {
    this.#send = send;
    this.#lines = lines;
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
    own.clear = (): void => this.#send({ kind: 'clear' });
    addEventListener('error', (event) => this.error(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => this.error(event.reason));
  }

  write(level: Level, values: readonly unknown[]): void {
    if (this.#isFull()) return;
    const error = values.find((value) => value instanceof Error);
    const calls = error === undefined ? [] : this.#callsOf(error);
    const line = this.#lines.innermost(new Error('here').stack ?? '');
    this.#add({ level, text: clip(values.map(textOf).join(' ')), line, calls });
  }

  /** An error that nobody caught. */
  error(error: unknown): void {
    if (this.#isFull()) return;
    const calls = this.#callsOf(error);
    const line = calls.find((call) => call.line !== null)?.line ?? null;
    this.#add({ level: 'error', text: clip(textOf(error)), line, calls });
  }

  #isFull(): boolean {
    this.#countInTurn++;
    if (!this.#isDue) {
      this.#isDue = true;
      setTimeout(() => this.#endTurn());
    }
    if (this.#countInTurn <= MOST_IN_TURN) return false;
    this.#left++;
    return true;
  }

  #endTurn(): void {
    if (this.#left > 0) this.#send({ kind: 'log', entries: [], left: this.#left });
    this.#countInTurn = 0;
    this.#left = 0;
    this.#isDue = false;
  }

  /** At once, as the turn of an endless loop has no end. */
  #add(entry: LogEntry): void {
    this.#send({ kind: 'log', entries: [entry], left: 0 });
  }

  #callsOf(error: unknown): TracedCall[] {
    const calls: TracedCall[] = [];
    let isInside = true;
    for (const each of stackOf(error).split('\n')) {
      const line = isInside ? (this.#lines.lineIn(each) ?? null) : null;
      if (line === null && !isCallWithoutPlace(each)) continue;
      const text = each.trim().replace(/^at /, '').replace(PLACE, '');
      isInside &&= text !== TOP;
      calls.push({ text: text === TOP ? 'the scene' : text, line });
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

const clip = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

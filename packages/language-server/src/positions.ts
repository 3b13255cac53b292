/** Places as the compiler counts and as the protocol counts, and what becomes of a place when the text around it changes. */
import type { Position, Range } from 'vscode-languageserver';

/** Lines from 1, columns from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** From the first character to the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text by its lines. The compiler ends a line at U+2028 and U+2029, too; the protocol does not. */
export class Lines {
  readonly text: string;
  readonly #ofCompiler: readonly number[];
  readonly #ofProtocol: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.#ofProtocol = startsOf(text, /\r\n|[\n\r]/g);
    this.#ofCompiler = /[\u2028\u2029]/.test(text) ? startsOf(text, /\r\n|[\n\r\u2028\u2029]/g) : this.#ofProtocol;
  }

  span({ line, column, endLine, endColumn }: Place): Span {
    const start = this.#offset(line, column);
    return { start, end: Math.max(start, this.#offset(endLine, endColumn)) };
  }

  #offset(line: number, column: number): number {
    const start = this.#ofCompiler[line - 1] ?? this.text.length;
    return Math.min(start + column, this.text.length);
  }

  position(offset: number): Position {
    let [low, high] = [0, this.#ofProtocol.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#ofProtocol[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - this.#ofProtocol[low]! };
  }

  range({ start, end }: Span): Range {
    return { start: this.position(start), end: this.position(end) };
  }

  /** The text of a line of the protocol, from 0, without its end. */
  lineAt(line: number): string {
    return this.text.slice(...this.#bounds(line)).replace(/[\r\n]+$/, '');
  }

  /** Where a line of the protocol begins. */
  startOfLine(line: number): number {
    return this.#bounds(line)[0];
  }

  #bounds(line: number): [number, number] {
    const { length } = this.text;
    return [this.#ofProtocol[line] ?? length, this.#ofProtocol[line + 1] ?? length];
  }

  offsetAt({ line, character }: Position): number {
    const [start, end] = this.#bounds(line);
    return Math.min(start + character, end);
  }

  get count(): number {
    return this.#ofProtocol.length;
  }
}

function startsOf(text: string, ends: RegExp): number[] {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(ends)) starts.push(index + end.length);
  return starts;
}

/**
 * Follows spans of an older text into a newer one: what stands before all changes stays, what stands behind them moves,
 * what they touch is lost.
 */
export function follow(older: string, newer: string): (span: Span) => Span | undefined {
  const most = Math.min(older.length, newer.length);
  let before = 0;
  while (before < most && older.charCodeAt(before) === newer.charCodeAt(before)) before++;
  let behind = 0;
  while (
    behind < most - before &&
    older.charCodeAt(older.length - 1 - behind) === newer.charCodeAt(newer.length - 1 - behind)
  )
    behind++;
  const moved = newer.length - older.length;
  return (span) => {
    if (span.end <= before) return span;
    if (span.start < older.length - behind) return undefined;
    return { start: span.start + moved, end: span.end + moved };
  };
}

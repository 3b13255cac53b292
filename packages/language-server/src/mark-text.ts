/** Marks in a line of text, also in one that is being typed. */
import type { Span } from './positions.js';

export interface MarkInText extends Span {
  /** Without the `@`. */
  readonly name: string;
}

/** A comment that begins with marks. In a doc comment, such a word may be a tag of another tool. */
const COMMENT = /(?:\/\/|\/\*(?!\*))[\s*]*(?:@\w*[\s,]*)+/g;

/** The mark whose word an offset of the line touches, with its `@`. */
export function markAt(line: string, character: number): MarkInText | undefined {
  for (const { 0: comment, index } of line.matchAll(COMMENT))
    for (const { 0: word, index: at } of comment.matchAll(/@\w*/g)) {
      const [start, end] = [index + at, index + at + word.length];
      if (start <= character && character <= end) return { name: word.slice(1), start, end };
    }
  return undefined;
}

/** What stands before the cursor is `// @allow`, and maybe codes: the next one is written. */
export function codeBegunAt(line: string, character: number): Span | undefined {
  const [, begun] = /(?:\/\/|\/\*(?!\*))[^@]*@allow(?:[\s,]+SPN\d+)*[\s,]+(\w*)$/.exec(line.slice(0, character)) ?? [];
  return begun === undefined ? undefined : { start: character - begun.length, end: character };
}

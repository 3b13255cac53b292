/** From places in the compiled code, as the engine says them, to lines of the source. */
import type { Locate } from '@spindle/inspector';
import { COMPILED_FILE, FILE, type LineTable } from '../../protocol.js';

/** The name in stacks of what is outside of all functions of the scene. What called it is of the playground. */
export const TOP = '$scene';

const PLACE = new RegExp(`${COMPILED_FILE.replaceAll('.', String.raw`\.`)}:(\\d+):(\\d+)`);

export class SourceLines {
  readonly #table: LineTable | null;

  constructor(table: LineTable | null) {
    this.#table = table;
  }

  /** Null for code that the compiler has added. */
  lineAt(line: number, column: number): number | null {
    if (this.#table === null) return line;
    const pairs = this.#table[line - 1] ?? [];
    let found = pairs[1] ?? null;
    for (let at = 0; at < pairs.length && pairs[at]! <= column; at += 2) found = pairs[at + 1]!;
    return found;
  }

  /** The line of a place that stands in a line of a stack; undefined if that is no line of the scene. */
  lineIn(stackLine: string): number | null | undefined {
    const place = PLACE.exec(stackLine);
    return place === null ? undefined : this.lineAt(Number(place[1]), Number(place[2]) - 1);
  }

  /** The line of the scene that is innermost on a stack. */
  innermost(stack: string): number | null {
    for (const each of stack.split('\n')) {
      const line = this.lineIn(each);
      if (line !== undefined) return line;
    }
    return null;
  }
}

/** For the inspector. The code of the stage has no source that anybody wants to see. */
export function locateIn(lines: SourceLines): Locate {
  return (url, line, column) => {
    if (!url.endsWith(COMPILED_FILE)) return undefined;
    const found = lines.lineAt(line, column - 1);
    return found === null ? null : { file: FILE, line: found };
  };
}

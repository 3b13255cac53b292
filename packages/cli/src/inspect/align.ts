/** Which lines of the source and of the output stand beside each other. */
import type { FunctionReport } from 'babel-plugin-threads';
import type { Inspected } from './inspected.js';
import { tableAndEntries, type Written } from './table-and-entries.js';

/** One line of the text: a line of the source, of the output, or both. Numbers count from 1. */
export interface Row {
  readonly source: number | undefined;
  readonly output: number | undefined;
}

/** A part of the source beside its output. */
export interface Aligned {
  readonly rows: readonly Row[];
  /** What is left out: of the functions of the part, what the plugin has written at the end of the output. */
  readonly leftOut: readonly string[];
}

/**
 * The lines of a function, each beside the first line of the output that comes from it. Output that stands in another order than
 * its source, as the head does of a function that goes on at its pauses, has no line of the source beside it.
 */
export function alignFunction(inspected: Inspected, { line: first, endLine }: FunctionReport): Aligned {
  const { output, sourceLines } = inspected;
  const isOf = (line: number | undefined): boolean => line !== undefined && line >= first && line <= endLine;
  const { lines, written } = withoutWritten(inspected);
  const runs = runsOf(outputsOf(sourceLines, isOf).filter((at) => lines.has(at)));
  const main = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), []);
  const shown = runs.filter((run) => run === main || !run.every((at) => isListed(output[at - 1]!)));
  const rows = rowsOf(inspected, { first, endLine, shown: shown.flat(), main });
  // What stands in front of the third line of an entry may come from anywhere.
  const leftOut = written.filter(({ name, start }) => name.startsWith('$entry') && isOf(sourceLines[start + 1]));
  return { rows, leftOut: leftOut.map(({ name }) => name) };
}

function withoutWritten(inspected: Inspected): { lines: ReadonlySet<number>; written: readonly Written[] } {
  const written = tableAndEntries(inspected);
  const lines = inspected.output.map((_, index) => index + 1);
  return { lines: new Set(lines.filter((at) => !written.some(({ start, end }) => at >= start && at <= end))), written };
}

interface Part {
  readonly first: number;
  readonly endLine: number;
  /** The lines of the output that are shown, and those of them that may stand beside a line of the source. */
  readonly shown: readonly number[];
  readonly main: readonly number[];
}

function rowsOf({ source, sourceLines }: Inspected, { first, endLine, shown, main }: Part): Row[] {
  const besides = new Map<number, number>();
  const anchors = anchorsOf(main, sourceLines);
  for (const [index, at] of anchors.entries()) {
    const line = sourceLines[at - 1]!;
    const end = anchors[index + 1] ?? Infinity;
    // What closes a block stands beside the last line of the block.
    const closes = CLOSES.test(source[line - 1]!);
    besides.set(closes ? main.findLast((one) => one < end && sourceLines[one - 1] === line)! : at, line);
  }
  const rows: Row[] = [];
  let next = first;
  for (const at of shown) {
    const line = besides.get(at);
    while (next < (line ?? first)) rows.push({ source: next++, output: undefined });
    rows.push({ source: line === undefined ? undefined : next++, output: at });
  }
  while (next <= endLine) rows.push({ source: next++, output: undefined });
  return rows;
}

const CLOSES = /^[\s)}\]]*[;,]?\s*$/;

/** Lines that come from no line belong to those around them. */
function outputsOf(sourceLines: Inspected['sourceLines'], isOf: (line: number | undefined) => boolean): number[] {
  const outputs: number[] = [];
  let isInside = false;
  for (const [index, from] of sourceLines.entries()) {
    isInside = isOf(from) || (from === undefined && isInside);
    if (isInside) outputs.push(index + 1);
  }
  return outputs;
}

/** Lines that stand together. The longest run is the function itself. */
function runsOf(outputs: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const output of outputs)
    if (runs.at(-1)?.at(-1) === output - 1) runs.at(-1)!.push(output);
    else runs.push([output]);
  return runs;
}

/** `walk: $meta(1),` and `walk: $entry1`: in the list of the methods of a class. */
const IN_LIST = /: \$(?:meta|entry)\w*(?:\(\d+\))?,?$/;
const AROUND_LIST = /^[\s{}(),;[\]]*$/;

const isListed = (line: string): boolean => IN_LIST.test(line) || AROUND_LIST.test(line);

/**
 * Lines of the output, one for each line of the source and in its order, as many as there are: a longest increasing subsequence,
 * found by patience sorting in O(n log n). A brace that closes what has no place in the source comes from the end of the
 * function, and is left out so.
 */
function anchorsOf(outputs: readonly number[], sourceLines: Inspected['sourceLines']): number[] {
  /** At n: the output that ends the best sequence of n + 1 lines, and the one before it. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const output of outputs) {
    const line = sourceLines[output - 1];
    if (line === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sourceLines[ends[middle]! - 1]! < line) low = middle + 1;
      else high = middle;
    }
    // The first one of several stays.
    if (low < ends.length && sourceLines[ends[low]! - 1] === line) continue;
    before.set(output, ends[low - 1]);
    ends[low] = output;
  }
  const anchors: number[] = [];
  for (let output = ends.at(-1); output !== undefined; output = before.get(output)) anchors.push(output);
  return anchors.toReversed();
}

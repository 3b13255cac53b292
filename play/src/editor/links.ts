/** Which part of the compiled code comes from which part of the source, by the source map. */
import type { Segments } from '../compile/result.js';

/** A part of one line, which ends before `to`; null for the end of the line. Lines count from 1, columns from 0. */
export interface Part {
  readonly line: number;
  readonly from: number;
  readonly to: number | null;
}

interface Link {
  readonly compiled: Part;
  readonly source: Part;
}

export class Links {
  /** For each line, in the order of the columns. */
  readonly #ofSource = new Map<number, Link[]>();
  readonly #ofCompiled = new Map<number, Link[]>();

  constructor(segments: Segments) {
    const ends = endsOfSource(segments);
    for (let at = 0; at < segments.length; at += 4) {
      const [line, from, sourceLine, sourceFrom] = four(segments, at);
      const to = segments[at + 4] === line ? segments[at + 5]! : null;
      if (to === from) continue;
      const source = { line: sourceLine, from: sourceFrom, to: ends.get(sourceLine)!.find((end) => end > sourceFrom) };
      const link = { compiled: { line, from, to }, source: { ...source, to: source.to ?? null } };
      add(this.#ofCompiled, line, link);
      add(this.#ofSource, sourceLine, link);
    }
  }

  /** The parts of both that belong to a place in the source. */
  atSource(line: number, column: number): readonly Link[] {
    const links = this.#ofSource.get(line) ?? [];
    let from = links[0]?.source.from ?? 0;
    for (const { source } of links)
      if (source.from <= column && (source.from > from || from > column)) from = source.from;
    return links.filter(({ source }) => source.from === from);
  }

  /** The parts of both that belong to a place in the compiled code. */
  atCompiled(line: number, column: number): readonly Link[] {
    const links = this.#ofCompiled.get(line) ?? [];
    const found = links.findLast(({ compiled }) => compiled.from <= column) ?? links[0];
    return found === undefined ? [] : [found];
  }
}

const four = (segments: Segments, at: number): [number, number, number, number] =>
  [...segments.subarray(at, at + 4)] as [number, number, number, number];

/** For each line of the source the columns at which parts begin, in order: there the part before ends. */
function endsOfSource(segments: Segments): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let at = 0; at < segments.length; at += 4) {
    const [, , line, column] = four(segments, at);
    const columns = found.get(line) ?? [];
    if (!columns.includes(column)) found.set(line, [...columns, column]);
  }
  for (const columns of found.values()) columns.sort((a, b) => a - b);
  return found;
}

function add(map: Map<number, Link[]>, line: number, link: Link): void {
  const links = map.get(line);
  if (links === undefined) map.set(line, [link]);
  else links.push(link);
}

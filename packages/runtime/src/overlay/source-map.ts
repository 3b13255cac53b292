/**
 * Reads a source map, as far as a place in the source needs it.
 * Source: https://tc39.es/ecma426/. Maps with `sections` are not read.
 */

declare const URL: new (address: string, base?: string) => { readonly href: string };

/** A part of a line of the output: its first column, then the index of its source, and line and column there, all from 0. */
type Segment = readonly [column: number, source?: number, line?: number, sourceColumn?: number];

interface RawMap {
  readonly sources: readonly (string | null)[];
  readonly sourcesContent?: readonly (string | null)[];
  readonly sourceRoot?: string;
  readonly mappings: string;
}

/** A place in a source: lines count from 1, columns from 0. */
export interface Original {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

export class SourceMap {
  /** The addresses of the sources. */
  readonly sources: readonly string[];
  /** The text of each; null if it is not in the map. */
  readonly texts: readonly (string | null)[];
  readonly #mappings: string;
  #lines: (readonly Segment[])[] | null = null;

  /** @throws {Error} if the text is no map. `address`: that of the map, beside which the sources are. */
  constructor(text: string, address: string) {
    const { sources, sourcesContent = [], sourceRoot = '', mappings } = JSON.parse(text) as RawMap;
    const root = sourceRoot === '' || sourceRoot.endsWith('/') ? sourceRoot : `${sourceRoot}/`;
    this.sources = sources.map((source) => resolve(root + (source ?? ''), address));
    this.texts = sources.map((_, index) => sourcesContent[index] ?? null);
    this.#mappings = mappings;
  }

  /** Where a place of the output comes from; null if it comes from no source. Lines count from 1, columns from 0. */
  originalOf(line: number, column: number): Original | null {
    this.#lines ??= readMappings(this.#mappings);
    const [, source, sourceLine = 0, sourceColumn = 0] =
      this.#lines[line - 1]?.findLast(([start]) => start <= column) ?? [];
    const name = source === undefined ? undefined : this.sources[source];
    return name === undefined ? null : { source: name, line: sourceLine + 1, column: sourceColumn };
  }
}

function resolve(source: string, address: string): string {
  try {
    return new URL(source, address).href;
  } catch {
    return source;
  }
}

/** `;` ends a line, `,` a segment. Each number is the difference to the one before it; that of the column begins anew in each line. */
function readMappings(mappings: string): (readonly Segment[])[] {
  const state = [0, 0, 0, 0, 0];
  return mappings.split(';').map((line) => {
    state[0] = 0;
    const segments = line.split(',').filter((segment) => segment !== '');
    const read = segments.map((segment) => {
      const differences = readNumbers(segment);
      differences.forEach((difference, index) => (state[index] = (state[index] ?? 0) + difference));
      return state.slice(0, Math.min(differences.length, 4)) as unknown as Segment;
    });
    return read.sort(([one], [other]) => one - other);
  });
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base 64 VLQ: five bits in each character, the lowest first; the sixth says that more follow. The lowest bit of all is the sign. */
function readNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = DIGITS.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = shift = 0;
  }
  return numbers;
}

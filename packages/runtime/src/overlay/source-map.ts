/** Reads a source map, as far as a place in the source needs it. `scripts/bundle-source-map.js` puts the library into the built file. */
import { FlattenMap, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping';

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
  readonly #map: TraceMap;

  /** @throws {Error} if the text is no map. `address`: that of the map, beside which the sources are. */
  constructor(text: string, address: string) {
    this.#map = new FlattenMap(text, address);
    this.sources = this.#map.resolvedSources;
    this.texts = this.sources.map((_, index) => this.#map.sourcesContent?.[index] ?? null);
  }

  /** Where a place of the output comes from; null if it comes from no source. Lines count from 1, columns from 0. */
  originalOf(line: number, column: number): Original | null {
    const { source, line: found, column: at } = originalPositionFor(this.#map, { line, column });
    return source === null ? null : { source, line: found, column: at };
  }
}

/** What stands behind a compiled text, so that its map is found. The name is a URL there, and never more than one line. */
export function mapComment(mapName: string): string {
  return `//# sourceMappingURL=${encodeURIComponent(wellFormed(mapName))}\n`;
}

/** A path as the URL that a map names its source by. What a URL would not take for a part of the name is written by its code. */
export function sourceUrl(way: string): string {
  // oxlint-disable-next-line no-control-regex -- a URL drops line ends and tabs
  return wellFormed(way).replace(/[%#?\\\u0000-\u001F\u007F\u2028\u2029]/g, (one) => encodeURIComponent(one));
}

/** A name that is no text (half of a pair of code units) cannot stand in a URL. */
const wellFormed = (name: string): string => name.replace(/\p{Surrogate}/gu, '\uFFFD');

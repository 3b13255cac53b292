/**
 * The comment at the end of a compiled file that names its source map. The name is encoded as a URL, so it stays on one
 * line.
 */
export function mapComment(mapName: string): string {
  return `//# sourceMappingURL=${encodeURIComponent(wellFormed(mapName))}\n`;
}

/** The URL of a source in a source map. Characters that have a meaning in URLs are percent-encoded. */
export function sourceUrl(relativePath: string): string {
  // oxlint-disable-next-line no-control-regex -- a URL drops line ends and tabs
  return wellFormed(relativePath).replace(/[%#?\\\u0000-\u001F\u007F\u2028\u2029]/g, (one) => encodeURIComponent(one));
}

/** Replaces halves of surrogate pairs, for which `encodeURIComponent` throws. */
const wellFormed = (name: string): string => name.replace(/\p{Surrogate}/gu, '\uFFFD');

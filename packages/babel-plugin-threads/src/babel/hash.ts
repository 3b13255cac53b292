/** A short hash of source text (FNV-1a, 32 bits, folded to four base-36 letters); white space does not count. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  const spaced = text.replace(/\s+/g, ' ').trim();
  for (let i = 0; i < spaced.length; i++) hash = Math.imul(hash ^ spaced.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % 36 ** 4).toString(36);
}

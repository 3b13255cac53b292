/**
 * Hashes for ids and names. Babel has none, and `node:crypto` would tie the plugin to Node. Nothing here has to be safe against an
 * attacker.
 */

/** A short hash: four base-36 letters. */
export const hashOf = (text: string): string => (fnv1a(text) % 36 ** 4).toString(36);

/** A hash of 32 bits, for names that must differ from those of other files in a page: up to seven base-36 letters. */
export const longHashOf = (text: string): string => fnv1a(text).toString(36);

/** FNV-1a, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

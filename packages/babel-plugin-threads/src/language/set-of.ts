/** The set of the words in a text, as the tables of this room are written. */
export function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The words of a list, as the tables of this room are written. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

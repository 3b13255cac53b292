/** Lists that are kept in a map, and lists in order. */

/** Puts a value at the end of the list of its key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/** The index of the first for which `isBehind` holds, as it does for all that follow; the length if there is none. */
export function firstIndex<T>(list: readonly T[], isBehind: (one: T) => boolean): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(list[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}

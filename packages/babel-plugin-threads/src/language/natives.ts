/** Natives with a callback that have a version which can pause. */

/** Methods of the standard that the runtime has a pausing version of, with the place of their callback. */
export const NATIVES: ReadonlyMap<string, number> = new Map([
  ...'forEach map filter some every find findIndex findLast findLastIndex reduce reduceRight flatMap sort toSorted'
    .split(' ')
    .map((name): [string, number] => [name, 0]),
  ['from', 1],
  ['replace', 1],
  ['replaceAll', 1],
]);

/** A method of this name may be one that has a version which can pause. */
export function isNativeMethodName(name: string): boolean {
  return NATIVES.has(name);
}

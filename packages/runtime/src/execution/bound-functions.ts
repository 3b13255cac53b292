/** Functions that `bind` made. */

/** A function that `bind` made. It cannot be found out which function it calls. */
export function isBound(fn: Function): boolean {
  const name: unknown = Object.getOwnPropertyDescriptor(fn, 'name')?.value;
  return typeof name === 'string' && name.startsWith('bound ');
}

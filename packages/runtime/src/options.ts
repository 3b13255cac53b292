/** Options that callers give. */
import { badArgument } from './errors.js';

/** Refuses what is no object, and an option that is not known: a slip of the pen must not pass in silence. */
export function checkOptions(name: string, options: unknown, known: readonly string[]): void {
  const expected = `options among ${known.join(', ')}`;
  if (typeof options !== 'object' || options === null) throw badArgument(name, expected, options);
  const foreign = Object.keys(options).find((key) => !known.includes(key));
  if (foreign !== undefined) throw badArgument(name, expected, foreign);
}

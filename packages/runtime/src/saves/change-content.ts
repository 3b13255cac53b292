/** How the constants of modules, and what they have captured, get what a save has: they stay, and their contents are put back into them. */
import { show } from '../messages/format.js';
import {
  eachPrivate,
  type Entry,
  entryIn,
  fillValue,
  isOfState,
  lengthOf,
  makeValue,
  numberOf,
  propertiesIn,
  put,
  type ValueLoader,
  valuesIn,
  viewOf,
} from './value-makers.js';

/** The constant of a module, or what the game has found, is to have these contents. All is checked now, and changed at the end. */
export function changeContent(made: object, entry: Entry, from: ValueLoader): void {
  const [tag, first = null, second = null] = entry;
  if (tag === 'g') return first === 3 ? undefined : changeContent(made, entryIn(second, from), from);
  if ((tag === 'm' && made instanceof Map) || (tag === 's' && made instanceof Set)) {
    const wanted = makeValue(entry, from) as Map<unknown, unknown>;
    fillValue(wanted, entry, from);
    return void from.changes.push(() => {
      made.clear();
      wanted.forEach((one, key) => (made instanceof Map ? made.set(key, one) : made.add(one)));
    });
  }
  if (tag === 'q') return changeContent(made, entryIn(second, from), from);
  if (tag === 'z') {
    changeContent(made, entryIn(first, from), from);
    return eachPrivate(made, entry, from, (set) => void from.changes.push(set));
  }
  if (changesWhole(made, entry, from)) return;
  const isArray = tag === 'a' || tag === 'h';
  const start = isArray ? 2 : FIELDS_AT[tag as string];
  if (isArray !== Array.isArray(made) || start === undefined)
    return from.missing('variable', 'a constant that has another kind of value in this build', 'Give it a new name.');
  const length = tag === 'h' ? lengthOf(first, from) : tag === 'a' ? entry.length - 1 : null;
  const fields =
    tag === 'a' ? valuesIn(entry, from).map((one, at) => [String(at), one] as const) : propertiesIn(entry, start, from);
  changeProperties(made, fields, length, from);
}

/** Where the properties of an entry begin. */
export const FIELDS_AT: Readonly<Record<string, number>> = { o: 1, p: 1, i: 2, j: 2, l: 2, e: 3 };

/** A date, a regular expression, numbers: they have no properties. */
function changesWhole(made: object, entry: Entry, from: ValueLoader): boolean {
  const [tag, first = null, second = null, third = null] = entry;
  if (tag === 'd' && made instanceof Date) {
    const ms = numberOf(first, from);
    return from.changes.push(() => made.setTime(ms)) > 0;
  }
  if (tag === 'r' && made instanceof RegExp && made.source === first && made.flags === second) {
    const at = numberOf(third, from);
    return from.changes.push(() => (made.lastIndex = at)) > 0;
  }
  const isBuffer = tag === 'B' && made instanceof ArrayBuffer;
  if (!isBuffer && (tag !== 't' || !ArrayBuffer.isView(made))) return tag === 'x';
  const wanted = isBuffer
    ? (makeValue(entry, from) as ArrayBuffer)
    : viewOf(first, second, third, entry[4] ?? null, from);
  if (Object.getPrototypeOf(wanted) !== Object.getPrototypeOf(made) || wanted.byteLength !== made.byteLength)
    return false;
  return from.changes.push(() => bytesIn(made).set(bytesIn(wanted))) > 0;
}

export const bytesIn = (given: ArrayBufferView | ArrayBuffer): Uint8Array =>
  given instanceof ArrayBuffer
    ? new Uint8Array(given)
    : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);

/** `mayGo`: which of those that are left go. */
export function changeProperties(
  made: object,
  fields: readonly (readonly [PropertyKey, unknown])[],
  length: number | null,
  from: ValueLoader,
  mayGo: (key: PropertyKey) => boolean = () => true,
): void {
  const wanted = new Map(fields);
  const gone = Reflect.ownKeys(made).filter((key) => !wanted.has(key) && isOfState(made, key) && mayGo(key));
  const stuck = gone.find(
    (key) => Object.getOwnPropertyDescriptor(made, key)!.configurable === false && length === null,
  );
  const closed = Object.isExtensible(made) ? undefined : fields.find(([key]) => !Object.hasOwn(made, key));
  const fixed = fields.find(([key]) => Object.getOwnPropertyDescriptor(made, key)?.writable === false);
  const odd = stuck ?? closed?.[0] ?? fixed?.[0];
  if (odd !== undefined)
    return from.missing(
      'property',
      `\`${String(odd)}\` of \`${show(made)}\` cannot be put back`,
      'Let it be a plain property.',
    );
  from.changes.push(() => {
    if (length !== null) (made as unknown[]).length = 0;
    else for (const key of gone) Reflect.deleteProperty(made, key);
    for (const [key, value] of fields) put(made, key, value);
    if (length !== null) (made as unknown[]).length = length;
  });
}

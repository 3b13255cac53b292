/** How things are named in traces, waits and messages. */

const LONGEST = 24;
/** Names in a list. */
const MOST = 8;

/** A short text for a value: a name where it has one, else its kind. Never throws, never calls a getter of a proxy's target twice. */
export function show(value: unknown): string {
  if (typeof value === 'string') return /^[\w$.-]+$/.test(value) ? clip(value) : clip(JSON.stringify(value));
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return clip(String(value));
  try {
    // A class may have a static `name` of any kind.
    const { name } = value as { name?: unknown };
    if (typeof name === 'string' && name !== '') return clip(name);
    if (typeof value === 'function') return 'function';
    if (Array.isArray(value)) return `[${value.length}]`;
    return nameOfClass(value) ?? 'object';
  } catch {
    return typeof value;
  }
}

/** The name of a function, or an empty text: a class may have a static `name` of any kind, a Proxy may be revoked. No getter is asked. */
export function nameOf(fn: unknown): string {
  try {
    const name: unknown = Object.getOwnPropertyDescriptor(fn, 'name')?.value;
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

function nameOfClass({ constructor }: object): string | undefined {
  const name: unknown = (constructor as { name?: unknown } | undefined)?.name;
  return typeof name === 'string' ? name : undefined;
}

/** `walk(NORTH)`. */
export function showCall(label: string, args: ArrayLike<unknown>): string {
  return `${label}(${Array.from(args, show).join(', ')})`;
}

/** `walk, jump, climb`; of very many only the first ones. */
export function showNames(threads: readonly { readonly name: string }[]): string {
  const names = threads.slice(0, MOST).map(({ name }) => name);
  return names.join(', ') + (threads.length > MOST ? ` and ${threads.length - MOST} more` : '');
}

function clip(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

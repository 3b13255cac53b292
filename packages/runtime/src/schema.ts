/** What a function of a script takes and gives, for tools that list or check calls. */
import { codeOf } from './execution/compiled-function.js';
import { badArgument } from './messages/errors.js';
import { fieldsOf } from './arguments.js';

export interface Schema {
  /** The parameters by name, in order; what describes each is the game's own: `{ direction: "Direction" }`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** What describes the value. */
  readonly returns?: unknown;
  /** `false`: it never waits. It then runs at once, also on a busy owner, as with `// @instant`. */
  readonly waiting?: boolean;
}

const KEYS = ['parameters', 'returns', 'waiting'];
const schemas = new WeakMap<object, Schema>();

/**
 * Describes a function, or every method that an object has of its own, and gives it back.
 * With `waiting: false` a compiled one runs at once; the plugin then puts no wait at its calls in the same file.
 * @throws {TypeError} not a function or object, or a schema with another key or kind.
 *
 * @example
 * const distance = withSchema((a, b) => Math.abs(a - b), { parameters: { a: "number", b: "number" }, waiting: false });
 * schemaOf(distance).parameters.a; // "number"
 * distance(3, 7); // 4
 */
export function withSchema<T extends object>(target: T, schema: Schema): T {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null)
    throw badArgument('withSchema', 'a function or an object', target);
  check(schema);
  const functions = typeof target === 'function' ? [target] : methodsOf(target);
  for (const fn of functions) {
    schemas.set(fn, { ...schemas.get(fn), ...schema });
    const code = codeOf(fn);
    if (code !== undefined && schema.waiting !== undefined) code.setInstant(!schema.waiting);
  }
  return target;
}

/** The schema of a function; undefined if it has none. */
export function schemaOf(fn: object): Schema | undefined {
  return schemas.get(fn);
}

function methodsOf(object: object): object[] {
  try {
    const values = Reflect.ownKeys(object).map(
      (key) => Reflect.getOwnPropertyDescriptor(object, key)?.value as unknown,
    );
    return values.filter((value): value is object => typeof value === 'function');
  } catch {
    throw badArgument('withSchema', 'a function or an object', object);
  }
}

function check(schema: unknown): void {
  const expected = 'a schema { parameters, returns, waiting }';
  for (const [key] of fieldsOf('withSchema', expected, schema))
    if (!KEYS.includes(key)) throw badArgument('withSchema', expected, key);
  const { parameters, waiting } = schema as Record<string, unknown>;
  if (waiting !== undefined && typeof waiting !== 'boolean')
    throw badArgument('withSchema', 'waiting: true or false', waiting);
  if (parameters !== undefined && (typeof parameters !== 'object' || parameters === null))
    throw badArgument('withSchema', 'parameters by name', parameters);
}

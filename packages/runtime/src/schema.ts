/** Descriptions of functions, their parameters and results, for tools that list or check calls. */
import { codeOf } from './execution/compiled-function.js';
import { badArgument } from './messages/errors.js';
import { fieldsOf } from './arguments.js';

export interface Schema {
  /**
   * The parameters by name, in order. Each value is a description in the game's own format: `{ direction: "Direction"
   * }`.
   */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** A description of the result. */
  readonly returns?: unknown;
  /** `false`: the function never waits. It then runs immediately, even on a busy owner, as with `// @instant`. */
  readonly waiting?: boolean;
}

const KEYS = ['parameters', 'returns', 'waiting'];
const schemas = new WeakMap<object, Schema>();

/**
 * Describes a function, or every own method of an object. Returns the function or the object.
 * With `waiting: false`, a compiled function runs immediately, and the plugin adds no `yield` to its calls in the same
 * file.
 * @throws {TypeError} if the first argument is not a function or an object, or the schema has a wrong key or value.
 *
 * @example
 * const distance = withSchema((a, b) => Math.abs(a - b), { parameters: { a: "number", b: "number" }, waiting: false });
 * schemaOf(distance).parameters.a; // "number"
 * distance(3, 7); // 4
 */
export function withSchema<T extends object>(described: T, schema: Schema): T {
  if ((typeof described !== 'object' && typeof described !== 'function') || described === null)
    throw badArgument('withSchema', 'a function or an object', described);
  check(schema);
  const functions = typeof described === 'function' ? [described] : methodsOf(described);
  for (const fn of functions) {
    schemas.set(fn, { ...schemas.get(fn), ...schema });
    const code = codeOf(fn);
    if (code !== undefined && schema.waiting !== undefined) code.setInstant(!schema.waiting);
  }
  return described;
}

/** Returns the schema of a function; undefined if it has none. */
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

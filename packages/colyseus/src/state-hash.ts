/** The state of a room as one number, often and at little cost: by it a replay knows that it goes another way. */
import { $refId, MapSchema, type Root } from '@colyseus/schema';
import { isRef, schemaFields } from './schema-state.js';

const float = new Float64Array(1);
const bits = new Int32Array(float.buffer);
const fields = new WeakMap<object, readonly string[]>();

/** All that clients see. Of ids only the order counts: what is made in a replay has others. */
export function hashState({ changeTrees }: Root): number {
  let hash = 0;
  const trees = Object.values(changeTrees).sort((a, b) => a.ref[$refId]! - b.ref[$refId]!);
  const places = new Map(trees.map(({ ref }, place) => [ref[$refId]!, place]));
  const addNumber = (value: number): void => {
    float[0] = value;
    hash = (31 * ((31 * hash + bits[0]!) | 0) + bits[1]!) | 0;
  };
  const add = (value: unknown): void => {
    if (typeof value === 'number') return addNumber(value);
    if (isRef(value)) return addNumber(places.get(value[$refId]!) ?? -1);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    for (let i = 0; i < text.length; i++) hash = (31 * hash + text.charCodeAt(i)) | 0;
    return addNumber(text.length);
  };
  for (const { ref } of trees) {
    if (ref instanceof MapSchema)
      for (const [key, value] of ref as Iterable<[string, unknown]>) {
        add(key);
        add(value);
      }
    else if (Symbol.iterator in ref) for (const value of ref as Iterable<unknown>) add(value);
    else for (const name of fieldsOf(ref)) add((ref as unknown as Record<string, unknown>)[name]);
  }
  return hash;
}

function fieldsOf(object: object): readonly string[] {
  const names = fields.get(object.constructor) ?? schemaFields(object);
  fields.set(object.constructor, names);
  return names;
}

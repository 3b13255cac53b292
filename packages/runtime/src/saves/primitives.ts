/** Primitives that JSON does not have, as lists of a tag and a text. */
import { type Json, type Loader, MARKS } from './fields.js';

const NUMBERS = ['NaN', 'Infinity', '-Infinity', '-0'];

export function readPrimitive(json: readonly Json[], from: Loader): unknown {
  const [tag, text] = json;
  switch (json.length > 2 ? '' : tag) {
    case 'u':
      return undefined;
    case 'n':
      return NUMBERS.includes(text as string) ? Number(text) : from.damaged('a number that is none');
    case 'b':
      return typeof text === 'string' && /^-?\d{1,100000}$/.test(text)
        ? BigInt(text)
        : from.damaged('a bigint that is none');
    case 's':
      return typeof text === 'string' ? Symbol.for(text) : from.damaged('a symbol without a name');
    case 'k':
      return MARKS.get(text as string) ?? from.damaged('a mark that is not known');
    case 'w':
      return wellKnown(text, from);
    default:
      return from.damaged('a value of a kind that is not known');
  }
}

function wellKnown(name: Json | undefined, from: Loader): symbol {
  const found: unknown = typeof name === 'string' ? Object.getOwnPropertyDescriptor(Symbol, name)?.value : undefined;
  return typeof found === 'symbol' ? found : from.damaged('a symbol that is not known');
}

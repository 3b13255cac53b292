/**
 * Why a save of a random program may be refused: for each piece of a program that no save can have (`Unsavable` of conformance/programs), the refusals that
 * come of it. Seven of eight programs are written without such pieces, and may be refused for nothing.
 */
import type { Refusal } from '@spindle/runtime/saves';
import type { Unsavable } from '../programs/context.js';

interface Refused {
  readonly code: string;
  /** What the refusal says. */
  readonly text?: RegExp;
}

/** A function, which no save can name, is called or is a value. */
const functions: Refused = { code: 'function', text: /a function that no save can name/ };

const REFUSALS: Readonly<Record<Unsavable, readonly Refused[]>> = {
  accessor: [{ code: 'property', text: /^`g` is no plain property/ }],
  // Sloppy code binds them to the parameters. An arrow that uses them is made where they are.
  arguments: [{ code: 'property', text: /^`(?:a|b|n)` is no plain property/ }, functions],
  'async function': [],
  bind: [{ code: 'function', text: /^`bound / }],
  'block function': [functions],
  'class that runs code': [
    { code: 'function', text: /^the class `/ },
    { code: 'object', text: /whose class no save can name/ },
    functions,
    // One whose head waits and names the class.
    { code: 'generator', text: /is compiled to a generator/ },
  ],
  // A class that it may see has no factory.
  eval: [
    { code: 'generator', text: /is compiled to a generator/ },
    { code: 'object', text: /whose class no save can name/ },
    functions,
  ],
  far: [{ code: 'function', text: /^(?:`far[\w.]*` is )?a function that no save can name/ }],
  generator: [
    { code: 'iterator', text: /^an iterator \(Generator\)|is in a `for…of` over an iterator/ },
    { code: 'object', text: /^an object of `(?:object|Object)`/ },
  ],
  // The value under such a key may be a class.
  'method under a computed key': [functions, { code: 'function', text: /^the class `/ }],
  'private name': [
    { code: 'class', text: /private fields/ },
    { code: 'function', text: /private name/ },
    // Its class has no factory.
    { code: 'object', text: /whose class no save can name/ },
    functions,
  ],
  'replaced method': [functions],
  super: [functions],
  'super in a closure': [{ code: 'function', text: /uses `super`/ }],
  'word in a variable': [functions],
};

/** The piece that it comes of; undefined if the program has none. */
export function causeOf({ code, text }: Refusal, unsavable: ReadonlySet<Unsavable>): string | undefined {
  const comesOf = (piece: Unsavable): boolean =>
    REFUSALS[piece].some((one) => one.code === code && one.text?.test(text) !== false);
  return Array.from(unsavable).find(comesOf);
}

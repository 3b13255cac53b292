/**
 * Why a save of a random program may be refused: each kind of refusal, with the piece of a program that makes it. Seven of eight programs are written without
 * these pieces (`isSavable` in conformance/programs), and may be refused for nothing but what `GAPS` says.
 */
import type { Refusal } from '@spindle/runtime/saves';

interface Cause {
  readonly name: string;
  readonly code: string;
  /** What the refusal says. */
  readonly text?: RegExp;
  /** The function that it names. */
  readonly in?: RegExp;
  /** The way that it names. */
  readonly path?: RegExp;
  /** What the program has. */
  readonly source: RegExp;
}

const PRIVATE = /#[\w$]/;

const CAUSES: readonly Cause[] = [
  { name: 'an object with private fields', code: 'class', text: /private fields/, source: PRIVATE },
  { name: 'a method with a private name', code: 'function', text: /private name/, source: PRIVATE },
  { name: 'an object of a class that no factory makes', code: 'object', source: /\bclass\b/ },
  { name: 'a class that runs code when it is made', code: 'function', text: /^the class/, source: /static \{|\[\(|#/ },
  { name: 'a generator that is under way', code: 'iterator', source: /function\*/ },
  { name: 'a generator that is under way', code: 'object', source: /function\*/ },
  { name: 'a function with `eval`', code: 'generator', source: /\beval\(/ },
  { name: 'a class whose head waits and names it', code: 'generator', source: /\(\) => K\b|#x in|#[\w$]/ },
  { name: '`arguments` that are bound to parameters', code: 'property', source: /\barguments\b/ },
  { name: 'an accessor of an object', code: 'property', source: /\bget g\(/ },
  { name: 'what `far` has', code: 'function', text: /`function`|`far/, source: /odd(?:\?\.|\.|\[')far/ },
  { name: 'a bound function', code: 'function', text: /`bound /, source: /\.bind\(/ },
  { name: 'a word of the runtime in a variable of a script', code: 'function', source: /require\(/ },
  { name: 'a method under a computed key', code: 'function', source: /\[[^\]]*\]\(/ },
  { name: 'a function with `super`', code: 'function', source: /\bsuper\b/ },
  { name: 'a function in one with `eval`', code: 'function', source: /\beval\(/ },
  { name: 'a function in a generator', code: 'function', source: /function\*|\(\) => K\b/ },
  { name: 'a function of a block in sloppy code', code: 'function', source: /^(?!'use strict')[^]*\{[^}]*function / },
  { name: 'a function with the `arguments` around it', code: 'function', source: /\barguments\b/ },
];

/** What is to be saved some day. */
const GAPS: readonly Cause[] = [
  {
    name: 'a built-in that goes over an iterator',
    code: 'iterator',
    in: /^(?:from|forEach)$/,
    source: /\.(?:from|forEach)\(/,
  },
  // Its iterator is told of first.
  {
    name: 'a built-in that goes over an iterator',
    code: 'object',
    in: /^(?:from|forEach)$/,
    source: /\.(?:from|forEach)\(/,
  },
  {
    name: 'a pattern that assigns to a variable which may have no value yet',
    code: 'property',
    path: /^object\.\d+\.v$/,
    source: /v: \w+ = /,
  },
];

/** The name of the cause; undefined if there is none. */
export function causeOf(
  { code, text, function: fn = '', path = '' }: Refusal,
  source: string,
  isSavable: boolean,
): string | undefined {
  const causes = isSavable ? GAPS : [...GAPS, ...CAUSES];
  const isOf = (cause: Cause): boolean =>
    cause.code === code &&
    cause.source.test(source) &&
    cause.text?.test(text) !== false &&
    cause.in?.test(fn) !== false &&
    cause.path?.test(path) !== false;
  return causes.find(isOf)?.name;
}

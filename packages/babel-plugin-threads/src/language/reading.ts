/**
 * Which builtins change nothing. What a question may call hangs on these lists (DESIGN R5c): they belong to the
 * language that scripts are written in, so a name that is added or taken away changes what scripts do.
 */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { KIND_METHODS, TYPED_ARRAYS } from './builtin-kinds.js';
import { setOf } from './set-of.js';
import type { types as t } from '@babel/core';

const DATE_GETTERS = [...KIND_METHODS.date].filter((name) => !name.startsWith('set'));

/**
 * Methods that are taken for those of the language by their name alone, whatever the receiver is. Not among them: names
 * that things of a game have, too (`normalize`, `repeat`, `search`, `match`, `test`).
 */
const READING_METHODS: ReadonlySet<string> = setOf(
  // Arrays.
  'at concat entries every filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map reduce ' +
    'reduceRight slice some subarray toReversed toSorted toSpliced values with ' +
    // Strings.
    'charAt charCodeAt codePointAt endsWith localeCompare padEnd padStart replace replaceAll split startsWith substr substring toLocaleLowerCase ' +
    'toLocaleUpperCase toLowerCase toUpperCase trim trimEnd trimStart ' +
    // Numbers, dates, any object.
    'toExponential toFixed toPrecision toLocaleString toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable ' +
    `${DATE_GETTERS.join(' ')} ` +
    // Maps and sets.
    'get has difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
);

/** They are called for what they call, and give nothing. */
const GIVES_NOTHING: ReadonlySet<string> = setOf('forEach');

/** Methods of arrays, maps and sets that change their receiver. */
const CHANGING_METHODS: ReadonlySet<string> = setOf(
  'copyWithin fill pop push reverse shift sort splice unshift add clear delete set',
);

/** Methods that give a new array, by their name alone. */
const MAKING_METHODS: ReadonlySet<string> = setOf(
  'concat filter flat flatMap map slice split toReversed toSorted toSpliced with',
);

/** Methods of arrays, maps and sets that give their receiver. */
const GIVE_RECEIVER: ReadonlySet<string> = setOf('copyWithin fill reverse sort add set');

/** Strings have these besides: called on a text that stands there, or on a template. */
const MORE_OF_STRINGS: ReadonlySet<string> = setOf('match matchAll normalize repeat search');

const FUNCTIONS: ReadonlySet<string> = setOf(
  'parseInt parseFloat isNaN isFinite String Number Boolean BigInt Symbol Object Array Date RegExp Error AggregateError EvalError RangeError ' +
    'ReferenceError SyntaxError TypeError URIError encodeURI encodeURIComponent decodeURI decodeURIComponent structuredClone',
);

/** `*`: all methods of the object. `Math.random` and `Date.now` are no state of a script. */
const STATICS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Math: setOf('*'),
    console: setOf('*'),
    JSON: setOf('*'),
    Object: setOf(
      'entries fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn ' +
        'is isExtensible isFrozen isSealed keys values',
    ),
    Map: setOf('groupBy'),
    Reflect: setOf('get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys'),
    Number: setOf('*'),
    String: setOf('*'),
    Array: setOf('isArray from of'),
    ArrayBuffer: setOf('isView'),
    BigInt: setOf('*'),
    Date: setOf('*'),
    Symbol: setOf('for keyFor'),
    performance: setOf('now'),
  }),
);

const STATICS_THAT_MAKE: ReadonlySet<string> = setOf(
  'Array.from Array.of Object.entries Object.fromEntries Object.getOwnPropertyNames Object.groupBy Object.keys Object.values Map.groupBy ' +
    'JSON.parse',
);
const FUNCTIONS_THAT_MAKE: ReadonlySet<string> = setOf('Array structuredClone');

/** Classes of the language whose constructors only make a value. */
const CLASSES: ReadonlySet<string> = new Set([
  ...setOf(
    'AggregateError Array ArrayBuffer Boolean DataView Date Error EvalError Map Number Object RangeError ReferenceError RegExp Set String SyntaxError ' +
      'TypeError URIError WeakMap WeakSet',
  ),
  ...TYPED_ARRAYS,
]);

/**
 * How a method is taken whose receiver nobody knows: its name says that it changes nothing, or that it changes its
 * receiver.
 */
export function effectOfMethod(name: string): 'none' | 'changes' | undefined {
  if (READING_METHODS.has(name)) return 'none';
  return CHANGING_METHODS.has(name) ? 'changes' : undefined;
}

/** A method of this name gives nothing that one could use. */
export const givesNothing = (name: string): boolean => GIVES_NOTHING.has(name);

/** `'ab'.repeat(2)` */
export const isMethodOfText = (name: string): boolean => READING_METHODS.has(name) || MORE_OF_STRINGS.has(name);

/** `Number`, `Math.max`, `console.log`: a function of the language that changes nothing. */
export function isReadingFunction(compilation: Compilation, path: Path, wrapped: t.Node): boolean {
  const { t: types } = compilation;
  const node = skipTransparent(wrapped);
  if (types.isIdentifier(node)) return FUNCTIONS.has(node.name) && isFree(compilation, path, node.name);
  if (!types.isMemberExpression(node)) return false;
  const object = skipTransparent(node.object);
  if (!types.isIdentifier(object) || !isFree(compilation, path, object.name)) return false;
  const statics = STATICS.get(object.name);
  const name = propertyName(types, node);
  return name !== undefined && (statics?.has('*') === true || statics?.has(name) === true);
}

/** `new Map()`, `new Error(text)` */
export function isNewValue(compilation: Compilation, path: Path, { callee }: t.NewExpression): boolean {
  const named = skipTransparent(callee);
  return compilation.t.isIdentifier(named) && CLASSES.has(named.name) && isFree(compilation, path, named.name);
}

/**
 * The expression makes an array, an object, a map, that nobody else has yet: `[]`, `{ ...stats }`, `new Map()`,
 * `Object.keys(o)`, `list.slice()`.
 */
export function makesValue(compilation: Compilation, path: Path, wrapped: t.Node): boolean {
  const { t: types } = compilation;
  const node = skipTransparent(wrapped);
  if (types.isArrayExpression(node) || types.isObjectExpression(node)) return true;
  // What is made of a buffer shares it.
  if (types.isNewExpression(node))
    return isNewValue(compilation, path, node) && !(isView(compilation, node) && node.arguments.length > 0);
  return types.isCallExpression(node) && callMakesValue(compilation, path, node);
}

function callMakesValue(compilation: Compilation, path: Path, node: t.CallExpression): boolean {
  const { t: types } = compilation;
  const callee = skipTransparent(node.callee);
  if (types.isIdentifier(callee)) return FUNCTIONS_THAT_MAKE.has(callee.name) && isFree(compilation, path, callee.name);
  if (!types.isMemberExpression(callee)) return false;
  const name = propertyName(types, callee) ?? '';
  const object = skipTransparent(callee.object);
  if (types.isIdentifier(object) && isFree(compilation, path, object.name)) {
    const [first] = node.arguments;
    if (object.name === 'Object' && name === 'assign')
      return first !== undefined && makesValue(compilation, path, first);
    if (STATICS.has(object.name)) return STATICS_THAT_MAKE.has(`${object.name}.${name}`);
  }
  return MAKING_METHODS.has(name) || (GIVE_RECEIVER.has(name) && makesValue(compilation, path, object));
}

/**
 * A typed array or a `DataView`: given a buffer it shows what others have; given a number or a list it does not, but
 * that is not known.
 */
function isView({ t: types }: Compilation, { callee, arguments: values }: t.NewExpression): boolean {
  const named = skipTransparent(callee);
  if (!types.isIdentifier(named) || (named.name !== 'DataView' && !TYPED_ARRAYS.has(named.name))) return false;
  const [first] = values;
  return !(first && (types.isNumericLiteral(first) || types.isArrayExpression(first)));
}

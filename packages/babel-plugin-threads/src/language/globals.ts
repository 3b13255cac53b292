/** Names that a script has without importing them. */

/** Names that every script may use: those of the language, and `console`. */
export const STANDARD_NAMES: ReadonlySet<string> = new Set(
  (
    'AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date ' +
    'DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array ' +
    'Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp ' +
    'Set SharedArrayBuffer String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array ' +
    'Uint8ClampedArray WeakMap WeakRef WeakSet arguments console decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
    'escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape'
  ).split(' '),
);

/** Free names whose value never changes, and is nothing that could wait. */
export const CONSTANT_NAMES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity']);

/** What a CommonJS script has besides. */
export const SCRIPT_NAMES: ReadonlySet<string> = new Set('__dirname __filename exports module require'.split(' '));

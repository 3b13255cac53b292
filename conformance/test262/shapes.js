/** The form of a test in each mode. The plain run gets the same text without the mark. */

/** `functions` of `functions-frames`. Both targets compile the same text. */
export const withoutTarget = (mode) => mode.replace(/-frames$/, '');

/**
 * wrapper, stress: the whole test is the body of one marked function.
 * functions: the text is unchanged, and all its functions are marked.
 */
export const shapeOf = (mode) => (withoutTarget(mode) === 'functions' ? 'bare' : 'wrapped');

/** This pattern matches any text, so it never backtracks. One that can fail would take exponential time on a line of slashes. */
const comments = /^(?:\s+|\/\*[^]*?\*\/|\/\/[^\n]*\n)*/;
const startsStrict = (source) => /^['"]use strict['"]/.test(source.replace(comments, ''));

/** The variants of a test: sloppy and strict, unless its flags demand one of them. */
export function variantsOf({ flags, source }) {
  if (flags.has('raw') || flags.has('module')) return [{ isStrict: false }];
  if (flags.has('noStrict')) return [{ isStrict: false }];
  if (flags.has('onlyStrict')) return [{ isStrict: true }];
  // A test that begins with "use strict" needs only one variant.
  return startsStrict(source) ? [{ isStrict: false }] : [{ isStrict: false }, { isStrict: true }];
}

/** The text of the plain run (`isMarked: false`) or the text to compile; undefined if the test cannot have this form. */
export function dress(test, { shape, isStrict, isMarked }) {
  const strict = isStrict ? '"use strict";\n' : '';
  if (shape === 'bare') return `${isMarked ? '"use compile";\n' : ''}${strict}${test.source}`;
  if (test.flags.has('raw')) return undefined;
  return `${strict}${isMarked ? '// @compile\n' : ''}function $test262() {\n${test.source}\n}\n$run262($test262, this);\n`;
}

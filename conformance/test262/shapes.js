/** How a test is dressed for a mode: the plain run gets the very same text but for the mark. */

/**
 * wrapper, stress: the body stands in one function, which is marked, and with it all that is in it.
 * functions: the text as it is; every function of the file is marked.
 */
export const shapeOf = (mode) => (mode === 'functions' ? 'bare' : 'wrapped');

/** It never fails, so it never goes back: a pattern that does would try all ways to cut a line of slashes. */
const comments = /^(?:\s+|\/\*[^]*?\*\/|\/\/[^\n]*\n)*/;
const startsStrict = (source) => /^['"]use strict['"]/.test(source.replace(comments, ''));

/** The variants of a test: sloppy and strict where it does not say. */
export function variantsOf({ flags, source }) {
  if (flags.has('raw') || flags.has('module')) return [{ isStrict: false }];
  if (flags.has('noStrict')) return [{ isStrict: false }];
  if (flags.has('onlyStrict')) return [{ isStrict: true }];
  // A test whose own first directive makes it strict is the same in both.
  return startsStrict(source) ? [{ isStrict: false }] : [{ isStrict: false }, { isStrict: true }];
}

/** The text of a plain run (`isMarked: false`) or of the one to compile; undefined where the shape cannot be. */
export function dress(test, { shape, isStrict, isMarked }) {
  const strict = isStrict ? '"use strict";\n' : '';
  if (shape === 'bare') return `${isMarked ? '"use compile";\n' : ''}${strict}${test.source}`;
  if (test.flags.has('raw')) return undefined;
  return `${strict}${isMarked ? '// @compile\n' : ''}function $test262() {\n${test.source}\n}\n$run262($test262, this);\n`;
}

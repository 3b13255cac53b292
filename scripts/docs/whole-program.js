/** What page 1 of the guide shows once, and the other examples leave out. */
const LINES = {
  before:
    "import { scheduler } from '@spindle/runtime';\nimport { at, log, runToEnd } from '@spindle/runtime/testing';\n",
  after: '\nrunToEnd(scheduler);\n',
};

/** An example of the guide as a program that plays it to its end. */
export function wholeProgram(source) {
  const before = source.includes('@spindle/runtime/testing') ? '' : LINES.before;
  const after = /runToEnd\(|scriptProperty\(/.test(source) ? '' : LINES.after;
  return before + source + after;
}

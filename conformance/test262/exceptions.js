/**
 * The cases of test262 that may differ: one of these is counted as `excepted`. Cases in which a thread waits for a Promise, as it shall, and that are the same where it
 * does not, are counted as `waits`; they stand in no list.
 */
import { withoutTarget } from './shapes.js';

/**
 * By reason. In a name, `*` stands for any part, and `{6,14}` for one of these. `modes`: not all of them; a mode is meant with both targets, `stress-frames` only with frames.
 */
const EXCEPTIONS = [
  {
    // The body of a compiled function is a generator, which is never called with `new`, and that of a compiled arrow has `arguments` and `new.target` of its
    // own; a function's own name is a variable of its body. The plugin renames what it can read; it cannot read what `eval` is given.
    reason: '`eval` sees the generator',
    names: [
      'language/eval-code/direct/arrow-fn-no-pre-existing-arguments-bindings-are-present-*.js',
      'language/eval-code/direct/arrow-fn-body-cntns-arguments-*.js',
      'language/eval-code/direct/new.target-fn.js',
      'language/eval-code/direct/new.target-arrow.js',
      'language/expressions/function/named-no-strict-reassign-fn-name-in-body-in-eval.js',
      'language/*/class/elements/*direct-eval-err-contains-arguments.js',
    ],
  },
  {
    // A thread waits a frame and more for the Promise that a call gives; the test's `while (await p)` does not let a frame come.
    reason: 'A loop that spins until a Promise has been replaced',
    names: ['language/module-code/top-level-await/while-dynamic-evaluation.js'],
  },
  {
    // With `Object.prototype[0]` a setter, or `Array.prototype[0]` a value that cannot be written, nobody can put anything into an empty list any more, the
    // scheduler included: it loses the thread.
    reason: 'An index on `Object.prototype` or `Array.prototype`',
    modes: ['stress'],
    names: [
      'language/arguments-object/10.6-11-b-1.js',
      'language/expressions/array/11.1.4_4-5-1.js',
      'built-ins/Array/prototype/every/15.4.4.16-7-c-i-{14,16,22,6}.js',
      'built-ins/Array/prototype/filter/15.4.4.20-9-c-i-{14,16,22,6}.js',
      'built-ins/Array/prototype/forEach/15.4.4.18-7-c-i-{14,16,20,22,6}.js',
      'built-ins/Array/prototype/map/15.4.4.19-8-c-i-{14,16,19,22,6}.js',
      'built-ins/Array/prototype/reduce/15.4.4.21-8-b-iii-1-{14,16,22,6}.js',
      'built-ins/Array/prototype/some/15.4.4.17-7-c-i-{22,6}.js',
      'built-ins/Array/prototype/sort/precise-comparefn-throws.js',
    ],
  },
  {
    // These tests delete `some` and `forEach` for a moment, and the scheduler uses them.
    reason: 'A method of arrays that is taken away',
    modes: ['stress'],
    names: ['built-ins/Array/prototype/forEach/prop-desc.js', 'built-ins/Array/prototype/some/prop-desc.js'],
  },
];

const known = EXCEPTIONS.map(({ names, ...one }) => ({ ...one, patterns: names.map(patternOf) }));

/** The reason why that case may differ, or undefined. */
export const reasonOf = (name, mode) =>
  known.find(
    ({ patterns, modes }) =>
      (modes === undefined || modes.includes(mode) || modes.includes(withoutTarget(mode))) &&
      patterns.some((pattern) => pattern.test(name)),
  )?.reason;

function patternOf(name) {
  const source = name.split('*').map((part) => part.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&'));
  const either = (_all, names) => `(?:${names.replaceAll(',', '|')})`;
  return new RegExp(`^${source.join('.*').replaceAll(/\{([^}]*)\}/g, either)}$`);
}

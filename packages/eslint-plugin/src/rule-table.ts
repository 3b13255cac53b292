/** Which rule tells which diagnostics of the compiler. */

export interface RuleRow {
  readonly name: string;
  /** The codes of docs/errors.md. Empty for rules that ask something else of the report. */
  readonly codes: readonly string[];
  /** What the rule is against, in one line. */
  readonly description: string;
  /** It reports what is often meant, so it is not in the recommended configuration. */
  readonly isOptional?: true;
}

/** Errors, which stop the compilation; and codes that no other rule has. */
export const COMPILE = 'compile';
/** Asks the report for functions that are left out. */
export const NO_ASYNC = 'no-async-in-marked-class';
/** Asks the report for pauses. */
export const NO_ORDER_BETWEEN_WAITS = 'no-order-between-waits';

export const RULE_TABLE: readonly RuleRow[] = [
  { name: COMPILE, codes: [], description: 'code that the compiler refuses' },
  {
    name: 'no-wait-outside-script',
    codes: ['SPN423', 'SPN610'],
    description: 'a word that waits, in code that no mark covers',
  },
  {
    name: 'no-wait-at-top-level',
    codes: ['SPN623'],
    description: 'a word that waits, or a loop that would take frames, at the top level of a file',
  },
  {
    name: 'no-idle-program',
    codes: ['SPN628'],
    description: 'a program that only declares functions, so that nothing happens when it is started',
  },
  {
    name: 'no-dropped-promise',
    codes: ['SPN622'],
    description: '`new Promise(…)` or a name as a statement, which an `await` has left',
  },
  {
    name: NO_ASYNC,
    codes: [],
    description: 'async methods and generators in a marked class, which are not compiled',
  },
  {
    name: 'no-wait-in-async',
    codes: ['SPN609'],
    description: 'a word that waits, in an async function or a generator',
  },
  {
    name: 'no-wait-in-synchronous-code',
    codes: ['SPN604'],
    description: 'a word that waits, in code that cannot pause',
  },
  {
    name: 'no-frame-wait-in-synchronous-code',
    codes: ['SPN606'],
    description: 'a loop that waits for frames, in code that cannot pause',
  },
  { name: 'no-misspelt-mark', codes: ['SPN605'], description: 'a comment or directive that is almost a mark' },
  {
    name: 'no-ambiguous-first-mark',
    codes: ['SPN621'],
    description: 'a first `// @compile` that marks one function of many',
  },
  { name: 'no-late-directive', codes: ['SPN611'], description: '`"use compile"` below other statements' },
  { name: 'no-unused-allow', codes: ['SPN608'], description: 'an `@allow` that silences nothing' },
  {
    name: 'no-lost-update',
    codes: ['SPN601'],
    description: 'a value that is read before a wait and written after it',
  },
  {
    name: 'no-nondeterministic-call',
    codes: ['SPN603'],
    description: '`Math.random`, `Date.now` and the like, which differ in a replay',
  },
  {
    name: 'no-blind-eval',
    codes: ['SPN607'],
    description: 'code for `eval` that cannot see what it uses',
  },
  {
    name: 'no-own-wait-outside-executor',
    codes: ['SPN612'],
    description: '`this.wait(…)` in what is no `Executor`',
  },
  {
    name: 'no-call-behind-endless-call',
    codes: ['SPN613'],
    description: 'a call that waits forever behind another call on the same object',
  },
  {
    name: 'no-question-behind-endless-call',
    codes: ['SPN618'],
    description: 'a question that is never answered, behind a call that never ends',
  },
  {
    name: 'no-uncaught-order',
    codes: ['SPN626'],
    description: 'a call that nobody waits for, in a `try` that can catch nothing else',
  },
  {
    name: 'no-endless-orders',
    codes: ['SPN627'],
    description: 'a loop that gives an order in each frame, faster than it is carried out',
  },
  {
    name: 'no-frame-in-computing-loop',
    codes: ['SPN614'],
    description: 'a loop that only computes, and takes a frame for each iteration',
  },
  {
    name: 'no-queueing-condition',
    codes: ['SPN615'],
    description: 'a condition that queues, as what it calls changes something',
  },
  { name: 'no-unlikely-literal', codes: ['SPN616'], description: 'seconds for milliseconds, and similar literals' },
  {
    name: 'consistent-arrow-braces',
    codes: ['SPN617'],
    description: 'the same call in an arrow with braces and in one without',
  },
  {
    name: 'no-this-before-free-word',
    codes: ['SPN619'],
    description: '`this.tween(…)` and other words that exist only without `this.`',
  },
  {
    name: 'no-word-of-other-tools',
    codes: ['SPN629'],
    description: '`sleep`, `WaitForSeconds` and other names that scripts have another word for',
  },
  {
    name: 'no-waiting-mapper',
    codes: ['SPN620'],
    description: 'a `map` in `all` or `race` whose calls run one after the other',
  },
  {
    name: 'no-assigned-condition',
    codes: ['SPN630'],
    description: '`if (x = 3)`, where `===` is meant',
  },
  { name: 'no-assigned-constant', codes: ['SPN631'], description: 'a `const` that is set again' },
  {
    name: 'no-override-without-mark',
    codes: ['SPN632'],
    description: 'a method without a mark, which overrides one that is marked `// @instant` or the like',
  },
  {
    name: 'no-deeply-nested-calls',
    codes: ['SPN625'],
    description: 'with frames, a function that keeps more than 48 values at each wait',
  },
  {
    name: NO_ORDER_BETWEEN_WAITS,
    codes: [],
    description:
      'a call that takes time and that nobody waits for, between two `waitFor(…)`; off unless you turn it on',
    isOptional: true,
  },
];

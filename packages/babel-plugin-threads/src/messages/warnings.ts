/**
 * SPN6xx and SPN423: what is said of code that its author may not mean. It compiles, or nothing compiles it. Codes are stable;
 * docs/errors.md has a page for each.
 */
import type { Uncompilable } from './errors.js';
import type { Warning } from './message.js';
import { didYouMean } from './suggestions.js';

/** A file without exports is one script, if that is said. */
const AS_PROGRAM = '; or make the whole file one script with `// @script` as its first comment';

/** What contains a word that waits and that no mark covers. */
export type Unmarkable = Uncompilable | 'function' | 'file';

const markMend: Record<Unmarkable, string> = {
  function: 'Put `// @compile` above it.',
  file: 'Move it into a function that is marked `// @compile`.',
  async: 'Drop its `async` and `await`, and put `// @compile` above it.',
  generator: 'Drop its `*`, and put `// @compile` above it.',
  getter: 'Move the wait into a method that is marked `// @compile`.',
  setter: 'Move the wait into a method that is marked `// @compile`.',
  constructor: 'Move the wait into a method that is marked `// @compile`.',
  calledByLanguage: 'Move the wait into a method of another name that is marked `// @compile`.',
};

/** `sum`: the new value is computed from the old one. `test`: the old value decides whether there is a new one. */
export type ReadBeforeWait = 'sum' | 'test';

/** What is wrong with the literal: it is nothing to wait for, stands in place of a call, means seconds, is no number of milliseconds, or comes last. */
export type LiteralKind = 'toWaitFor' | 'noCall' | 'seconds' | 'forever' | 'timeLast';

/** A literal that cannot be meant, and what is. */
type UnlikelyLiteral = {
  readonly kind: LiteralKind;
  /** The word. */
  readonly word: string;
  /** The call as it is written. */
  readonly call: string;
  readonly literal: string;
  readonly literalKind: 'number' | 'text';
  /** What to write. */
  readonly meant: string;
};

const unit = { number: 'milliseconds', text: 'a signal' };

const unlikelyLiteral: Record<LiteralKind, (values: UnlikelyLiteral) => string> = {
  toWaitFor: ({ call, literalKind, meant }) =>
    `\`${call}\` throws a TypeError, because a ${literalKind} is nothing to wait for. Write \`${meant}\` for ${unit[literalKind]}.`,
  noCall: ({ word, literal, literalKind, meant }) =>
    `\`${word}\` throws a TypeError, because ${literal} is not a call. Write \`${meant}\` for ${unit[literalKind]}.`,
  seconds: ({ call, literal, meant }) =>
    `\`${call}\` is given ${literal} milliseconds. If you mean seconds, write ${meant}.`,
  forever: ({ call, literal, meant }) =>
    `\`${call}\` throws a RangeError, because ${literal} is no number of milliseconds. To wait until somebody ends it, write \`${meant}\`.`,
  timeLast: ({ word, literal, meant }) => `\`${word}\` expects ${literal} first, then the call. Write \`${meant}\`.`,
};

/** A word of another tool is meant that takes milliseconds, or another one; or nothing, as the compiler writes it. */
type OtherWordKind = 'time' | 'word' | 'helper';

const otherWord: Record<OtherWordKind, (name: string, instead: string) => string> = {
  time: (name, instead) => otherWord.word(name, instead).replace(/\.$/, ': it takes milliseconds.'),
  word: (name, instead) =>
    `\`${name}\` is no word of scripts, and nothing in this file has that name. Write \`${instead}\`.`,
  helper: (name, instead) =>
    `\`${name}\` is what the compiler writes around an order, and nothing to write by hand. Write \`${instead};\` alone, or mark the method \`// @beside\` if it should not stand in line.`,
};

export const warnings = {
  /** Nothing in the file is marked. */
  uncompiledWait: {
    code: 'SPN423',
    rule: 'no-wait-outside-script',
    against: 'a word that waits, in a file without any mark',
    isAllowable: false,
    text: ({ word, where, canBeProgram }: { word: string; where: 'function' | 'top'; canBeProgram: boolean }): string =>
      `\`${word}\` waits, and nothing in this file is marked, so the file is not compiled. ${where === 'function' ? 'Put `// @compile` above the function that waits' : `Put it into a function that is marked \`// @compile\`, and call that${canBeProgram ? AS_PROGRAM : ''}`}.`,
  },
  readBeforeWait: {
    code: 'SPN601',
    rule: 'no-lost-update',
    against: '`x += f()` or `x = x + f()`, where `f` is known to wait and other code may write `x` meanwhile',
    text: ({ what, call, how }: { what: string; call: string; how: ReadBeforeWait }): string =>
      `\`${what}\` is ${how === 'sum' ? 'read' : 'tested'} before \`${call}\` may wait, so what others write to it meanwhile is lost. Put the value of the call into a variable, and ${how === 'sum' ? 'use that in a statement of its own' : 'test again'}.`,
  },
  notReplayable: {
    code: 'SPN603',
    rule: 'no-nondeterministic-call',
    against:
      '`Math.random`, `Date.now`, `new Date()`, `performance.now` and the random values of `crypto`, which differ in a replay',
    text: ({ what, instead }: { what: string; instead: string }): string =>
      `\`${what}\` is not the same on every run. Use \`${instead}\` of the runtime${instead === 'clock.now' ? ', or `scheduler.input` for real time' : ''}.`,
  },
  waitInRegion: {
    code: 'SPN604',
    rule: 'no-wait-in-synchronous-code',
    against:
      'a word that waits where nothing can pause: in a getter, a constructor, the predicate of `waitUntil`, the callback of `new Promise`',
    text: ({ word, region }: { word: string; region: string }): string =>
      `\`${word}\` is in ${region}, which cannot pause. Move the wait out of it.`,
  },
  /** `near`: marks that may be meant. Without one, only the plugin writes it. */
  markMisspelt: {
    code: 'SPN605',
    rule: 'no-misspelt-mark',
    against:
      'a comment or directive that is almost a mark: `// @comple`; `// compile` above a function; `// @compiled` that the plugin did not write',
    text: ({ written, near, onlyPlugin }: { written: string; near: readonly string[]; onlyPlugin: boolean }): string =>
      onlyPlugin
        ? `\`${written}\` is not a mark. Only the plugin writes that: did you mean \`${near[0]}\`?`
        : `\`${written}\` is not a mark. ${didYouMean(near)}`,
  },
  loopInRegion: {
    code: 'SPN606',
    rule: 'no-frame-wait-in-synchronous-code',
    against: 'a loop with a frame-wait where nothing can pause, or in an `@instant` function',
    text: ({ region }: { region: string }): string =>
      `This loop waits for a frame after each iteration, but it is in ${region}, which cannot pause. Mark it \`// @nowait\`.`,
  },
  unseenByEval: {
    code: 'SPN607',
    rule: 'no-blind-eval',
    against:
      'an `eval` whose text may use `new.target`, or in an arrow `arguments` or `super`: it would not see those of the function around it',
    text: ({ words }: { words: readonly string[] }): string =>
      `The code of this \`eval\` does not see the ${words.map((word) => `\`${word}\``).join(' and ')} of the function around it. Read what it needs into variables above, and use those in the code.`,
  },
  allowsWhatIsNot: {
    code: 'SPN608',
    rule: 'no-unused-allow',
    against: 'an `@allow` that silences nothing',
    isAllowable: false,
    text: ({ allowed }: { allowed: string }): string =>
      `\`@allow ${allowed}\` silences nothing here. Remove it, or put it where the diagnostic is reported.`,
  },
  wordInUncompiled: {
    code: 'SPN609',
    rule: 'no-wait-in-async',
    against: 'a word that waits in an `async` function or a generator that a mark covers: these are not compiled',
    text: ({ word, kind, name }: { word: string; kind: 'async' | 'generator'; name: string | undefined }): string => {
      const isAsync = kind === 'async';
      const noun = isAsync ? 'async function' : 'generator';
      const mend = isAsync
        ? 'Drop `async` and `await`: a call that waits already waits'
        : 'Drop the `*`, and call it like any function';
      const fn = name === undefined ? `${isAsync ? 'an' : 'a'} ${noun}` : `the ${noun} \`${name}\``;
      return `\`${word}\` is in ${fn}, which is not compiled, so nothing waits for it. ${mend}.`;
    },
  },
  wordWithoutMark: {
    code: 'SPN610',
    rule: 'no-wait-outside-script',
    against: 'a word that waits in a function that no mark covers, in a file that has marks',
    text: ({ word, around, name }: { word: string; around: Unmarkable; name: string | undefined }): string =>
      `\`${word}\` waits only in a compiled function, and no mark covers ${name === undefined ? (around === 'file' ? 'this place' : 'this function') : `\`${name}\``}. ${markMend[around]}`,
  },
  directiveNotFirst: {
    code: 'SPN611',
    rule: 'no-late-directive',
    against: 'a `"use compile"` below other statements',
    text: ({ directive }: { directive: string }): string =>
      `\`"${directive}"\` has no effect here, because other statements are above it. Put it first in the file${directive === 'use compile' ? ' or in the function' : ''}.`,
  },
  /** `base`: the class that can extend `Executor`; undefined for an object, and for a class itself, whose static method it is. */
  noExecutor: {
    code: 'SPN612',
    rule: 'no-own-wait-outside-executor',
    against:
      '`this.wait(…)` or another method of `Executor`, in a class or an object that clearly is not an `Executor`',
    text: ({
      word,
      name,
      base,
      isStatic,
    }: {
      word: string;
      name: string;
      base: string | undefined;
      isStatic?: boolean | undefined;
    }): string => {
      const head = `\`this.${word}\` is a method of \`Executor\`, and`;
      if (!isStatic)
        return `${head} \`${name}\` is not an \`Executor\`. ${base === undefined ? `Make it one with \`asExecutor({…})\` where \`${name}\` is made` : `Write \`class ${base} extends Executor\`, or give each of its objects to \`asExecutor\``}.`;
      const mend =
        word === 'hold'
          ? 'A class is no owner, so there is nothing to hold: call the function itself'
          : `Write \`${word}(…)\` without \`this\``;
      return `${head} \`this\` of a static method is the class \`${name}\`. ${mend}.`;
    },
  },
  waitsForGood: {
    code: 'SPN613',
    rule: 'no-call-behind-endless-call',
    against:
      'a call that waits forever: its owner only groups functions, and one of them that never ends was called before',
    text: ({ object, endless }: { object: string; endless: string }): string =>
      `\`${object}\` does one thing at a time, and \`${object}.${endless}\` never ends, so this call waits forever. If \`${object}\` only groups functions, declare \`asLibrary(${object})\`; otherwise mark what does not wait \`// @instant\`.`,
  },
  loopOnlyComputes: {
    code: 'SPN614',
    rule: 'no-frame-in-computing-loop',
    against: 'a loop that only computes, and takes a frame for each iteration',
    text: (): string =>
      'This loop only computes, and each of its iterations takes a frame. Mark it `// @fast` if it should run in one go, or `// @wait` if you mean the frames.',
  },
  /** `changes`: what it changes. `asked`: what it asks another object, if it changes nothing. */
  nearlyQuestion: {
    code: 'SPN615',
    rule: 'no-queueing-condition',
    against:
      'a condition that calls a function of another owner which never waits, but is no question because it changes something; a function that is none because it asks another object',
    text: ({ name, changes, asked }: { name: string; changes?: string; asked?: string }): string =>
      changes === undefined
        ? `\`${name}\` would be a question, but it asks another object (\`${asked}\`), so it queues while its owner is busy. Mark it \`// @instant\` if it should be answered at once, or read a field there.`
        : `\`${name}\` never waits, but it changes something (\`${changes}\`), so this call queues while its owner is busy. Mark \`${name}\` \`// @instant\` if it should run at once.`,
  },
  unlikelyLiteral: {
    code: 'SPN616',
    rule: 'no-unlikely-literal',
    against:
      'a literal that a word cannot be given, or whose unit is likely to be wrong: `waitFor(1000)`, `wait(1.5)`, `withTimeout(walk(), 1000)`, `all(3, 4)`',
    text: (values: UnlikelyLiteral): string => unlikelyLiteral[values.kind](values),
  },
  bracesDiffer: {
    code: 'SPN617',
    rule: 'consistent-arrow-braces',
    against:
      'two arrows that make the same call on another owner, one with braces and one without: only the one without waits for it',
    text: ({ arrow, call, otherLine }: { arrow: string; call: string; otherLine: number }): string =>
      `\`${arrow}\` waits for its call, because it gives its value; with braces, as in line ${otherLine}, an arrow only gives the order and goes on. Say which one you mean: write \`waitFor(${call})\` to wait, or braces to go on.`,
  },
  neverAnswered: {
    code: 'SPN618',
    rule: 'no-question-behind-endless-call',
    against: 'a question to an owner behind a call on it, in the same function, that never ends',
    text: ({ question, order }: { question: string; order: string }): string =>
      `\`${question}\` stands behind \`${order}\`, which this function calls before and which never ends, so it is never answered. Write \`start(() => ${order})\`.`,
  },
  noOwnForm: {
    code: 'SPN619',
    rule: 'no-this-before-free-word',
    against:
      '`this.tween(…)` or another word that `Executor` has no method for, in a class that clearly extends `Executor` and has none either',
    text: ({ word, mayWait }: { word: string; mayWait: boolean }): string =>
      `\`this.${word}\` is not a function: \`Executor\` has no method of that name. Write ${mayWait ? `\`this.hold(() => ${word}(…))\`, or \`${word}(…)\` to let others act meanwhile` : `\`${word}(…)\``}.`,
  },
  mapsInTurn: {
    code: 'SPN620',
    rule: 'no-waiting-mapper',
    against:
      'a function given to `map` inside `all`, `race` or `Promise.all` that waits: the calls run one after the other',
    text: ({ taker }: { taker: string }): string =>
      `\`map\` waits for each call of this function, so they run one after the other, and \`${taker}\` gets their values. Write an arrow without braces that makes one call, \`(one) => one.walk()\`; put several statements into a function of their own.`,
  },
  /** `name`: of the function below the mark. `others`: the functions that the mark leaves plain, in source order. */
  firstMarkOfOne: {
    code: 'SPN621',
    rule: 'no-ambiguous-first-mark',
    against:
      'the mark alone as the first comment of a file, straight above a function, in a file where nothing marks the other functions',
    text: ({ name, others: [first, ...more] }: { name: string | undefined; others: string[] }): string => {
      const it = name === undefined ? 'the function below' : `\`${name}\``;
      const rest = more.length === 0 ? '' : ` and ${more.length} more`;
      return `This mark is for ${it} alone, and nothing marks \`${first}\`${rest}. Write \`// @compile the whole file\` to mark all, or \`/* @compile */\` on the line of ${it} if only that is meant.`;
    },
  },
  /** `name`: of a statement that is nothing else. `instead`: what would wait as long as a `new Promise`, if that is seen. */
  promiseDropped: {
    code: 'SPN622',
    rule: 'no-dropped-promise',
    against:
      '`new Promise(…)` as a statement, or a name alone: what is left of `await new Promise(…)` and `await loaded`',
    text: ({ name, instead }: { name?: string; instead?: string | undefined }): string =>
      name === undefined
        ? `Nothing waits for this \`new Promise\`. ${instead === undefined ? 'Write `waitFor(new Promise(…))`, or put `void` before it to go on at once' : `Write \`${instead}\``}.`
        : `\`${name};\` does nothing, and nothing waits for it. If it is a Promise, write \`waitFor(${name})\`.`,
  },
  /** A word that waits, or a loop. `isMarked`: a mark covers all functions of the file. */
  atTopLevel: {
    code: 'SPN623',
    rule: 'no-wait-at-top-level',
    against: 'a word that waits at the top level of a file; in a marked file also a loop there that would take frames',
    text: ({
      word,
      loop,
      isMarked,
      canBeProgram,
    }: {
      word?: string;
      loop?: 'endsAtOnce' | 'endless';
      isMarked: boolean;
      canBeProgram: boolean;
    }): string => {
      const end = loop === 'endless' ? 'and it never ends' : 'so it runs to its end at once';
      const fact =
        word === undefined
          ? `This loop is at the top level of the file, where no frame goes by, ${end}.`
          : `\`${word}\` is at the top level of the file, which never waits.`;
      const mend = `Put it into a function${isMarked ? '' : ' that is marked `// @compile`'}, and call that${canBeProgram ? AS_PROGRAM : ''}`;
      return `${fact} ${mend}${loop === 'endsAtOnce' ? '; mark it `// @nowait` if you mean that' : ''}.`;
    },
  },
  keepsTooMuch: {
    code: 'SPN625',
    rule: 'no-deeply-nested-calls',
    against: 'with frames, a function that keeps more than 48 values at each wait',
    isAllowable: false,
    text: ({ name, average }: { name: string; average: number }): string =>
      `At each wait in \`${name}\`, ${average} values are kept on average, and the output names each of them there. Put what a call deep inside of others gives into a variable first.`,
  },
  orderNotCaught: {
    code: 'SPN626',
    rule: 'no-uncaught-order',
    against:
      'an order in a `try` with a `catch`, of a function of this file that waits before it can throw, where nothing else in the `try` can throw or wait',
    text: ({ call, name }: { call: string; name: string }): string =>
      `\`catch\` never gets an error of \`${call}\`: this call is an order, so the script goes on at once, and \`${name}\` waits before it can throw. Write \`waitFor(${call})\`, so that the script waits for it and \`catch\` gets its error.`,
  },
  ordersPileUp: {
    code: 'SPN627',
    rule: 'no-endless-orders',
    against:
      'an endless loop all of whose calls are orders, one of which keeps the same object for longer than a frame each time',
    text: ({ call }: { call: string }): string =>
      `\`${call}\` is an order, and this loop gives it anew in each frame without waiting, so more and more of them queue. Write \`waitFor(${call})\`, so that each is over before the next is given.`,
  },
  idleProgram: {
    code: 'SPN628',
    rule: 'no-idle-program',
    against: 'a program that only declares functions, so that nothing happens when it is started',
    text: ({ name }: { name: string }): string =>
      `This program only declares functions, so nothing happens when it is started. Call \`${name}\` at its end.`,
  },
  otherWord: {
    code: 'SPN629',
    rule: 'no-word-of-other-tools',
    against:
      'a word of another tool, such as `sleep`, `WaitForSeconds` or `create_timer`, that nothing in the file defines; `beside` written by hand',
    text: ({ kind, name, instead }: { kind: OtherWordKind; name: string; instead: string }): string =>
      otherWord[kind](name, instead),
  },
  conditionAssigned: {
    code: 'SPN630',
    rule: 'no-assigned-condition',
    against: '`if (x = 3)`, where `===` is meant',
    text: ({ condition, target }: { condition: string; target: string }): string =>
      `\`${condition}\` sets \`${target}\` here, and compares nothing. Write \`===\` to compare, or put parentheses around it if you mean that.`,
  },
  constantAssigned: {
    code: 'SPN631',
    rule: 'no-assigned-constant',
    against: 'a `const` that is set again',
    text: ({ name }: { name: string }): string =>
      `\`${name}\` is declared with \`const\`, so it cannot be set again. Declare it with \`let\`.`,
  },
  /** `marks`: of the base, as `@interrupt @restart`. `meant`: what it should have, as far as its text shows. */
  overrideWithoutMark: {
    code: 'SPN632',
    rule: 'no-override-without-mark',
    against: 'a method without a mark, which overrides one that is marked `// @instant` or the like',
    text: ({ name, base, marks, meant }: { name: string; base: string; marks: string; meant: string }): string =>
      `\`${name}\` overrides \`${base}\`, which is \`// ${marks}\`, and has no mark of its own, so it queues while its owner is busy. Put \`// ${meant}\` above it, or \`// @allow SPN632\` if it should queue.`,
  },
  /** `reason`: a sentence. */
  notSaved: {
    code: 'SPN633',
    rule: 'no-unsaved-function',
    against: 'with `saves`, a function that stays a generator, so that no thread can be saved while it waits in it',
    isAllowable: false,
    text: ({ name, reason }: { name: string; reason: string }): string =>
      `${reason} So \`${name}\` stays a generator, so that no thread can be saved while it waits in it: put that into a function that does not wait.`,
  },
};

/** All diagnostics, by code. */
export const DIAGNOSTICS: readonly Warning[] = Object.values(warnings);

/** The codes that `@allow` can silence. */
export const ALLOWABLE: readonly string[] = DIAGNOSTICS.filter(({ isAllowable = true }) => isAllowable).map(
  ({ code }) => code,
);

/** What is said of comments and directives, also in files that have no mark at all. */
export const CODES_OF_MARKS: ReadonlySet<string> = new Set([
  warnings.markMisspelt.code,
  warnings.directiveNotFirst.code,
]);

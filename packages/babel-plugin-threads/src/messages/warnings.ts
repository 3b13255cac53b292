/**
 * SPN6xx and SPN423: what is said of code that its author may not mean. It compiles, or nothing compiles it. Codes are stable;
 * docs/errors.md has a page for each.
 */
import type { Uncompilable } from './errors.js';
import { message, type Message } from './message.js';
import { otherWord, type OtherWordKind } from './other-words.js';
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

const readBeforeWait: Record<ReadBeforeWait, (what: string, call: string) => string> = {
  sum: (what, call) =>
    `\`${what}\` is read before \`${call}\` may wait, so what others write to it meanwhile is lost. Put the value of the call into a variable, and use that in a statement of its own.`,
  test: (what, call) =>
    `\`${what}\` is tested before \`${call}\` may wait, so what others write to it meanwhile is lost. Put the value of the call into a variable, and test again.`,
};

/** It is nothing to wait for, no call, has another unit, or stands in another place. */
export type LiteralKind = 'toWaitFor' | 'inList' | 'seconds' | 'forever' | 'timeLast';

/** A literal that cannot be meant, and what is. */
interface UnlikelyLiteral {
  readonly kind: LiteralKind;
  /** The word. */
  readonly word: string;
  /** The call as it is written. */
  readonly call: string;
  readonly literal: string;
  readonly literalKind: 'number' | 'text';
  /** What to write. */
  readonly meant: string;
}

const unit = { number: 'milliseconds', text: 'a signal' };

const unlikelyLiteral: Record<LiteralKind, (values: UnlikelyLiteral) => string> = {
  toWaitFor: ({ call, literalKind, meant }) =>
    `\`${call}\` throws a TypeError, because a ${literalKind} is nothing to wait for. Write \`${meant}\` for ${unit[literalKind]}.`,
  inList: ({ word, literal, literalKind, meant }) =>
    `\`${word}\` throws a TypeError, because ${literal} is not a call. Write \`${meant}\` for ${unit[literalKind]}.`,
  seconds: ({ call, literal, meant }) =>
    `\`${call}\` is given ${literal} milliseconds. If you mean seconds, write ${meant}.`,
  forever: ({ call, literal, meant }) =>
    `\`${call}\` throws a RangeError, because ${literal} is no number of milliseconds. To wait until somebody ends it, write \`${meant}\`.`,
  timeLast: ({ word, literal, meant }) => `\`${word}\` expects ${literal} first, then the call. Write \`${meant}\`.`,
};

interface NoExecutor {
  readonly word: string;
  readonly name: string;
  /** The class that can extend `Executor`; undefined for an object, and for a class itself. */
  readonly base: string | undefined;
  /** `this` is a class itself. */
  readonly isStatic?: boolean | undefined;
}

function noExecutor({ word, name, base, isStatic }: NoExecutor): string {
  const head = `\`this.${word}\` is a method of \`Executor\`, and`;
  if (!isStatic)
    return `${head} \`${name}\` is not an \`Executor\`. ${base === undefined ? `Make it one with \`asExecutor({…})\` where \`${name}\` is made` : `Write \`class ${base} extends Executor\`, or give each of its objects to \`asExecutor\``}.`;
  const mend =
    word === 'hold'
      ? 'A class is no owner, so there is nothing to hold: call the function itself'
      : `Write \`${word}(…)\` without \`this\``;
  return `${head} \`this\` of a static method is the class \`${name}\`. ${mend}.`;
}

/** What stands at the top level of a file: a word that waits, or a loop. */
interface AtTopLevel {
  readonly word?: string;
  readonly loop?: 'endsAtOnce' | 'endless';
  /** A mark covers all functions of the file. */
  readonly isMarked: boolean;
  readonly canBeProgram: boolean;
}

function atTopLevel({ word, loop, isMarked, canBeProgram }: AtTopLevel): string {
  const end = loop === 'endless' ? 'and it never ends' : 'so it runs to its end at once';
  const fact =
    word === undefined
      ? `This loop is at the top level of the file, where no frame goes by, ${end}.`
      : `\`${word}\` is at the top level of the file, which never waits.`;
  const mend = `Put it into a function${isMarked ? '' : ' that is marked `// @compile`'}, and call that${canBeProgram ? AS_PROGRAM : ''}`;
  return `${fact} ${mend}${loop === 'endsAtOnce' ? '; mark it `// @nowait` if you mean that' : ''}.`;
}

interface WordInUncompiled {
  readonly word: string;
  readonly kind: 'async' | 'generator';
  /** Of the function, if it has one. */
  readonly name: string | undefined;
}

function wordInUncompiled({ word, kind, name }: WordInUncompiled): string {
  const isAsync = kind === 'async';
  const noun = isAsync ? 'async function' : 'generator';
  const mend = isAsync
    ? 'Drop `async` and `await`: a call that waits already waits'
    : 'Drop the `*`, and call it like any function';
  const fn = name === undefined ? `${isAsync ? 'an' : 'a'} ${noun}` : `the ${noun} \`${name}\``;
  return `\`${word}\` is in ${fn}, which is not compiled, so nothing waits for it. ${mend}.`;
}

interface PromiseDropped {
  /** Of a statement that is nothing else. */
  readonly name?: string;
  /** What would wait as long as a `new Promise`, if that is seen. */
  readonly instead?: string | undefined;
}

const promiseDropped = ({ name, instead }: PromiseDropped): string =>
  name === undefined
    ? `Nothing waits for this \`new Promise\`. ${instead === undefined ? 'Write `waitFor(new Promise(…))`, or put `void` before it to go on at once' : `Write \`${instead}\``}.`
    : `\`${name};\` does nothing, and nothing waits for it. If it is a Promise, write \`waitFor(${name})\`.`;

interface FirstMark {
  /** Of the function below the mark. */
  readonly name: string | undefined;
  /** The functions that the mark leaves plain, in source order. */
  readonly others: readonly string[];
}

function firstMarkOfOne({ name, others: [first, ...more] }: FirstMark): string {
  const it = name === undefined ? 'the function below' : `\`${name}\``;
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  return `This mark is for ${it} alone, and nothing marks \`${first}\`${rest}. Write \`// @compile the whole file\` to mark all, or \`/* @compile */\` on the line of ${it} if only that is meant.`;
}

interface NearlyQuestion {
  readonly name: string;
  /** What it changes. */
  readonly changes?: string;
  /** What it asks another object, if it changes nothing. */
  readonly asked?: string;
}

const nearlyQuestion = ({ name, changes, asked }: NearlyQuestion): string =>
  changes === undefined
    ? `\`${name}\` would be a question, but it asks another object (\`${asked}\`), so it queues while its owner is busy. Mark it \`// @instant\` if it should be answered at once, or read a field there.`
    : `\`${name}\` never waits, but it changes something (\`${changes}\`), so this call queues while its owner is busy. Mark \`${name}\` \`// @instant\` if it should run at once.`;

interface OverrideWithoutMark {
  readonly name: string;
  readonly base: string;
  /** Of the base: `@interrupt @restart` */
  readonly marks: string;
  /** What it should have, as far as its text shows. */
  readonly meant: string;
}

const overrideWithoutMark = ({ name, base, marks, meant }: OverrideWithoutMark): string =>
  `\`${name}\` overrides \`${base}\`, which is \`// ${marks}\`, and has no mark of its own, so it queues while its owner is busy. Put \`// ${meant}\` above it, or \`// @allow SPN632\` if it should queue.`;

export const warnings = {
  /** Nothing in the file is marked. */
  uncompiledWait: ({
    word,
    where,
    canBeProgram,
  }: {
    word: string;
    where: 'function' | 'top';
    canBeProgram: boolean;
  }): Message =>
    message(
      'SPN423',
      { word, where, canBeProgram },
      `\`${word}\` waits, and nothing in this file is marked, so the file is not compiled. ${where === 'function' ? 'Put `// @compile` above the function that waits' : `Put it into a function that is marked \`// @compile\`, and call that${canBeProgram ? AS_PROGRAM : ''}`}.`,
    ),
  readBeforeWait: ({ what, call, how }: { what: string; call: string; how: ReadBeforeWait }): Message =>
    message('SPN601', { what, call, how }, readBeforeWait[how](what, call)),
  notReplayable: ({ what, instead }: { what: string; instead: string }): Message =>
    message(
      'SPN603',
      { what, instead },
      `\`${what}\` is not the same on every run. Use \`${instead}\` of the runtime${instead === 'clock.now' ? ', or `scheduler.input` for real time' : ''}.`,
    ),
  waitInRegion: ({ word, region }: { word: string; region: string }): Message =>
    message('SPN604', { word, region }, `\`${word}\` is in ${region}, which cannot pause. Move the wait out of it.`),
  /** `near`: marks that may be meant. Without one, only the plugin writes it. */
  markMisspelt: ({
    written,
    near,
    onlyPlugin,
  }: {
    written: string;
    near: readonly string[];
    onlyPlugin: boolean;
  }): Message =>
    message(
      'SPN605',
      { written, near, onlyPlugin },
      onlyPlugin
        ? `\`${written}\` is not a mark. Only the plugin writes that: did you mean \`${near[0]}\`?`
        : `\`${written}\` is not a mark. ${didYouMean(near)}`,
    ),
  loopInRegion: ({ region }: { region: string }): Message =>
    message(
      'SPN606',
      { region },
      `This loop waits for a frame after each iteration, but it is in ${region}, which cannot pause. Mark it \`// @nowait\`.`,
    ),
  unseenByEval: ({ words }: { words: readonly string[] }): Message =>
    message(
      'SPN607',
      { words },
      `The code of this \`eval\` does not see the ${words.map((word) => `\`${word}\``).join(' and ')} of the function around it. Read what it needs into variables above, and use those in the code.`,
    ),
  allowsWhatIsNot: ({ allowed }: { allowed: string }): Message =>
    message(
      'SPN608',
      { allowed },
      `\`@allow ${allowed}\` silences nothing here. Remove it, or put it where the diagnostic is reported.`,
    ),
  wordInUncompiled: (values: WordInUncompiled): Message => message('SPN609', { ...values }, wordInUncompiled(values)),
  wordWithoutMark: ({ word, around, name }: { word: string; around: Unmarkable; name: string | undefined }): Message =>
    message(
      'SPN610',
      { word, around, name },
      `\`${word}\` waits only in a compiled function, and no mark covers ${name === undefined ? (around === 'file' ? 'this place' : 'this function') : `\`${name}\``}. ${markMend[around]}`,
    ),
  directiveNotFirst: ({ directive }: { directive: string }): Message =>
    message(
      'SPN611',
      { directive },
      `\`"${directive}"\` has no effect here, because other statements are above it. Put it first in the file${directive === 'use compile' ? ' or in the function' : ''}.`,
    ),
  noExecutor: (values: NoExecutor): Message => message('SPN612', { ...values }, noExecutor(values)),
  waitsForGood: ({ object, endless }: { object: string; endless: string }): Message =>
    message(
      'SPN613',
      { object, endless },
      `\`${object}\` does one thing at a time, and \`${object}.${endless}\` never ends, so this call waits forever. If \`${object}\` only groups functions, declare \`asLibrary(${object})\`; otherwise mark what does not wait \`// @instant\`.`,
    ),
  loopOnlyComputes: (): Message =>
    message(
      'SPN614',
      {},
      'This loop only computes, and each of its iterations takes a frame. Mark it `// @fast` if it should run in one go, or `// @wait` if you mean the frames.',
    ),
  nearlyQuestion: (values: NearlyQuestion): Message => message('SPN615', { ...values }, nearlyQuestion(values)),
  unlikelyLiteral: (values: UnlikelyLiteral): Message =>
    message('SPN616', { ...values }, unlikelyLiteral[values.kind](values)),
  bracesDiffer: ({ arrow, call, otherLine }: { arrow: string; call: string; otherLine: number }): Message =>
    message(
      'SPN617',
      { arrow, call, otherLine },
      `\`${arrow}\` waits for its call, because it gives its value; with braces, as in line ${otherLine}, an arrow only gives the order and goes on. Say which one you mean: write \`waitFor(${call})\` to wait, or braces to go on.`,
    ),
  neverAnswered: ({ question, order }: { question: string; order: string }): Message =>
    message(
      'SPN618',
      { question, order },
      `\`${question}\` stands behind \`${order}\`, which this function calls before and which never ends, so it is never answered. Write \`start(() => ${order})\`.`,
    ),
  noOwnForm: ({ word, mayWait }: { word: string; mayWait: boolean }): Message =>
    message(
      'SPN619',
      { word, mayWait },
      `\`this.${word}\` is not a function: \`Executor\` has no method of that name. Write ${mayWait ? `\`this.hold(() => ${word}(…))\`, or \`${word}(…)\` to let others act meanwhile` : `\`${word}(…)\``}.`,
    ),
  mapsInTurn: ({ taker }: { taker: string }): Message =>
    message(
      'SPN620',
      { taker },
      `\`map\` waits for each call of this function, so they run one after the other, and \`${taker}\` gets their values. Write an arrow without braces that makes one call, \`(one) => one.walk()\`; put several statements into a function of their own.`,
    ),
  firstMarkOfOne: (values: FirstMark): Message => message('SPN621', { ...values }, firstMarkOfOne(values)),
  promiseDropped: (values: PromiseDropped): Message => message('SPN622', { ...values }, promiseDropped(values)),
  atTopLevel: (values: AtTopLevel): Message => message('SPN623', { ...values }, atTopLevel(values)),
  keepsTooMuch: ({ name, average }: { name: string; average: number }): Message =>
    message(
      'SPN625',
      { name, average },
      `At each wait in \`${name}\`, ${average} values are kept on average, and the output names each of them there. Put what a call deep inside of others gives into a variable first.`,
    ),
  orderNotCaught: ({ call, name }: { call: string; name: string }): Message =>
    message(
      'SPN626',
      { call, name },
      `\`catch\` never gets an error of \`${call}\`: this call is an order, so the script goes on at once, and \`${name}\` waits before it can throw. Write \`waitFor(${call})\`, so that the script waits for it and \`catch\` gets its error.`,
    ),
  ordersPileUp: ({ call }: { call: string }): Message =>
    message(
      'SPN627',
      { call },
      `\`${call}\` is an order, and this loop gives it anew in each frame without waiting, so more and more of them queue. Write \`waitFor(${call})\`, so that each is over before the next is given.`,
    ),
  idleProgram: ({ name }: { name: string }): Message =>
    message(
      'SPN628',
      { name },
      `This program only declares functions, so nothing happens when it is started. Call \`${name}\` at its end.`,
    ),
  otherWord: ({ kind, name, instead }: { kind: OtherWordKind; name: string; instead: string }): Message =>
    message('SPN629', { kind, name, instead }, otherWord[kind](name, instead)),
  conditionAssigned: ({ condition, target }: { condition: string; target: string }): Message =>
    message(
      'SPN630',
      { condition, target },
      `\`${condition}\` sets \`${target}\` here, and compares nothing. Write \`===\` to compare, or put parentheses around it if you mean that.`,
    ),
  constantAssigned: ({ name }: { name: string }): Message =>
    message(
      'SPN631',
      { name },
      `\`${name}\` is declared with \`const\`, so it cannot be set again. Declare it with \`let\`.`,
    ),
  overrideWithoutMark: (values: OverrideWithoutMark): Message =>
    message('SPN632', { ...values }, overrideWithoutMark(values)),
};

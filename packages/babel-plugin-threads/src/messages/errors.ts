/**
 * Every message of the plugin. Codes are stable; docs/errors.md has a page for each.
 * SPN1xx: marks and what they mark. SPN2xx: code that cannot be compiled. SPN3xx: options.
 * SPN6xx: diagnostics, for code that may not do what its author means. SPN9xx: bugs of the plugin itself.
 */
import { onNothing, takingMend } from './misplaced-marks.js';
import { otherWord, type OtherWordKind } from './other-words.js';

const message = (code: string, text: string): string => `${text} [${code}]`;

/** Kinds of functions that can be marked, but cannot be compiled to a thread. */
export type Uncompilable = 'async' | 'generator' | 'getter' | 'setter' | 'constructor' | 'calledByLanguage';

const uncompilable: Record<Uncompilable, () => string> = {
  async: () =>
    message('SPN101', 'A compiled thread cannot be async. Drop async and await: a call that waits already waits.'),
  generator: () =>
    message(
      'SPN102',
      'A compiled thread cannot be a generator. Drop the `*`, or mark it `// @native` to keep it as it is.',
    ),
  getter: () =>
    message(
      'SPN103',
      'A getter cannot be compiled, because reading a property cannot wait. Make it a method, or move the mark.',
    ),
  setter: () =>
    message(
      'SPN104',
      'A setter cannot be compiled, because an assignment cannot wait. Make it a method, or move the mark.',
    ),
  constructor: () =>
    message('SPN105', 'A constructor cannot be compiled, because `new` cannot wait. Move what waits into a method.'),
  calledByLanguage: () =>
    message(
      'SPN108',
      'A method that the language itself calls cannot be compiled, because the language does not wait. Move what waits into a method of another name.',
    ),
};

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

/** What is wrong with a literal: it is nothing to wait for, no call, has another unit, or stands in another place. */
export type UnlikelyLiteral = 'toWaitFor' | 'inList' | 'seconds' | 'forever' | 'timeLast';

const unlikelyLiteral: Record<UnlikelyLiteral, (what: string, given: string, meant: string) => string> = {
  toWaitFor: (call, given, meant) =>
    `\`${call}\` throws a TypeError, because ${given} is nothing to wait for. Write ${meant}.`,
  inList: (word, given, meant) => `\`${word}\` throws a TypeError, because ${given} is not a call. Write ${meant}.`,
  seconds: (call, given, meant) => `\`${call}\` is given ${given} milliseconds. If you mean seconds, write ${meant}.`,
  forever: (call, given, meant) =>
    `\`${call}\` throws a RangeError, because ${given} is no number of milliseconds. To wait until somebody ends it, write \`${meant}\`.`,
  timeLast: (word, given, meant) => `\`${word}\` expects ${given} first, then the call. Write \`${meant}\`.`,
};

const becomesExecutor = {
  class: (name: string): string =>
    `Write \`class ${name} extends Executor\`, or give each of its objects to \`asExecutor\``,
  object: (name: string): string => `Make it one with \`asExecutor({…})\` where \`${name}\` is made`,
};

/** What generators need for themselves. */
const NAMES_IN_USE = {
  yield: 'A compiled thread cannot use `yield` as a name.',
  arguments: 'A compiled arrow cannot use a function `arguments` outside of the block that declares it.',
};

/** A file without exports is one script, if that is said. */
const AS_PROGRAM = '; or make the whole file one script with `// @script` as its first comment';

const loopAtTop = {
  endsAtOnce: 'so it runs to its end at once',
  endless: 'and it never ends',
};

export const errors = {
  uncompilable: (what: Uncompilable): string => uncompilable[what](),
  fieldWithoutFunction: (name: string): string =>
    message('SPN106', `The field \`${name}\` does not hold a function. Move the mark above a function.`),
  /** `above`: above code. `atLineEnd`: at the end of a line, where it is for what ends there. */
  markOnNothing: (word: string, where: 'above' | 'atLineEnd'): string => message('SPN107', onNothing[where](word)),
  markUncovered: (word: string): string =>
    message(
      'SPN110',
      `\`@${word}\` does nothing here, because no \`@compile\` covers the code. Put \`// @compile\` above the function${word === 'native' ? ' or class around it, or remove this mark' : ', or above the code around it'}.`,
    ),
  /** Nothing in the file is marked. */
  uncompiledWait: (word: string, where: 'function' | 'top', canBeProgram: boolean): string =>
    message(
      'SPN423',
      `\`${word}\` waits, and nothing in this file is marked, so the file is not compiled. ${where === 'function' ? 'Put `// @compile` above the function that waits' : `Put it into a function that is marked \`// @compile\`, and call that${canBeProgram ? AS_PROGRAM : ''}`}.`,
    ),
  marksAgainst: (one: string, other: string): string =>
    message('SPN111', `\`@${one}\` and \`@${other}\` contradict each other. Remove one of them.`),

  /** A mark that says how a call is taken is above something that is not one function with a `this` of its own. */
  takingOf: (word: string, what: keyof typeof takingMend): string =>
    message('SPN112', `\`@${word}\` says how the calls of one function are taken. ${takingMend[what]}`),

  inProgram: (what: 'export' | 'namespace'): string =>
    message(
      'SPN113',
      `A program cannot have \`${what}\`, because its body is one script. ${what === 'export' ? 'Remove the word, or put' : 'Put'} what it holds into a file of its own.`,
    ),
  awaitInProgram: (): string =>
    message(
      'SPN114',
      'A program cannot use `await`. Drop it: a call that waits already waits, and `waitFor(promise)` waits for a Promise.',
    ),

  allowsNothing: (code: string | undefined, known: string): string =>
    message(
      'SPN109',
      code === undefined
        ? '`@allow` names no diagnostic. Write the code of one after it: `// @allow SPN601`.'
        : `\`${code}\` is not a diagnostic that \`@allow\` can silence. Those are ${known}.`,
    ),

  finallyLeft: (how: string): string =>
    message(
      'SPN201',
      `A \`finally\` of a compiled thread cannot be left by \`${how}\`: that would swallow errors and cancellation. Set a variable and \`${how}\` after the \`try\`.`,
    ),
  nameInUse: (name: keyof typeof NAMES_IN_USE): string => message('SPN202', `${NAMES_IN_USE[name]} Rename it.`),
  argumentsCallee: (): string =>
    message(
      'SPN203',
      'In compiled code, `arguments.callee` is not the function that you wrote. Name the function and use its name.',
    ),
  functionInCase: (name: string): string =>
    message('SPN204', `The function \`${name}\` is declared in a \`case\` without braces. Put braces around the case.`),
  parameterNameInBody: (name: string, by: 'parameters' | 'eval'): string =>
    message(
      'SPN205',
      by === 'parameters'
        ? `\`${name}\` is declared in the body, but parameters that wait use another \`${name}\`. Rename the variable of the body.`
        : `\`${name}\` is declared in the body, but a direct eval in parameters that wait may use another \`${name}\`. Call eval in the body.`,
    ),
  captureInParameters: (what: string): string =>
    message(
      'SPN206',
      `An arrow in the parameters of a function that is not compiled uses \`${what}\`. Move it into the body.`,
    ),
  captureAtTop: (what: string, isProgram: boolean): string =>
    message(
      'SPN207',
      isProgram
        ? `A program has no \`${what}\`: it is started without any. Remove it.`
        : `A compiled arrow cannot use the \`${what}\` of the file. Read it into a variable above the arrow.`,
    ),
  parenthesisedChain: (): string =>
    message(
      'SPN208',
      'A call on a parenthesised optional chain that waits inside cannot be compiled. Drop the parentheses, or read the chain into a variable first.',
    ),
  taggedTemplateDetached: (): string =>
    message(
      'SPN209',
      'A tagged template that waits inside cannot be started without waiting for it. Read what waits into a variable first.',
    ),
  ownNameAssigned: (name: string): string =>
    message('SPN210', `\`${name}\` is the function's own name and cannot be assigned. Use another variable.`),
  globalShadowed: (name: string): string =>
    message(
      'SPN211',
      `\`${name}\` is the runtime (option \`runtime.global\`), and a variable of that name is declared here. Rename the variable.`,
    ),
  superAssigned: (): string =>
    message('SPN212', 'A compiled arrow cannot change a property of `super`. Use `this`, or do it in a method.'),
  compiledWith: (): string => message('SPN213', 'A compiled thread cannot use `with`. Read the properties by name.'),

  constantAssigned: (name: string): string =>
    message(
      'SPN214',
      `\`${name}\` is a constant (option \`constants\`) and cannot be assigned. Use a variable of another name.`,
    ),
  nameHidden: (name: string, by: string): string =>
    message(
      'SPN215',
      `\`${name}\` is declared here, but the options replace \`${by}\` by code that uses another \`${name}\`. Rename the variable.`,
    ),
  unknownName: (name: string, suggestion: string | undefined): string =>
    message(
      'SPN216',
      `\`${name}\` is not known (option \`strictGlobals\`). ${suggestion ?? 'Declare it, import it, or name it in the option `globals`.'}`,
    ),
  constantAsTag: (name: string): string =>
    message(
      'SPN217',
      `The value of the constant \`${name}\` cannot be the name of a tag. Read it into a variable first.`,
    ),
  superMayBeReplaced: (name: string): string =>
    message(
      'SPN218',
      `The method \`${name}\` uses \`super\`, and a spread or a computed key after it in the object may replace it. Put the method after that, or add the rest later with \`Object.assign\`.`,
    ),
  wordOfScenes: (word: string): string =>
    message(
      'SPN219',
      `\`${word}\` is not in "@spindle/runtime". Write \`import { ${word} } from "@spindle/runtime/scenes"\`, or leave the import out: the plugin brings the word in.`,
    ),

  tooDeep: (): string =>
    message(
      'SPN220',
      'This is nested deeper than the stack has room for. Divide it: put a part into a variable, a loop or a function of its own.',
    ),

  optionUnknown: (name: string, suggestion: string | undefined, known: readonly string[]): string =>
    message(
      'SPN301',
      `The option \`${name}\` is not known. ${suggestion === undefined ? `The options are ${known.map((k) => `\`${k}\``).join(', ')}.` : `Did you mean \`${suggestion}\`?`}`,
    ),
  optionType: (name: string, expected: string, got: string): string =>
    message('SPN302', `The option \`${name}\` expected ${expected}, got ${got}.`),
  runtimeTwice: (): string =>
    message('SPN303', 'The option `runtime` has both `global` and `module`. Give one of them.'),

  nameTwice: (name: string): string =>
    message('SPN304', `\`${name}\` is in both of the options \`globals\` and \`constants\`. Put it in one of them.`),

  keepsTooMuch: (name: string, average: number): string =>
    message(
      'SPN625',
      `At each wait in \`${name}\`, ${average} values are kept on average, and the output names each of them there. Put what a call deep inside of others gives into a variable first.`,
    ),
  readBeforeWait: (what: string, call: string, how: ReadBeforeWait): string =>
    message('SPN601', readBeforeWait[how](what, call)),
  notReplayable: (what: string, instead: string): string =>
    message(
      'SPN603',
      `\`${what}\` is not the same on every run. Use \`${instead}\` of the runtime${instead === 'clock.now' ? ', or `scheduler.input` for real time' : ''}.`,
    ),
  waitInRegion: (word: string, region: string): string =>
    message('SPN604', `\`${word}\` is in ${region}, which cannot pause. Move the wait out of it.`),
  loopInRegion: (region: string): string =>
    message(
      'SPN606',
      `This loop waits for a frame after each iteration, but it is in ${region}, which cannot pause. Mark it \`// @nowait\`.`,
    ),
  unseenByEval: (words: readonly string[]): string =>
    message(
      'SPN607',
      `The code of this \`eval\` does not see the ${words.map((word) => `\`${word}\``).join(' and ')} of the function around it. Read what it needs into variables above, and use those in the code.`,
    ),
  markMisspelt: (written: string, suggestion: string): string =>
    message('SPN605', `\`${written}\` is not a mark. ${suggestion}`),

  wordInUncompiled: (word: string, what: 'async' | 'generator', name: string | undefined): string => {
    const kind = what === 'async' ? 'async function' : 'generator';
    const mend =
      what === 'async'
        ? 'Drop `async` and `await`: a call that waits already waits'
        : 'Drop the `*`, and call it like any function';
    return message(
      'SPN609',
      `\`${word}\` is in ${name === undefined ? `${what === 'async' ? 'an' : 'a'} ${kind}` : `the ${kind} \`${name}\``}, which is not compiled, so nothing waits for it. ${mend}.`,
    );
  },
  wordWithoutMark: (word: string, what: Unmarkable, name: string | undefined): string =>
    message(
      'SPN610',
      `\`${word}\` waits only in a compiled function, and no mark covers ${name === undefined ? (what === 'file' ? 'this place' : 'this function') : `\`${name}\``}. ${markMend[what]}`,
    ),
  /** `what`: the word, or how a loop ends. `isMarked`: a mark covers all functions of the file. */
  atTopLevel: (
    what: { readonly word: string } | keyof typeof loopAtTop,
    { isMarked, canBeProgram }: Record<'isMarked' | 'canBeProgram', boolean>,
  ): string => {
    const fact =
      typeof what === 'string'
        ? `This loop is at the top level of the file, where no frame goes by, ${loopAtTop[what]}.`
        : `\`${what.word}\` is at the top level of the file, which never waits.`;
    const mend = `Put it into a function${isMarked ? '' : ' that is marked `// @compile`'}, and call that${canBeProgram ? AS_PROGRAM : ''}`;
    return message(
      'SPN623',
      `${fact} ${mend}${what === 'endsAtOnce' ? '; mark it `// @nowait` if you mean that' : ''}.`,
    );
  },
  /** `name`: of a statement that is nothing else. `word`: what would wait as long as a `new Promise`, if that is seen. */
  promiseDropped: ({ name, word }: { readonly name?: string; readonly word?: string | undefined }): string =>
    message(
      'SPN622',
      name === undefined
        ? `Nothing waits for this \`new Promise\`. ${word === undefined ? 'Write `waitFor(new Promise(…))`, or put `void` before it to go on at once' : `Write \`${word}\``}.`
        : `\`${name};\` does nothing, and nothing waits for it. If it is a Promise, write \`waitFor(${name})\`.`,
    ),

  noExecutor: (word: string, name: string, root: string | undefined): string =>
    message(
      'SPN612',
      `\`this.${word}\` is a method of \`Executor\`, and \`${name}\` is not an \`Executor\`. ${becomesExecutor[root === undefined ? 'object' : 'class'](root ?? name)}.`,
    ),

  waitsForGood: (object: string, endless: string): string =>
    message(
      'SPN613',
      `\`${object}\` does one thing at a time, and \`${object}.${endless}\` never ends, so this call waits forever. If \`${object}\` only groups functions, declare \`asLibrary(${object})\`; otherwise mark what does not wait \`// @instant\`.`,
    ),

  loopOnlyComputes: (): string =>
    message(
      'SPN614',
      'This loop only computes, and each of its iterations takes a frame. Mark it `// @fast` if it should run in one go, or `// @wait` if you mean the frames.',
    ),

  nearlyQuestion: (name: string, changes: string): string =>
    message(
      'SPN615',
      `\`${name}\` never waits, but it changes something (\`${changes}\`), so this call queues while its owner is busy. Mark \`${name}\` \`// @instant\` if it should run at once.`,
    ),

  unlikelyLiteral: (kind: UnlikelyLiteral, what: string, given: string, meant: string): string =>
    message('SPN616', unlikelyLiteral[kind](what, given, meant)),
  bracesDiffer: (arrow: string, call: string, line: number): string =>
    message(
      'SPN617',
      `\`${arrow}\` waits for its call, because it gives its value; with braces, as in line ${line}, an arrow only gives the order and goes on. Say which one you mean: write \`waitFor(${call})\` to wait, or braces to go on.`,
    ),
  neverAnswered: (question: string, order: string): string =>
    message(
      'SPN618',
      `\`${question}\` stands behind \`${order}\`, which this function calls before and which never ends, so it is never answered. Write \`start(() => ${order})\`.`,
    ),

  noOwnForm: (word: string, mayWait: boolean): string =>
    message(
      'SPN619',
      `\`this.${word}\` is not a function: \`Executor\` has no method of that name. Write ${mayWait ? `\`this.hold(() => ${word}(…))\`, or \`${word}(…)\` to let others act meanwhile` : `\`${word}(…)\``}.`,
    ),
  otherWord: (kind: OtherWordKind, name: string, instead: string): string =>
    message('SPN629', otherWord[kind](name, instead)),
  mapsInTurn: (taker: string): string =>
    message(
      'SPN620',
      `\`map\` waits for each call of this function, so they run one after the other, and \`${taker}\` gets their values. Write an arrow without braces that makes one call, \`(one) => one.walk()\`; put several statements into a function of their own.`,
    ),

  orderNotCaught: (call: string, name: string): string =>
    message(
      'SPN626',
      `\`catch\` never gets an error of \`${call}\`: this call is an order, so the script goes on at once, and \`${name}\` waits before it can throw. Write \`waitFor(${call})\`, so that the script waits for it and \`catch\` gets its error.`,
    ),
  ordersPileUp: (call: string): string =>
    message(
      'SPN627',
      `\`${call}\` is an order, and this loop gives it anew in each frame without waiting, so more and more of them queue. Write \`waitFor(${call})\`, so that each is over before the next is given.`,
    ),

  /** `others`: the functions that the mark leaves plain, in source order. */
  firstMarkOfOne: (name: string | undefined, [first, ...more]: readonly string[]): string => {
    const it = name === undefined ? 'the function below' : `\`${name}\``;
    const rest = more.length === 0 ? '' : ` and ${more.length} more`;
    return message(
      'SPN621',
      `This mark is for ${it} alone, and nothing marks \`${first}\`${rest}. Write \`// @compile the whole file\` to mark all, or \`/* @compile */\` on the line of ${it} if only that is meant.`,
    );
  },

  idleProgram: (name: string): string =>
    message(
      'SPN628',
      `This program only declares functions, so nothing happens when it is started. Call \`${name}\` at its end.`,
    ),
  directiveNotFirst: (value: string): string =>
    message(
      'SPN611',
      `\`"${value}"\` has no effect here, because other statements are above it. Put it first in the file${value === 'use compile' ? ' or in the function' : ''}.`,
    ),

  allowsWhatIsNot: (code: string): string =>
    message(
      'SPN608',
      `\`@allow ${code}\` silences nothing here. Remove it, or put it where the diagnostic is reported.`,
    ),

  internal: (fact: string): string => message('SPN901', `internal: ${fact}. Report it with this file.`),
};

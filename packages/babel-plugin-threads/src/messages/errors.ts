/**
 * Every message of the plugin but for the diagnostics, which are in warnings.ts. Codes are stable; docs/errors.md has a page for each.
 * SPN1xx: marks and what they mark. SPN2xx: code that cannot be compiled. SPN3xx: options. SPN9xx: bugs of the plugin itself.
 */
import { didYouMean } from './suggestions.js';

/** Kinds of functions that can be marked, but cannot be compiled to a thread. */
export type Uncompilable = 'async' | 'generator' | 'getter' | 'setter' | 'constructor' | 'calledByLanguage';

/** That one cannot be compiled. */
export const uncompilable = {
  async: {
    code: 'SPN101',
    text: (): string => 'A compiled thread cannot be async. Drop async and await: a call that waits already waits.',
  },
  generator: {
    code: 'SPN102',
    text: (): string =>
      'A compiled thread cannot be a generator. Drop the `*`, or mark it `// @native` to keep it as it is.',
  },
  getter: {
    code: 'SPN103',
    text: (): string =>
      'A getter cannot be compiled, because reading a property cannot wait. Make it a method, or move the mark.',
  },
  setter: {
    code: 'SPN104',
    text: (): string =>
      'A setter cannot be compiled, because an assignment cannot wait. Make it a method, or move the mark.',
  },
  constructor: {
    code: 'SPN105',
    text: (): string => 'A constructor cannot be compiled, because `new` cannot wait. Move what waits into a method.',
  },
  calledByLanguage: {
    code: 'SPN108',
    text: (): string =>
      'A method that the language itself calls cannot be compiled, because the language does not wait. Move what waits into a method of another name.',
  },
};

/** What generators need for themselves. */
const namesInUse = {
  yield: 'A compiled thread cannot use `yield` as a name.',
  arguments: 'A compiled arrow cannot use a function `arguments` outside of the block that declares it.',
};

/** What is said of a mark that stands for nothing there. */
const onNothing: Record<'above' | 'atLineEnd', (word: string) => string> = {
  above: (word) => {
    if (word === 'nowait' || word === 'wait') return `\`@${word}\` is not above a loop. Put it on the line above one.`;
    if (word === 'fast') return '`@fast` is not above a loop or a function. Put it on the line above one.';
    if (word === 'pause') return '`@pause` is not above a statement. Put it on the line above the statement of a wait.';
    if (word === 'was')
      return '`@was` is not above one function. Put it on the line above the function that had this name.';
    if (word === 'script')
      return 'A script mark is for a whole file. Make `// @script` the first comment of the file, or `"use script"` its first statement.';
    if (word === 'allow')
      return '`@allow` is not above any code. Put it on the line above a statement, or at the end of its line.';
    return `\`@${word}\` is not above a function or code that contains one. Put it on the line above a function, method, class or object.`;
  },
  atLineEnd: (word) =>
    `Nothing that \`@${word}\` could mark ends on this line. Put it on the line above ${word === 'nowait' || word === 'wait' ? 'the loop' : 'the code that it is for'}.`,
};

/** Where a mark belongs that says how a call is taken. */
const takingMend = {
  class: 'Put it above each method of the class that it is for.',
  object: 'Put it above each method of the object that it is for.',
  arrow: 'Those of an arrow have no owner, so make it a method or a `function` with a `this`.',
  static: 'Those of a static method have no owner, so remove the mark, or make it a method of the objects.',
};

/** What is wrong with a mark that gives a name that saves keep. */
const wrongName = {
  pause: '`@pause` has no name. Write one behind it: `// @pause inn`.',
  was: '`@was` has no name. Write the file and the path that the function had: `// @was shop.js#Glitch.go`.',
  noWait: '`@pause` is above a statement that never waits. Put it on the line above the statement of a wait.',
  pauseTwice: 'Another wait of this function has the same name by `@pause`. Give each its own.',
  wasTwice: '`@was` gives this name to another function of the file, too. Remove one of the two.',
};

export const errors = {
  fieldWithoutFunction: {
    code: 'SPN106',
    text: ({ name }: { name: string }): string =>
      `The field \`${name}\` does not hold a function. Move the mark above a function.`,
  },
  /** `above`: above code. `atLineEnd`: at the end of a line, where it is for what ends there. */
  markOnNothing: {
    code: 'SPN107',
    text: ({ mark, where }: { mark: string; where: 'above' | 'atLineEnd' }): string => onNothing[where](mark),
  },
  markUncovered: {
    code: 'SPN110',
    text: ({ mark }: { mark: string }): string =>
      `\`@${mark}\` does nothing here, because no \`@compile\` covers the code. Put \`// @compile\` above the function${mark === 'native' ? ' or class around it, or remove this mark' : ', or above the code around it'}.`,
  },
  marksAgainst: {
    code: 'SPN111',
    text: ({ mark, other }: { mark: string; other: string }): string =>
      `\`@${mark}\` and \`@${other}\` contradict each other. Remove one of them.`,
  },
  /** A mark that says how a call is taken is above something that is not one function with a `this` of its own. */
  takingOf: {
    code: 'SPN112',
    text: ({ mark, on }: { mark: string; on: keyof typeof takingMend }): string =>
      `\`@${mark}\` says how the calls of one function are taken. ${takingMend[on]}`,
  },
  inProgram: {
    code: 'SPN113',
    text: ({ what }: { what: 'export' | 'namespace' }): string =>
      `A program cannot have \`${what}\`, because its body is one script. ${what === 'export' ? 'Remove the word, or put' : 'Put'} what it holds into a file of its own.`,
  },
  awaitInProgram: {
    code: 'SPN114',
    text: (): string =>
      'A program cannot use `await`. Drop it: a call that waits already waits, and `waitFor(promise)` waits for a Promise.',
  },
  allowsNothing: {
    code: 'SPN109',
    text: ({ allowed, known }: { allowed?: string | undefined; known: readonly string[] }): string =>
      allowed === undefined
        ? '`@allow` names no diagnostic. Write the code of one after it: `// @allow SPN601`.'
        : `\`${allowed}\` is not a diagnostic that \`@allow\` can silence. Those are ${known.join(', ')}.`,
  },

  nameOfSaves: {
    code: 'SPN115',
    text: ({ why }: { why: keyof typeof wrongName }): string => wrongName[why],
  },

  finallyLeft: {
    code: 'SPN201',
    text: ({ by }: { by: string }): string =>
      `A \`finally\` of a compiled thread cannot be left by \`${by}\`: that would swallow errors and cancellation. Set a variable and \`${by}\` after the \`try\`.`,
  },
  nameInUse: {
    code: 'SPN202',
    text: ({ name }: { name: keyof typeof namesInUse }): string => `${namesInUse[name]} Rename it.`,
  },
  argumentsCallee: {
    code: 'SPN203',
    text: (): string =>
      'In compiled code, `arguments.callee` is not the function that you wrote. Name the function and use its name.',
  },
  functionInCase: {
    code: 'SPN204',
    text: ({ name }: { name: string }): string =>
      `The function \`${name}\` is declared in a \`case\` without braces. Put braces around the case.`,
  },
  parameterNameInBody: {
    code: 'SPN205',
    text: ({ name, by }: { name: string; by: 'parameters' | 'eval' }): string =>
      by === 'parameters'
        ? `\`${name}\` is declared in the body, but parameters that wait use another \`${name}\`. Rename the variable of the body.`
        : `\`${name}\` is declared in the body, but a direct eval in parameters that wait may use another \`${name}\`. Call eval in the body.`,
  },
  captureInParameters: {
    code: 'SPN206',
    text: ({ what }: { what: string }): string =>
      `An arrow in the parameters of a function that is not compiled uses \`${what}\`. Move it into the body.`,
  },
  captureAtTop: {
    code: 'SPN207',
    text: ({ what, isProgram }: { what: string; isProgram: boolean }): string =>
      isProgram
        ? `A program has no \`${what}\`: it is started without any. Remove it.`
        : `A compiled arrow cannot use the \`${what}\` of the file. Read it into a variable above the arrow.`,
  },
  parenthesisedChain: {
    code: 'SPN208',
    text: (): string =>
      'A call on a parenthesised optional chain that waits inside cannot be compiled. Drop the parentheses, or read the chain into a variable first.',
  },
  taggedTemplateDetached: {
    code: 'SPN209',
    text: (): string =>
      'A tagged template that waits inside cannot be started without waiting for it. Read what waits into a variable first.',
  },
  ownNameAssigned: {
    code: 'SPN210',
    text: ({ name }: { name: string }): string =>
      `\`${name}\` is the function's own name and cannot be assigned. Use another variable.`,
  },
  globalShadowed: {
    code: 'SPN211',
    text: ({ name }: { name: string }): string =>
      `\`${name}\` is the runtime (option \`runtime.global\`), and a variable of that name is declared here. Rename the variable.`,
  },
  superAssigned: {
    code: 'SPN212',
    text: (): string => 'A compiled arrow cannot change a property of `super`. Use `this`, or do it in a method.',
  },
  compiledWith: {
    code: 'SPN213',
    text: (): string => 'A compiled thread cannot use `with`. Read the properties by name.',
  },
  constantAssigned: {
    code: 'SPN214',
    text: ({ name }: { name: string }): string =>
      `\`${name}\` is a constant (option \`constants\`) and cannot be assigned. Use a variable of another name.`,
  },
  nameHidden: {
    code: 'SPN215',
    text: ({ name, by }: { name: string; by: string }): string =>
      `\`${name}\` is declared here, but the options replace \`${by}\` by code that uses another \`${name}\`. Rename the variable.`,
  },
  /** `near`: names that are known, the likeliest first. */
  unknownName: {
    code: 'SPN216',
    text: ({ name, near }: { name: string; near: readonly string[] }): string =>
      `\`${name}\` is not known (option \`strictGlobals\`). ${near.length > 0 ? didYouMean(near) : 'Declare it, import it, or name it in the option `globals`.'}`,
  },
  constantAsTag: {
    code: 'SPN217',
    text: ({ name }: { name: string }): string =>
      `The value of the constant \`${name}\` cannot be the name of a tag. Read it into a variable first.`,
  },
  superMayBeReplaced: {
    code: 'SPN218',
    text: ({ name }: { name: string }): string =>
      `The method \`${name}\` uses \`super\`, and a spread or a computed key after it in the object may replace it. Put the method after that, or add the rest later with \`Object.assign\`.`,
  },
  wordOfScenes: {
    code: 'SPN219',
    text: ({ word }: { word: string }): string =>
      `\`${word}\` is not in "@spindle/runtime". Write \`import { ${word} } from "@spindle/runtime/scenes"\`, or leave the import out: the plugin brings the word in.`,
  },
  tooDeep: {
    code: 'SPN220',
    text: (): string =>
      'This is nested deeper than the stack has room for. Divide it: put a part into a variable, a loop or a function of its own.',
  },
  /** `root`: empty if none is known. */
  noNameInSaves: {
    code: 'SPN221',
    text: ({ path, root }: { path: string; root: string }): string => {
      if (path === '')
        return 'A file that is compiled with the option `saves` needs a name. Give the compiler its `filename`.';
      if (root === '')
        return `Above \`${path}\` no package.json was found, so it has no name in saves (option \`saves\`). Give the option \`root\`.`;
      return `\`${path}\` is not below \`${root}\`, so it has no name in saves (option \`saves\`). Give an option \`root\` that is above all scripts.`;
    },
  },

  optionUnknown: {
    code: 'SPN301',
    text: ({ name, near, known }: { name: string; near: string | undefined; known: readonly string[] }): string =>
      `The option \`${name}\` is not known. ${near === undefined ? `The options are ${known.map((k) => `\`${k}\``).join(', ')}.` : didYouMean([near])}`,
  },
  optionGone: {
    code: 'SPN305',
    text: ({ name, mend }: { name: string; mend: string }): string => `The option \`${name}\` is gone. ${mend}`,
  },
  savesWithoutFrames: {
    code: 'SPN306',
    text: (): string => 'The option `saves` needs plain data for the state of threads. Set `target: "frames"`, too.',
  },
  optionType: {
    code: 'SPN302',
    text: ({ name, expected, got }: { name: string; expected: string; got: string }): string =>
      `The option \`${name}\` expected ${expected}, got ${got}.`,
  },
  runtimeTwice: {
    code: 'SPN303',
    text: (): string => 'The option `runtime` has both `global` and `module`. Give one of them.',
  },
  nameTwice: {
    code: 'SPN304',
    text: ({ name }: { name: string }): string =>
      `\`${name}\` is in both of the options \`globals\` and \`constants\`. Put it in one of them.`,
  },
};

/** SPN901: a fault of the plugin itself. */
export const internalError = (fact: string): Error =>
  new Error(`internal: ${fact}. Report it with this file. [SPN901]`);

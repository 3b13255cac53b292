/**
 * Every message of the plugin but for the diagnostics, which are in warnings.ts. Codes are stable; docs/errors.md has a page for each.
 * SPN1xx: marks and what they mark. SPN2xx: code that cannot be compiled. SPN3xx: options. SPN9xx: bugs of the plugin itself.
 */
import { message, type Message } from './message.js';
import { onNothing, takingMend } from './misplaced-marks.js';
import { didYouMean } from './suggestions.js';

/** Kinds of functions that can be marked, but cannot be compiled to a thread. */
export type Uncompilable = 'async' | 'generator' | 'getter' | 'setter' | 'constructor' | 'calledByLanguage';

/** That one cannot be compiled. */
export const uncompilable = {
  async: (): Message =>
    message('SPN101', {}, 'A compiled thread cannot be async. Drop async and await: a call that waits already waits.'),
  generator: (): Message =>
    message(
      'SPN102',
      {},
      'A compiled thread cannot be a generator. Drop the `*`, or mark it `// @native` to keep it as it is.',
    ),
  getter: (): Message =>
    message(
      'SPN103',
      {},
      'A getter cannot be compiled, because reading a property cannot wait. Make it a method, or move the mark.',
    ),
  setter: (): Message =>
    message(
      'SPN104',
      {},
      'A setter cannot be compiled, because an assignment cannot wait. Make it a method, or move the mark.',
    ),
  constructor: (): Message =>
    message(
      'SPN105',
      {},
      'A constructor cannot be compiled, because `new` cannot wait. Move what waits into a method.',
    ),
  calledByLanguage: (): Message =>
    message(
      'SPN108',
      {},
      'A method that the language itself calls cannot be compiled, because the language does not wait. Move what waits into a method of another name.',
    ),
};

/** What generators need for themselves. */
const namesInUse = {
  yield: 'A compiled thread cannot use `yield` as a name.',
  arguments: 'A compiled arrow cannot use a function `arguments` outside of the block that declares it.',
};

export const errors = {
  fieldWithoutFunction: ({ name }: { name: string }): Message =>
    message('SPN106', { name }, `The field \`${name}\` does not hold a function. Move the mark above a function.`),
  /** `above`: above code. `atLineEnd`: at the end of a line, where it is for what ends there. */
  markOnNothing: ({ mark, where }: { mark: string; where: 'above' | 'atLineEnd' }): Message =>
    message('SPN107', { mark, where }, onNothing[where](mark)),
  markUncovered: ({ mark }: { mark: string }): Message =>
    message(
      'SPN110',
      { mark },
      `\`@${mark}\` does nothing here, because no \`@compile\` covers the code. Put \`// @compile\` above the function${mark === 'native' ? ' or class around it, or remove this mark' : ', or above the code around it'}.`,
    ),
  marksAgainst: ({ mark, other }: { mark: string; other: string }): Message =>
    message('SPN111', { mark, other }, `\`@${mark}\` and \`@${other}\` contradict each other. Remove one of them.`),
  /** A mark that says how a call is taken is above something that is not one function with a `this` of its own. */
  takingOf: ({ mark, on }: { mark: string; on: keyof typeof takingMend }): Message =>
    message('SPN112', { mark, on }, `\`@${mark}\` says how the calls of one function are taken. ${takingMend[on]}`),
  inProgram: ({ what }: { what: 'export' | 'namespace' }): Message =>
    message(
      'SPN113',
      { what },
      `A program cannot have \`${what}\`, because its body is one script. ${what === 'export' ? 'Remove the word, or put' : 'Put'} what it holds into a file of its own.`,
    ),
  awaitInProgram: (): Message =>
    message(
      'SPN114',
      {},
      'A program cannot use `await`. Drop it: a call that waits already waits, and `waitFor(promise)` waits for a Promise.',
    ),
  allowsNothing: ({ allowed, known }: { allowed?: string | undefined; known: readonly string[] }): Message =>
    message(
      'SPN109',
      { allowed, known },
      allowed === undefined
        ? '`@allow` names no diagnostic. Write the code of one after it: `// @allow SPN601`.'
        : `\`${allowed}\` is not a diagnostic that \`@allow\` can silence. Those are ${known.join(', ')}.`,
    ),

  finallyLeft: ({ by }: { by: string }): Message =>
    message(
      'SPN201',
      { by },
      `A \`finally\` of a compiled thread cannot be left by \`${by}\`: that would swallow errors and cancellation. Set a variable and \`${by}\` after the \`try\`.`,
    ),
  nameInUse: ({ name }: { name: keyof typeof namesInUse }): Message =>
    message('SPN202', { name }, `${namesInUse[name]} Rename it.`),
  argumentsCallee: (): Message =>
    message(
      'SPN203',
      {},
      'In compiled code, `arguments.callee` is not the function that you wrote. Name the function and use its name.',
    ),
  functionInCase: ({ name }: { name: string }): Message =>
    message(
      'SPN204',
      { name },
      `The function \`${name}\` is declared in a \`case\` without braces. Put braces around the case.`,
    ),
  parameterNameInBody: ({ name, by }: { name: string; by: 'parameters' | 'eval' }): Message =>
    message(
      'SPN205',
      { name, by },
      by === 'parameters'
        ? `\`${name}\` is declared in the body, but parameters that wait use another \`${name}\`. Rename the variable of the body.`
        : `\`${name}\` is declared in the body, but a direct eval in parameters that wait may use another \`${name}\`. Call eval in the body.`,
    ),
  captureInParameters: ({ what }: { what: string }): Message =>
    message(
      'SPN206',
      { what },
      `An arrow in the parameters of a function that is not compiled uses \`${what}\`. Move it into the body.`,
    ),
  captureAtTop: ({ what, isProgram }: { what: string; isProgram: boolean }): Message =>
    message(
      'SPN207',
      { what, isProgram },
      isProgram
        ? `A program has no \`${what}\`: it is started without any. Remove it.`
        : `A compiled arrow cannot use the \`${what}\` of the file. Read it into a variable above the arrow.`,
    ),
  parenthesisedChain: (): Message =>
    message(
      'SPN208',
      {},
      'A call on a parenthesised optional chain that waits inside cannot be compiled. Drop the parentheses, or read the chain into a variable first.',
    ),
  taggedTemplateDetached: (): Message =>
    message(
      'SPN209',
      {},
      'A tagged template that waits inside cannot be started without waiting for it. Read what waits into a variable first.',
    ),
  ownNameAssigned: ({ name }: { name: string }): Message =>
    message('SPN210', { name }, `\`${name}\` is the function's own name and cannot be assigned. Use another variable.`),
  globalShadowed: ({ name }: { name: string }): Message =>
    message(
      'SPN211',
      { name },
      `\`${name}\` is the runtime (option \`runtime.global\`), and a variable of that name is declared here. Rename the variable.`,
    ),
  superAssigned: (): Message =>
    message('SPN212', {}, 'A compiled arrow cannot change a property of `super`. Use `this`, or do it in a method.'),
  compiledWith: (): Message =>
    message('SPN213', {}, 'A compiled thread cannot use `with`. Read the properties by name.'),
  constantAssigned: ({ name }: { name: string }): Message =>
    message(
      'SPN214',
      { name },
      `\`${name}\` is a constant (option \`constants\`) and cannot be assigned. Use a variable of another name.`,
    ),
  nameHidden: ({ name, by }: { name: string; by: string }): Message =>
    message(
      'SPN215',
      { name, by },
      `\`${name}\` is declared here, but the options replace \`${by}\` by code that uses another \`${name}\`. Rename the variable.`,
    ),
  /** `near`: names that are known, the likeliest first. */
  unknownName: ({ name, near }: { name: string; near: readonly string[] }): Message =>
    message(
      'SPN216',
      { name, near },
      `\`${name}\` is not known (option \`strictGlobals\`). ${near.length > 0 ? didYouMean(near) : 'Declare it, import it, or name it in the option `globals`.'}`,
    ),
  constantAsTag: ({ name }: { name: string }): Message =>
    message(
      'SPN217',
      { name },
      `The value of the constant \`${name}\` cannot be the name of a tag. Read it into a variable first.`,
    ),
  superMayBeReplaced: ({ name }: { name: string }): Message =>
    message(
      'SPN218',
      { name },
      `The method \`${name}\` uses \`super\`, and a spread or a computed key after it in the object may replace it. Put the method after that, or add the rest later with \`Object.assign\`.`,
    ),
  wordOfScenes: ({ word }: { word: string }): Message =>
    message(
      'SPN219',
      { word },
      `\`${word}\` is not in "@spindle/runtime". Write \`import { ${word} } from "@spindle/runtime/scenes"\`, or leave the import out: the plugin brings the word in.`,
    ),
  tooDeep: (): Message =>
    message(
      'SPN220',
      {},
      'This is nested deeper than the stack has room for. Divide it: put a part into a variable, a loop or a function of its own.',
    ),

  optionUnknown: ({
    name,
    near,
    known,
  }: {
    name: string;
    near: string | undefined;
    known: readonly string[];
  }): Message =>
    message(
      'SPN301',
      { name, near, known },
      `The option \`${name}\` is not known. ${near === undefined ? `The options are ${known.map((k) => `\`${k}\``).join(', ')}.` : didYouMean([near])}`,
    ),
  optionGone: ({ name, mend }: { name: string; mend: string }): Message =>
    message('SPN305', { name, mend }, `The option \`${name}\` is gone. ${mend}`),
  optionType: ({ name, expected, got }: { name: string; expected: string; got: string }): Message =>
    message('SPN302', { name, expected, got }, `The option \`${name}\` expected ${expected}, got ${got}.`),
  runtimeTwice: (): Message =>
    message('SPN303', {}, 'The option `runtime` has both `global` and `module`. Give one of them.'),
  nameTwice: ({ name }: { name: string }): Message =>
    message(
      'SPN304',
      { name },
      `\`${name}\` is in both of the options \`globals\` and \`constants\`. Put it in one of them.`,
    ),
};

/** SPN901: a fault of the plugin itself. */
export const internalError = (fact: string): Error =>
  new Error(`internal: ${fact}. Report it with this file. [SPN901]`);

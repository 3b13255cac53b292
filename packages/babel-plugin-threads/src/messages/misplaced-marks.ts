/** What is said of a mark that stands for nothing there. */
export const onNothing: Record<'above' | 'atLineEnd', (word: string) => string> = {
  above: (word) => {
    if (word === 'nowait' || word === 'wait') return `\`@${word}\` is not above a loop. Put it on the line above one.`;
    if (word === 'fast') return '`@fast` is not above a loop or a function. Put it on the line above one.';
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
export const takingMend = {
  class: 'Put it above each method of the class that it is for.',
  object: 'Put it above each method of the object that it is for.',
  arrow: 'Those of an arrow have no owner, so make it a method or a `function` with a `this`.',
  static: 'Those of a static method have no owner, so remove the mark, or make it a method of the objects.',
};

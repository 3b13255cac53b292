/** What is said of a word of another tool, by what is meant. */

/** A word is meant that takes milliseconds, or another one; or nothing, as the compiler writes it. */
export type OtherWordKind = 'time' | 'word' | 'helper';

export const otherWord: Record<OtherWordKind, (name: string, instead: string) => string> = {
  time: (name, instead) => otherWord.word(name, instead).replace(/\.$/, ': it takes milliseconds.'),
  word: (name, instead) =>
    `\`${name}\` is no word of scripts, and nothing in this file has that name. Write \`${instead}\`.`,
  helper: (name, instead) =>
    `\`${name}\` is what the compiler writes around an order, and nothing to write by hand. Write \`${instead};\` alone, or mark the method \`// @beside\` if it should not stand in line.`,
};

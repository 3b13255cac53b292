/**
 * What the parser finds wrong in a program, in words for those who have just begun: for its commonest errors. The parser's own words
 * stand behind them.
 */

/** An error of the parser. */
export interface ParserError {
  readonly reasonCode?: string | undefined;
  /** Without its place. */
  readonly fact: string;
  /** The offset of the place. */
  readonly pos?: number | undefined;
}

/** Undefined for what only happens to those who know more. */
export function plainWords(error: ParserError, code: string): string | undefined {
  return WORDS[error.reasonCode ?? '']?.(error, code);
}

const WORDS: Readonly<Record<string, (error: ParserError, code: string) => string>> = {
  UnexpectedToken: unexpected,
  MissingSemicolon: () => 'Here begins something new. Put it on a line of its own, or see what is missing before it.',
  UnterminatedString: () => 'This text has no end. Put the same quote behind it.',
  UnterminatedTemplate: () => 'This text has no end. Put a backtick behind it.',
  UnterminatedComment: () => 'This comment has no end. Put `*/` behind it.',
  UnterminatedRegExp: () => 'This `/` begins a pattern that has no end.',
  UnexpectedReservedWord: reserved,
  UnexpectedKeyword: reserved,
  VarRedeclaration: ({ fact }) =>
    `${nameIn(fact)} is declared already. Leave out the word before it, or take another name.`,
  DeclarationMissingInitializer: () => 'A `const` needs a value: `const steps = 3`.',
  InvalidLhs: () => 'What stands to the left cannot be set. Write `===` to compare.',
  IllegalBreakContinue: ({ fact }) => `\`${fact.split(' ').pop()}\` is in no loop. Put it into one, or remove it.`,
  NumberIdentifier: () => 'A name cannot begin with a digit. Put a letter first.',
  InvalidOrUnexpectedToken: ({ fact }) => `This sign is none of the language: ${nameIn(fact)}.`,
  NoCatchOrFinally: () => 'A `try` needs a `catch` behind it: `catch (error) { }`.',
};

/** What stands where something else has to, or the end of the text. */
function unexpected({ fact, pos }: ParserError, code: string): string {
  const wanted = /expected "(.+?)"/.exec(fact)?.[1];
  const rest = code.slice(pos);
  if (rest.trim() === '') return 'The text ends too early. Is a bracket open, or a line not finished?';
  if (wanted === ',') return 'A `,` or a closing bracket is missing here.';
  if (wanted !== undefined) return `A \`${wanted}\` is missing here.`;
  const word = /[\w$]+|[^]/u.exec(rest)![0];
  if (/^[)\]}]$/.test(word)) return `This \`${word}\` is one too many, or something is missing before it.`;
  if (word === 'else') return 'This `else` has no `if`.';
  return `\`${word}\` cannot stand here: it is one too many, or something is missing before it.`;
}

function reserved({ fact }: ParserError): string {
  return `${nameIn(fact)} is a word of the language, and cannot be a name. Take another name.`;
}

/** What the parser names in quotes. */
const nameIn = (fact: string): string => `\`${/'(.+)'/.exec(fact)?.[1] ?? 'it'}\``;

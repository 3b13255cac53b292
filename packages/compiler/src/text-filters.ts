/**
 * Regular expressions for tools that look at the text of each file before they hand it on. They have no lookaround, so
 * that engines that know none can run them. They find what `mayConcern` and `findUncompiledWait` find, and more.
 */
import { WAITING_WORDS } from 'babel-plugin-threads';
import type { TransformOptions } from './types.js';

/**
 * Finds a word that waits, called without an object before it; and the runtime by its name, as words can be imported
 * under other names.
 */
export const WAIT_FILTER: RegExp = filterOfWords({});

/** The same where words have other names, by the option `words`. */
export const waitFilterOf = ({ words }: Pick<TransformOptions, 'words'>): RegExp =>
  words === undefined ? WAIT_FILTER : filterOfWords(words);

function filterOfWords(words: NonNullable<TransformOptions['words']>): RegExp {
  const names = [...WAITING_WORDS, ...Object.values(words)].map((name) => name.replaceAll('$', String.raw`\$`));
  return new RegExp(String.raw`(?:^|[^.\w$#])(?:${names.join('|')})\s*[(<]|["']@spindle/runtime["']`);
}

const MARK = String.raw`@[^\S\n]*(?:compile|script|native|instant|nowait|wait|fast|beside|interrupt|restart|drop|latest)\b|@compile`;
/**
 * `@complie` and the like are looked up in a list. The filter lets all words of their lengths pass that begin a comment
 * or a line.
 */
const LIKE_MARK = String.raw`(?:^|/[/*])[^\S\n]*\**[^\S\n]*@[A-Za-z]{3,12}`;
const WORD_ALONE = String.raw`/[/*][\s*]*compile[\s*]*(?:$|\*/)`;
const DIRECTIVE = String.raw`["']use [a-zA-Z_0-9]{4,12}["']`;

/** Finds each text for which `mayConcern` is true. */
export const MARK_FILTER: RegExp = new RegExp([MARK, LIKE_MARK, WORD_ALONE, DIRECTIVE].join('|'), 'm');

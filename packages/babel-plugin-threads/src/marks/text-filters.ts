/**
 * Looks at a text that is not read as JavaScript: each scans it once, which costs milliseconds for megabytes. What tools take as a filter
 * has no lookaround, so that engines that know none can run it.
 */
import { nearest } from '../messages/suggestions.js';
import type { ThreadsOptions } from '../public.js';
import { callsForm, WAITING_WORDS } from '../vocabulary.js';
import { COMPILED_DIRECTIVE, DIRECTIVES, MARKS } from './mark-kinds.js';

/** `@allow` by itself does nothing. */
const WORKING_MARK = String.raw`@[^\S\n]*(?:${MARKS.filter((kind) => kind !== 'allow').join('|')})`;
const WORD_ALONE = String.raw`/[/*][\s*]*compile[\s*]*(?:$|\*/)`;
/** Begins a comment, or a line of one. */
const TAG = String.raw`(?:^|/[/*])[^\S\n]*\**[^\S\n]*@`;

/** All that a text can have for the plugin, in one expression. */
const LOOK = new RegExp(
  [
    String.raw`(?<mark>${WORKING_MARK}(?![\w$-])|["'](?:${DIRECTIVES.join('|')})["']|${WORD_ALONE})`,
    String.raw`(?<written>@compiled(?![\w$-])|["']${COMPILED_DIRECTIVE}["'])`,
    String.raw`${TAG}(?<tag>[A-Za-z]+)(?![\w$./(-])`,
    String.raw`(?<quote>["'])(?<directive>use \w+)\k<quote>`,
  ].join('|'),
  'gm',
);

/** The plugin may change the text, or may have a hint about it. Bytes that are taken for Latin-1 do as well. */
export function mayConcern(text: string): boolean {
  const seen = new Set(['allow']);
  for (const { groups } of text.matchAll(LOOK)) {
    const { mark, written, tag, directive } = groups!;
    if (mark !== undefined) return true;
    if (written !== undefined || tag === 'compiled') {
      if (!callsForm(text)) return true;
    } else if (directive !== undefined) {
      if (nearestDirective(directive) !== undefined) return true;
    } else if (tag !== undefined && !seen.has(tag)) {
      seen.add(tag);
      // At the start of a line a mark itself is taken for a tag, and is nearest to itself.
      if (nearestMarks(tag).length > 0) return true;
    }
  }
  return false;
}

/** Finds each text for which `mayConcern` is true, and more: all words that are as long as a misspelt mark or directive. */
export const MARK_FILTER: RegExp = new RegExp(
  [
    String.raw`${WORKING_MARK}\b`,
    '@compile',
    `${TAG}[A-Za-z]{3,12}`,
    WORD_ALONE,
    `["']use [a-zA-Z_0-9]{4,12}["']`,
  ].join('|'),
  'm',
);

/** Tags of JSDoc and of other tools that look like marks. */
const OTHER_TAGS: ReadonlySet<string> = new Set(
  'active await cast cause constant inside instance last later nocompile parse past prop start strict strip'.split(' '),
);

/** Of `complie`, the marks that may be meant. */
export const nearestMarks = (word: string): string[] => (OTHER_TAGS.has(word) ? [] : nearest(word, MARKS));

/** Of `use complie`, the directive that is meant. */
export function nearestDirective(value: string): string | undefined {
  const isKnown = value === 'use strict' || value === COMPILED_DIRECTIVE || DIRECTIVES.includes(value);
  return isKnown ? undefined : nearest(value, DIRECTIVES)[0];
}

/**
 * Finds each text in which `findUncompiledWait` finds something, and more: a word that waits, called without an object before it, and the
 * runtime by its name, as words can be imported under other names.
 */
export const WAIT_FILTER: RegExp = filterOfWords({});

/** The same where words have other names, by the option `words`. */
export const waitFilterOf = ({ words }: Pick<ThreadsOptions, 'words'>): RegExp =>
  words === undefined ? WAIT_FILTER : filterOfWords(words);

function filterOfWords(words: NonNullable<ThreadsOptions['words']>): RegExp {
  const names = [...WAITING_WORDS, ...Object.values(words)].map((name) => name.replaceAll('$', String.raw`\$`));
  return new RegExp(String.raw`(?:^|[^.\w$#])(?:${names.join('|')})\s*[(<]|["']@spindle/runtime["']`);
}

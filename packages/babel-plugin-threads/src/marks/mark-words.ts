import type { types as t } from '@babel/core';

export const MARK_WORDS = ['compile', 'compiled', 'native', 'instant', 'nowait', 'wait', 'fast', 'allow'] as const;
export type Word = (typeof MARK_WORDS)[number];

export const DIRECTIVE = 'use compile';
export const COMPILED_DIRECTIVE = 'use compiled';
/** Words that only say how a compiled function or loop is taken. */
export const MODIFIERS: ReadonlySet<Word> = new Set<Word>(['native', 'instant', 'nowait', 'wait', 'fast']);

const WORDS = MARK_WORDS.join('|');
/** `@compile` at the start of a line of a comment, and more right behind it: `@compile @fast`. Any text may follow. */
const LINE = new RegExp(`^[\\s*]*@(?:${WORDS})(?![\\w$-])(?:[\\s,]+@(?:${WORDS})(?![\\w$-]))*`, 'gm');
const WORD = new RegExp(`@(${WORDS})(?![\\w$-])`, 'g');

interface Written {
  readonly word: Word;
  /** The place of the word in the comment, and that behind it. */
  readonly from: number;
  readonly to: number;
}

function written(value: string): Written[] {
  if (!value.includes('@')) return [];
  return [...value.matchAll(LINE)].flatMap((line) =>
    [...line[0].matchAll(WORD)].map(({ 0: text, 1: word, index }) => {
      const to = line.index + index + text.length;
      return { word: word as Word, from: to - word!.length, to };
    }),
  );
}

/** The marks that a comment holds, each once. */
export function wordsOf({ value }: t.Comment): Word[] {
  return [...new Set(written(value).map(({ word }) => word))];
}

export function isMark({ value }: t.Comment): boolean {
  return written(value).length > 0;
}

/** It says how compiled code is taken. In a doc comment such a word may be a tag of somebody else's. */
export function isModifier(comment: t.Comment): boolean {
  return !comment.value.startsWith('*') && wordsOf(comment).some((word) => MODIFIERS.has(word));
}

export function says({ value }: t.Comment, wanted: Word): boolean {
  return written(value).some(({ word }) => word === wanted);
}

/** The text of a comment with `@compiled` for `@compile`. */
export function asCompiled(value: string): string {
  return written(value).reduceRight(
    (text, { word, from, to }) => (word === 'compile' ? `${text.slice(0, from)}compiled${text.slice(to)}` : text),
    value,
  );
}

/** The codes that stand behind `@allow`: `SPN601, SPN602 as nobody else writes it`. */
export function allowedCodes({ value }: t.Comment): string[] {
  const allow = written(value).find(({ word }) => word === 'allow');
  const behind = allow === undefined ? '' : value.slice(allow.to);
  return /^(?:[\s,]*SPN\w+)*/.exec(behind)![0].match(/SPN\w+/g) ?? [];
}

import type { types as t } from '@babel/core';

/** How a call is taken while its owner is busy, other than in its turn; of these, and of `instant`, one. */
const BUSY = ['beside', 'interrupt'] as const;
/** How it is taken while an earlier call of the same function is under way, other than after that; one of these. */
const AGAIN = ['restart', 'drop', 'latest'] as const;
export type Busy = (typeof BUSY)[number];
export type Again = (typeof AGAIN)[number];
/** Marks of one function with a `this`: they say how a call of it is taken. */
export const TAKINGS: readonly (Busy | Again)[] = [...BUSY, ...AGAIN];

/** They give names that saves keep: a wait has one, a function had one. */
const NAMING = ['pause', 'was'] as const;
export type Naming = (typeof NAMING)[number];
export const isNaming = (kind: MarkKind): kind is Naming => NAMING.some((one) => one === kind);

const OTHER_KINDS = ['compile', 'script', 'compiled', 'native', 'instant', 'nowait', 'wait', 'fast', 'allow'] as const;
export type MarkKind = (typeof OTHER_KINDS)[number] | Busy | Again | Naming;
export const MARK_KINDS: readonly MarkKind[] = [...OTHER_KINDS, ...TAKINGS, ...NAMING];
/** What an author may write. */
export const MARKS: readonly MarkKind[] = MARK_KINDS.filter((kind) => kind !== 'compiled');

/** How the marks on a function say that a call of it is taken. */
export const takingOf = (
  kinds: ReadonlySet<MarkKind> | undefined,
): { readonly busy: Busy | undefined; readonly again: Again | undefined } => ({
  busy: BUSY.find((kind) => kinds?.has(kind)),
  again: AGAIN.find((kind) => kinds?.has(kind)),
});

export const DIRECTIVE = 'use compile';
/** The body of the file is one script. */
export const PROGRAM_DIRECTIVE = 'use script';
export const DIRECTIVES: readonly string[] = [DIRECTIVE, PROGRAM_DIRECTIVE];
export const COMPILED_DIRECTIVE = 'use compiled';
/** Marks that only say how a compiled function or loop is taken. */
export const MODIFIERS: ReadonlySet<MarkKind> = new Set<MarkKind>([
  ...(['native', 'instant', 'nowait', 'wait', 'fast'] as const),
  ...TAKINGS,
  ...NAMING,
]);

const KINDS = MARK_KINDS.join('|');
/** `@compile` at the start of a line of a comment, and more right behind it: `@compile @fast`. Any text may follow. */
const LINE = new RegExp(`^[\\s*]*@(?:${KINDS})(?![\\w$-])(?:[\\s,]+@(?:${KINDS})(?![\\w$-]))*`, 'gm');
const KIND = new RegExp(`@(${KINDS})(?![\\w$-])`, 'g');

interface WrittenMark {
  readonly kind: MarkKind;
  /** The offset of the word in the comment, and that behind it. */
  readonly from: number;
  readonly to: number;
}

/** What was found in comments before: each is asked about several times, and many say the same. */
const parsed = new Map<string, readonly WrittenMark[]>();
const MOST_PARSED = 1000;

function marksIn(value: string): readonly WrittenMark[] {
  if (!value.includes('@')) return NONE;
  let found = parsed.get(value);
  if (found !== undefined) return found;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(value, (found = parseMarks(value)));
  return found;
}
const NONE: readonly WrittenMark[] = [];

function parseMarks(value: string): WrittenMark[] {
  return [...value.matchAll(LINE)].flatMap((line) =>
    [...line[0].matchAll(KIND)].map(({ 0: text, 1: kind, index }) => {
      const to = line.index + index + text.length;
      return { kind: kind as MarkKind, from: to - kind!.length, to };
    }),
  );
}

/** The marks that a comment holds, each once. */
export function kindsOf({ value }: t.Comment): MarkKind[] {
  return [...new Set(marksIn(value).map(({ kind }) => kind))];
}

export function isMark({ value }: t.Comment): boolean {
  return marksIn(value).length > 0;
}

/** The mark changes how compiled code runs. In a doc comment, such a word may be a tag of another tool. */
export function isModifier(comment: t.Comment): boolean {
  return !comment.value.startsWith('*') && kindsOf(comment).some((kind) => MODIFIERS.has(kind));
}

export function says({ value }: t.Comment, wanted: MarkKind): boolean {
  return marksIn(value).some(({ kind }) => kind === wanted);
}

/**
 * What a comment says besides `@compile`:
 *
 * - `text`: words of its own, on any line of the comment: `@compile the whole file`. In a doc comment they stand behind
 *   the mark, or a tag says that it is for the file: `@fileoverview`.
 * - `ofCode`: what is for one function: other marks (`@compile @instant`), or the text of a doc comment.
 * - `nothing`: a word with an `@`, and what `@allow`, `@pause` or `@was` is given, do not count.
 */
export function saysBesides(comment: t.Comment): 'nothing' | 'text' | 'ofCode' {
  if (kindsOf(comment).some((kind) => MODIFIERS.has(kind))) return 'ofCode';
  const { value } = comment;
  const isDoc = value.startsWith('*');
  if (isDoc && OF_FILE.test(value)) return 'text';
  let isOfCode = false;
  for (const line of value.split('\n')) {
    const [marks = ''] = line.match(LINE) ?? [];
    if (/@(?:allow|pause|was)/.test(marks) || !WORDS.test(line.slice(marks.length).replace(/@[\w$-]+/g, ''))) continue;
    if (marks !== '' || !isDoc) return 'text';
    isOfCode = true;
  }
  return isOfCode ? 'ofCode' : 'nothing';
}

/** Tags of JSDoc and TSDoc by which a comment documents its file. */
const OF_FILE = /@(?:file|fileoverview|overview|module|packageDocumentation)(?![\w$-])/;
const WORDS = /[\p{L}\p{N}]/u;

/** The text of a comment with `@compiled` for `@compile` and `@script`. */
export function asCompiled(value: string): string {
  return marksIn(value).reduceRight(
    (text, { kind, from, to }) => (isCompiling(kind) ? `${text.slice(0, from)}compiled${text.slice(to)}` : text),
    value,
  );
}

/** The mark asks for something to be compiled. */
export const isCompiling = (kind: MarkKind): boolean => kind === 'compile' || kind === 'script';

function textBehind({ value }: t.Comment, wanted: MarkKind): string {
  const mark = marksIn(value).find(({ kind }) => kind === wanted);
  return mark === undefined ? '' : value.slice(mark.to);
}

/** The codes behind `@allow`: `SPN601, SPN603 as nobody else writes it`. */
export const allowedCodes = (comment: t.Comment): string[] =>
  /^(?:[\s,]*SPN\w+)*/.exec(textBehind(comment, 'allow'))![0].match(/SPN\w+/g) ?? [];

/** `inn` of `@pause inn`, `shop.js#Glitch.go` of `@was shop.js#Glitch.go`; empty where no such name stands there. */
export const nameBehind = (comment: t.Comment, kind: Naming): string =>
  (kind === 'pause' ? /^[^\S\n]+([\w$.-]+)(?!\S)/ : /^[^\S\n]+([^\s#]+#[^\s#]+)/).exec(
    textBehind(comment, kind),
  )?.[1] ?? '';

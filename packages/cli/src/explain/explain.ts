import { existsSync, readFileSync } from 'node:fs';
import { nearest } from 'babel-plugin-threads/suggestions';
import { Problems, unknownCode } from '../errors.js';
import type { Screen } from '../report.js';

/** A row of docs/errors.md, of which the package has a copy. */
export interface Explanation {
  code: string;
  /** The heading above the row: `Marks (plugin)`. */
  section: string;
  happened: string;
  fix: string;
  /** What the page says of all of the section; empty if nothing. */
  note: string;
}

/** Prints what the codes mean and what to do; without a code, all of them with one line each. */
export function explain(codes: readonly string[], screen: Screen): boolean {
  const known = readExplanations();
  if (codes.length === 0) for (const { code, happened } of known) screen.write(`${code}  ${happened}\n`);
  const wanted = codes.map((code) => findExplanation(code, known));
  screen.write(wanted.map(shown).join('\n'));
  return true;
}

const shown = ({ code, section, happened, fix, note }: Explanation): string =>
  `${code}: ${section}\n\n  What happened: ${happened}\n  What to do:    ${fix}\n${note === '' ? '' : `\n  ${note}\n`}`;

/** `SPN601`, `spn601`, `601` and `[SPN601]`, as it is copied from a message. */
function findExplanation(given: string, known: readonly Explanation[]): Explanation {
  const code = given.toUpperCase().replace(/^\[?(?:SPN)?(\d{3})\]?$/, 'SPN$1');
  const found = known.find((one) => one.code === code);
  if (found !== undefined) return found;
  const codes = known.map((one) => one.code);
  throw new Problems([unknownCode(given, nearest(code, codes)[0])]);
}

/** The rows of the tables of errors.md, and what it says of a code outside of them. */
export function readExplanations(): Explanation[] {
  const of = { section: '', note: '', columns: [] as string[] };
  return readPage()
    .split('\n')
    .flatMap((line) => {
      const [, heading] = /^## (.*)/.exec(line) ?? [];
      const cells = line.startsWith('| ') ? cellsOf(line) : [];
      if (heading !== undefined) [of.section, of.note] = [heading, ''];
      else if (cells[0] === 'code') of.columns = cells;
      else if (/^SPN\d{3}/.test(cells[0] ?? '')) return [rowOf(cells, of)];
      else if (/^SPN\d{3}/.test(line)) return sentencesOf(line, of.section);
      else if (/^[A-Z]/.test(line)) of.note = plain(line);
      return [];
    });
}

interface Place {
  section: string;
  note: string;
  columns: readonly string[];
}

function rowOf(cells: readonly string[], { section, note, columns }: Place): Explanation {
  const cell = (name: string): string => plain(cells[columns.indexOf(name)] ?? '');
  const [code, thrown] = [cell('code'), cell('class')];
  return {
    code,
    section: thrown === '' ? section : `${section}, ${thrown}`,
    happened: cell('what happened'),
    fix: cell('what to do'),
    note: note.replace(/SPN\d{3}/, code),
  };
}

/** `SPN599 and SPN901 are bugs. Report them.` */
function sentencesOf(line: string, section: string): Explanation[] {
  const [happened = '', fix = ''] = plain(line).split(/(?<=\.) (.*)/);
  return (line.match(/SPN\d{3}/g) ?? []).map((code) => ({ code, section, happened, fix, note: '' }));
}

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^<a id="\w+"><\/a>/, ''));

/** `npm pack` copies the page into the package. */
function readPage(): string {
  const [packed, own] = ['../../errors.md', '../../../../docs/errors.md'].map((name) => new URL(name, import.meta.url));
  return readFileSync(existsSync(packed!) ? packed! : own!, 'utf8');
}

/** Without what only Markdown needs. */
const plain = (text: string): string => text.replaceAll(String.raw`\|`, '|').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

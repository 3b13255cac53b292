import { existsSync, readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { Problems, unknownCode } from '../errors.js';
import type { Screen } from '../report.js';

/** A row of docs/errors.md, of which the package has a copy. */
export interface Explanation {
  code: string;
  /** The heading above the row: `Marks (plugin)`. */
  section: string;
  happened: string;
  fix: string;
}

/** Prints what the codes mean and what to do; without a code, all of them with one line each. */
export function explain(codes: readonly string[], screen: Screen): boolean {
  const known = readExplanations();
  if (codes.length === 0) for (const { code, happened } of known) screen.write(`${code}  ${happened}\n`);
  const wanted = codes.map((code) => findExplanation(code, known));
  screen.write(wanted.map(shown).join('\n'));
  return true;
}

const shown = ({ code, section, happened, fix }: Explanation): string =>
  `${code}: ${section}\n\n  What happened: ${happened}\n  What to do:    ${fix}\n`;

/** `SPN601`, `spn601`, `601` and `[SPN601]`, as it is copied from a message. */
function findExplanation(given: string, known: readonly Explanation[]): Explanation {
  const code = given.toUpperCase().replace(/^\[?(?:SPN)?(\d{3})\]?$/, 'SPN$1');
  const found = known.find((one) => one.code === code);
  if (found !== undefined) return found;
  const codes = known.map((one) => one.code);
  throw new Problems([unknownCode(given, closest(code, codes))]);
}

/** The tables of errors.md. */
export function readExplanations(): Explanation[] {
  const page = readPage();
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    const [, code, happened, fix] = /^\| (SPN\d{3}) *\| (.*?) *(?<!\\)\| (.*?) *\|$/.exec(line) ?? [];
    if (code === undefined) return [];
    return [{ code, section, happened: plain(happened!), fix: plain(fix!) }];
  });
}

/** `npm pack` copies the page into the package. */
function readPage(): string {
  const [packed, own] = ['../../errors.md', '../../../../docs/errors.md'].map((name) => new URL(name, import.meta.url));
  return readFileSync(existsSync(packed!) ? packed! : own!, 'utf8');
}

/** Without what only Markdown needs. */
const plain = (text: string): string => text.replaceAll(String.raw`\|`, '|').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

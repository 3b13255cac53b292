/**
 * Changes that mend a diagnostic. What is proposed comes from the compiler, and from `@allow`; where the text of a mark
 * has to stand is tried out: each proposal is compiled, and only one of which the diagnostic is gone is offered.
 */
import { ALLOWABLE_CODES, type Diagnostic, inspect, type Mend } from '@spindle/compiler';
import { type CodeAction, CodeActionKind, type Diagnostic as Shown, type Range } from 'vscode-languageserver';
import type { Inspection, Placed } from './inspection.js';
import { Lines, type Span } from './positions.js';

/** A change of a text, and that text. */
interface Change {
  readonly span: Span;
  readonly newText: string;
}

interface Proposal {
  readonly title: string;
  readonly changes: Iterable<Change>;
}

interface Asked {
  readonly uri: string;
  /** Of the document, for clients that check it. */
  readonly version: number | null;
  readonly range: Range;
  /** What the client shows there. */
  readonly shown: readonly Shown[];
}

const found = new WeakMap<Placed<Diagnostic>, readonly { readonly title: string; readonly change: Change }[]>();

export function quickFixesOf(inspection: Inspection, { uri, version, range, shown }: Asked): CodeAction[] {
  const { lines, diagnostics } = inspection;
  const [from, to] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
  const here = diagnostics.filter(({ span }) => span.start <= to && span.end >= from);
  return here.flatMap((told) => {
    const wanted = lines.range(told.span);
    const same = shown.filter((one) => one.code === told.code && one.range.start.line === wanted.start.line);
    return mendsOf(inspection, told).map(({ title, change: { span, newText } }, index) => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: same,
      isPreferred: index === 0 && !title.includes('@allow'),
      edit: {
        documentChanges: [{ textDocument: { uri, version }, edits: [{ range: lines.range(span), newText }] }],
      },
    }));
  });
}

function mendsOf(inspection: Inspection, told: Placed<Diagnostic>): readonly { title: string; change: Change }[] {
  let mends = found.get(told) as { title: string; change: Change }[] | undefined;
  if (mends === undefined) {
    mends = proposals(inspection.lines, told).flatMap(({ title, changes }) => {
      for (const change of changes) if (isMended(inspection, told, change)) return [{ title, change }];
      return [];
    });
    found.set(told, mends);
  }
  return mends;
}

function proposals(lines: Lines, told: Placed<Diagnostic>): Proposal[] {
  const { code, mends = [] } = told;
  const proposed = mends.map((mend) =>
    mend.kind === 'mark'
      ? { title: `Put \`// ${mend.text}\` above ${nameAt(lines, mend)}`, changes: marksAt(lines, mend) }
      : {
          title: titleOf(code, mend),
          changes: [replacing(lines, mend)],
        },
  );
  if (!ALLOWABLE_CODES.includes(code)) return proposed;
  const allow = { ...told, text: `@allow ${code}` };
  return [...proposed, { title: `Allow it here: \`// @allow ${code}\``, changes: allowancesAt(lines, allow) }];
}

function titleOf(code: string, { text }: Mend): string {
  if (ABOUT_ASYNC.has(code)) return 'Drop `async` and `await`';
  return text === '' ? 'Remove it' : `Write \`${shortened(text)}\``;
}

const ABOUT_ASYNC: ReadonlySet<string> = new Set(['SPN101', 'SPN609']);

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** The name of the function or the keyword of the loop there. */
function nameAt(lines: Lines, mend: Mend): string {
  const { start } = lines.span(mend);
  const { line } = lines.position(start);
  const [before, code] = [lines.text.slice(lines.startOfLine(line), start), lines.text.slice(start, start + 200)];
  const [, keyword] = /^(while|for|do)\b/.exec(code) ?? [];
  const [, own] = /^(?:(?:static|function)\s+)*(#?(?!function\b)[\w$]+)\s*\(/.exec(code) ?? [];
  const [, given] = /([\w$.#]+)\s*[:=]\s*$/.exec(before) ?? [];
  const name = keyword ?? own ?? given;
  return name === undefined ? `line ${line + 1}` : `\`${name}\``;
}

/** A line that is left empty goes, too. */
function replacing(lines: Lines, mend: Mend): Change {
  const span = lines.span(mend);
  const { text } = lines;
  if (mend.text !== '') return { span, newText: mend.text };
  const start = /[^\S\n]*$/.exec(text.slice(0, span.start))!.index;
  const isAlone = start === 0 || text[start - 1] === '\n';
  const end = isAlone ? span.end + /^\r?\n?/.exec(text.slice(span.end))![0].length : span.end;
  return { span: { start, end }, newText: '' };
}

interface Marked extends Pick<Mend, 'line' | 'column' | 'endLine' | 'endColumn'> {
  readonly text: string;
}

/** On the line above, or directly before the code where other code begins that line. */
function marksAt(lines: Lines, mark: Marked): Change[] {
  const { start } = lines.span(mark);
  const { line } = lines.position(start);
  return [aboveLine(lines, line, mark.text), { span: { start, end: start }, newText: `/* ${mark.text} */ ` }];
}

/** Above the line, at its end, above the lines before it: the statement may begin there. */
function* allowancesAt(lines: Lines, mark: Marked): Generator<Change> {
  const { line } = lines.position(lines.span(mark).start);
  yield aboveLine(lines, line, mark.text);
  for (let at = line - 1; at >= 0 && at > line - 4; at--) yield aboveLine(lines, at, mark.text);
  const end = lines.startOfLine(line) + lines.lineAt(line).length;
  yield { span: { start: end, end }, newText: ` // ${mark.text}` };
}

function aboveLine(lines: Lines, line: number, mark: string): Change {
  const start = lines.startOfLine(line);
  const [indent] = /^\s*/.exec(lines.lineAt(line))!;
  const end = lines.text.includes('\r\n') ? '\r\n' : '\n';
  return { span: { start, end: start }, newText: `${indent}// ${mark}${end}` };
}

/** Of these, the code was not looked into: what is said of it once it is compiled is no harm. */
const REVEALING: ReadonlySet<string> = new Set(['SPN101', 'SPN423', 'SPN605', 'SPN609', 'SPN610']);

/** The diagnostic is gone, and no other has come. */
function isMended({ lines: { text }, options, diagnostics }: Inspection, told: Diagnostic, change: Change): boolean {
  const { span, newText } = change;
  const report = inspect(text.slice(0, span.start) + newText + text.slice(span.end), options);
  const left = report?.diagnostics ?? [];
  const count = (list: readonly Diagnostic[]): number => list.filter(({ code }) => code === told.code).length;
  const errors = (list: readonly Diagnostic[]): number => list.filter(({ severity }) => severity === 'error').length;
  if (count(left) >= count(diagnostics) || errors(left) > errors(diagnostics)) return false;
  return REVEALING.has(told.code) || left.length < diagnostics.length;
}

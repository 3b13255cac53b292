/** The marks behind `// @`, and the codes behind `// @allow`. Only the line is read, and that below it. */
import { type CompletionItem, CompletionItemKind, MarkupKind, type Position, type Range } from 'vscode-languageserver';
import { readExplanations } from '@spindle/cli/explain';
import { ALLOWABLE_CODES } from '@spindle/compiler';
import type { Inspection } from './inspection.js';
import { isOfFunctions, isOfLoops, MARK_DOCS, markdownOf } from './marks.js';
import { codeBegunAt, markAt } from './mark-text.js';
import type { Lines } from './positions.js';

interface Asked {
  readonly lines: Lines;
  readonly position: Position;
  /** What was last known of the text. */
  readonly inspection: Inspection | undefined;
}

export function completionsAt({ lines, position, inspection }: Asked): CompletionItem[] {
  const { line, character } = position;
  const text = lines.lineAt(line);
  const rangeFrom = (start: number): Range => ({ start: { line, character: start }, end: position });
  const code = codeBegunAt(text, character);
  if (code !== undefined) return codes(rangeFrom(code.start), { line, inspection });
  const mark = markAt(text, character);
  return mark === undefined || character === mark.start ? [] : marks(rangeFrom(mark.start + 1), nextCode(lines, line));
}

/** The first line below that is no comment. */
function nextCode(lines: Lines, line: number): string {
  for (let below = line + 1; below < lines.count; below++) {
    const text = lines.lineAt(below).trim();
    if (text !== '' && !/^(?:\/\/|\/?\*)/.test(text)) return text;
  }
  return '';
}

function marks(range: Range, below: string): CompletionItem[] {
  const isFor = /^(?:\w+\s*:\s*)?(?:while|for|do)\b/.test(below) ? isOfLoops : isOfFunctions;
  return MARK_DOCS.map((doc, index) => ({
    label: `@${doc.name}`,
    kind: CompletionItemKind.Keyword,
    detail: doc.where,
    documentation: { kind: MarkupKind.Markdown, value: markdownOf(doc) },
    filterText: doc.name,
    sortText: `${isFor(doc.name) ? 0 : 1}${String(index).padStart(2, '0')}`,
    textEdit: { range, newText: doc.name },
  }));
}

/** What is reported near by comes first. */
function codes(
  range: Range,
  { line, inspection }: { readonly line: number; readonly inspection: Inspection | undefined },
): CompletionItem[] {
  const explanations = readExplanations();
  // As long as the code is not written to its end, the `@allow` itself is an error, and all that is reported.
  const reported = [...(inspection?.diagnostics ?? []), ...(inspection?.good?.diagnostics ?? [])];
  const near = reported.filter((one) => Math.abs(one.line - 1 - line) < 3);
  return ALLOWABLE_CODES.map((code) => {
    const known = explanations.find((one) => one.code === code);
    return {
      label: code,
      kind: CompletionItemKind.EnumMember,
      ...(known && { documentation: { kind: MarkupKind.Markdown, value: `${known.happened}\n\n${known.fix}` } }),
      sortText: `${near.some((one) => one.code === code) ? 0 : 1}${code}`,
      textEdit: { range, newText: code },
    };
  });
}

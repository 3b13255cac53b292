/** The reason at a call, a loop or a function, and what a mark means. */
import type { PauseReport } from '@spindle/compiler';
import { type Hover, MarkupKind, type Position } from 'vscode-languageserver';
import { calleeInView } from './callee-in-view.js';
import { explainFunction, explainPause, explainStart, labelOf } from './explanations.js';
import { functionAt, innermost, type Inspection, type Placed, type PlacedFunction } from './inspection.js';
import { MARK_DOCS, markdownOf } from './marks.js';
import { markAt } from './mark-text.js';
import type { Span } from './positions.js';

export function hoverAt(inspection: Inspection, position: Position): Hover | null {
  const { lines } = inspection;
  const mark = markAt(lines.lineAt(position.line), position.character);
  const doc = MARK_DOCS.find(({ name }) => name === mark?.name);
  if (mark !== undefined && doc !== undefined) {
    const start = lines.startOfLine(position.line);
    return asHover(inspection, markdownOf(doc), { start: start + mark.start, end: start + mark.end });
  }
  const offset = lines.offsetAt(position);
  const fn = functionAt(inspection, offset);
  if (fn === undefined) return null;
  const loops = fn.pausesHere
    .filter(({ kind }) => kind === 'loop')
    .map((loop) => ({ ...loop, span: headOf(inspection, loop.span) }));
  const calls = fn.pausesHere.filter(({ kind }) => kind !== 'loop');
  const pause = innermost(calls, offset) ?? innermost(loops, offset);
  // What is given to `start` is often an arrow of its own.
  const start = innermost(
    inspection.functions.flatMap(({ startsHere }) => startsHere),
    offset,
  );
  if (pause !== undefined && (start === undefined || isSmaller(pause.span, start.span)))
    return hoverOfPause(inspection, fn, pause);
  if (start !== undefined) return asHover(inspection, `**beside**: ${explainStart(start)}`, start.span);
  const head = headOf(inspection, fn.span);
  return offset <= head.end ? asHover(inspection, explainFunction(fn), head) : null;
}

function hoverOfPause(inspection: Inspection, fn: PlacedFunction, pause: Placed<PauseReport>): Hover {
  const callee = calleeInView(inspection, fn, pause);
  return asHover(inspection, `**${labelOf(pause, callee)}**: ${explainPause(pause, callee)}`, pause.span);
}

const isSmaller = (one: Span, other: Span): boolean => one.end - one.start <= other.end - other.start;

/** The first line of what may be long. */
function headOf({ lines }: Inspection, { start, end }: Span): Span {
  const { line } = lines.position(start);
  return { start, end: Math.min(end, lines.startOfLine(line) + lines.lineAt(line).length) };
}

function asHover({ lines }: Inspection, value: string, span: Span): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, range: lines.range(span) };
}

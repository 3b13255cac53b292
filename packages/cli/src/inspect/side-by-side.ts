import type { FunctionReport, PauseReport } from 'babel-plugin-threads';
import pico from 'picocolors';
import { printable } from '../printable.js';
import type { Screen } from '../report.js';
import type { Inspected } from './inspected.js';

/** One line of the text: a line of the source, of the output, or both. Numbers count from 1. */
interface Row {
  source: number | undefined;
  output: number | undefined;
}

const USUAL_WIDTH = 120;

/** For a terminal: each function with its source on the left and its output on the right. */
export function sideBySide(inspected: Inspected, { isTTY = false, columns }: Screen): string {
  const { functions } = inspected;
  const colours = pico.createColors(isTTY && pico.isColorSupported);
  const outermost = functions.filter((one) => !functions.some((other) => other !== one && contains(other, one)));
  const half = Math.floor(((columns || USUAL_WIDTH) - 10) / 2);
  return outermost
    .map((whole) => {
      const inside = functions.filter((one) => one === whole || contains(whole, one));
      const heads = inside.map((one) => `${colours.bold(printable(one.id))}: ${headOf(one)}`);
      const isCompiled = inside.some(({ form }) => form === 'suspendable' || form === 'wrapped');
      const lines = isCompiled ? linesOf(whole, inside, inspected) : [];
      return `${[...heads, '', ...lines].join('\n').trimEnd()}\n`;
    })
    .join('\n');

  function linesOf(
    whole: FunctionReport,
    inside: readonly FunctionReport[],
    { source, output, sourceLines }: Inspected,
  ): string[] {
    const rows = alignLines(whole, sourceLines);
    return rows.flatMap((row) => {
      const left = row.source === undefined ? '' : expand(source[row.source - 1]!);
      const right = row.output === undefined ? '' : expand(output[row.output - 1]!);
      const number = colours.dim(String(row.source ?? '').padStart(5));
      const line = `${number}  ${cut(left, half).padEnd(half)}  ${cut(right, half)}`.trimEnd();
      const pauses = inside.flatMap((one) => one.pauses).filter((one) => one.line === row.source);
      return [line, ...pauses.map((pause) => `       ${colours.yellow(noteOf(pause, source))}`)];
    });
  }
}

function contains(outer: FunctionReport, inner: FunctionReport): boolean {
  const starts = outer.line < inner.line || (outer.line === inner.line && outer.column <= inner.column);
  const ends = outer.endLine > inner.endLine || (outer.endLine === inner.endLine && outer.endColumn >= inner.endColumn);
  return starts && ends;
}

/** `suspendable. It may wait. The mark is on its class, in line 3.` */
export function headOf({ form, reason, markedBy, marks, target }: FunctionReport): string {
  const on = {
    function: 'on it',
    class: 'on its class',
    object: 'on its object',
    around: 'around it',
    file: 'of the file',
  };
  const others = marks.length === 0 ? '' : ` (${marks.map((one) => `@${one}`).join(' ')})`;
  const left = target?.form === 'generator' ? ` It stays a generator: ${target.reason}` : '';
  return `${form}${others}. ${reason} The mark is ${on[markedBy.on]}, in line ${markedBy.line}.${left}`;
}

/** A caret below the place, and the reason. */
function noteOf({ column, line, reason, isSure }: PauseReport, source: readonly string[]): string {
  const before = expand(source[line - 1]!.slice(0, column));
  return `${' '.repeat(before.length)}^ ${isSure || reason.startsWith('may') ? '' : 'may wait: '}${printable(reason)}`;
}

/** The lines of the function, each beside the lines of the output that come from it. */
function alignLines({ line, endLine }: FunctionReport, sourceLines: readonly (number | undefined)[]): Row[] {
  const isOf = (given: number | undefined): boolean => given !== undefined && given >= line && given <= endLine;
  const rows: Row[] = [];
  let next = line;
  let isInside = false;
  for (const [index, from] of sourceLines.entries()) {
    // Lines that come from no line belong to those around them.
    if (!isOf(from) && !(from === undefined && isInside)) {
      isInside = false;
      continue;
    }
    isInside = true;
    for (; next < (from ?? next); next++) rows.push({ source: next, output: undefined });
    rows.push({ source: from === next ? next++ : undefined, output: index + 1 });
  }
  while (next <= endLine) rows.push({ source: next++, output: undefined });
  return rows;
}

const expand = (line: string): string => printable(line.replaceAll('\t', '  ').replace(/\r$/, ''));

const cut = (line: string, width: number): string => (line.length > width ? `${line.slice(0, width - 1)}…` : line);

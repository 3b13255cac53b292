import type { FunctionReport, PauseReport } from 'babel-plugin-threads';
import pico from 'picocolors';
import { printable } from 'babel-plugin-threads/printable';
import type { Screen } from '../report.js';
import { alignFunction, type Row } from './align.js';
import type { Inspected } from './inspected.js';
import { type Piece, wrapped } from './wrap.js';

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
      const lines = isCompiled ? linesOf(whole, inside) : [];
      return `${[...heads, '', ...lines].join('\n').trimEnd()}\n`;
    })
    .join('\n');

  function linesOf(whole: FunctionReport, inside: readonly FunctionReport[]): string[] {
    const { source, output } = inspected;
    const { rows, leftOut } = alignFunction(inspected, whole);
    const pauses = inside.flatMap((one) => one.pauses);
    const lines = rows.flatMap((row) => {
      const right = row.output === undefined ? [] : wrapped(expand(output[row.output - 1]!), half);
      const notes = pauses.filter((one) => one.line === row.source).map((one) => noteOf(one, source));
      const left = row.source === undefined ? [] : withNotes(wrapped(expand(source[row.source - 1]!), half), notes);
      return beside(
        row,
        left,
        right.map(({ text }) => text),
      );
    });
    if (leftOut.length === 0) return lines;
    const note = `Left out: ${leftOut.join(', ')}, which calls go through`;
    return [...lines, `${' '.repeat(half + 9)}${colours.dim(note)}`];
  }

  /** A note that is longer than its column has a line of its own. */
  function beside({ source }: Row, left: readonly Cell[], right: readonly string[]): string[] {
    const rest = [...right];
    const number = colours.dim(String(source ?? '').padStart(5));
    const lines = left.map(({ text, isNote }, n) => {
      const shown = isNote ? colours.yellow(text) : text;
      const space = ' '.repeat(Math.max(half - text.length, 0));
      return `${n === 0 ? number : '     '}  ${shown}${text.length > half ? '' : `${space}  ${rest.shift() ?? ''}`}`;
    });
    if (lines.length === 0) lines.push(`${number}  ${' '.repeat(half)}  ${rest.shift() ?? ''}`);
    return [...lines, ...rest.map((text) => `${' '.repeat(half + 9)}${text}`)].map((line) => line.trimEnd());
  }
}

/** A line of the left column. */
interface Cell {
  readonly text: string;
  readonly isNote: boolean;
}

/** Each note below the piece that it is for. */
function withNotes(pieces: readonly Piece[], notes: readonly Note[]): Cell[] {
  return pieces.flatMap(({ text, from, indent }, n) => {
    const end = pieces[n + 1]?.from ?? Infinity;
    const below = notes.filter(({ column }) => column >= from && column < end);
    return [
      { text, isNote: false },
      ...below.map((one) => ({ text: `${' '.repeat(one.column - from + indent)}^ ${one.text}`, isNote: true })),
    ];
  });
}

interface Note {
  readonly column: number;
  readonly text: string;
}

function contains(outer: FunctionReport, inner: FunctionReport): boolean {
  const starts = outer.line < inner.line || (outer.line === inner.line && outer.column <= inner.column);
  const ends = outer.endLine > inner.endLine || (outer.endLine === inner.endLine && outer.endColumn >= inner.endColumn);
  return starts && ends;
}

/** `suspendable. It may wait. The mark is on its class, in line 3.` */
function headOf({ form, reason, markedBy, marks, target }: FunctionReport): string {
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

/** The reason, and the column that it is for. */
function noteOf({ column, line, reason, isSure }: PauseReport, source: readonly string[]): Note {
  const before = expand(source[line - 1]!.slice(0, column));
  const text = `${isSure || reason.startsWith('may') ? '' : 'may wait: '}${printable(reason)}`;
  return { column: before.length, text };
}

const expand = (line: string): string => printable(line.replaceAll('\t', '  ').replace(/\r$/, ''));

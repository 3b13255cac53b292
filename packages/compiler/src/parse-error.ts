import type * as t from '@babel/types';
import * as types from '@babel/types';
import { findTooDeep } from 'babel-plugin-threads';
import { printable, printableLines } from 'babel-plugin-threads/printable';
import { codeFrame } from './code-frame.js';
import { CompileError } from './compile-error.js';
import { plainWords, type ParserError } from './plain-words.js';

interface Given {
  readonly code: string;
  readonly filename: string | undefined;
  /** Undefined if the parser did not come to its end. */
  readonly ast: t.File | undefined;
  /** A learner may have written it. */
  readonly isProgram: boolean;
}

/** An error of the parser, which has a place, or a full stack, as an error of ours; any other error as it is. */
export function asCompileError(error: unknown, given: Given): unknown {
  const { code, ast } = given;
  const found = findTooDeep(types, error, (ast?.program as never) ?? code);
  if (found !== undefined) return compileErrorAt(given, found.at.loc?.start, found.message);
  const { loc, message, pos, reasonCode } = error as Partial<Omit<ParserError, 'fact'>> & {
    loc?: Position;
    message: string;
  };
  if (loc === undefined) return error;
  const fact = message
    .split('\n', 1)[0]!
    .replace(` (${loc.line}:${loc.column})`, '')
    .replace(/[.:]?$/, '');
  const plain = given.isProgram ? plainWords({ fact, pos, reasonCode }, code) : undefined;
  const text = plain === undefined ? `${fact}.` : `${plain} (${fact})`;
  return compileErrorAt(given, loc, { code: 'SPN422', values: { reason: reasonCode, fact }, text: printable(text) });
}

type Message = NonNullable<ReturnType<typeof findTooDeep>>['message'];

interface Position {
  readonly line: number;
  readonly column: number;
}

function compileErrorAt(
  { code: source, filename }: Given,
  { line, column }: Position = { line: 1, column: 0 },
  { code, values, text }: Message,
): CompileError {
  const frame = printableLines(codeFrame(source, { start: { line, column } }));
  const place = { line, column, endLine: line, endColumn: column };
  const message = `${text} [${code}]`;
  return new CompileError([{ code, severity: 'error', message, values, file: filename, ...place, frame }], filename);
}

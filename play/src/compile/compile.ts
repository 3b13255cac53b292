/** From a source to what the tabs show and the sandbox runs. */
import {
  CompileError,
  type Diagnostic,
  findUncompiledWait,
  inspect,
  type SourceMap,
  transform,
} from '@spindle/compiler';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { transform as withoutTypes } from 'sucrase';
import { FILE, type LineTable } from '../protocol.js';
import type { Compiled, Segments } from './result.js';

/** With `script` the text is a program, also without the mark. */
export function compile(source: string, script = false): Compiled {
  const begun = performance.now();
  const made = attempt(source, script);
  return { ...made, source, tookMs: performance.now() - begun };
}

type Made = Omit<Compiled, 'source' | 'tookMs'>;

function attempt(source: string, script: boolean): Made {
  try {
    const options = { filename: FILE, sourceType: 'module', script } as const;
    const result = transform(source, options);
    const code = result?.code ?? source;
    const segments = segmentsOf(result?.map ?? null);
    const functions = result?.report.functions.map(({ id }) => id) ?? [];
    // Generators are easier to read. What runs can also go back.
    const run = result === null ? null : transform(source, { ...options, target: 'frames', saves: true });
    const lines = run?.map == null ? null : linesOf(segmentsOf(run.map));
    const { code: js } = withoutTypes(run?.code ?? source, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
    });
    const diagnostics = result === null ? uncompiledWaits(source) : result.report.diagnostics;
    return { code, segments, report: result?.report ?? null, diagnostics, scene: { js, source, functions, lines } };
  } catch (error) {
    return refused(source, script, error);
  }
}

/** A file without a mark compiles, and its words wait for nothing. */
function uncompiledWaits(source: string): Diagnostic[] {
  const found = findUncompiledWait(source, { filename: FILE });
  return found === null ? [] : [found];
}

function refused(source: string, script: boolean, error: unknown): Made {
  const failed = { code: null, segments: new Int32Array(), scene: null };
  if (!(error instanceof CompileError)) return { ...failed, report: null, diagnostics: [unreadable(error)] };
  try {
    const report = inspect(source, { filename: FILE, sourceType: 'module', script });
    const diagnostics = report?.diagnostics.some(({ severity }) => severity === 'error')
      ? report.diagnostics
      : error.diagnostics;
    return { ...failed, report, diagnostics };
  } catch {
    return { ...failed, report: null, diagnostics: error.diagnostics };
  }
}

/** A file without a mark is first read by what removes the types. Its error says `… (3:5)` at the end. */
function unreadable(error: unknown): Diagnostic {
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  const line = loc?.line ?? 1;
  const column = Math.max((loc?.column ?? 1) - 1, 0);
  return {
    code: 'SPN422',
    severity: 'error',
    values: {},
    message: message.replace(/^Error transforming.*?: /, '').replace(/ \(\d+:\d+\)$/, ''),
    file: FILE,
    line,
    column,
    endLine: line,
    endColumn: column,
    frame: '',
  };
}

function segmentsOf(map: SourceMap | null): Segments {
  if (map === null) return new Int32Array();
  const found: number[] = [];
  const lines = decodedMappings(new TraceMap(map as never));
  for (const [index, segments] of lines.entries())
    for (const [column, , line, sourceColumn] of segments)
      if (line !== undefined) found.push(index + 1, column, line + 1, sourceColumn!);
  return Int32Array.from(found);
}

function linesOf(segments: Segments): LineTable {
  const table: number[][] = [];
  for (let at = 0; at < segments.length; at += 4) {
    const [line, column, sourceLine] = segments.subarray(at, at + 3) as unknown as [number, number, number];
    while (table.length < line) table.push([]);
    const pairs = table[line - 1]!;
    if (pairs.at(-1) !== sourceLine) pairs.push(column, sourceLine);
  }
  return table;
}

/** The file that a page loads only if it holds scripts that are not compiled yet. It gives the page one object, `SpindleCompiler`. */
import { codeFrameColumns } from '@babel/code-frame';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { CompileError, type Diagnostic, transform } from '@spindle/compiler';
import type { CompiledScript, PageCompiler, Told } from './page-compiler.js';

/** Throws a list of what is wrong. */
function compile(text: string, file: string): CompiledScript {
  try {
    const { code, map, report } = transform(text, { filename: file, page: true, script: true, positions: true })!;
    const traced = new TraceMap(map as never);
    const frameAt = (line: number, column: number): Told['frame'] => {
      const found = originalPositionFor(traced, { line, column: column - 1 });
      if (found.line === null) return undefined;
      return { text: frameOf(text, found.line, found.column + 1), line: found.line };
    };
    return {
      code: withMap(code, map),
      isModule: /^import\b/m.test(code),
      warnings: report.diagnostics.map(told),
      frameAt,
    };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return { code: null, errors: error.diagnostics.map(told) };
  }
}

const frameOf = (text: string, line: number, column: number): string =>
  codeFrameColumns(text, { start: { line, column } });

const told = ({ message, frame, line }: Diagnostic): Told => ({ message, frame: { text: frame, line } });

/** As a comment: a text that runs in a page has no file beside it. */
function withMap(code: string, map: object | null): string {
  const bytes = new TextEncoder().encode(JSON.stringify(map));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${base64}`;
}

(globalThis as { SpindleCompiler?: PageCompiler }).SpindleCompiler = { compile };

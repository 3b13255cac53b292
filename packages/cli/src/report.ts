import { stripVTControlCharacters } from 'node:util';
import { type CliError, type Finding, textOf } from './errors.js';
import { printable } from 'babel-plugin-threads/printable';

/** The part of `process.stderr` or `process.stdout` that the report uses. */
export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** What one run has done. */
export interface Outcome {
  /** The number of files that were compiled or copied. */
  files: number;
  /** The outputs that were written, and those that were removed, as the user knows them. */
  written: readonly string[];
  removed: readonly string[];
  /** Outputs that already were as they are now. */
  unchanged: number;
  /** The output folder, as the user knows it. */
  outDir: string;
  warnings: readonly Finding[];
  /** Whether outputs were only compared. */
  isCheck: boolean;
}

export interface Report {
  compiling(file: string, progress: { number: number; total: number }): void;
  done(outcome: Outcome): void;
  /** Nothing was written. */
  failed(problems: readonly CliError[], warnings: readonly Finding[]): void;
  /** A line about what the command does next. */
  note(text: string): void;
}

/** `1 file`, `2 files` */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const clearLine = '\r\u001B[2K';

/**
 * For people: the progress in one line that is overwritten, if this is a terminal; then the findings and a summary.
 * `quiet` leaves only the findings.
 */
export function createReport(screen: Screen, { quiet = false }: { quiet?: boolean } = {}): Report {
  const live = screen.isTTY === true;
  const clear = live && !quiet ? clearLine : '';
  const print = (text: string): void => void screen.write(`${clear}${text}\n`);
  const summary = (parts: readonly string[], warnings: readonly Finding[]): string =>
    `${[...parts, ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : [])].join(', ')}.`;
  return {
    compiling(file, { number, total }) {
      if (!live || quiet) return;
      screen.write(clear + `${number}/${total} ${printable(file)}`.slice(0, (screen.columns || 80) - 1));
    },
    done({ files, unchanged, outDir, warnings, isCheck, removed }) {
      for (const warning of warnings) print(textOf(warning));
      if (quiet) return;
      const what = isCheck
        ? `${counted(files, 'file')} up to date in ${outDir}`
        : `${counted(files, 'file')} compiled into ${outDir}`;
      const rest = [
        ...(unchanged > 0 && !isCheck ? [`${unchanged} unchanged`] : []),
        ...(removed.length > 0 ? [`${removed.length} removed`] : []),
      ];
      print(summary([printable(what), ...rest], warnings));
    },
    failed(problems, warnings) {
      for (const warning of warnings) print(textOf(warning));
      for (const problem of problems) print(problem.message);
      if (!quiet) print(`${summary([counted(problems.length, 'error')], warnings)} Nothing was written.`);
    },
    note(text) {
      if (!quiet) print(text);
    },
  };
}

/** For programs: one line of JSON for each run. */
export function createJsonReport(screen: Screen): Report {
  const print = (fields: object): void => void screen.write(`${JSON.stringify(fields)}\n`);
  const plain = (list: readonly Finding[]): Finding[] =>
    list.map((one) => ({ ...one, frame: stripVTControlCharacters(one.frame) }));
  return {
    compiling() {},
    done: ({ files, written, removed, unchanged, warnings }) =>
      print({ ok: true, files, written, removed, unchanged, errors: [], warnings: plain(warnings) }),
    failed: (problems, warnings) =>
      print({
        ok: false,
        files: 0,
        written: [],
        removed: [],
        unchanged: 0,
        errors: plain(problems.map(({ finding }) => finding)),
        warnings: plain(warnings),
      }),
    note() {},
  };
}

import type { CliError } from './errors.js';
import { printable } from './printable.js';

/** The part of `process.stderr` that the report uses. */
export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface Report {
  /** Whether code frames may be in colour. */
  readonly colour: boolean;
  compiling(file: string, progress: { number: number; total: number }): void;
  warnings(list: readonly string[]): void;
  /** Prints the summary and the number of warnings. */
  done(what: string): void;
  problems(list: readonly CliError[]): void;
}

/** `1 file`, `2 files` */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const clearLine = '\r\u001B[2K';

/** Shows the progress in one line that is overwritten if this is a terminal, otherwise in a line for each file. */
export function createReport(screen: Screen): Report {
  const live = screen.isTTY === true;
  const clear = live ? clearLine : '';
  let warningCount = 0;
  const withWarnings = (what: string): string =>
    warningCount > 0 ? `${what}, ${counted(warningCount, 'warning')}.` : `${what}.`;
  return {
    colour: live,
    compiling(file, { number, total }) {
      const text = `${number}/${total} ${printable(file)}`;
      screen.write(live ? clear + text.slice(0, (screen.columns ?? 80) - 1) : `${text}\n`);
    },
    warnings(list) {
      warningCount += list.length;
      for (const warning of list) screen.write(`${clear}${warning}\n`);
    },
    done(what) {
      screen.write(`${clear}${withWarnings(printable(what))}\n`);
    },
    problems(list) {
      for (const problem of list) screen.write(`${clear}${problem.message}\n`);
      screen.write(`${withWarnings(counted(list.length, 'error'))} Nothing was written.\n`);
    },
  };
}

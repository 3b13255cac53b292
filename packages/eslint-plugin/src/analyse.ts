/** One analysis of a file for all rules. */
import {
  type Diagnostic,
  type FunctionReport,
  inspect,
  type SpindleReport,
  type TransformOptions,
} from '@spindle/compiler';
import { COMPILE, NO_ASYNC, NO_ORDER_BETWEEN_WAITS, NO_SHARED_VARIABLE, RULE_TABLE } from './rule-table.js';

/** What one rule reports. Lines count from 1, columns from 0. */
export interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Asked {
  readonly text: string;
  readonly filename: string;
  /** `settings.spindle` of the configuration. */
  readonly settings: unknown;
}

const RULE_OF_CODE: ReadonlyMap<string, string> = new Map(
  RULE_TABLE.flatMap(({ name, codes }) => codes.map((code) => [code, name] as const)),
);

/** All rules are asked about one file before the next file comes, so the last answer is enough. */
let last: { readonly key: string; readonly text: string; readonly findings: readonly Finding[] } | undefined;

/**
 * What the compiler says of the text.
 *
 * @throws {TypeError} If the settings are no options of the compiler.
 */
export function analyse({ text, filename, settings }: Asked): readonly Finding[] {
  const key = `${filename}\n${JSON.stringify(settings) ?? ''}`;
  if (last?.key !== key || last.text !== text) {
    const findings = isScript(filename) ? findingsOf(text, optionsOf(filename, settings)) : [];
    last = { key, text, findings };
  }
  return last.findings;
}

/**
 * No other language, such as JSON, and no file of which only a part is a script, such as `.vue`. A text without a file
 * has no extension.
 */
function isScript(filename: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1];
  return extension === undefined || /^[cm]?[jt]sx?$/.test(extension);
}

function optionsOf(filename: string, settings: unknown): TransformOptions {
  // Which of the diagnostics are errors, the configuration of the linter says. Nothing is written.
  return { ...(settings as object | undefined), filename, diagnostics: 'warn', sourceMap: false };
}

function findingsOf(text: string, options: TransformOptions): Finding[] {
  const report = inspect(text, options);
  if (report === null) return [];
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return [
    ...report.diagnostics.map(asFinding),
    ...asyncMembers(lines, report),
    ...report.functions.flatMap(({ pauses }) => ordersBetweenWaits(lines, pauses)),
    ...sharedVariables(report),
  ];
}

function asFinding({ code, message, line, column, endLine, endColumn }: Diagnostic): Finding {
  const rule = RULE_OF_CODE.get(code) ?? COMPILE;
  return { rule, message, line, column, endLine, endColumn };
}

/**
 * Async methods and generators of marked classes. Where one has a word that waits, the message about the word (SPN609)
 * says it all.
 */
function asyncMembers(lines: readonly string[], { functions, diagnostics }: SpindleReport): Finding[] {
  const words = diagnostics.filter(({ code }) => code === 'SPN609');
  return functions.flatMap((fn) => {
    const { id, leftOut, markedBy, line, column } = fn;
    if ((leftOut !== 'async' && leftOut !== 'generator') || markedBy.on !== 'class') return [];
    // A callback in a method may well be async.
    if (functions.some((other) => other !== fn && isIn(fn, other)) || words.some((word) => isIn(word, fn))) return [];
    const [kind, mend] = leftOut === 'async' ? ['async', 'Drop `async` and `await`'] : ['a generator', 'Drop the `*`'];
    const message = `\`${id}\` is ${kind}, so it is not compiled, though its class is marked. ${mend}, or mark it \`// @native\` to keep it as it is.`;
    // Of a function of several lines the first one is enough.
    const first = { endLine: line, endColumn: lines[line - 1]!.length };
    const { endLine, endColumn } = fn.endLine === line ? fn : first;
    return [{ rule: NO_ASYNC, message, line, column, endLine, endColumn }];
  });
}

/** Calls that take time, between two `waitFor(…)`, that go on beside. */
function ordersBetweenWaits(lines: readonly string[], pauses: FunctionReport['pauses']): Finding[] {
  return pauses.flatMap(({ isBetweenWaits, line, column, endLine, endColumn }) => {
    if (isBetweenWaits !== true) return [];
    const call = line === endLine ? lines[line - 1]!.slice(column, endColumn) : `${lines[line - 1]!.slice(column)} …`;
    const message = `\`${call}\` takes time, and nobody waits for it, though the script waits before and after it. Write \`waitFor(${call})\`, or disable the rule for this line if it should go on beside.`;
    return [{ rule: NO_ORDER_BETWEEN_WAITS, message, line, column, endLine, endColumn }];
  });
}

/** Only of files with scripts. */
function sharedVariables({ functions, sharedVariables: shared = [] }: SpindleReport): Finding[] {
  if (functions.length === 0) return [];
  return shared.map(({ name, ...place }) => {
    const message = `\`${name}\` stands at the top of the file and is set in a function, so all rooms of a process have it in common, and it does not move with a room. Put it into an object of the room, which scripts are given.`;
    return { rule: NO_SHARED_VARIABLE, message, ...place };
  });
}

function isIn(one: Diagnostic | FunctionReport, { line, column, endLine, endColumn }: FunctionReport): boolean {
  const isAfterStart = one.line > line || (one.line === line && one.column >= column);
  return isAfterStart && (one.line < endLine || (one.line === endLine && one.column < endColumn));
}

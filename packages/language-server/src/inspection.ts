/** What the compiler says of one version of a text, and of the last one that it could read. */
import {
  type Diagnostic,
  type FunctionReport,
  inspect,
  mayConcern,
  type PauseReport,
  type SpindleReport,
  type StartReport,
  type TransformOptions,
  waitFilterOf,
} from '@spindle/compiler';
import { follow, Lines, type Span } from './positions.js';

/** A thing of the report at its place in the present text. */
export type Placed<T> = T & { readonly span: Span };

export interface PlacedFunction extends Placed<FunctionReport> {
  readonly pausesHere: readonly Placed<PauseReport>[];
  readonly startsHere: readonly Placed<StartReport>[];
}

export interface Inspection {
  readonly lines: Lines;
  readonly options: TransformOptions;
  /** Of this text. */
  readonly diagnostics: readonly Placed<Diagnostic>[];
  /** Of the last text that could be parsed, as far as the changes since then have left their places alone. */
  readonly older: readonly Placed<Diagnostic>[];
  readonly functions: readonly PlacedFunction[];
  /** The last text whose functions are known; undefined if there is none. */
  readonly good: Good | undefined;
}

interface Good {
  readonly text: string;
  readonly diagnostics: readonly Placed<Diagnostic>[];
  readonly functions: readonly PlacedFunction[];
}

/** The source cannot be parsed: there is this one diagnostic. */
const UNREADABLE = 'SPN422';

/** A test of the text alone: false where the compiler has nothing to say. */
export const isOfInterest = (text: string, options: TransformOptions): boolean =>
  mayConcern(text, options) || waitFilterOf(options).test(text);

/** The marks for which a file is looked at that is in no project. */
const ASKS_TO_COMPILE = /@compile|@script(?![\w$/-])|["']use (?:compile|script)/;

interface Asked {
  readonly text: string;
  readonly options: TransformOptions;
  /** Spindle is used in the project. Elsewhere, `// @wait for it` is an ordinary comment. */
  readonly isProject: boolean;
  /** What was known of the text before it was changed. */
  readonly last: Inspection | undefined;
  /** Takes the error of a bug of the compiler. The text is then treated as one that cannot be read. */
  readonly onFault: (error: unknown) => void;
}

/** @throws {TypeError} If the options are none of the compiler. */
export function inspectText(asked: Asked): Inspection {
  const { text, options, last } = asked;
  const lines = new Lines(text);
  const report = ask(asked);
  const diagnostics = (report?.diagnostics ?? []).map((one) => ({ ...one, span: lines.span(one) }));
  const functions = (report?.functions ?? []).map((fn) => place(lines, fn));
  const isUnreadable = report === FAULTY || diagnostics.some(({ code }) => code === UNREADABLE);
  const isRefused = functions.length === 0 && diagnostics.some(({ severity }) => severity === 'error');
  const { good } = last ?? {};
  if ((!isUnreadable && !isRefused) || good === undefined) {
    const own = isUnreadable || isRefused ? undefined : { text, diagnostics, functions };
    return { lines, options, diagnostics, older: [], functions, good: own };
  }
  const now = follow(good.text, text);
  const older = isUnreadable ? moved(good.diagnostics, now) : [];
  return { lines, options, diagnostics, older, functions: movedFunctions(good.functions, now), good };
}

const FAULTY: SpindleReport = { compiled: false, functions: [], diagnostics: [] };

function ask({ text, options, isProject, onFault }: Asked): SpindleReport | null {
  if (!isProject && !ASKS_TO_COMPILE.test(text)) return null;
  try {
    return inspect(text, options);
  } catch (error) {
    if (isOfOptions(error)) throw error;
    onFault(error);
    return FAULTY;
  }
}

/** SPN301 and the others about options. */
export const isOfOptions = (error: unknown): error is TypeError =>
  error instanceof TypeError && /\[SPN30\d\]$/.test(error.message);

function place(lines: Lines, fn: FunctionReport): PlacedFunction {
  return {
    ...fn,
    span: lines.span(fn),
    pausesHere: fn.pauses.map((one) => ({ ...one, span: lines.span(one) })),
    startsHere: fn.starts.map((one) => ({ ...one, span: lines.span(one) })),
  };
}

type Follow = (span: Span) => Span | undefined;

function moved<T extends { readonly span: Span }>(things: readonly T[], now: Follow): T[] {
  return things.flatMap((one) => {
    const span = now(one.span);
    return span === undefined ? [] : [{ ...one, span }];
  });
}

/** A function in which something was changed keeps its other pauses, between its first character and its last. */
function movedFunctions(functions: readonly PlacedFunction[], now: Follow): PlacedFunction[] {
  return functions.flatMap((fn) => {
    const { start, end } = fn.span;
    const first = now({ start, end: start });
    const last = now({ start: end, end });
    if (first === undefined || last === undefined) return [];
    const span = { start: first.start, end: last.end };
    return [{ ...fn, span, pausesHere: moved(fn.pausesHere, now), startsHere: moved(fn.startsHere, now) }];
  });
}

/** The innermost function around an offset. */
export function functionAt({ functions }: Inspection, offset: number): PlacedFunction | undefined {
  return innermost(functions, offset);
}

/** The smallest span that holds the offset; of two equal ones the later. */
export function innermost<T extends { readonly span: Span }>(things: readonly T[], offset: number): T | undefined {
  let found: T | undefined;
  for (const one of things) {
    if (offset < one.span.start || offset > one.span.end) continue;
    if (found === undefined || one.span.end - one.span.start <= found.span.end - found.span.start) found = one;
  }
  return found;
}

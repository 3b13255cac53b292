import { ALLOWABLE, DIAGNOSTICS as ALL, MARK_KINDS } from 'babel-plugin-threads';

/** The marks that an author may write, without the `@`. */
export const MARKS: readonly string[] = MARK_KINDS.filter((kind) => kind !== 'compiled');

/** The codes that `// @allow` can silence. */
export const ALLOWABLE_CODES: readonly string[] = ALLOWABLE;

/** What a linter tells of a kind of diagnostic. */
export interface DiagnosticKind {
  readonly code: string;
  /** The name of the rule that reports it. */
  readonly rule: string;
  /** What is reported, as a part of a sentence. */
  readonly against: string;
}

/** All kinds of diagnostics, by code. */
export const DIAGNOSTICS: readonly DiagnosticKind[] = ALL.map(({ code, rule, against }) => ({ code, rule, against }));

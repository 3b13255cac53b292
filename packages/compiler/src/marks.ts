import * as plugin from 'babel-plugin-threads';
import type { TransformOptions } from './types.js';

/** The marks that an author may write, without the `@`. */
export const MARKS: readonly string[] = plugin.MARKS;

/** The codes that `// @allow` can silence. */
export const ALLOWABLE_CODES: readonly string[] = plugin.ALLOWABLE;

/** What a linter tells of a kind of diagnostic. */
export interface DiagnosticKind {
  readonly code: string;
  /** The name of the rule that reports it. */
  readonly rule: string;
  /** What is reported, as a part of a sentence. */
  readonly against: string;
}

/** All kinds of diagnostics, by code. */
export const DIAGNOSTICS: readonly DiagnosticKind[] = plugin.DIAGNOSTICS.map(({ code, rule, against }) => ({
  code,
  rule,
  against,
}));

/** Finds each text for which `mayConcern` is true, and more. For tools that look at texts before they hand them on: it has no lookaround. */
export const MARK_FILTER: RegExp = plugin.MARK_FILTER;

/** The same for `findUncompiledWait`. */
export const WAIT_FILTER: RegExp = plugin.WAIT_FILTER;

/** The same where words have other names, by the option `words`. */
export const waitFilterOf = (options: Pick<TransformOptions, 'words'>): RegExp => plugin.waitFilterOf(options);

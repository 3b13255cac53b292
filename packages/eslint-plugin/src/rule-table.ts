/** Which rule tells which diagnostics of the compiler. */
import { DIAGNOSTICS } from '@spindle/compiler';

export interface RuleRow {
  readonly name: string;
  /** The codes of docs/errors.md. Empty for rules that ask something else of the report. */
  readonly codes: readonly string[];
  /** What the rule is against, in one line. */
  readonly description: string;
  /** It reports what is often meant, so it is not in the recommended configuration. */
  readonly isOptional?: true;
}

/** Errors, which stop the compilation; and codes that no other rule has. */
export const COMPILE = 'compile';
/** Asks the report for functions that are left out. */
export const NO_ASYNC = 'no-async-in-marked-class';
/** Asks the report for pauses. */
export const NO_ORDER_BETWEEN_WAITS = 'no-order-between-waits';
/** Asks the report for what stands at the top. */
export const NO_SHARED_VARIABLE = 'no-shared-variable';

/** A rule for each kind of diagnostic, or for several that have its name. */
function readRules(): RuleRow[] {
  const names = new Set(DIAGNOSTICS.map(({ rule }) => rule));
  return [...names].map((name) => {
    const kinds = DIAGNOSTICS.filter(({ rule }) => rule === name);
    return { name, codes: kinds.map(({ code }) => code), description: kinds.map(({ against }) => against).join('; ') };
  });
}

export const RULE_TABLE: readonly RuleRow[] = [
  { name: COMPILE, codes: [], description: 'code that the compiler refuses' },
  ...readRules(),
  {
    name: NO_ASYNC,
    codes: [],
    description: 'async methods and generators in a marked class, which are not compiled',
  },
  {
    name: NO_ORDER_BETWEEN_WAITS,
    codes: [],
    description:
      'a call that takes time and that nobody waits for, between two `waitFor(…)`; off unless you turn it on',
    isOptional: true,
  },
  {
    name: NO_SHARED_VARIABLE,
    codes: [],
    description:
      '`let` and `var` at the top of a file of scripts that a function sets, which all rooms of a process have in common; off unless you turn it on',
    isOptional: true,
  },
];

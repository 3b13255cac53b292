/** Each rule reports what the one analysis of the file found for it. */
import { analyse } from './analyse.js';
import { RULE_TABLE, type RuleRow } from './rule-table.js';

/** What the rules need of the context that ESLint and Oxlint give. */
export interface RuleContext {
  readonly filename: string;
  /** It has a `text`, unless the language is a binary one. */
  readonly sourceCode: object;
  readonly settings: { readonly [name: string]: unknown };
  report(descriptor: { readonly loc: SourceLocation; readonly message: string }): void;
}

export interface SourceLocation {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

export interface Rule {
  readonly meta: {
    readonly type: 'problem';
    readonly docs: { readonly description: string; readonly recommended: boolean };
    readonly schema: never[];
  };
  create(context: RuleContext): { Program?(): void };
}

export const rules: Readonly<Record<string, Rule>> = Object.fromEntries(
  RULE_TABLE.map((row) => [row.name, ruleOf(row)]),
);

function ruleOf({ name, description, isOptional }: RuleRow): Rule {
  return {
    meta: { type: 'problem', docs: { description, recommended: isOptional !== true }, schema: [] },
    create(context) {
      const { filename, sourceCode, settings } = context;
      const { spindle } = settings;
      const { text = '' } = sourceCode as { readonly text?: string };
      const findings = analyse({ text, filename, settings: spindle }).filter(({ rule }) => rule === name);
      if (findings.length === 0) return {};
      return {
        Program() {
          for (const { message, line, column, endLine, endColumn } of findings)
            context.report({
              message,
              loc: { start: { line, column }, end: { line: endLine, column: endColumn } },
            });
        },
      };
    },
  };
}

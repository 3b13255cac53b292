import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import { diagnosticAt } from './doubt.js';
import { errors } from './errors.js';
import { allowedCodes, DIRECTIVE, MARK } from './marks.js';
import { didYouMean, nearest } from './nearest.js';
import type { Diagnostic } from './plan.js';

const WORDS = ['compile', 'native', 'instant', 'nowait', 'wait', 'fast', 'allow'];
/** Tags of JSDoc and of other tools that look like ours. */
const OTHERS = new Set('active await cast constant instance last nocompile past'.split(' '));

/** Comments and directives that look like a mark with a slip of the finger: also in files that have no mark at all. */
export function findMisspeltMarks(compilation: Compilation): Diagnostic[] {
  const { file, program, options } = compilation;
  if (options.diagnostics === 'off') return [];
  const severity = options.diagnostics === 'error' ? 'error' : 'warning';
  const comments = file.ast.comments ?? [];
  const found: Diagnostic[] = [];
  for (const comment of comments) {
    if (MARK.test(comment.value)) continue;
    for (const [, word] of comment.value.matchAll(/^[\s*]*@([A-Za-z]+)(?![\w$./(-])/gm)) {
      const near = OTHERS.has(word!) ? [] : nearest(word!, WORDS).map((one) => `@${one}`);
      if (near.length > 0 && !isAllowed(comment)) note(comment, `@${word}`, near);
    }
  }
  for (const directive of program.node.directives) {
    const { value } = directive.value;
    if (
      /^use \w+$/.test(value) &&
      value !== DIRECTIVE &&
      value !== 'use compiled' &&
      nearest(value, [DIRECTIVE]).length > 0
    )
      note(directive, value, [DIRECTIVE]);
  }
  return found;

  function note(at: t.Node | t.Comment, written: string, near: readonly string[]): void {
    found.push(diagnosticAt(compilation, at, { text: errors.markMisspelt(written, didYouMean(near)), severity }));
  }

  /** `@allow SPN605` stands on the same line or on the one above. */
  function isAllowed({ loc }: t.Comment): boolean {
    return comments.some((one) => {
      const lines = loc!.start.line - one.loc!.end.line;
      return (
        (lines === 0 || lines === 1) && MARK.exec(one.value)?.[2] === 'allow' && allowedCodes(one).includes('SPN605')
      );
    });
  }
}

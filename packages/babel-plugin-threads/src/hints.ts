import type { types as t } from '@babel/core';
import type { Source } from './compilation.js';
import { diagnosticAt } from './doubt.js';
import { errors } from './errors.js';
import { allowedCodes, COMPILED_DIRECTIVE, DIRECTIVE, isMark, says } from './mark-words.js';
import { isOfOutput, type Marks } from './marks.js';
import { didYouMean, nearest } from './nearest.js';
import type { Diagnostic } from './plan.js';

const WORDS = ['compile', 'native', 'instant', 'nowait', 'wait', 'fast', 'allow'];
/** Tags of JSDoc and of other tools that look like ours. */
const OTHERS = new Set('active await cast constant instance last nocompile past'.split(' '));

/**
 * A look at a text that is not read as JavaScript: whether the plugin may change it, or may have a hint about it. It costs
 * milliseconds for megabytes, and bytes that are taken for Latin-1 do as well.
 */
export function mayConcern(text: string): boolean {
  if (/@(?:compile|native|instant|nowait|wait|fast)(?![\w$-])|["']use compile["']/.test(text)) return true;
  const seen = new Set(['allow', 'compiled', ...OTHERS]);
  for (const [, word = ''] of text.matchAll(/(?:^|\/[/*])[^\S\n]*\**[^\S\n]*@([A-Za-z]+)(?![\w$./(-])/gm)) {
    if (seen.has(word)) continue;
    seen.add(word);
    if (nearest(word, WORDS).length > 0) return true;
  }
  return [...text.matchAll(/(["'])(use \w+)\1/g)].some(([, , value = '']) => isNearlyDirective(value));
}

/** `"use complie"` */
function isNearlyDirective(value: string): boolean {
  return value !== DIRECTIVE && value !== COMPILED_DIRECTIVE && nearest(value, [DIRECTIVE]).length > 0;
}

/**
 * Comments and directives that look like a mark with a slip of the finger: also in files that have no mark at all. In those that
 * have marks, also what allows such a slip where there is none.
 */
export function findMisspeltMarks(source: Source, marks: Marks | undefined): Diagnostic[] {
  const { file, program, options } = source;
  if (options.diagnostics === 'off') return [];
  const severity = options.diagnostics === 'error' ? 'error' : 'warning';
  const comments = file.ast.comments ?? [];
  const found: Diagnostic[] = [];
  const used = new Set<t.Comment>();
  for (const comment of comments) {
    if (isMark(comment)) continue;
    for (const [, word] of comment.value.matchAll(/^[\s*]*@([A-Za-z]+)(?![\w$./(-])/gm)) {
      const near = OTHERS.has(word!) ? [] : nearest(word!, WORDS).map((one) => `@${one}`);
      if (near.length > 0 && !isAllowed(comment)) note(comment, errors.markMisspelt(`@${word}`, didYouMean(near)));
    }
  }
  for (const directive of program.node.directives) {
    const { value } = directive.value;
    if (/^use \w+$/.test(value) && isNearlyDirective(value))
      note(directive, errors.markMisspelt(value, didYouMean([DIRECTIVE])));
  }
  for (const { comment, codes } of marks?.allowances ?? [])
    if (codes.includes('SPN605') && !used.has(comment) && !isOfOutput(marks!, comment))
      note(comment, errors.allowsWhatIsNot('SPN605'));
  return found;

  function note(at: t.Node | t.Comment, text: string): void {
    found.push(diagnosticAt(source, at, { text, severity }));
  }

  /** `@allow SPN605` stands on the same line or on the one above. */
  function isAllowed({ loc }: t.Comment): boolean {
    const allowing = comments.filter((one) => {
      const lines = loc!.start.line - one.loc!.end.line;
      return (lines === 0 || lines === 1) && says(one, 'allow') && allowedCodes(one).includes('SPN605');
    });
    for (const one of allowing) used.add(one);
    return allowing.length > 0;
  }
}

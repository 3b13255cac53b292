/** Completion of the words of scripts, and of the marks behind `// @`. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import wordsText from '../../../packages/runtime/src/globals.ts?raw';
import stageText from '../../stage/globals.d.ts?raw';
import { MARK_DOCS } from '../../../packages/language-server/dist/marks.js';

/** A comment, and the declaration of a value below it. */
const DECLARATION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:declare\s+)?(var|let|const|function|class)\s+(\w+)/g;

/** The words and what is on the stage, with the comments of their declarations. */
const words: readonly Completion[] = [...declaredIn(wordsText), ...declaredIn(stageText)];

function declaredIn(text: string): Completion[] {
  const found: Completion[] = [];
  for (const [, comment = '', kind, label = ''] of text.matchAll(DECLARATION)) {
    const info = comment
      .replace(/@example[\s\S]*/, '')
      .replace(/^\s*\* ?/gm, '')
      .trim();
    const type = kind === 'class' || /^[A-Z]/.test(label) ? 'class' : kind === 'function' ? 'function' : 'variable';
    found.push({ label, type, info, boost: 2 });
  }
  return found;
}

const marks: readonly Completion[] = MARK_DOCS.map(({ name, where, does }, index) => ({
  label: `@${name}`,
  type: 'keyword',
  detail: where,
  info: `It ${does}.`,
  boost: -index,
}));

export function completeWords(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w.]*/);
  if (word === null || word.text.includes('.') || (word.text === '' && !context.explicit)) return null;
  const line = context.state.doc
    .lineAt(context.pos)
    .text.slice(0, context.pos - context.state.doc.lineAt(context.pos).from);
  return line.includes('//') ? null : { from: word.from, options: [...words], validFor: /^\w*$/ };
}

export function completeMarks(context: CompletionContext): CompletionResult | null {
  const mark = context.matchBefore(/\/[/*]\s*@?\w*/);
  if (mark === null) return null;
  const [begun = ''] = /@?\w*$/.exec(mark.text) ?? [];
  if (!begun.startsWith('@') && !context.explicit) return null;
  return { from: mark.to - begun.length, options: [...marks], validFor: /^@?\w*$/ };
}

/** Completion of the words of scripts, and of the marks behind `// @`. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import wordsText from '../../../packages/runtime/src/globals.ts?raw';
import stageText from '../../stage/globals.d.ts?raw';
import { MARK_DOCS } from '../../../packages/language-server/dist/marks.js';

const COMMENT = String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\s*)?`;
/** A declaration, with the comment above it. */
const DECLARATION = new RegExp(String.raw`${COMMENT}^\s*(?:declare\s+)?(var|const|function|class)\s+(\w+)`, 'gm');
/** A member of a class or of an object, with the comment above it. */
const MEMBER = new RegExp(String.raw`${COMMENT}^  (?:readonly )?(\w+)\??([(:])`, 'gm');

/** The words and what is on the stage. */
const words: readonly Completion[] = [...declaredIn(wordsText), ...declaredIn(stageText)];

/** What is behind `stage.`, and behind any other name: most are figures. */
const ofStage = membersOf(/declare const stage: \{([\s\S]*?)^\}/m);
const ofFigures: readonly Completion[] = [
  ...membersOf(/declare class Actor [^{]*\{([\s\S]*?)^\}/m),
  ...words.filter(({ label }) => /^(?:wait|all$|race$|every$|withTimeout$)/.test(label)),
  { label: 'cancelAll', type: 'method', info: 'Ends all that it does.' },
];

function declaredIn(text: string): Completion[] {
  const found: Completion[] = [];
  for (const [, comment, kind, label = ''] of text.matchAll(DECLARATION)) {
    const type = /^[A-Z][a-z]/.test(label) ? 'class' : kind === 'function' ? 'function' : 'variable';
    found.push({ label, type, info: infoOf(comment), boost: 2 });
  }
  return found;
}

function membersOf(block: RegExp): Completion[] {
  const [, text = ''] = block.exec(stageText) ?? [];
  return [...text.matchAll(MEMBER)]
    .filter(([, , label]) => label !== 'constructor')
    .map(([, comment, label = '', mark]) => {
      return { label, type: mark === '(' ? 'method' : 'property', info: infoOf(comment), boost: 2 };
    });
}

function infoOf(comment = ''): string {
  return comment
    .replace(/@example[\s\S]*/, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();
}

const marks: readonly Completion[] = MARK_DOCS.map(({ name, where, does }, index) => ({
  label: `@${name}`,
  type: 'keyword',
  detail: where,
  info: `It ${does}.`,
  boost: -index,
}));

export function completeWords(context: CompletionContext): CompletionResult | null {
  const { from, text } = context.state.doc.lineAt(context.pos);
  const before = text.slice(0, context.pos - from);
  const [begun = '', owner] = /(\w+\.)?\w*$/.exec(before) ?? [];
  if (before.includes('//') || (begun === '' && !context.explicit)) return null;
  const options = owner === undefined ? words : owner === 'stage.' ? ofStage : ofFigures;
  return { from: context.pos - begun.length + (owner?.length ?? 0), options: [...options], validFor: /^\w*$/ };
}

export function completeMarks(context: CompletionContext): CompletionResult | null {
  const mark = context.matchBefore(/\/[/*]\s*@?\w*/);
  if (mark === null) return null;
  const [begun = ''] = /@?\w*$/.exec(mark.text) ?? [];
  if (!begun.startsWith('@') && !context.explicit) return null;
  return { from: mark.to - begun.length, options: [...marks], validFor: /^@?\w*$/ };
}

/** What hints and hovers say of a place where a thread may wait. */
import type { PauseReport, StartReport } from '@spindle/compiler';
import { OWNERS_PAGE } from './addresses.js';
import type { PlacedFunction } from './inspection.js';
import { MARK_DOCS, markdownOf } from './marks.js';

/** What stands where no word does: the call reaches a method that never waits. */
export const NEVER = 'does not wait';

/** The word behind a call, or before a loop. `callee`: the method of the class around it that it calls. */
export function labelOf(pause: PauseReport, callee?: PlacedFunction): string {
  const { kind, manner, isSure } = pause;
  if (callee?.pauses.length === 0) return NEVER;
  if (kind === 'loop') return isOfFrame(pause) ? 'each frame' : 'after many turns';
  if (isSure || manner === 'keeps') return manner;
  return { waits: 'may wait', queues: 'may queue', asks: 'asks', beside: 'beside' }[manner];
}

/** Not one marked `@fast`. */
const isOfFrame = ({ reason }: PauseReport): boolean => reason.endsWith('a frame each iteration');

const MANNERS: Readonly<Record<Exclude<PauseReport['manner'], 'waits'>, string>> = {
  keeps: 'Meanwhile the thread keeps its owner, if it has one: calls of others on it queue.',
  asks: 'By what this file shows it is a question or marked `// @instant`: it is answered at once, also by a busy object.',
  queues:
    'The value is waited for. While that object is busy the call stands in line, unless it is a question or is marked `// @instant`, `// @beside` or `// @interrupt`.',
  beside:
    'If a script of another object is called, that begins, or queues while the object is busy, and this thread goes on at once. Write `waitFor(…)` around the call to wait for its end.',
};

const RELEASES = 'Meanwhile others may act on the owner; with `this.` before the word, the thread keeps it.';
const IN_THREAD = 'The call runs in this thread, which goes on after it.';
const LOOP = 'After each iteration the thread waits for the next frame, and keeps its owner if it has one.';
const LOOP_AT_ONCE = 'A wait comes only after many iterations, so that one that never ends freezes nothing.';

/** A sentence or two, in Markdown. `callee`: the method of the class around it that it calls. */
export function explainPause(pause: PauseReport, callee?: PlacedFunction): string {
  const { kind, manner, isSure, reason } = pause;
  if (kind === 'loop') return isOfFrame(pause) ? LOOP : LOOP_AT_ONCE;
  if (callee !== undefined) return `${explainCallee(callee)} ${IN_THREAD}`;
  const [, chain = reason] = /^(?:may wait|waits): (.*)$/s.exec(reason) ?? [];
  const unseen = chain.includes('unknown callee') ? ' Only the run knows which function that is.' : '';
  const because = `It ${isSure ? 'waits' : 'may wait'}: \`${chain}\`.${unseen}`;
  if (manner === 'keeps') return `It waits: \`${chain.replace('unknown callee ', '')}\`. ${MANNERS.keeps}`;
  if (manner !== 'waits') return `${because} ${MANNERS[manner]}`;
  // The chain of a word has nothing but its name.
  return `${because} ${isSure && !chain.includes(' ') ? RELEASES : IN_THREAD}`;
}

function explainCallee({ id, line, pauses }: PlacedFunction): string {
  const lines = [...new Set(pauses.map((pause) => pause.line))].join(', ');
  const does = lines === '' ? 'never waits' : `may wait, in line ${lines}`;
  return `It calls \`${id}\` of line ${line}, which ${does}; a class that extends this one may have another.`;
}

const STARTS: Readonly<Record<StartReport['kind'], string>> = {
  start: 'What is given to `start` runs on a thread of its own. Nobody waits for it.',
  attach: 'What is given to `attach` runs on a thread of its own, which ends with this one.',
  void: '`void` lets the call run on a thread of its own. Nobody waits for it.',
  promise: 'The call is made on a thread of its own, and this thread goes on with its Promise.',
};

export const explainStart = ({ kind }: StartReport): string => STARTS[kind];

/** What becomes of a function, why, and how a call of it is taken. */
export function explainFunction(fn: PlacedFunction): string {
  const { id, form, reason, question, marks, markedBy } = fn;
  const taken = MARK_DOCS.filter(({ name }) => marks.includes(name)).map(markdownOf);
  if (question) taken.push('It is a question: it never waits and changes nothing, so it is answered at once.');
  else if ((form === 'suspendable' || form === 'wrapped') && taken.length === 0)
    taken.push(`A call of it on an object stands in line while that object is busy ([owners](${OWNERS_PAGE})).`);
  const by = markedBy.on === 'function' ? '' : ` The mark is that of line ${markedBy.line}.`;
  return [`**\`${id}\`**: ${form}. ${reason}${by}`, ...taken].join('\n\n');
}

/** The Why tab: where each function may wait, and the reason. */
import type { FunctionReport, PauseReport, SpindleReport } from '@spindle/compiler';
import { explainPause, labelOf } from '../../../packages/language-server/dist/explanations.js';
import { type GoToLine, lineButton } from './line-button.js';
import { element, withCode } from './with-code.js';

const FORMS: Readonly<Record<FunctionReport['form'], string>> = {
  suspendable: 'may wait',
  wrapped: 'never waits, but its calls queue',
  unwrapped: 'never waits',
  'left out': 'left as it is',
};

const NO_MARK = 'Nothing here is marked. Write `// @compile` above a function, a class or an object.';
const NO_FUNCTION =
  'The mark is for functions, and here is none. What stands at the top level never waits: put it into a function, and call that.';

export function showWhy(
  panel: HTMLElement,
  { report, source, go }: { report: SpindleReport | null; source: string; go: GoToLine },
): void {
  if (report === null || report.functions.length === 0) {
    panel.replaceChildren(paragraph('empty', report?.compiled ? NO_FUNCTION : NO_MARK));
    return;
  }
  const lines = source.split('\n');
  panel.replaceChildren(...report.functions.map((fn) => functionSection(fn, lines, go)));
}

function functionSection(fn: FunctionReport, lines: readonly string[], go: GoToLine): HTMLElement {
  const section = element('section', 'why');
  const head = element('h2', '');
  head.append(element('code', '', nameOf(fn.id)), element('span', `form ${fn.form.replace(' ', '-')}`, FORMS[fn.form]));
  head.append(lineButton(fn.line, go));
  section.append(head);
  const reason = fn.question ? `${fn.reason} It is a question: it is answered at once.` : fn.reason;
  // The places below say it better.
  if (reason !== 'It may wait.') section.append(paragraph('reason', reason));
  if (fn.pauses.length === 0) return section;
  const list = element('ul', 'pauses');
  // The list of Safari has no role without markers.
  list.setAttribute('role', 'list');
  list.append(...fn.pauses.map((pause) => pauseItem(pause, lines, go)));
  section.append(list);
  return section;
}

/** `watch>arrow~seen=waitUntil` is an arrow in `watch`. */
const nameOf = (id: string): string => id.replace(/~[^>]*/g, '').replaceAll('>', ' › ');

function pauseItem(pause: PauseReport, lines: readonly string[], go: GoToLine): HTMLElement {
  const item = element('li', '');
  item.dataset['line'] = String(pause.line);
  const head = element('div', 'pause');
  head.append(element('code', '', codeOf(pause, lines)), element('span', `manner ${pause.manner}`, labelOf(pause)));
  head.append(lineButton(pause.line, go));
  item.append(head, paragraph('', explainPause(pause)));
  return item;
}

function codeOf({ kind, line, column, endLine, endColumn }: PauseReport, lines: readonly string[]): string {
  const text = lines[line - 1] ?? '';
  if (kind !== 'call' || endLine !== line)
    return text
      .slice(column)
      .trim()
      .replace(/\s*\{$/, '');
  return text.slice(column, endColumn);
}

function paragraph(className: string, text: string): HTMLElement {
  const made = element('p', className);
  made.append(...withCode(text));
  return made;
}

/** Shows which places belong to a line of the source. */
export function markWhy(panel: HTMLElement, line: number): void {
  for (const item of panel.querySelectorAll<HTMLElement>('li[data-line]'))
    item.toggleAttribute('data-here', item.dataset['line'] === String(line));
}

/** The Console tab: what the compiler refuses, what the scene writes, and its errors. */
import type { Diagnostic } from '@spindle/compiler';
import type { LogEntry } from '../protocol.js';
import { entryOf } from './entry.js';
import { type GoToLine, lineButton } from './line-button.js';
import { element, withCode } from './with-code.js';

const MOST_ENTRIES = 300;

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

export class ConsolePanel {
  readonly #go: GoToLine;
  readonly #problems = element('div', 'problems');
  readonly #log = element('div', 'log');
  readonly #empty = element('p', 'empty', 'Nothing was written yet. What log(…) and console.log(…) write stands here.');
  readonly #onCount: (counts: Counts) => void;
  #told: Counts = { errors: 0, warnings: 0 };
  #errors = 0;

  constructor(panel: HTMLElement, go: GoToLine, onCount: (counts: Counts) => void) {
    this.#go = go;
    this.#onCount = onCount;
    this.#log.setAttribute('role', 'log');
    this.#log.setAttribute('aria-label', 'What the scene writes');
    panel.append(this.#problems, this.#log, this.#empty);
  }

  /** The errors and warnings of the compiler take the place of those before. */
  showProblems(problems: readonly Diagnostic[]): void {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    this.#told = { errors, warnings: problems.length - errors };
    this.#problems.replaceChildren(...problems.map((one) => this.#problem(one)));
    this.#count();
  }

  clear(): void {
    this.#log.replaceChildren();
    this.#errors = 0;
    this.#count();
  }

  add(entries: readonly LogEntry[], left: number): void {
    const made = entries.map((entry) => entryOf(entry, this.#go));
    if (left > 0) made.push(element('div', 'entry left', `… and ${left} more`));
    this.#log.append(...made);
    while (this.#log.childElementCount > MOST_ENTRIES) this.#log.firstElementChild!.remove();
    this.#errors += entries.filter(({ level }) => level === 'error').length;
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#count();
  }

  #count(): void {
    this.#empty.hidden = this.#log.childElementCount + this.#problems.childElementCount > 0;
    this.#onCount({ errors: this.#told.errors + this.#errors, warnings: this.#told.warnings });
  }

  #problem({ code, severity, message, frame, line }: Diagnostic): HTMLElement {
    const made = element('div', `entry ${severity === 'error' ? 'error' : 'warn'}`);
    const text = element('span', 'text');
    text.append(...withCode(message));
    made.append(element('span', 'level', severity === 'error' ? 'Error' : 'Warning'), text, lineButton(line, this.#go));
    if (frame !== '') made.append(element('pre', '', frame));
    made.dataset['code'] = code;
    return made;
  }
}

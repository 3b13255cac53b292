/** Above the list of threads: what nothing has caught. The first error is mostly the cause of the others, which the console has. */
import type { LogEntry } from '../protocol.js';
import { entryOf } from './entry.js';
import type { GoToLine } from './line-button.js';
import { element } from './with-code.js';

/** So many lines are marked at once. */
const MOST_LINES = 20;

export class ThrownPanel {
  readonly #go: GoToLine;
  readonly #place = element('div', 'thrown');
  /** The first error of each line. */
  #errors: LogEntry[] = [];

  constructor(panel: HTMLElement, go: GoToLine) {
    this.#go = go;
    panel.append(this.#place);
  }

  get errors(): readonly LogEntry[] {
    return this.#errors;
  }

  clear(): void {
    this.#errors = [];
    this.#place.replaceChildren();
  }

  /** Gives the errors of lines that had none. */
  add(entries: readonly LogEntry[]): readonly LogEntry[] {
    const before = this.#errors.length;
    for (const entry of entries) {
      const isKnown = this.#errors.some(({ line }) => line === entry.line);
      if (entry.isThrown && !isKnown && this.#errors.length < MOST_LINES) this.#errors.push(entry);
    }
    if (before === 0 && this.#errors.length > 0) this.#place.append(entryOf(this.#errors[0]!, this.#go));
    return this.#errors.slice(before);
  }
}

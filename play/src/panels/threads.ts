/** The list below the stage: what each thread does now. */
import type { Now, ThreadRow } from '../protocol.js';
import { type GoToLine } from './line-button.js';
import { element } from './with-code.js';

/** States differ by their shape too. */
const SHAPES: Readonly<Record<string, string>> = {
  running: '▶',
  ready: '▷',
  sleeping: '◔',
  waiting: '◇',
  queued: '≡',
};

/** Its rows stay and change their text: it is shown ten times a second, and a button in it may have the focus. */
export class ThreadsPanel {
  readonly #go: GoToLine;
  readonly #empty = element('p', 'empty');
  readonly #list = element('ul', 'threads');
  readonly #more = element('p', 'more');
  readonly #rows: Row[] = [];

  constructor(panel: HTMLElement, go: GoToLine) {
    this.#go = go;
    // The list of Safari has no role without markers.
    this.#list.setAttribute('role', 'list');
    panel.append(this.#empty, this.#list, this.#more);
    this.show(null);
  }

  /** Null: nothing runs. */
  show(now: Now | null): void {
    const threads = now?.threads ?? [];
    setText(this.#empty, now === null ? 'The scene does not run.' : 'No script runs now.');
    this.#empty.hidden = threads.length > 0;
    for (const [index, thread] of threads.entries()) this.#rowAt(index).show(thread);
    for (const row of this.#rows.splice(threads.length)) row.item.remove();
    const more = (now?.threadCount ?? 0) - threads.length;
    this.#more.hidden = more === 0;
    setText(this.#more, `and ${more} more`);
  }

  #rowAt(index: number): Row {
    const known = this.#rows[index];
    if (known !== undefined) return known;
    const row = new Row(this.#go);
    this.#rows.push(row);
    this.#list.append(row.item);
    return row;
  }
}

class Row {
  readonly item = element('li', '');
  readonly #shape = element('span', 'shape');
  readonly #name = element('strong', '');
  readonly #owner = element('span', 'owner');
  readonly #what = element('span', 'what');
  readonly #line = element('button', 'line');
  #lineNumber = 0;

  constructor(go: GoToLine) {
    this.#shape.setAttribute('aria-hidden', 'true');
    this.#line.type = 'button';
    this.#line.addEventListener('click', () => go(this.#lineNumber));
    this.item.append(this.#shape, this.#name, this.#owner, this.#what, this.#line);
  }

  show({ name, owner, state, waitsFor, line }: ThreadRow): void {
    this.item.className = state;
    setText(this.#shape, SHAPES[state] ?? '○');
    setText(this.#name, name);
    setText(this.#owner, owner === null ? '' : `of ${owner}`);
    setText(this.#what, waitsFor === '' ? state : `${state}: ${waitsFor.replace(/^blocked: /, '')}`);
    this.#line.hidden = line === null;
    this.#lineNumber = line ?? 0;
    setText(this.#line, `line ${line}`);
  }
}

function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

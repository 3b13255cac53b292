/** The source: colours, a glow on the lines at which threads are, breakpoints beside the numbers. */
import { SugarHigh, tokenize } from 'sugar-high';
import { make, setAttribute, setFlag, setText } from './html.js';
import { fileName } from '../game/say.js';

export interface SourcePaneHandlers {
  /** Null if the text is not to be had. */
  readonly load: (file: string) => Promise<string | null>;
  readonly toggleBreakpoint: (file: string, line: number, on: boolean) => void;
  readonly runTo: (file: string, line: number) => void;
}

/** Where threads are: their names by line. */
export type Glow = ReadonlyMap<number, readonly string[]>;

const RETRY_MS = 1000;
const { TokenTypes } = SugarHigh;

export class SourcePane {
  readonly element: HTMLElement;
  readonly #handlers: SourcePaneHandlers;
  readonly #files: HTMLSelectElement = make('select', { 'aria-label': 'File' });
  readonly #run: HTMLButtonElement = make('button', { type: 'button', text: 'Run to line' });
  readonly #code: HTMLElement = make('div', { class: 'code' });
  readonly #breakpoints = new Set<string>();
  #known = new Set<string>();
  #file: string | null = null;
  #text: string | null = null;
  #askedMs = 0;
  #lines: HTMLLIElement[] = [];
  #glowing: readonly number[] = [];
  /** The line that was opened or is at the keyboard; 0 for none. */
  #line = 0;

  constructor(handlers: SourcePaneHandlers) {
    this.#handlers = handlers;
    const header = make('header', {}, this.#files, this.#run);
    this.element = make('section', { class: 'source', 'aria-label': 'Source' }, header, this.#code);
    this.#files.addEventListener('change', () => this.open(this.#files.value, 0));
    this.#run.addEventListener('click', () => this.#file !== null && handlers.runTo(this.#file, this.#line));
    this.#code.addEventListener('click', (event) => this.#onClick(event.target as HTMLElement));
    this.#code.addEventListener('keydown', (event) => this.#onKey(event));
    this.#code.addEventListener('focusin', ({ target }) => this.#setLine(this.#lineOf(target as HTMLElement)));
    this.#showText(null);
  }

  get file(): string | null {
    return this.#file;
  }

  /** Files that threads are in. The first one is opened. */
  setFiles(files: Iterable<string>): void {
    const known = new Set([...this.#known, ...files]);
    if (known.size === this.#known.size) return;
    this.#known = known;
    const options = [...known].map((file) => make('option', { value: file, text: fileName(file), title: file }));
    this.#files.replaceChildren(...options);
    if (this.#file === null) this.open([...known][0] as string, 0);
    else this.#files.value = this.#file;
  }

  /** Shows a line; 0 for the file alone. */
  open(file: string, line: number): void {
    this.setFiles([file]);
    if (file !== this.#file) {
      this.#file = file;
      this.#files.value = file;
      this.#showText(null);
      this.#load();
    }
    this.#setLine(line);
    this.scroll();
  }

  /** Lets the lines glow at which threads are. */
  glow(lines: Glow): void {
    if (this.#text === null && this.#file !== null && performance.now() - this.#askedMs > RETRY_MS) this.#load();
    for (const line of new Set([...this.#glowing, ...lines.keys()])) {
      const element = this.#lines[line - 1];
      if (element === undefined) continue;
      const names = lines.get(line) ?? [];
      setFlag(element, 'data-glow', names.length > 0);
      const [name = ''] = names;
      setText(element.lastElementChild as HTMLElement, names.length > 1 ? `${names.length} threads` : name);
    }
    this.#glowing = [...lines.keys()];
  }

  #load(): void {
    const file = this.#file as string;
    this.#askedMs = performance.now();
    void this.#handlers.load(file).then(
      (text) => {
        if (file === this.#file && text !== null && text !== this.#text) this.#showText(text);
      },
      () => {},
    );
  }

  #showText(text: string | null): void {
    this.#text = text;
    this.#run.disabled = this.#line === 0 || text === null;
    if (text === null) {
      this.#lines = [];
      const why =
        this.#file === null
          ? 'The source of a script shows here when its thread waits.'
          : `The text of ${fileName(this.#file)} has not come. Give it by sourceOf.`;
      this.#code.replaceChildren(make('p', { class: 'none', text: why }));
      return;
    }
    this.#lines = linesOf(text).map((tokens, index) => this.#makeLine(tokens, index + 1));
    const list = make('ol', {}, ...this.#lines);
    // So wide as the longest line: what is written behind one line is then laid out without the others.
    const longest = Math.max(...text.split('\n').map((line) => line.replaceAll('\t', ' '.repeat(8)).length));
    list.style.width = `calc(${longest}ch + 160px)`;
    this.#code.replaceChildren(list);
    this.#setLine(this.#line);
    this.scroll();
  }

  #makeLine(tokens: readonly (readonly [string, string])[], line: number): HTMLLIElement {
    const number = make('button', { type: 'button', text: String(line), tabindex: line === 1 ? '0' : '-1' });
    number.dataset['line'] = String(line);
    this.#mark(number, line);
    const code = make('code');
    for (const [kind, text] of tokens) code.append(kind === '' ? text : make('span', { class: `t-${kind}`, text }));
    return make('li', {}, number, code, make('span', { class: 'who' }));
  }

  #mark(number: HTMLElement, line: number): void {
    setAttribute(number, 'aria-label', `Breakpoint at line ${line}`);
    setAttribute(number, 'aria-pressed', String(this.#breakpoints.has(`${this.#file}:${line}`)));
  }

  #lineOf(target: HTMLElement): number {
    return this.#lines.indexOf(target.closest('li') as HTMLLIElement) + 1;
  }

  #setLine(line: number): void {
    this.#line = line;
    this.#run.disabled = line === 0 || this.#text === null;
    setText(this.#run, line === 0 ? 'Run to line' : `Run to line ${line}`);
    this.#lines.forEach((element, index) => {
      setFlag(element, 'data-here', index + 1 === line);
      setAttribute(element.firstElementChild as HTMLElement, 'tabindex', index + 1 === (line || 1) ? '0' : '-1');
    });
  }

  /** To the line that was opened, if it is not seen. */
  scroll(): void {
    const element = this.#lines[this.#line - 1];
    if (element === undefined) return;
    const { scrollTop, clientHeight } = this.#code;
    const top = element.offsetTop;
    if (top < scrollTop || top + 20 > scrollTop + clientHeight)
      this.#code.scrollTop = Math.max(top - clientHeight / 3, 0);
  }

  #onClick(target: HTMLElement): void {
    const line = this.#lineOf(target);
    if (line === 0) return;
    this.#setLine(line);
    if (target.closest('button') !== null) this.#toggle(line);
  }

  #toggle(line: number): void {
    const file = this.#file as string;
    const key = `${file}:${line}`;
    const on = !this.#breakpoints.delete(key);
    if (on) this.#breakpoints.add(key);
    this.#mark(this.#lines[line - 1]?.firstElementChild as HTMLElement, line);
    this.#handlers.toggleBreakpoint(file, line, on);
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(Math.max(this.#line + step, 1), this.#lines.length);
    (this.#lines[next - 1]?.firstElementChild as HTMLElement | undefined)?.focus();
  }
}

/** The kinds and texts of the tokens of each line. */
function linesOf(text: string): (readonly [string, string])[][] {
  const lines: (readonly [string, string])[][] = [[]];
  for (const [type, token] of tokenize(text)) {
    const kind = TokenTypes[type] ?? '';
    token.split(/\r?\n/).forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push([KINDS.has(kind) ? kind : '', part]);
    });
  }
  return lines;
}
const KINDS = new Set(['keyword', 'string', 'class', 'entity', 'comment']);

/** A table of which only the rows that are seen are in the document. */
import { make, setAttribute, setText } from './html.js';
import { visibleRows } from '../game/lanes.js';
import { Viewport } from './viewport.js';

export interface Column<Row> {
  readonly name: string;
  /** Its width, as in `grid-template-columns`. */
  readonly width: string;
  readonly class?: string;
  readonly text: (row: Row) => string;
  /** More than the text. */
  readonly paint?: (cell: HTMLElement, row: Row) => void;
}

export interface TableOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Said in place of the rows where there are none. */
  readonly none: string;
  readonly key: (row: Row) => number;
  /** Somebody has selected a row; `opens` if it was for its line. */
  readonly pick: (row: Row, opens: boolean) => void;
}

const ROW_HEIGHT = 26;
let lastId = 0;

export class Table<Row> {
  readonly element: HTMLElement;
  readonly #options: TableOptions<Row>;
  readonly #rowsElement: HTMLElement = make('div', { class: 'rows', role: 'rowgroup' });
  readonly #none: HTMLElement;
  readonly #grid: HTMLElement;
  readonly #pool: HTMLElement[] = [];
  readonly #viewport: Viewport;
  readonly #id = `table${++lastId}`;
  #rows: readonly Row[] = [];
  #selected: number | null = null;

  constructor(options: TableOptions<Row>) {
    this.#options = options;
    const heads = options.columns.map(({ name, class: css = '' }) =>
      make('span', { role: 'columnheader', class: css, text: name }),
    );
    const head = make('div', { role: 'row', class: 'head', 'aria-rowindex': '1' }, ...heads);
    this.#none = make('p', { class: 'none', text: options.none });
    this.#grid = make(
      'div',
      { role: 'grid', 'aria-label': options.label },
      make('div', { role: 'rowgroup' }, head),
      this.#rowsElement,
    );
    this.element = make('div', { class: 'table' }, this.#grid, this.#none);
    this.#grid.tabIndex = 0;
    this.element.style.setProperty('--_columns', options.columns.map(({ width }) => width).join(' '));
    this.#viewport = new Viewport(this.element, () => this.draw());
    this.#grid.addEventListener('keydown', (event) => this.#onKey(event));
    this.#rowsElement.addEventListener('click', ({ target }) => this.#onClick(target as HTMLElement));
  }

  set(rows: readonly Row[], selected: number | null): void {
    this.#rows = rows;
    this.#selected = selected;
    this.draw();
  }

  /** The rows that are seen now. */
  seen(): readonly Row[] {
    const { first, end } = this.#range();
    return this.#rows.slice(first, end);
  }

  scrollTo(key: number): void {
    const index = this.#rows.findIndex((row) => this.#options.key(row) === key);
    if (index < 0) return;
    const top = index * ROW_HEIGHT;
    this.#viewport.reveal(top, top + ROW_HEIGHT, ROW_HEIGHT);
    this.draw();
  }

  draw(): void {
    const { first, end } = this.#range();
    this.#none.hidden = this.#rows.length > 0;
    this.#rowsElement.style.height = `${this.#rows.length * ROW_HEIGHT}px`;
    setAttribute(this.#grid, 'aria-rowcount', String(this.#rows.length + 1));
    while (this.#pool.length < end - first) this.#pool.push(this.#makeRow());
    const { length } = this.#pool;
    let active = '';
    this.#pool.forEach((element, place) => {
      // A row keeps its element while it is scrolled.
      const index = first + ((place - (first % length) + length) % length);
      const row = index < end ? this.#rows[index] : undefined;
      element.hidden = row === undefined;
      if (row === undefined) return;
      this.#paint(element, row, index);
      if (this.#options.key(row) === this.#selected) active = element.id;
    });
    if (active === '') this.#grid.removeAttribute('aria-activedescendant');
    else setAttribute(this.#grid, 'aria-activedescendant', active);
  }

  #range(): { first: number; end: number } {
    const { top, height } = this.#viewport;
    return visibleRows(top, height, ROW_HEIGHT, this.#rows.length);
  }

  #makeRow(): HTMLElement {
    const cells = this.#options.columns.map(({ class: css = '' }) => make('span', { role: 'gridcell', class: css }));
    const element = make('div', { role: 'row', class: 'row', id: `${this.#id}-${this.#pool.length}` }, ...cells);
    this.#rowsElement.append(element);
    return element;
  }

  #paint(element: HTMLElement, row: Row, index: number): void {
    element.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
    setAttribute(element, 'data-index', String(index));
    setAttribute(element, 'aria-rowindex', String(index + 2));
    setAttribute(element, 'aria-selected', String(this.#options.key(row) === this.#selected));
    this.#options.columns.forEach(({ text, paint }, place) => {
      const cell = element.children[place] as HTMLElement;
      const value = text(row);
      setText(cell, value);
      setAttribute(cell, 'title', value);
      paint?.(cell, row);
    });
  }

  #onClick(target: HTMLElement): void {
    const row = this.#rows[Number(target.closest<HTMLElement>('.row')?.dataset['index'])];
    if (row !== undefined) this.#options.pick(row, true);
  }

  #onKey(event: KeyboardEvent): void {
    const at = this.#rows.findIndex((row) => this.#options.key(row) === this.#selected);
    const page = Math.max(Math.floor(this.#viewport.height / ROW_HEIGHT) - 2, 1);
    const last = this.#rows.length - 1;
    const next = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(at - 1, 0),
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: last,
      Enter: at,
      ' ': at,
    }[event.key];
    const row = next === undefined ? undefined : this.#rows[Math.min(Math.max(next, 0), last)];
    if (row === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#options.pick(row, event.key === 'Enter');
    this.scrollTo(this.#options.key(row));
  }
}

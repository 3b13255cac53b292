/** The lists below the timeline: threads, queues, trace; and what is said of the thread that is selected. */
import { LANE_STATES } from '../../timeline.js';
import { make, setAttribute, setText } from './html.js';
import type { Model, TraceEntry, ViewThread } from '../game/model.js';
import { type QueueOfOwner, queuesOf } from '../game/queues.js';
import { numberWords, ownerName, placeWords, sentenceOf, SHAPES, STATE_WORDS, stateNow } from '../game/say.js';
import { Table } from './table.js';

export type TabName = 'threads' | 'queues' | 'trace' | 'source';

export interface ListHandlers {
  readonly pick: (thread: ViewThread, opens: boolean) => void;
  readonly pickId: (id: number) => void;
  readonly openLine: (entry: TraceEntry) => void;
  readonly tab: (name: TabName) => void;
}

const TABS: readonly (readonly [TabName, string])[] = [
  ['threads', 'Threads'],
  ['queues', 'Queues'],
  ['trace', 'Trace'],
  ['source', 'Source'],
];
const MOST_QUEUES = 40;
const MOST_QUEUED = 12;

export class Lists {
  readonly element: HTMLElement;
  readonly threads: Table<ViewThread>;
  readonly trace: Table<TraceEntry>;
  readonly #handlers: ListHandlers;
  readonly #queues: HTMLElement = make('ul', { class: 'queues', 'aria-label': 'Queues' });
  readonly #noQueues: HTMLElement = make('p', { class: 'none', text: 'No thread queues for its owner.' });
  readonly #selected: HTMLElement = make('p', { class: 'selected', 'aria-live': 'polite' });
  readonly #tabs = new Map<TabName, HTMLButtonElement>();
  readonly #panels = new Map<TabName, HTMLElement>();
  #tab: TabName = 'threads';
  #queuesShown = '';

  constructor(handlers: ListHandlers) {
    this.#handlers = handlers;
    this.threads = threadTable(handlers);
    this.trace = traceTable(handlers);
    const tablist = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Lists' });
    for (const [name, text] of TABS) tablist.append(this.#makeTab(name, text));
    tablist.addEventListener('keydown', (event) => this.#onKey(event));
    const panel = (name: TabName, ...children: readonly HTMLElement[]): HTMLElement => {
      const element = make(
        'div',
        { class: 'panel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` },
        ...children,
      );
      this.#panels.set(name, element);
      return element;
    };
    const panels = make(
      'div',
      { class: 'panel' },
      panel('threads', this.threads.element),
      panel('queues', this.#queues, this.#noQueues),
      panel('trace', this.trace.element),
      panel('source'),
    );
    this.element = make(
      'section',
      { class: 'lists', 'aria-label': 'Threads, queues and trace' },
      make('div', { class: 'tabrow' }, tablist, legend()),
      panels,
      this.#selected,
    );
    this.#queues.addEventListener('click', ({ target }) => this.#onQueue(target as HTMLElement));
    this.show('threads');
  }

  get tab(): TabName {
    return this.#tab;
  }

  /** Has the list a tab? That of the source has one only where the source has no place of its own. */
  has(name: TabName): boolean {
    return this.#tabs.get(name)?.offsetParent != null;
  }

  show(name: TabName): void {
    this.#tab = name;
    for (const [one, tab] of this.#tabs) {
      setAttribute(tab, 'aria-selected', String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
    }
    for (const [one, panel] of this.#panels) panel.hidden = one !== name;
    this.#handlers.tab(name);
  }

  /** Only what is seen is drawn. */
  update(model: Model, threads: readonly ViewThread[], selected: ViewThread | null): void {
    const id = selected?.id ?? null;
    if (this.#tab === 'threads') this.threads.set(threads, id);
    else if (this.#tab === 'trace') this.trace.set(traceOf(model), null);
    else if (this.#tab === 'queues') this.#drawQueues(queuesOf(model), model);
    setText(this.#tabs.get('queues') as HTMLElement, `Queues${queueCount(model)}`);
    const sentence = selected === null ? HINT : describe(selected);
    if (this.#selected.textContent !== sentence) this.#selected.textContent = sentence;
  }

  #makeTab(name: TabName, text: string): HTMLButtonElement {
    const id = { id: `tab-${name}`, 'aria-controls': `panel-${name}` } as const;
    const tab = make('button', {
      type: 'button',
      role: 'tab',
      text,
      class: name === 'source' ? 'only-narrow' : '',
      ...id,
    });
    tab.addEventListener('click', () => this.show(name));
    this.#tabs.set(name, tab);
    return tab;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    const names = TABS.map(([name]) => name).filter((name) => this.has(name));
    const step = event.key === 'ArrowRight' ? 1 : names.length - 1;
    const next = names[(names.indexOf(this.#tab) + step) % names.length] as TabName;
    this.show(next);
    this.#tabs.get(next)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  #drawQueues(queues: readonly QueueOfOwner[], { threads }: Model): void {
    const shown = JSON.stringify(
      queues
        .slice(0, MOST_QUEUES)
        .map(({ ownerId, holderName, threads: queued }) => [
          ownerId,
          holderName,
          queued.map(({ id, info }) => [id, info !== null]),
        ]),
    );
    if (shown === this.#queuesShown && threads.size > 0) return;
    this.#queuesShown = shown;
    this.#noQueues.hidden = queues.length > 0;
    this.#queues.hidden = queues.length === 0;
    this.#queues.replaceChildren(...queues.slice(0, MOST_QUEUES).map(queueItem));
  }

  #onQueue(target: HTMLElement): void {
    const id = Number(target.closest('button')?.dataset['id']);
    if (id > 0) this.#handlers.pickId(id);
  }
}

const HINT = 'Select a thread, in a lane or in the table, to see what it waits for.';

function describe(thread: ViewThread): string {
  const { name, id, owner, info } = thread;
  const place = info === null ? '' : placeWords(info.file, info.line);
  const who = owner === null ? `${name} #${id}` : `${name} #${id} of ${owner}`;
  return [who, place, sentenceOf(thread)].filter(Boolean).join(' · ');
}

const traceOf = ({ trace, at }: Model): TraceEntry[] =>
  trace.filter(({ frame }) => frame <= (at ?? Infinity)).toReversed();

const queueCount = ({ counts }: Model): string => (counts[3] === 0 ? '' : ` (${counts[3]})`);

function legend(): HTMLElement {
  const items = LANE_STATES.map((state, number) => {
    const item = make('span', { class: 'state', text: state });
    item.dataset['state'] = String(number);
    item.dataset['shape'] = SHAPES[number];
    return item;
  });
  return make('div', { class: 'legend', 'aria-hidden': 'true' }, ...items);
}

function queueItem({ owner, holder, holderName, threads }: QueueOfOwner): HTMLElement {
  const title = make('div', {}, make('b', { text: owner }));
  // The game has not been asked yet who holds it, or nobody does.
  if (holderName === '') title.append(threads.some(({ info }) => info !== null) ? ' is about to be free' : '');
  else title.append(' is held by ', holder === null ? holderName : threadButton(holder));
  const names = threads.slice(0, MOST_QUEUED).map((thread) => {
    const since = make('small', { text: ` since frame ${thread.stateSince}` });
    return make('li', {}, threadButton(thread), since);
  });
  const rest = threads.length - MOST_QUEUED;
  if (rest > 0) names.push(make('li', {}, make('small', { text: `and ${numberWords(rest)} more` })));
  return make('li', {}, title, make('ol', { 'aria-label': `Who queues for ${owner}` }, ...names));
}

function threadButton({ name, id }: ViewThread): HTMLElement {
  const button = make('button', { type: 'button', text: `${name} #${id}` });
  button.dataset['id'] = String(id);
  return button;
}

function paintState(cell: HTMLElement, state: number): void {
  setAttribute(cell, 'data-state', String(state));
  setAttribute(cell, 'data-shape', SHAPES[state] as string);
}

function threadTable({ pick }: ListHandlers): Table<ViewThread> {
  return new Table<ViewThread>({
    label: 'Threads',
    none: 'No thread is live.',
    key: ({ id }) => id,
    pick,
    columns: [
      {
        name: 'State',
        width: '84px',
        class: 'state',
        text: (thread) => STATE_WORDS[stateNow(thread)] as string,
        paint: (cell, thread) => paintState(cell, stateNow(thread)),
      },
      { name: 'Owner', width: 'minmax(48px, 90px)', text: ({ owner }) => ownerName(owner) },
      { name: 'Thread', width: 'minmax(70px, 120px)', text: ({ name, id }) => `${name} #${id}` },
      { name: 'Waits for', width: 'minmax(120px, 1fr)', text: sentenceOf },
      {
        name: 'Where',
        width: '100px',
        class: 'mono',
        text: ({ info }) => (info === null ? '' : placeWords(info.file, info.line)),
      },
    ],
  });
}

function traceTable({ openLine }: ListHandlers): Table<TraceEntry> {
  const words = { started: 'starts', waits: 'waits', queued: 'queues', ended: 'ends' } as const;
  const keys = new WeakMap<TraceEntry, number>();
  let last = 0;
  return new Table<TraceEntry>({
    label: 'Trace, the newest first',
    none: 'Nothing has happened yet.',
    key(entry) {
      const known = keys.get(entry) ?? ++last;
      keys.set(entry, known);
      return known;
    },
    pick: openLine,
    columns: [
      { name: 'Frame', width: '64px', class: 'number', text: ({ frame }) => numberWords(frame) },
      { name: 'Owner', width: 'minmax(48px, 90px)', text: ({ owner }) => ownerName(owner) },
      { name: 'Thread', width: 'minmax(70px, 120px)', text: ({ name, id }) => `${name} #${id}` },
      { name: 'Event', width: '60px', text: ({ event }) => words[event] },
      { name: 'What', width: 'minmax(120px, 1fr)', text: ({ text }) => text },
      { name: 'Where', width: '100px', class: 'mono', text: ({ file, line }) => placeWords(file, line) },
    ],
  });
}

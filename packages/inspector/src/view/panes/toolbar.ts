/** The buttons above the timeline. */
import { make, setAttribute, setFlag, setText } from './html.js';

export interface ToolbarHandlers {
  readonly pauseOrResume: () => void;
  readonly step: () => void;
  readonly stepThread: () => void;
  readonly slowMotion: (factor: number) => void;
  readonly zoom: (times: number) => void;
  readonly follow: () => void;
  readonly filter: (letters: string) => void;
  readonly close: () => void;
  /** It is to stand elsewhere. */
  readonly place: (place: string) => void;
}

const SPEEDS: readonly (readonly [number, string])[] = [
  [1, 'Full speed'],
  [0.5, '1/2 speed'],
  [0.25, '1/4 speed'],
  [0.1, '1/10 speed'],
];

const PLACES: readonly (readonly [string, string])[] = [
  ['bottom', 'Bottom'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['window', 'Window'],
];

export interface ToolbarState {
  readonly connected: boolean;
  readonly paused: boolean;
  readonly selected: boolean;
  readonly live: boolean;
  readonly status: string;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly #pause: HTMLButtonElement;
  readonly #step: HTMLButtonElement;
  readonly #stepThread: HTMLButtonElement;
  readonly #live: HTMLButtonElement;
  readonly #speed: HTMLSelectElement;
  readonly #filter: HTMLInputElement;
  readonly #status: HTMLElement = make('span', { class: 'status', role: 'status' });
  readonly #close: HTMLButtonElement;
  readonly #place: HTMLSelectElement;

  constructor(handlers: ToolbarHandlers) {
    const button = (text: string, title: string, does: () => void, css = ''): HTMLButtonElement => {
      const element = make('button', { type: 'button', text, title, class: css });
      if (css === 'icon') element.setAttribute('aria-label', title);
      element.addEventListener('click', does);
      return element;
    };
    this.#pause = button('Pause', 'Pause or go on (F8)', () => handlers.pauseOrResume());
    this.#step = button('Step frame', 'Run one frame (.)', () => handlers.step());
    this.#stepThread = button('Step thread', 'Run until the selected thread has had a turn (,)', () =>
      handlers.stepThread(),
    );
    this.#live = button('Live', 'Follow the newest frame', () => handlers.follow());
    this.#close = button('✕', 'Close the inspector', () => handlers.close(), 'icon');
    this.#speed = makeSelect('Speed', SPEEDS, (factor) => handlers.slowMotion(Number(factor)));
    this.#place = makeSelect('Place of the inspector', PLACES, (place) => handlers.place(place));
    this.showOverlay(false, null);
    this.#filter = make('input', {
      type: 'search',
      placeholder: 'Filter',
      'aria-label': 'Filter by owner or thread (/)',
    });
    this.#filter.addEventListener('input', () => handlers.filter(this.#filter.value));
    this.element = make(
      'div',
      { class: 'bar', role: 'group', 'aria-label': 'Controls' },
      this.#pause,
      this.#step,
      this.#stepThread,
      this.#speed,
      this.#status,
      this.#filter,
      button('−', 'Show more frames', () => handlers.zoom(2), 'icon'),
      button('+', 'Show fewer frames', () => handlers.zoom(0.5), 'icon'),
      this.#live,
      this.#place,
      this.#close,
    );
  }

  /** What only a view over a game has. `place`: where that is. */
  showOverlay(isClosable: boolean, place: string | null): void {
    this.#close.hidden = !isClosable;
    this.#place.hidden = place === null;
    this.#place.value = place ?? '';
  }

  focusFilter(): void {
    this.#filter.focus();
  }

  update({ connected, paused, selected, live, status }: ToolbarState): void {
    setText(this.#pause, paused ? 'Resume' : 'Pause');
    for (const element of [this.#pause, this.#step, this.#speed]) element.disabled = !connected;
    this.#stepThread.disabled = !connected || !selected;
    setAttribute(this.#live, 'aria-pressed', String(live));
    setText(this.#status, status);
    setAttribute(this.#status, 'title', status);
    setFlag(this.#status, 'data-paused', paused);
  }
}

function makeSelect(
  name: string,
  rows: readonly (readonly [value: string | number, text: string])[],
  onChange: (value: string) => void,
): HTMLSelectElement {
  const options = rows.map(([value, text]) => make('option', { value: String(value), text }));
  const select = make('select', { 'aria-label': name }, ...options);
  select.addEventListener('change', () => onChange(select.value));
  return select;
}

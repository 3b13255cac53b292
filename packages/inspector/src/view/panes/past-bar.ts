/** The slider for the frames that have been. */
import type { Session } from '../game/session.js';
import { make, setAttribute, setText } from './html.js';

/** The frame that somebody wants to see. */
type GoTo = (frame: number) => void;

export class PastBar {
  readonly element: HTMLElement;
  readonly #slider: HTMLInputElement = make('input', { type: 'range', 'aria-label': 'Time' });
  readonly #back: HTMLButtonElement;
  readonly #forward: HTMLButtonElement;
  readonly #again: HTMLButtonElement = make('button', {
    type: 'button',
    text: 'Run again from here',
    title: 'What came later is forgotten (F8)',
  });
  readonly #words: HTMLElement = make('span', { class: 'words' });

  constructor(goTo: GoTo, step: (frames: 1 | -1) => void, runAgain: () => void) {
    const button = (text: string, title: string, frames: 1 | -1): HTMLButtonElement => {
      const element = make('button', { type: 'button', text, title, class: 'icon', 'aria-label': title });
      element.addEventListener('click', () => step(frames));
      return element;
    };
    this.#back = button('◂', 'Back one frame (b)', -1);
    this.#forward = button('▸', 'Forward one frame (.)', 1);
    this.#slider.addEventListener('input', () => goTo(this.#slider.valueAsNumber));
    this.#again.addEventListener('click', runAgain);
    this.element = make(
      'div',
      { class: 'past', role: 'group', 'aria-label': 'Time' },
      this.#back,
      this.#slider,
      this.#forward,
      this.#words,
      this.#again,
    );
  }

  /** `wanted`: the frame that is on its way. */
  update({ past, refused, model }: Session, wanted: number | null): void {
    this.element.hidden = past === null;
    if (past === null) return;
    const { oldest, newest, whyNot = null } = past;
    const shown = model.at ?? newest;
    const isOff = whyNot !== null || oldest === newest;
    for (const element of [this.#back, this.#slider, this.#forward]) element.disabled = isOff;
    this.#again.disabled = model.at === null || model.at === newest;
    setAttribute(this.#slider, 'min', String(oldest));
    setAttribute(this.#slider, 'max', String(newest));
    const value = String(wanted ?? shown);
    if (this.#slider.value !== value) this.#slider.value = value;
    const seconds = ((model.now - model.atMs) / 1000).toFixed(1);
    const words = model.at === null ? 'now' : `${seconds} s ago`;
    setAttribute(this.#slider, 'aria-valuetext', `frame ${shown}, ${words}`);
    const why = whyNot ?? (oldest === newest ? 'No earlier frame is known yet.' : refused);
    setText(this.#words, why === '' ? words : why);
    setAttribute(this.#words, 'title', why);
  }
}

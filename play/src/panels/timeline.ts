/** The Timeline tab: the view of @spindle/inspector, at the other end of the scene's wire. */
import type { GoToLine } from './line-button.js';

interface TimelineOptions {
  readonly go: GoToLine;
  readonly sourceOf: () => string;
}

export class TimelinePanel {
  readonly #panel: HTMLElement;

  constructor(panel: HTMLElement, _options: TimelineOptions) {
    this.#panel = panel;
  }

  connect(_wire: MessagePort): void {}

  async open(): Promise<void> {
    this.#panel.textContent = '';
  }
}

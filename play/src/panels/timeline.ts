/** The Timeline tab: the view of @spindle/inspector, at the other end of the scene's wire. It is loaded when it is first looked at. */
import type { SpindleInspector } from '@spindle/inspector/view';
import { FILE } from '../protocol.js';
import type { InspectorWire } from '../sandbox/sandbox.js';
import type { GoToLine } from './line-button.js';
import { element } from './with-code.js';

interface TimelineOptions {
  readonly go: GoToLine;
  /** The text of the scene that runs. */
  readonly sourceOf: () => string;
  /** Another wire of the scene that runs; null if none runs. */
  readonly wireAnew: () => InspectorWire | null;
}

export class TimelinePanel {
  readonly #panel: HTMLElement;
  readonly #options: TimelineOptions;
  #view: SpindleInspector | null = null;
  /** One that nobody has listened to yet. */
  #wire: InspectorWire | null = null;
  #isOpen = false;

  constructor(panel: HTMLElement, options: TimelineOptions) {
    this.#panel = panel;
    this.#options = options;
  }

  /** The wire of another run, which tells of it from its beginning. */
  connect(wire: InspectorWire): void {
    this.#wire?.close();
    this.#wire = wire;
    if (this.#isOpen) this.#listen();
  }

  async open(): Promise<void> {
    this.#isOpen = true;
    if (this.#view === null) await this.#make();
    this.#listen();
  }

  /** Nobody looks: the scene sends nothing, and goes on if it was paused. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#view?.disconnect();
  }

  #listen(): void {
    const wire = this.#wire ?? this.#options.wireAnew();
    this.#wire = null;
    if (wire !== null) this.#view?.connect(wire);
  }

  async #make(): Promise<void> {
    this.#panel.replaceChildren(element('p', 'empty', 'The inspector is on its way …'));
    await import('@spindle/inspector/view');
    if (this.#view !== null) return;
    const view = document.createElement('spindle-inspector');
    view.sourceOf = (file) => (file === FILE ? this.#options.sourceOf() : null);
    view.addEventListener('spindle-source', (event) => {
      const { line } = (event as CustomEvent<{ readonly line: number }>).detail;
      this.#options.go(line);
    });
    this.#view = view;
    this.#panel.replaceChildren(view);
  }
}

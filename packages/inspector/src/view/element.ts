/** `<spindle-inspector>`. */
import type { Scheduler } from '@spindle/runtime';
import type { Wire } from '../lines.js';
import { serve } from '../serve.js';
import type { ServeOptions } from '../serve-options.js';
import { sourceMaps } from '../source-maps.js';
import { make } from './panes/html.js';
import { localWire } from './game/local-wire.js';
import { Panel } from './panel.js';
import { Session } from './game/session.js';
import { STYLES } from './panes/styles.js';

/** Gets the text of a file; null or undefined if it is not to be had. */
export type SourceOf = (file: string) => string | null | undefined | Promise<string | null | undefined>;

/** `detail` of the event `spindle-source`: somebody wants to see this line. */
export interface SourceDetail {
  readonly file: string;
  readonly line: number;
}

/** `detail` of the event `spindle-lines`: the threads in the file that the view shows, by the lines at which they are. */
export interface LinesDetail {
  readonly file: string;
  readonly threads: readonly { readonly id: number; readonly name: string; readonly line: number }[];
}

/** Where there is no document, such as on a server, the module can be imported all the same. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * Shows the threads of a game, and controls it.
 *
 * ```js
 * const view = document.querySelector('spindle-inspector');
 * view.show(scheduler); //                 of this page
 * view.connect(new WebSocket(address)); // or of another one
 * ```
 */
export class SpindleInspector extends Base {
  static readonly observedAttributes: readonly string[] = ['closable', 'place'];
  /** Where the view gets sources. What it does not give is asked of the game. */
  sourceOf: SourceOf | null = null;
  #session = new Session(null);
  #panel: Panel | null = null;
  #lines = '';

  /** Connects with the game at the other end of a wire. What was shown before is closed. */
  connect(wire: Wire): void {
    this.#begin(new Session(wire));
  }

  /** Shows the threads of a scheduler of this page. Their lines are known, and read from source maps, unless the options say otherwise. */
  show(scheduler: Scheduler, options: ServeOptions = {}): void {
    const { game, view } = localWire();
    const end = serve(scheduler, game, { lines: true, ...sourceMaps(), ...options });
    this.#begin(new Session(view, end));
  }

  /** Takes back what was asked of the game: it runs as before. */
  disconnect(): void {
    this.#begin(new Session(null));
  }

  connectedCallback(): void {
    if (this.#panel === null) this.#build();
  }

  attributeChangedCallback(): void {
    this.#panel?.toolbar.showOverlay(this.hasAttribute('closable'), this.getAttribute('place'));
  }

  #begin(session: Session): void {
    this.#session.close();
    this.#session = session;
    if (this.#panel !== null) this.#build();
  }

  #build(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.#panel?.remove();
    if (root.childElementCount === 0) root.append(make('style', { text: STYLES }));
    const panel = new Panel(this.#session, {
      load: async (file) => {
        const text = (await this.sourceOf?.(file)) ?? (await this.#session.ask('source', { file }));
        return typeof text === 'string' ? text : null;
      },
      source: (file, line) => this.#tell('spindle-source', { file, line }),
      lines: (file, threads) => {
        const detail = {
          file,
          threads: threads.map(({ id, name, info }) => ({ id, name, line: info?.line as number })),
        };
        const lines = JSON.stringify(detail);
        if (lines !== this.#lines) this.#tell('spindle-lines', detail);
        this.#lines = lines;
      },
      close: () => this.#tell('spindle-close', null),
      place: (place) => this.#tell('spindle-place', place),
    });
    this.#panel = panel;
    this.attributeChangedCallback();
    root.append(panel.element);
    panel.draw();
  }

  #tell(type: string, detail: SourceDetail | LinesDetail | string | null): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/** Shows errors on the page, where somebody who has no console open sees them: in the overlay of the bundler, or at the bottom of the page. */
import { DEV } from '../messages/development.js';

const STYLE = `
  :host { all: initial; }
  section {
    position: fixed; inset: auto 0 0 0; z-index: 2147483647; box-sizing: border-box; max-height: 50vh; overflow: auto;
    padding: 12px 48px 12px 16px; border-top: 4px solid #d33; background: #1d1b22; color: #f4f2f7; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace;
  }
  h2 { margin: 0 0 4px; color: #ff9b94; font: inherit; font-weight: bold; white-space: pre-wrap; }
  p { margin: 0 0 4px; white-space: pre-wrap; }
  pre { margin: 0 0 12px; color: #cfc9d8; font: inherit; overflow: auto; }
  button {
    position: absolute; top: 8px; right: 8px; width: 32px; height: 32px; border: 1px solid #6b6575; border-radius: 4px;
    background: none; color: inherit; font: inherit; cursor: pointer;
  }
  button:focus-visible { outline: 2px solid #ff9b94; outline-offset: 2px; }
`;

export interface Shown {
  /** Where: a file, and a line of it. */
  readonly place: string;
  readonly message: string;
  readonly frame?: string | undefined;
  /** The calls in which it was thrown. */
  readonly trace?: string | undefined;
  /** A line for each other thread: what it waits for, and since when. */
  readonly threads?: string | undefined;
  readonly stack?: string | undefined;
  /** Default: true. */
  readonly isThrown?: boolean;
}

type Listener = (event: { readonly key?: string }) => void;

/** What is used of an element. */
interface PageElement {
  textContent: string | null;
  append(...elements: PageElement[]): void;
  remove(): void;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listener: Listener): void;
  attachShadow(options: { readonly mode: 'open' }): PageElement & { adoptedStyleSheets: object[] };
}

declare const document: {
  readonly body: PageElement;
  createElement(tag: string): PageElement;
  querySelector(selector: string): PageElement | null;
  addEventListener(type: string, listener: Listener): void;
  removeEventListener(type: string, listener: Listener): void;
};
declare const CSSStyleSheet: new () => { replaceSync(text: string): void };

/** That of Vite. It is there if the page came from its dev server. */
type ViteOverlay = new (error: {
  readonly message: string;
  readonly frame: string | undefined;
  readonly id: string;
  readonly stack: string;
}) => PageElement;
const VITE = 'vite-error-overlay';
/** Of webpack's and Rspack's dev servers, and of Next: they show what a page throws by themselves. */
const OF_OTHERS = '#webpack-dev-server-client-overlay, nextjs-portal';

/** Shows an error. The console has it, too. */
export function show(shown: Shown): void {
  const isDone = DEV && showByBundler(shown);
  if (!isDone) showInPanel(shown);
}

function showByBundler(shown: Shown): boolean {
  const { customElements } = globalThis as { customElements?: { get(name: string): ViteOverlay | undefined } };
  const Overlay = customElements?.get(VITE);
  if (Overlay !== undefined) showInVite(Overlay, shown);
  return Overlay !== undefined || (shown.isThrown !== false && document.querySelector(OF_OTHERS) !== null);
}

/** One error at a time: the first is mostly the cause of the others. */
function showInVite(Overlay: ViteOverlay, { place, message, frame, trace, threads, stack = '' }: Shown): void {
  if (document.querySelector(VITE) !== null) return;
  const text = [message, ...inWords(trace, threads)].join('\n\n');
  // The overlay cuts spaces off the start of the frame: a character without width keeps them.
  document.body.append(new Overlay({ message: text, frame: frame && `\u200B${frame}\n`, id: place, stack }));
}

const inWords = (trace: string | undefined, threads: string | undefined): string[] => [
  ...(trace ? [`In the call: ${trace}`] : []),
  ...(threads ? [`Threads that are there:\n${threads}`] : []),
];

let list: PageElement | undefined;

function showInPanel({ place, message, frame, trace, threads }: Shown): void {
  list ??= open();
  list.append(
    textOf('h2', place),
    textOf('p', message),
    ...(frame ? [textOf('pre', frame)] : []),
    ...inWords(trace, threads).map((text) => textOf('p', text)),
  );
}

function open(): PageElement {
  const host = document.createElement('spindle-errors');
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  const section = document.createElement('section');
  section.setAttribute('role', 'alert');
  const close = (): void => {
    host.remove();
    list = undefined;
    document.removeEventListener('keydown', closeByKey);
  };
  const closeByKey: Listener = ({ key }) => void (key === 'Escape' && close());
  const button = textOf('button', '×');
  button.setAttribute('aria-label', 'Close');
  button.addEventListener('click', close);
  document.addEventListener('keydown', closeByKey);
  section.append(button);
  root.append(section);
  document.body.append(host);
  return section;
}

/** As text: it may quote what a stranger wrote. */
function textOf(tag: string, text: string): PageElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

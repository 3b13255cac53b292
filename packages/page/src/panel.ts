/** Shows errors at the bottom of the page, where somebody who has no console open sees them. */

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
  readonly trace?: string | undefined;
}

let list: HTMLElement | undefined;

/** Adds an error to the panel. The console has it, too. */
export function show({ place, message, frame, trace }: Shown): void {
  list ??= open();
  list.append(
    textOf('h2', place),
    textOf('p', message),
    ...(frame ? [textOf('pre', frame)] : []),
    ...(trace ? [textOf('p', `In the call: ${trace}`)] : []),
  );
}

function open(): HTMLElement {
  const host = document.createElement('spindle-errors');
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  const section = document.createElement('section');
  section.setAttribute('role', 'alert');
  const close = textOf('button', '×');
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => {
    host.remove();
    list = undefined;
  });
  section.append(close);
  root.append(section);
  document.body.append(host);
  return section;
}

/** As text: it may quote what a stranger wrote. */
function textOf(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

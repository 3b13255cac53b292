/** The parts of a playground, and the elements in them by name. */
import style from './style.css?inline';

const TABS: readonly (readonly [string, string])[] = [
  ['result', 'Result'],
  ['output', 'Output'],
  ['why', 'Why'],
  ['timeline', 'Timeline'],
  ['console', 'Console'],
];

const tab = ([name, text]: readonly [string, string]): string =>
  `<button type="button" role="tab" id="tab-${name}" data-tab="${name}" aria-controls="panel-${name}">${text}${
    name === 'console' ? '<span class="count" data-name="count" hidden></span>' : ''
  }</button>`;

const panel = ([name]: readonly [string, string]): string =>
  `<div role="tabpanel" id="panel-${name}" data-panel="${name}" aria-labelledby="tab-${name}" tabindex="${
    name === 'output' ? -1 : 0
  }" hidden></div>`;

const HTML = `
<header>
  <h1><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 2v20M7 7c0-2 10-2 10 0s-10 2-10 5 10 3 10 5-10 2-10 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg><span>Spindle <span class="thin">playground</span></span></h1>
  <label class="scenes"><span>Scene</span> <select data-name="scenes"></select></label>
  <div class="actions">
    <button type="button" class="primary" data-name="run" aria-keyshortcuts="Control+Enter" title="Run (Ctrl+Enter)"><span aria-hidden="true">▶</span> Run</button>
    <button type="button" data-name="stop" aria-keyshortcuts="Control+." title="Stop (Ctrl+.)"><span aria-hidden="true">■</span> Stop</button>
    <span class="gap"></span>
    <button type="button" data-name="share">Share</button>
    <button type="button" data-name="bug">Report a bug</button>
    <a class="open" data-name="open" target="_blank" hidden>Open in the playground</a>
  </div>
</header>
<div class="main">
  <section class="source" aria-label="Source">
    <p class="about" data-name="about" hidden></p>
    <div class="editor" data-name="editor"></div>
    <footer><span class="status" data-name="status"></span><span class="keys">Esc, then Tab leaves the editor</span></footer>
  </section>
  <section class="views" aria-label="What it does">
    <div role="tablist" aria-label="Views" data-name="tabs">${TABS.map(tab).join('')}</div>
    <div class="stage" data-name="stage"><p class="begin">Press Run to begin.</p><p class="busy" data-name="busy" hidden>The scene does not answer: a loop never ends. <b>Stop</b> ends it.</p></div>
    ${TABS.map(panel).join('')}
  </section>
</div>
<div class="told" role="status" data-name="told"></div>
<dialog data-name="dialog" aria-labelledby="dialog-title"><h2 id="dialog-title" data-name="title"></h2><div data-name="body"></div><button type="button" data-name="close">Close</button></dialog>
`;

export interface Parts {
  readonly scenes: HTMLSelectElement;
  readonly run: HTMLButtonElement;
  readonly stop: HTMLButtonElement;
  readonly share: HTMLButtonElement;
  readonly bug: HTMLButtonElement;
  readonly open: HTMLAnchorElement;
  readonly about: HTMLElement;
  readonly editor: HTMLElement;
  readonly status: HTMLElement;
  readonly tabs: HTMLElement;
  readonly count: HTMLElement;
  readonly stage: HTMLElement;
  readonly busy: HTMLElement;
  /** Read aloud. */
  readonly told: HTMLElement;
  readonly dialog: HTMLDialogElement;
  readonly title: HTMLElement;
  readonly body: HTMLElement;
  readonly close: HTMLButtonElement;
  /** By the name of their tab. */
  readonly panels: Readonly<Record<string, HTMLElement>>;
}

/** Fills the shadow root of an element. */
export function layOut(root: ShadowRoot): Parts {
  const sheet = document.createElement('style');
  sheet.textContent = style;
  const content = document.createRange().createContextualFragment(HTML);
  root.replaceChildren(sheet, content);
  const parts: Record<string, unknown> = {};
  for (const one of root.querySelectorAll<HTMLElement>('[data-name]')) parts[one.dataset['name']!] = one;
  const panels: Record<string, HTMLElement> = {};
  for (const one of root.querySelectorAll<HTMLElement>('[data-panel]')) panels[one.dataset['panel']!] = one;
  return { ...parts, panels } as unknown as Parts;
}

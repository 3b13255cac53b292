/** The page of the panel in Chrome's DevTools: scripts/bundle-panel.js makes the extension of it. */
import { Mailbox } from './mailbox.js';
import { DOOR } from './serve-panel.js';
import { type SourceDetail, SpindleInspector } from './view.js';

/** What is used of the browser. */
declare const chrome: {
  readonly devtools: {
    readonly inspectedWindow: { eval(code: string, then: (value: unknown) => void): void };
    readonly network: { readonly onNavigated: { addListener(listener: () => void): void } };
    readonly panels: { readonly themeName: string; openResource(address: string, line: number): void };
  };
};

const EVERY_MS = 60;
const LOOK_EVERY_MS = 500;

const { inspectedWindow, network, panels } = chrome.devtools;
const view = document.querySelector('spindle-inspector') as SpindleInspector;
const none = document.querySelector('p') as HTMLElement;
view.setAttribute('theme', panels.themeName === 'dark' ? 'dark' : 'light');
view.addEventListener('spindle-source', (event) => {
  const { file, line } = (event as CustomEvent<SourceDetail>).detail;
  panels.openResource(file, line - 1);
});

/** Another page may have come, which knows nothing of what was said. */
let isNew = true;
network.onNavigated.addListener(() => (isNew = true));

/** Waits for a game. */
function look(): void {
  inspectedWindow.eval(`globalThis.${DOOR} !== undefined`, (isThere) => {
    view.hidden = isThere !== true;
    none.hidden = isThere === true;
    if (isThere === true) begin();
    else setTimeout(look, LOOK_EVERY_MS);
  });
}

function begin(): void {
  isNew = false;
  const box = new Mailbox();
  view.connect(box);
  exchange(box, Math.random());
}

function exchange(box: Mailbox, panel: number): void {
  inspectedWindow.eval(`globalThis.${DOOR}?.exchange(${panel}, ${JSON.stringify(box.fetch())})`, (lines) => {
    if (isNew || typeof lines !== 'string') return look();
    box.bring(lines);
    setTimeout(() => exchange(box, panel), EVERY_MS);
  });
}

look();

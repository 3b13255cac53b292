/** The view over a game. */
import type { Scheduler } from '@spindle/runtime';
import type { InspectOptions } from '../inspect.js';
import type { SourceOf, SpindleInspector } from './element.js';
import { make } from './panes/html.js';

export interface OverlayOptions extends InspectOptions {
  /** The `key` of a keyboard event that opens and closes it. Default `F9`. */
  readonly key?: string;
  /** Is it open from the start? Default false. */
  readonly open?: boolean;
  /** As that of the element. */
  readonly sourceOf?: SourceOf;
  /** Where it is put. Default `document.body`. */
  readonly parent?: HTMLElement;
}

const TALLEST = 0.9;
const LOWEST_PX = 220;
const OWN_EVENTS = [
  'keydown',
  'keyup',
  'keypress',
  'pointerdown',
  'pointerup',
  'pointermove',
  'mousedown',
  'mouseup',
  'click',
  'touchstart',
  'touchend',
  'wheel',
];

/**
 * Shows the threads of a game over it, at the bottom of the page, when a key is pressed. The one line for any game. Closed it
 * costs nothing: the game runs as before. Returns what takes it away.
 *
 * ```js
 * if (import.meta.env.DEV) inspectorOverlay(scheduler, { key: 'F9' });
 * ```
 */
export function inspectorOverlay(scheduler: Scheduler, options: OverlayOptions = {}): () => void {
  const { key = 'F9', open = false, sourceOf = null, parent = document.body, ...inspect } = options;
  let shown: { readonly box: HTMLElement; readonly view: SpindleInspector; readonly before: Element | null } | null =
    null;
  const show = (): void => {
    const view = document.createElement('spindle-inspector');
    view.toggleAttribute('closable', true);
    view.sourceOf = sourceOf;
    const box = makeBox(view);
    shown = { box, view, before: document.activeElement };
    parent.append(box);
    view.show(scheduler, inspect);
    view.addEventListener('spindle-close', hide);
  };
  const hide = (): void => {
    if (shown === null) return;
    const { box, view, before } = shown;
    shown = null;
    const hadFocus = box.contains(document.activeElement);
    view.disconnect();
    box.remove();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== key || event.repeat) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (shown === null) show();
    else hide();
  };
  // Before the game, which may keep keys for itself.
  addEventListener('keydown', onKey, { capture: true });
  if (open) show();
  return () => {
    removeEventListener('keydown', onKey, { capture: true });
    hide();
  };
}

/** What is done in the view is not done to the game. */
function makeBox(view: SpindleInspector): HTMLElement {
  const grip = make('div', {
    role: 'separator',
    'aria-label': 'Height of the inspector',
    'aria-orientation': 'horizontal',
    tabindex: '0',
  });
  const box = make('div', { role: 'region', 'aria-label': 'Inspector' }, grip, view);
  box.style.cssText =
    'position: fixed; inset: auto 0 0 0; z-index: 2147483000; height: min(46vh, 520px); min-height: 220px; ' +
    'display: grid; grid-template-rows: 6px minmax(0, 1fr); contain: layout paint style;';
  grip.style.cssText =
    'cursor: ns-resize; touch-action: none; background: light-dark(#c9ced8, #3b414d); color-scheme: light dark;';
  view.style.height = '100%';
  const resize = (height: number): void => {
    const most = innerHeight * TALLEST;
    const now = Math.min(Math.max(height, LOWEST_PX), most);
    box.style.height = `${now}px`;
    grip.setAttribute('aria-valuenow', String(Math.round((now / innerHeight) * 100)));
  };
  grip.setAttribute('aria-valuemin', '10');
  grip.setAttribute('aria-valuemax', String(TALLEST * 100));
  grip.setAttribute('aria-valuenow', '46');
  grip.addEventListener('pointerdown', ({ pointerId }) => grip.setPointerCapture(pointerId));
  grip.addEventListener('pointermove', (event) => {
    if (grip.hasPointerCapture(event.pointerId)) resize(innerHeight - event.clientY);
  });
  grip.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    resize(box.clientHeight + (event.key === 'ArrowUp' ? 40 : -40));
  });
  for (const type of OWN_EVENTS) box.addEventListener(type, (event) => event.stopPropagation());
  return box;
}

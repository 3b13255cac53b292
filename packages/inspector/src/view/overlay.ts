/** The view over a game. */
import type { Scheduler } from '@spindle/runtime';
import { dock, type Side } from './dock.js';
import type { SourceOf, SpindleInspector } from './element.js';
import { moveInto, openWindow } from './own-window.js';
import { pageTheme } from './page-theme.js';
import { servePanel } from '../serve-panel.js';
import type { ServeOptions } from '../serve-options.js';
import { sourceMaps } from '../source-maps.js';

/** A side of the page, which makes room, or a window of its own. */
export type Place = Side | 'window';

export interface OverlayOptions extends Omit<ServeOptions, 'sourceOf'> {
  /** The `key` of a keyboard event that opens and closes it. Default `F9`. */
  readonly key?: string;
  /** Is it open from the start? Default false. */
  readonly open?: boolean;
  /** Where it stands at first. Default `bottom`. A browser opens a window only if somebody has pressed something. */
  readonly place?: Place;
  /** Its colours. Default: those of the page. */
  readonly theme?: 'dark' | 'light';
  /** As that of the element. */
  readonly sourceOf?: SourceOf;
  /** Where it is put. Default: the page, which then makes room. */
  readonly parent?: HTMLElement;
}

/**
 * Shows the threads of a game beside it, when a key is pressed, and lets the panel of Chrome's DevTools show them. The one line for any game. Closed it costs nothing: the game runs as
 * before. Returns what takes it away.
 *
 * ```js
 * if (import.meta.env.DEV) inspectorOverlay(scheduler, { key: 'F9' });
 * ```
 */
export function inspectorOverlay(scheduler: Scheduler, options: OverlayOptions = {}): () => void {
  const { key = 'F9', open = false, place = 'bottom', theme, sourceOf = null, parent, ...inspect } = options;
  let wanted = place;
  let shown: { readonly view: SpindleInspector; readonly before: Element | null; leave: () => void } | null = null;
  const stand = async (where: Place): Promise<void> => {
    if (shown === null) return;
    const now = shown;
    const window = where === 'window' ? await openWindow() : null;
    if (shown !== now) return window?.close();
    // No window came: it stays where it is.
    if (where === 'window' && window === null) return now.view.setAttribute('place', wanted);
    now.leave();
    wanted = where;
    now.view.setAttribute('place', where);
    window?.addEventListener('keydown', onKey, { capture: true });
    now.leave = window === null ? dock(now.view, where as Side, parent) : moveInto(window, now.view, hide);
  };
  const show = (): void => {
    const view = document.createElement('spindle-inspector');
    view.toggleAttribute('closable', true);
    const colours = theme ?? pageTheme();
    if (colours !== undefined) view.setAttribute('theme', colours);
    view.sourceOf = sourceOf;
    view.style.height = '100%';
    const first = wanted === 'window' ? 'bottom' : wanted;
    view.setAttribute('place', first);
    shown = { view, before: document.activeElement, leave: dock(view, first, parent) };
    view.show(scheduler, inspect);
    view.addEventListener('spindle-close', hide);
    view.addEventListener('spindle-place', (event) => void stand((event as CustomEvent<Place>).detail));
    if (wanted === 'window') void stand('window');
  };
  const hide = (): void => {
    if (shown === null) return;
    const { view, before, leave } = shown;
    shown = null;
    // The grip stands beside it.
    const hadFocus = view.parentElement?.contains(document.activeElement);
    view.disconnect();
    leave();
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
  const endPanel = servePanel(scheduler, { ...sourceMaps(), ...inspect });
  if (open) show();
  return () => {
    removeEventListener('keydown', onKey, { capture: true });
    endPanel();
    hide();
  };
}

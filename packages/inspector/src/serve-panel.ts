/** The end in the game for the panel in Chrome's DevTools. */
import type { Scheduler } from '@spindle/runtime';
import { Mailbox } from './mailbox.js';
import { serve } from './serve.js';
import type { ServeOptions } from './serve-options.js';

/** What the panel calls in the page, by this name. */
export const DOOR = '__SPINDLE_PANEL__';

export interface PanelDoor {
  /**
   * Brings the lines of a panel, and gives those for it. `panel`: its number, which is another one after each reload. Null: it was taken for closed, and
   * has to begin anew.
   */
  exchange(panel: number, lines: string): string | null;
}

/** A panel that has not asked for so long is closed. */
const PATIENCE_MS = 5000;

/**
 * Lets the panel of Chrome's DevTools look at a scheduler, and control it. Until it asks, this costs nothing. Returns what ends it.
 *
 * ```js
 * if (import.meta.env.DEV) servePanel(scheduler); // inspectorOverlay does it, too
 * ```
 */
export function servePanel(scheduler: Scheduler, options: ServeOptions = {}): () => void {
  let asking: { readonly panel: number; readonly box: Mailbox; readonly end: () => void } | null = null;
  let closed: number | null = null;
  let timer = 0;
  const end = (): void => {
    closed = asking?.panel ?? closed;
    asking?.end();
    asking = null;
  };
  const door: PanelDoor = {
    exchange(panel, lines) {
      if (panel === closed) return null;
      if (asking?.panel !== panel) {
        end();
        const box = new Mailbox();
        asking = { panel, box, end: serve(scheduler, box, { lines: true, ...options }) };
      }
      clearTimeout(timer);
      timer = setTimeout(end, PATIENCE_MS);
      asking.box.bring(lines);
      return asking.box.fetch();
    },
  };
  const page = globalThis as { [DOOR]?: PanelDoor };
  page[DOOR] = door;
  return () => {
    clearTimeout(timer);
    end();
    if (page[DOOR] === door) delete page[DOOR];
  };
}

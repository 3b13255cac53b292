/** A window of the view's own: above all others where the browser can do that, else a popup. */

interface PictureInPicture {
  requestWindow(size: { readonly width: number; readonly height: number }): Promise<Window>;
}

const SIZE = { width: 1000, height: 620 };

/** Null if the browser opens none: it wants a click of the reader for it. */
export async function openWindow(): Promise<Window | null> {
  const { documentPictureInPicture: above } = globalThis as { documentPictureInPicture?: PictureInPicture };
  try {
    if (above !== undefined) return await above.requestWindow(SIZE);
  } catch {}
  return open('', 'spindle-inspector', `popup,width=${SIZE.width},height=${SIZE.height}`);
}

/** Moves the view there. `onClose`: somebody has closed the window. Returns what closes it. */
export function moveInto(window: Window, view: HTMLElement, onClose: () => void): () => void {
  const { document: own } = window;
  own.title = `Spindle: ${document.title}`;
  own.documentElement.lang = 'en';
  own.body.style.cssText = 'margin: 0; height: 100vh';
  copyColours(own.documentElement);
  own.body.replaceChildren(view);
  window.addEventListener('pagehide', onClose);
  const close = (): void => window.close();
  // A page that goes takes its window with it.
  addEventListener('pagehide', close);
  return () => {
    removeEventListener('pagehide', close);
    window.removeEventListener('pagehide', onClose);
    window.close();
  };
}

const COLOURS = 'bg panel line text dim accent glow running sleeping waiting queued stop mono font';

/** The custom properties that the page has set. */
function copyColours(root: HTMLElement): void {
  const { style } = root;
  const given = getComputedStyle(document.body);
  for (const name of COLOURS.split(' '))
    style.setProperty(`--spindle-${name}`, given.getPropertyValue(`--spindle-${name}`));
}

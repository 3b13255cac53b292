/** A side of the page at which the view stands. The page shrinks into the room that is left. */
import { make } from './panes/html.js';

export type Side = 'bottom' | 'left' | 'right';

/** A part of the window, in percent. */
const LEAST = 15;
const MOST = 90;
const FIRST: Readonly<Record<Side, number>> = { bottom: 46, left: 42, right: 42 };
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

/** Puts a view at a side. `parent`: where it is put; the whole page if left out, which then makes room. Returns what takes the box away. */
export function dock(view: HTMLElement, side: Side, parent?: HTMLElement): () => void {
  const isBottom = side === 'bottom';
  const grip = make('div', {
    role: 'separator',
    'aria-label': `${isBottom ? 'Height' : 'Width'} of the inspector`,
    'aria-orientation': isBottom ? 'horizontal' : 'vertical',
    'aria-valuemin': String(LEAST),
    'aria-valuemax': String(MOST),
    tabindex: '0',
  });
  const box = make(
    'div',
    { role: 'region', 'aria-label': 'Inspector' },
    ...(side === 'right' || isBottom ? [grip, view] : [view, grip]),
  );
  const tracks = side === 'left' ? 'minmax(0, 1fr) 6px' : '6px minmax(0, 1fr)';
  const inset = { bottom: 'auto 0 0 0', left: '0 auto 0 0', right: '0 0 0 auto' }[side];
  box.style.cssText = `position: fixed; inset: ${inset}; z-index: 2147483000; display: grid; grid-template-${isBottom ? 'rows' : 'columns'}: ${tracks}; contain: layout paint style;`;
  grip.style.cssText = `cursor: ${isBottom ? 'ns' : 'ew'}-resize; touch-action: none; background: light-dark(#c9ced8, #3b414d); color-scheme: inherit;`;
  const room = parent === undefined ? makeRoom(side) : null;
  let part = FIRST[side];
  const resize = (percent: number): void => {
    part = Math.min(Math.max(percent, LEAST), MOST);
    box.style[isBottom ? 'height' : 'width'] = `${part}%`;
    grip.setAttribute('aria-valuenow', String(Math.round(part)));
    room?.leave(100 - part);
  };
  resize(part);
  grip.addEventListener('pointerdown', ({ pointerId }) => grip.setPointerCapture(pointerId));
  grip.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (!grip.hasPointerCapture(pointerId)) return;
    const at = isBottom ? clientY / innerHeight : clientX / innerWidth;
    resize((side === 'left' ? at : 1 - at) * 100);
  });
  const grows = { bottom: 'ArrowUp', left: 'ArrowRight', right: 'ArrowLeft' }[side];
  const shrinks = { bottom: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' }[side];
  grip.addEventListener('keydown', (event) => {
    if (event.key !== grows && event.key !== shrinks) return;
    event.preventDefault();
    resize(part + (event.key === grows ? 5 : -5));
  });
  for (const type of OWN_EVENTS) box.addEventListener(type, (event) => event.stopPropagation());
  // Not in the body, which shrinks.
  (parent ?? document.documentElement).append(box);
  return () => {
    box.remove();
    room?.end();
  };
}

/**
 * Scales the body, as a canvas that is as large as the window would not become smaller by itself. What is fixed in it stays in it, and a game that asks
 * for its rectangle still knows where a pointer is.
 */
function makeRoom(side: Side): { leave(percent: number): void; end(): void } {
  const sheet = new CSSStyleSheet();
  const origin = { bottom: 'top', left: 'right', right: 'left' }[side];
  document.adoptedStyleSheets.push(sheet);
  return {
    leave: (percent) =>
      sheet.replaceSync(
        `html { overflow: hidden !important } body { transform: scale(${percent / 100}) !important; transform-origin: ${origin} !important; width: 100vw !important; height: 100vh !important; overflow: auto !important; box-sizing: border-box !important }`,
      ),
    end() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

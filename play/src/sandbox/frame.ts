/**
 * What runs in the sandboxed frame: it has the canvas, starts and ends the worker, and passes pointers and keys on. No
 * code of a scene runs here, so it always answers.
 */
import type { Colours, FrameMessage, FrameOrder, Look, Runnable, WorkerOrder } from '../protocol.js';

/** The text of the worker, which the page has put before this script. */
declare const workerText: string;

const code = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
let worker: Worker | null = null;
/** The next worker, which has read its code already. */
let spare: Worker | null = new Worker(code);
let canvas: HTMLCanvasElement | null = null;
let colours: Colours = { dark: false, calm: false };

addEventListener('message', ({ source, data, ports }: MessageEvent<FrameOrder>) => {
  if (source !== parent) return;
  if (data.kind === 'run') run(data.scene, ports);
  else if (data.kind === 'stop') stop();
  else change(data.colours);
});

function run(scene: Runnable, ports: readonly MessagePort[]): void {
  stop();
  worker = spare ?? new Worker(code);
  const drawn = nextCanvas();
  const offscreen = drawn.transferControlToOffscreen();
  const order: WorkerOrder = { kind: 'run', scene, canvas: offscreen, look: lookNow() };
  worker.postMessage(order, [offscreen, ...ports]);
  spare = null;
  let isDrawn = false;
  const own = worker;
  own.addEventListener('message', () => {
    if (own !== worker) return;
    // It has one thing to say. A scene that goes on would keep this frame busy, and where both are in one process, the page too.
    if (isDrawn) return refuse();
    isDrawn = true;
    // The old picture stays until there is a new one.
    removeOthers(drawn);
    spare ??= new Worker(code);
  });
}

function refuse(): void {
  stop();
  say({ kind: 'flooded' });
}

function stop(): void {
  worker?.terminate();
  worker = null;
}

function nextCanvas(): HTMLCanvasElement {
  const hadFocus = canvas !== null && document.activeElement === canvas;
  canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', 'The stage. Keys go to the scene, and Tab leaves it.');
  document.body.append(canvas);
  if (hadFocus) canvas.focus();
  return canvas;
}

function removeOthers(shown: HTMLCanvasElement): void {
  for (const each of document.querySelectorAll('canvas')) {
    if (each === shown) break;
    each.remove();
  }
}

const lookNow = (): Look => ({
  ...colours,
  width: document.body.clientWidth,
  height: document.body.clientHeight,
  pixelRatio: devicePixelRatio,
});

function change(next: Colours): void {
  colours = next;
  document.documentElement.style.colorScheme = colours.dark ? 'dark' : 'light';
  tell({ kind: 'change', look: lookNow() });
}

new ResizeObserver(() => tell({ kind: 'change', look: lookNow() })).observe(document.body);

const tell = (order: WorkerOrder): void => worker?.postMessage(order);

function pointer(event: PointerEvent, down: boolean): void {
  if (canvas === null) return;
  const { left, top } = canvas.getBoundingClientRect();
  tell({ kind: 'pointer', x: event.clientX - left, y: event.clientY - top, down });
}

addEventListener('pointerdown', (event) => pointer(event, true));
addEventListener('pointermove', (event) => pointer(event, event.buttons > 0));
addEventListener('pointerup', (event) => pointer(event, false));
addEventListener('pointercancel', (event) => pointer(event, false));

/** These would scroll the page. */
const SCROLLING: ReadonlySet<string> = new Set(['Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

function key(event: KeyboardEvent, down: boolean): void {
  if (event.code === 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (SCROLLING.has(event.code)) event.preventDefault();
  tell({ kind: 'key', code: event.code, down });
}

addEventListener('keydown', (event) => key(event, true));
addEventListener('keyup', (event) => key(event, false));

// The frame has an opaque origin, and does not know that of the page. It says nothing that is secret.
const say = (message: FrameMessage): void => parent.postMessage(message, '*');
say({ kind: 'ready' });

/** Keys, the mouse and a finger: where the player wants to go. */
import type * as scripts from '../scripts/stage';
import { HEIGHT, type Point, WIDTH } from './geometry';

/** Pixels of the field a second. */
const SPEED = 250;
const MOUSE_SPEED = 520;

const KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  KeyA: { x: -1, y: 0 },
  KeyD: { x: 1, y: 0 },
  KeyW: { x: 0, y: -1 },
  KeyS: { x: 0, y: 1 },
};

export class Input implements scripts.Input {
  readonly #pressed = new Set<string>();
  /** Where the mouse is on the field, until a key is used. */
  #mouse: Point | null = null;
  #finger: { readonly id: number; x: number; y: number } | null = null;
  /** How far the finger has moved since the last frame. */
  #dragged = { x: 0, y: 0 };
  /** The way that a script wants, of at most length 1. */
  pilot: Point | null = null;

  constructor(field: HTMLElement) {
    addEventListener('keydown', ({ code }) => this.#press(code));
    addEventListener('keyup', ({ code }) => this.#pressed.delete(code));
    addEventListener('blur', () => this.release());
    const place = ({ clientX, clientY }: PointerEvent): Point => {
      const box = field.getBoundingClientRect();
      return { x: ((clientX - box.x) / box.width) * WIDTH, y: ((clientY - box.y) / box.height) * HEIGHT };
    };
    field.addEventListener('pointerdown', (event) => {
      if (event.pointerType !== 'mouse') this.#finger = { id: event.pointerId, ...place(event) };
    });
    addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') this.#mouse = place(event);
      else this.#drag(event.pointerId, place(event));
    });
    const lift = ({ pointerId }: PointerEvent): void => {
      if (this.#finger?.id === pointerId) this.#finger = null;
    };
    addEventListener('pointerup', lift);
    addEventListener('pointercancel', lift);
  }

  #press(code: string): void {
    if (!(code in KEYS)) return;
    this.#pressed.add(code);
    this.#mouse = null;
  }

  #drag(id: number, { x, y }: Point): void {
    const finger = this.#finger;
    if (finger?.id !== id) return;
    this.#dragged.x += x - finger.x;
    this.#dragged.y += y - finger.y;
    [finger.x, finger.y] = [x, y];
  }

  /** Nothing is pressed any more. */
  release(): void {
    this.#pressed.clear();
    this.#mouse = null;
    this.#finger = null;
    this.#dragged = { x: 0, y: 0 };
  }

  /** How far the light goes in a frame. */
  step(from: Point, ms: number): Point {
    const reach = (SPEED * ms) / 1000;
    if (this.pilot !== null) return { x: this.pilot.x * reach, y: this.pilot.y * reach };
    const dragged = this.#dragged;
    this.#dragged = { x: 0, y: 0 };
    // The light goes somewhat farther than the finger, which shall not cover all of the field.
    if (dragged.x !== 0 || dragged.y !== 0) return { x: dragged.x * 1.25, y: dragged.y * 1.25 };
    if (this.#mouse !== null) return toward(this.#mouse, from, (MOUSE_SPEED * ms) / 1000);
    return this.#byKeys(reach);
  }

  #byKeys(reach: number): Point {
    let [x, y] = [0, 0];
    for (const code of this.#pressed) {
      x += KEYS[code]!.x;
      y += KEYS[code]!.y;
    }
    const length = Math.hypot(x, y) || 1;
    return { x: (x / length) * reach, y: (y / length) * reach };
  }
}

function toward(to: Point, from: Point, reach: number): Point {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const share = Math.min(1, reach / (Math.hypot(x, y) || 1));
  return { x: x * share, y: y * share };
}

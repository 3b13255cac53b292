/** Pictures are drawn by code, once, into textures. */
import type Phaser from 'phaser';

export type Pen = CanvasRenderingContext2D;
export type Ink = string | CanvasGradient;

/** Twice as many pixels as units, for sharp screens. */
const SCALE = 2;

/** Draws a texture of `width` × `height` units, unless it is there already. */
export function texture(
  scene: Phaser.Scene,
  name: string,
  width: number,
  height: number,
  draw: (pen: Pen) => void,
): void {
  if (scene.textures.exists(name)) return;
  const canvas = scene.textures.createCanvas(name, Math.ceil(width * SCALE), Math.ceil(height * SCALE))!;
  canvas.context.scale(SCALE, SCALE);
  draw(canvas.context);
  canvas.refresh();
}

/** Puts a texture on the stage. `x` and `y` are where `origin` of it stands. */
export function picture(
  scene: Phaser.Scene,
  name: string,
  x: number,
  y: number,
  [originX, originY]: readonly [number, number] = [0.5, 1],
): Phaser.GameObjects.Image {
  return scene.add
    .image(x, y, name)
    .setOrigin(originX, originY)
    .setScale(1 / SCALE);
}

export function fill(pen: Pen, style: Ink, path: () => void): void {
  pen.fillStyle = style;
  pen.beginPath();
  path();
  pen.fill();
}

export function box(pen: Pen, style: Ink, x: number, y: number, w: number, h: number, r: number | number[] = 0): void {
  fill(pen, style, () => pen.roundRect(x, y, w, h, r));
}

export function disc(pen: Pen, style: Ink, x: number, y: number, rx: number, ry = rx): void {
  fill(pen, style, () => pen.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2));
}

export function shape(pen: Pen, style: Ink, ...points: readonly (readonly [number, number])[]): void {
  fill(pen, style, () => {
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.closePath();
  });
}

export function down(pen: Pen, y0: number, y1: number, ...colors: readonly string[]): CanvasGradient {
  return stops(pen.createLinearGradient(0, y0, 0, y1), colors);
}

export function across(pen: Pen, x0: number, x1: number, ...colors: readonly string[]): CanvasGradient {
  return stops(pen.createLinearGradient(x0, 0, x1, 0), colors);
}

export function round(pen: Pen, x: number, y: number, r: number, ...colors: readonly string[]): CanvasGradient {
  return stops(pen.createRadialGradient(x, y, 0, x, y, r), colors);
}

function stops(gradient: CanvasGradient, colors: readonly string[]): CanvasGradient {
  colors.forEach((color, i) => gradient.addColorStop(i / (colors.length - 1), color));
  return gradient;
}

/** Numbers from 0 to 1 that are the same in each run. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

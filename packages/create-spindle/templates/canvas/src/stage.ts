import type { Figure } from './figure';

const canvas = document.createElement('canvas');
canvas.width = 640;
canvas.height = 360;
document.querySelector('#stage')!.append(canvas);
const pen = canvas.getContext('2d')!;

let backdrop: HTMLCanvasElement | undefined;
let figures: readonly Figure[] = [];

export function show(picture: HTMLCanvasElement, ...who: readonly Figure[]): void {
  backdrop = picture;
  figures = who;
}

function draw(): void {
  if (backdrop) pen.drawImage(backdrop, 0, 0);
  for (const { x, picture, isTurned } of figures) {
    pen.setTransform(isTurned ? -1 : 1, 0, 0, 1, Math.round(x), 240);
    pen.drawImage(picture, -20, 0);
    pen.resetTransform();
  }
  requestAnimationFrame(draw);
}
draw();

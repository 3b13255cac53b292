import { scheduler, start } from '@spindle/runtime';
import { Figure } from './figure';
import { opening } from './opening';

const canvas = document.createElement('canvas');
canvas.width = 640;
canvas.height = 360;
document.body.append(canvas);
const stage = canvas.getContext('2d')!;

const hero = new Figure(60, '#5b8cff');
const guard = new Figure(420, '#ff8c5b');

function draw(): void {
  stage.fillStyle = '#334';
  stage.fillRect(0, 0, canvas.width, canvas.height);
  stage.font = '16px sans-serif';
  stage.textAlign = 'center';
  for (const { x, color, words } of [hero, guard]) {
    stage.fillStyle = color;
    stage.fillRect(x - 15, 220, 30, 60);
    stage.fillStyle = '#fff';
    stage.fillText(words, x, 200);
  }
}

let last: number | undefined;
function frame(now: number): void {
  // A tab that was hidden does not make up for lost time.
  scheduler.pulse(Math.min(now - (last ?? now), 100));
  last = now;
  draw();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);

start(() => opening(hero, guard));

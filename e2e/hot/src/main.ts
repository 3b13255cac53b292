import { scheduler, start, type Thread } from '@spindle/runtime';
import { Figure } from './figure';
import { opening } from './opening';

const canvas = document.createElement('canvas');
canvas.width = 640;
canvas.height = 360;
document.body.append(canvas);
const stage = canvas.getContext('2d')!;

let hero: Figure;
let guard: Figure;
let scene: Thread | undefined;

/** The scene, from its start. */
function play(): void {
  scene?.cancel();
  hero = new Figure(60, '#5b8cff');
  guard = new Figure(420, '#ff8c5b');
  scene = start(() => opening(hero, guard));
}

play();
// R plays it again, with your edits.
addEventListener('keydown', ({ key }) => {
  if (key === 'r') play();
});

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

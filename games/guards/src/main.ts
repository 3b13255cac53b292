/** The page: its canvas, its keys, its buttons. */
// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { inspectorOverlay } from '@spindle/inspector/view';
import { scheduler } from '@spindle/runtime';
import { Color, DisplayMode, Engine } from 'excalibur';
import { Level } from './level';
import { Rewind } from './rewind';
import { QuickSave } from './saves';
import { sound } from './sound';
import { exposeForTests } from './test-hook';
import { Ui } from './ui';

const ui = new Ui((name) => {
  if (name === 'whistle') level.thief.whistle();
  else scheduler.signal(name);
});
const level = new Level(ui);
const quick = new QuickSave(level);
const rewind = new Rewind(level, quick.game);
const canvas = document.createElement('canvas');
canvas.ariaLabel = 'A house at night, seen from above';
canvas.role = 'img';
document.getElementById('stage')!.append(canvas);

const game = new Engine({
  canvasElement: canvas,
  displayMode: DisplayMode.FillContainer,
  backgroundColor: Color.fromHex('#12162a'),
  suppressPlayButton: true,
  suppressConsoleBootMessage: true,
  scenes: { level },
});

const soundButton = document.getElementById('sound')!;
soundButton.addEventListener('click', () => {
  const isOn = sound.toggle();
  soundButton.ariaPressed = String(isOn);
  soundButton.textContent = isOn ? 'Sound on' : 'Sound off';
});

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  a: [-1, 0],
  d: [1, 0],
  w: [0, -1],
  s: [0, 1],
};
const held = new Set<string>();

function lead(): void {
  let [x, y] = [0, 0];
  for (const key of held) {
    const [dx, dy] = DIRECTIONS[key] ?? [0, 0];
    [x, y] = [Math.sign(x + dx), Math.sign(y + dy)];
  }
  const far = Math.hypot(x, y) || 1;
  level.lead({ x: x / far, y: y / far });
}

addEventListener('keydown', (event) => {
  const { key, repeat, target } = event;
  if (repeat) return;
  held.add(key);
  lead();
  if (key === 'r') rewind.isOn = true;
  if (key === 'k') quick.save();
  if (key === 'l') {
    quick.load();
    // The keys that are down now lead the thief.
    lead();
  }
  if (key !== ' ' || !ui.plays || target instanceof HTMLButtonElement) return;
  event.preventDefault();
  level.thief.whistle();
});

addEventListener('keyup', ({ key }) => {
  held.delete(key);
  if (key === 'r') rewind.isOn = false;
  lead();
});

// What each script waits for, and where: it is in the built game too, as this is what the game is for.
inspectorOverlay(scheduler, { key: 'F9' });

await game.start();
await game.goToScene('level');
exposeForTests(game, level);

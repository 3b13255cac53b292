// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/pixi';
import { start, type Thread } from '@spindle/runtime';
import { Application, Container } from 'pixi.js';
import { Figure } from './figure';
import { opening } from './opening';

const app = new Application();
await app.init({ width: 640, height: 360, background: '#334' });
document.body.append(app.canvas);

const gate = app.stage.addChild(new Container());
// Each frame is a pulse; what is destroyed ends its scripts.
attachSpindle(app, { scene: gate });

let scene: Thread | undefined;

/** The scene, from its start. */
function play(): void {
  scene?.cancel();
  for (const figure of gate.removeChildren()) figure.destroy({ children: true });
  const hero = gate.addChild(new Figure(60, 0x5b8cff));
  const guard = gate.addChild(new Figure(420, 0xff8c5b));
  scene = start(() => opening(hero, guard));
}

play();
// R plays it again, with your edits.
addEventListener('keydown', ({ key }) => {
  if (key === 'r') play();
});

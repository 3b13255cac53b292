/** Figures in PixiJS, and a stage that plays a story. */
import { Application, Container, Graphics } from 'pixi.js';
import { attachSpindle } from '@spindle/engines/pixi';
import { start } from '@spindle/runtime';
import { caption } from '../caption.js';

// @compile
class Figure extends asExecutor(Container) {
  walkTo(x) {
    while (this.x !== x) {
      const step = 0.2 * clock.delta;
      this.x += Math.max(-step, Math.min(step, x - this.x));
    }
  }

  say(words) {
    caption(words);
    this.wait(400 + words.length * 20);
    caption('');
  }
}

export function figure(scene, x, color, y = 200) {
  const made = scene.addChild(new Figure({ x, y }));
  made.addChild(new Graphics().rect(-20, -30, 40, 60).fill(color));
  return made;
}

export async function play(story) {
  const app = new Application();
  await app.init({ width: 600, height: 400 });
  document.body.append(app.canvas);
  attachSpindle(app);
  start(() => story(app.stage));
}

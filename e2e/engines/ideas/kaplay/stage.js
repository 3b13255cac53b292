/** Figures in Kaplay, and a scene that plays a story. */
import kaplay from 'kaplay';
import { attachSpindle } from '@spindle/engines/kaplay';
import { start } from '@spindle/runtime';
import { caption } from '../caption.js';

// @compile
const scripts = () => ({
  id: 'scripts',

  add() {
    asExecutor(this);
  },

  walkTo(x) {
    while (this.pos.x !== x) {
      const step = 0.2 * clock.delta;
      this.pos.x += Math.max(-step, Math.min(step, x - this.pos.x));
    }
  },

  say(words) {
    caption(words);
    this.wait(400 + words.length * 20);
    caption('');
  },
});

export const figure = (scene, x, color, y = 200) =>
  scene.add([
    scene.rect(40, 60),
    scene.anchor('center'),
    scene.pos(x, y),
    scene.color(color),
    scene.opacity(1),
    scene.area(),
    scripts(),
  ]);

export function play(story) {
  const k = kaplay({ width: 600, height: 400, global: false });
  k.scene('stage', () => {
    attachSpindle(k);
    start(() => story(k));
  });
  k.go('stage');
}

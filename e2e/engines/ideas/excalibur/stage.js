/** Figures in Excalibur, and a scene that plays a story. */
import { Actor, Color, DisplayMode, Engine, Scene } from 'excalibur';
import { attachSpindle } from '@spindle/engines/excalibur';
import { start } from '@spindle/runtime';
import { caption } from '../caption.js';

// @compile
class Figure extends asExecutor(Actor) {
  walkTo(x) {
    while (this.pos.x !== x) {
      const step = 0.2 * clock.delta;
      this.pos.x += Math.max(-step, Math.min(step, x - this.pos.x));
    }
  }

  say(words) {
    caption(words);
    this.wait(400 + words.length * 20);
    caption('');
  }
}

export function figure(scene, x, color, y = 200) {
  const made = new Figure({ x, y, width: 40, height: 60, color: Color.fromHex(color) });
  scene.add(made);
  return made;
}

export async function play(story) {
  class Stage extends Scene {
    onInitialize() {
      attachSpindle(this);
    }

    onActivate() {
      start(() => story(this));
    }
  }
  const game = new Engine({
    width: 600,
    height: 400,
    displayMode: DisplayMode.Fixed,
    suppressPlayButton: true,
    suppressConsoleBootMessage: true,
    scenes: { stage: Stage },
  });
  await game.start();
  await game.goToScene('stage');
}

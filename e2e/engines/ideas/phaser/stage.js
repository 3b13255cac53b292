/** Figures in Phaser, and a scene that plays a story. */
import Phaser from 'phaser';
import { attachSpindle } from '@spindle/engines/phaser';
import { start } from '@spindle/runtime';
import { caption } from '../caption.js';

// @compile
class Figure extends asExecutor(Phaser.GameObjects.Rectangle) {
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
  const { color: number } = Phaser.Display.Color.HexStringToColor(color);
  return scene.add.existing(new Figure(scene, x, y, 40, 60, number));
}

export function play(story) {
  class Stage extends Phaser.Scene {
    create() {
      attachSpindle(this);
      start(() => story(this));
    }
  }
  return new Phaser.Game({
    type: Phaser.AUTO,
    width: 600,
    height: 400,
    banner: false,
    audio: { noAudio: true },
    scene: Stage,
  });
}

// A guard lets the hero pass once somebody has clicked on him.
import Phaser from 'phaser';
import { start } from '@spindle/runtime';
import { attachSpindle, waitForPointer, waitForTween } from '@spindle/engines/phaser';

// @compile
class Figure extends asExecutor(Phaser.GameObjects.Rectangle) {
  constructor(scene, x, color) {
    super(scene, x, 200, 40, 60, color);
    scene.add.existing(this);
    this.speech = scene.add.text(x, 150, '').setOrigin(0.5);
  }

  walkTo(x) {
    while (this.x < x) {
      this.x += 0.2 * clock.delta;
      this.speech.x = this.x;
    }
  }

  say(words) {
    this.speech.text = words;
    this.wait(words.length * 40);
    this.speech.text = '';
  }
}

// @compile
function opening(scene, hero, guard) {
  hero.walkTo(300);
  hero.say('May I pass?');
  waitFor(hero);
  guard.say('Click on me!');
  waitForPointer(guard);
  waitForTween(scene.tweens.add({ targets: guard, y: 120, duration: 150, yoyo: true }));
  waitFor(guard.say('You may.'));
  guard.destroy();
  waitFor(hero.walkTo(500));
  console.log('the end');
}

class Gate extends Phaser.Scene {
  create() {
    attachSpindle(this);
    const hero = new Figure(this, 60, 0x3366cc);
    const guard = new Figure(this, 400, 0xcc6633);
    start(() => opening(this, hero, guard));
  }
}

export const game = new Phaser.Game({ type: Phaser.AUTO, width: 600, height: 400, banner: false, scene: Gate });

// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/phaser';
import { start } from '@spindle/runtime';
import Phaser from 'phaser';
import { Figure } from './figure';
import { opening } from './opening';

class Gate extends Phaser.Scene {
  create(): void {
    // Each frame of the scene is a pulse; what is destroyed ends its scripts.
    attachSpindle(this);
    const hero = new Figure(this, 60, 0x5b8cff);
    const guard = new Figure(this, 420, 0xff8c5b);
    start(() => opening(hero, guard));
    // R plays it again, with your edits.
    this.input.keyboard!.once('keydown-R', () => this.scene.restart());
  }
}

new Phaser.Game({ width: 640, height: 360, backgroundColor: '#334', scene: Gate });

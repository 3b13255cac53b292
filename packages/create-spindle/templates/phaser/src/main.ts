// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/phaser';
import { start } from '@spindle/runtime';
import Phaser from 'phaser';
import { Bell } from './bell';
import { caption } from './caption';
import { onAgain } from './controls';
import { Figure } from './figure';
import { gate } from './gate';
import { hall } from './hall';
import { pictures } from './pictures';

class Boot extends Phaser.Scene {
  create(): void {
    for (const [name, picture] of Object.entries(pictures)) this.textures.addCanvas(name, picture);
    this.scene.start('gate');
  }
}

class Gate extends Phaser.Scene {
  constructor() {
    super('gate');
  }

  create(): void {
    // Each frame of the scene is a pulse. When the scene ends, its scripts end.
    attachSpindle(this);
    caption('');
    this.add.image(320, 180, 'gate');
    const hero = new Figure(this, 'hero', -30);
    const guard = new Figure(this, 'guard', 440);
    // @compile
    start(() => {
      gate(hero, guard, new Bell());
      this.scene.start('hall');
    });
  }
}

class Hall extends Phaser.Scene {
  constructor() {
    super('hall');
  }

  create(): void {
    attachSpindle(this);
    this.add.image(320, 180, 'hall');
    const hero = new Figure(this, 'hero', -30);
    const king = new Figure(this, 'king', 515);
    // @compile
    start(() => {
      hall(hero, king);
      caption('The end.');
    });
  }
}

const game = new Phaser.Game({
  parent: 'stage',
  width: 640,
  height: 360,
  pixelArt: true,
  banner: false,
  scene: [Boot, Gate, Hall],
});

// With your edits.
onAgain(() => game.scene.getScenes(true)[0]?.scene.start('gate'));

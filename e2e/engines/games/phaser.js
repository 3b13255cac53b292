/** A scene of Phaser for the test: each script is one thing that Spindle has to do there. */
import Phaser from 'phaser';
import { scheduler, start } from '@spindle/runtime';
import {
  attachSpindle,
  waitForAnimation,
  waitForCollision,
  waitForOverlap,
  waitForPointer,
  waitForTimer,
  waitForTween,
} from '@spindle/engines/phaser';

// @compile
class Figure extends asExecutor(Phaser.GameObjects.Rectangle) {
  constructor(scene, x, y, color) {
    super(scene, x, y, 40, 40, color);
    scene.add.existing(this);
    scene.physics.add.existing(this);
  }

  walkTo(x) {
    while (this.x < x) this.x += 3;
    return this.x;
  }

  glideTo(x) {
    this.hold(() => waitForTween(this.scene.tweens.add({ targets: this, x, duration: 300 })));
    return this.x;
  }

  clicked() {
    const { pointer, x, y } = waitForPointer(this);
    return [pointer.button, x, y];
  }

  rest() {
    waitForTimer(this.scene.time.delayedCall(200, () => (this.rested = true)));
    return this.rested;
  }

  fallOn(other) {
    this.body.setVelocityY(300);
    return waitForCollision(this) === other;
  }

  meet(other) {
    return waitForOverlap(this.scene, this, other) === other;
  }

  // Never ends by itself.
  patrol() {
    while (true) this.x += Math.sin(this.y++);
  }
}

// @compile
function dance(dancer) {
  waitForAnimation(dancer.play('dance'));
  return !dancer.anims.isPlaying;
}

class Level extends Phaser.Scene {
  create() {
    attachSpindle(this);
    this.dancer = this.makeDancer();
    this.hero = new Figure(this, 60, 100, 0x3366cc);
    this.guard = new Figure(this, 400, 100, 0xcc6633);
    this.floor = new Figure(this, 120, 300, 0x888888);
    this.floor.body.setImmovable(true);
    this.physics.add.collider(this.hero, this.floor);
    this.game.events.emit('created', this);
  }

  /** A sprite of two pictures. The scene may begin twice. */
  makeDancer() {
    if (!this.textures.exists('dancer')) {
      const pictures = this.textures.createCanvas('dancer', 80, 40);
      for (const i of [0, 1]) pictures.add(i, 0, 40 * i, 0, 40, 40);
      const frames = [0, 1, 0, 1].map((frame) => ({ key: 'dancer', frame }));
      this.anims.create({ key: 'dance', frames, frameRate: 20 });
    }
    return this.add.sprite(500, 50, 'dancer', 0);
  }
}

/** Gives what the test calls. All engines give the same. */
export async function begin() {
  const game = new Phaser.Game({
    type: Phaser.AUTO,
    width: 600,
    height: 400,
    banner: false,
    audio: { noAudio: true },
    physics: { default: 'arcade' },
    scene: Level,
  });
  const scene = await new Promise((resolve) => game.events.once('created', resolve));
  const { hero, floor } = scene;
  let { guard } = scene;
  return {
    scheduler,
    walk: () => start(() => hero.walkTo(120)),
    tween: () => start(() => guard.glideTo(460)),
    click: { thread: () => start(() => guard.clicked()), at: () => [guard.x + 10, guard.y + 5], given: [0, 30, 25] },
    timer: () => start(() => hero.rest()),
    animation: () => start(() => dance(scene.dancer)),
    collision: () => start(() => hero.fallOn(floor)),
    overlap: () => start(() => hero.meet(guard)),
    moveTogether: () => void hero.setPosition(guard.x, guard.y),
    patrol: () => guard.patrol(),
    destroy: () => guard.destroy(),
    /** What saves know by its name. */
    named: () => ({ hero, guard }),
    /** The guard is made anew. */
    respawn: () => void (guard = new Figure(scene, 400, 100, 0xcc6633)),
    forever: () => hero.patrol(),
    /** The engine's own time, in milliseconds. */
    now: () => scene.time.now,
    shutDown: () => scene.scene.restart(),
    /** Has the scene begun again? */
    again: () => scene.hero !== hero,
  };
}

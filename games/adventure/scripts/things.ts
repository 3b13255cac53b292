/** The bell, the oil and the lamp: each is a sprite with a script. */
import Phaser from 'phaser';
import { picture } from '../src/paint/brush';
import { GROUND } from '../src/paint/place';
import { sound } from '../src/sound';
import type { Mira } from './mira';
import type { Stage } from './stage';
import type { Thing } from './thing';

// @compile
export class Bell extends asExecutor(Phaser.GameObjects.Image) implements Thing {
  readonly offer = 'Ring the bell';
  readonly #stage: Stage;

  constructor(stage: Stage, x: number) {
    super(stage.scene, x, GROUND - 106, 'bell');
    this.setOrigin(0.5, 0).setScale(0.5);
    stage.scene.add.existing(picture(stage.scene, 'post', x + 2, GROUND));
    stage.scene.add.existing(this);
    this.#stage = stage;
  }

  use(): void {
    this.#stage.keeper.hear();
    start(() => this.swing());
    for (let i = 0; i < 3; i++) {
      sound.bell();
      this.wait(320);
    }
  }

  /** If it is rung again, it begins to swing anew. */
  // @beside @restart
  swing(): void {
    tween(1800, (t) => (this.rotation = Math.sin(t * 26) * 0.7 * (1 - t)));
  }
}

// @compile
export class Oil extends Phaser.GameObjects.Image implements Thing {
  constructor(scene: Phaser.Scene, x: number) {
    super(scene, x, GROUND - 57, 'can');
    this.setOrigin(0.5, 1).setScale(0.5);
    scene.add.existing(this);
  }

  get offer(): string | null {
    return this.visible ? 'Take the oil' : null;
  }

  use(mira: Mira): void {
    waitFor(mira.take());
    this.visible = false;
    mira.hasOil = true;
    waitFor(mira.say('Lamp oil. Heavy!'));
  }
}

/** The way up. It ends at the lamp. */
// @compile
export class Door implements Thing {
  readonly x = 665;
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get offer(): string | null {
    return this.#stage.lamp.isLit ? null : 'Climb the tower';
  }

  use(mira: Mira): void {
    const { keeper, lamp } = this.#stage;
    if (!keeper.isAwake) waitFor(mira.say('Locked. Father has the key.'));
    else if (!mira.hasOil) waitFor(mira.say('Not without the oil. It stands beside the bed.'));
    else {
      waitFor(mira.climb(-38));
      waitFor(keeper.say('Pour! And shield the flame from the wind!'));
      waitFor(lamp.light());
    }
  }
}

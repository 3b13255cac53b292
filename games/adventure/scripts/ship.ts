/** She sails for the rocks, for as long as no lamp is lit. */
import Phaser from 'phaser';
import { HORIZON } from '../src/paint/place';
import { sound } from '../src/sound';
import { splash } from './effects';
import type { Stage } from './stage';

/** How long it takes her to the rocks. */
const TIME = 60_000;
const FAR = 1215;
const ROCKS = 985;

// @compile
export class Ship extends asExecutor(Phaser.GameObjects.Image) {
  readonly stage: Stage;

  constructor(stage: Stage) {
    super(stage.scene, FAR, HORIZON + 34, 'ship');
    this.setOrigin(0.5, 0.92).setScale(0.3);
    stage.scene.add.existing(this);
    this.stage = stage;
  }

  /** She comes nearer, and blows her horn on the way. */
  sail(): void {
    this.all(
      tween(TIME, (t) => this.come(t)),
      this.warn(),
    );
  }

  warn(): void {
    for (const part of [0.5, 0.25, 0.15]) {
      this.wait(TIME * part);
      sound.horn();
    }
  }

  come(t: number): void {
    this.x = FAR + (ROCKS - FAR) * t;
    this.y = HORIZON + 34 + 96 * t;
    this.setScale(0.3 + 0.26 * t);
    this.stage.ui.ship(t);
  }

  /** She rolls on the waves, whatever else she does. */
  // @beside
  roll(): void {
    while (true) this.rotation = Math.sin(clock.now / 900) * 0.025;
  }

  turn(): void {
    const { x, y, scale } = this;
    this.hold(() => tween(500, (t) => (this.scaleX = scale * (1 - 2 * t))));
    this.hold(() =>
      tween(2600, (t) =>
        this.setPosition(x + 60 * t * t, y - 50 * t).setScale(-scale * (1 - t * 0.3), scale * (1 - t * 0.3)),
      ),
    );
  }

  strike(): void {
    this.cancelOthers('she has struck');
    sound.crash();
    const { x, y, rotation } = this;
    start(() => splash(this.stage.spray, x - 40, y - 14));
    this.hold(() => tween(700, (t) => (this.rotation = rotation + 0.16 * Math.sin((t * Math.PI) / 2))));
    this.hold(() => tween(1900, (t) => this.setPosition(x + 6 * t, y + 26 * t * t).setAlpha(1 - t * 0.35)));
  }
}

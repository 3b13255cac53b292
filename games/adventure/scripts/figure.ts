/** Somebody on the stage. What he is told to do he does one thing after the other. */
import Phaser from 'phaser';
import { picture } from '../src/paint/brush';
import { GALLERY, GROUND, TOWER } from '../src/paint/place';
import { sound } from '../src/sound';
import type { Stage } from './stage';

// @compile
export class Figure extends asExecutor(Phaser.GameObjects.Container) {
  readonly stage: Stage;
  readonly color: string;
  readonly speed: number;
  readonly legs: readonly Phaser.GameObjects.Image[];
  readonly torso: Phaser.GameObjects.Image;
  strides = 0;

  constructor(stage: Stage, name: string, x: number, { color, speed }: { color: string; speed: number }) {
    const { scene } = stage;
    super(scene, x, GROUND);
    this.name = name;
    this.stage = stage;
    this.color = color;
    this.speed = speed;
    this.legs = [-6, 6].map((side) => picture(scene, 'leg', side, -26, [0.5, 0]));
    this.torso = picture(scene, name.toLowerCase(), 0, -20);
    this.add([picture(scene, 'shadow', 0, 1, [0.5, 0.5]), ...this.legs, this.torso]);
    scene.add.existing(this);
  }

  /** Speed is in units per second. */
  walkTo(x: number): void {
    this.scaleX = x < this.x ? -1 : 1;
    // A `while` takes a frame for each turn.
    while (this.x !== x) {
      const step = (this.speed * clock.delta) / 1000;
      this.x += Math.max(-step, Math.min(step, x - this.x));
      this.stride(step);
    }
    this.stand();
  }

  /** A click shows the next line. */
  say(words: string): void {
    if (clock.skipping) return;
    this.stage.ui.caption(words, this);
    try {
      this.race(wait(1100 + words.length * 45), waitSignal('next'));
    } finally {
      this.stage.ui.caption(null);
    }
  }

  /** Up the stairs, past the windows, to the lamp. */
  climb(place: number): void {
    this.walkTo(TOWER);
    this.hold(() => tween(250, (t) => (this.alpha = 1 - t)));
    for (const window of this.stage.windows) {
      sound.step();
      waitFor(window.pass());
    }
    this.setPosition(TOWER + place, GALLERY);
    this.scaleX = -Math.sign(place);
    this.hold(() => tween(250, (t) => (this.alpha = t)));
  }

  stand(): void {
    this.strides = 0;
    for (const leg of this.legs) leg.rotation = 0;
    this.torso.y = -20;
  }

  /** Legs and body, after a step of so many units. */
  stride(step: number): void {
    const before = Math.floor(this.strides / Math.PI);
    this.strides += step / 11;
    if (Math.floor(this.strides / Math.PI) !== before && !clock.skipping) sound.step();
    const swing = Math.sin(this.strides);
    this.legs.forEach((leg, i) => (leg.rotation = (i === 0 ? swing : -swing) * 0.6));
    this.torso.y = -20 - Math.abs(swing) * 2.5;
  }
}

/** The only scene: it sets the stage, starts the story, and tells it what the player does. */
import { attachSpindle } from '@spindle/engines/phaser';
import { scheduler, start } from '@spindle/runtime';
import Phaser from 'phaser';
import type { Goal } from '../scripts/signals';
import { story } from '../scripts/story';
import { picture } from './paint/brush';
import { GROUND } from './paint/place';
import { Stage } from './stage';
import type { Ui } from './ui';

const WIDTH = 1280;

export class Night extends Phaser.Scene {
  stage!: Stage;
  /** Of the keys that are down: -1 to the left, 1 to the right. */
  direction = 0;
  #led = 0;
  readonly #ui: Ui;
  #marks: Phaser.GameObjects.Image[] = [];

  constructor(ui: Ui) {
    super('night');
    this.#ui = ui;
  }

  create({ isFirst = true }: { isFirst?: boolean }): void {
    this.#ui.reset();
    this.stage = new Stage(this, this.#ui, isFirst);
    this.#marks = this.stage.things.map(({ x }) => picture(this, 'mark', x, GROUND - 128));
    this.input.on('pointerdown', ({ worldX, worldY }: Phaser.Input.Pointer) => this.#tap(worldX, worldY));
    // Each frame of the scene is a pulse.
    attachSpindle(this);
    start(() => story(this.stage));
  }

  /** After the scripts of this frame. */
  override update(time: number): void {
    const { stage } = this;
    const { explores } = this.#ui;
    const near = explores ? stage.mira.nearest(stage.things) : null;
    this.#ui.offer(near?.offer ?? null);
    stage.things.forEach((thing, i) => {
      const mark = this.#marks[i]!;
      mark.setVisible(explores && thing.offer !== null);
      mark.y = GROUND - 128 + Math.sin(time / 300 + i) * 4 - (thing === near ? 8 : 0);
    });
    this.#lead();
    this.#look();
  }

  /** As much of the coast as fits: the ground stands above the panel, the tip of the tower below the upper edge. */
  #look(): void {
    const { width, height } = this.scale.gameSize;
    const pixels = width / innerWidth;
    const panel = (innerHeight > 600 ? 150 : 84) * pixels;
    const zoom = (height - panel) / 575;
    const visible = width / zoom;
    const x = visible >= WIDTH ? WIDTH / 2 : Phaser.Math.Clamp(this.stage.eye.x, visible / 2, WIDTH - visible / 2);
    this.cameras.main.setZoom(zoom).centerOn(x, GROUND - (height / 2 - panel) / zoom);
  }

  #tap(x: number, y: number): void {
    if (!this.#ui.explores) return;
    const { things } = this.stage;
    const thing = things.find(
      (each) => each.offer !== null && Math.abs(each.x - x) < 45 && y > GROUND - 180 && y < GROUND + 30,
    );
    this.#go({ x: thing?.x ?? x, thing });
  }

  #go(goal: Goal): void {
    scheduler.signal('order', goal);
  }

  /** As long as a key is down she walks, as far as it goes. */
  #lead(): void {
    const direction = this.#ui.explores ? this.direction : 0;
    if (direction === this.#led) return;
    this.#led = direction;
    if (this.#ui.explores) this.#go({ x: this.stage.mira.x + direction * WIDTH });
  }
}

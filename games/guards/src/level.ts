/** The only scene: it builds the house, starts the story, and tells the thief what the player wants. */
import { attachSpindle } from '@spindle/engines/excalibur';
import { start } from '@spindle/runtime';
import { Actor, CollisionType, Scene, vec, type Engine, type ExcaliburGraphicsContext } from 'excalibur';
import { Guard } from '../scripts/guard';
import type * as scripts from '../scripts/level';
import { story } from '../scripts/story';
import { Door, Key } from '../scripts/things';
import { Thief } from '../scripts/thief';
import { Light } from './light';
import { House, TILE, type Spot } from './map';
import { paintHouse } from './paint';
import type { Ui } from './ui';

/** Where guards go, by column and row. */
const ROUNDS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  Otto: [
    [8, 4],
    [9, 8],
    [5, 8],
    [9, 8],
    [10, 1],
    [14, 1],
  ],
  Hanna: [
    [16, 4],
    [19, 4],
    [19, 8],
    [19, 1],
    [16, 1],
  ],
  Emil: [
    [2, 10],
    [10, 10],
    [10, 8],
    [1, 8],
    [1, 10],
  ],
  Ida: [
    [13, 8],
    [13, 5],
    [14, 3],
    [11, 3],
    [11, 8],
  ],
};

export class Level extends Scene implements scripts.Level {
  house!: House;
  thief!: Thief;
  key!: Key;
  door!: Door;
  guards: Guard[] = [];
  readonly ui: Ui;
  /** Tests leave frames out that nobody sees. */
  isDrawn = true;
  /** Where the keys lead the thief. */
  direction: Spot = { x: 0, y: 0 };
  /** What is done in place of a frame, while the player goes back. */
  goBack: (() => void) | null = null;

  constructor(ui: Ui) {
    super();
    this.ui = ui;
  }

  override onInitialize(engine: Engine): void {
    // Each frame of the scene is a pulse.
    attachSpindle(this);
    engine.input.pointers.primary.on('down', ({ worldPos }) => this.#follow({ to: worldPos }));
    engine.input.pointers.primary.on('move', ({ worldPos }) => {
      if (engine.input.pointers.isDown(0)) this.#follow({ to: worldPos });
    });
  }

  override onActivate(): void {
    start(() => story(this));
  }

  /** Everything stands where it stands at the beginning. */
  build(isTall = innerHeight > innerWidth): void {
    for (const actor of this.actors) actor.kill();
    this.house = new House(isTall);
    const { house } = this;
    const floor = new Actor({ anchor: vec(0, 0), collisionType: CollisionType.PreventCollision });
    floor.graphics.use(paintHouse(house));
    this.door = new Door(house.at(1, 10));
    this.key = new Key(house.at(19, 1));
    this.thief = new Thief(this, house.at(1, 1));
    for (const actor of [floor, this.door, this.key, this.thief]) this.add(actor);
    this.guards = Object.entries(ROUNDS).map(
      ([name, round]) =>
        new Guard(
          this,
          name,
          round.map(([column, row]) => house.at(column, row)),
        ),
    );
    for (const guard of this.guards) {
      this.add(new Light(guard, house));
      this.add(guard);
    }
  }

  /** Whoever scripts act on. */
  cast(): Actor[] {
    return [this.thief, this.key, this.door, ...this.guards];
  }

  override update(engine: Engine, elapsed: number): void {
    if (this.goBack === null) super.update(engine, elapsed);
    else this.goBack();
  }

  /** The whole house fits below the task, and above the whistle. */
  override onPreDraw(): void {
    const { width, height } = this.engine.screen.resolution;
    const { columns, rows } = this.house;
    const [top, bottom] = [68, 84];
    const zoom = Math.min(width / (columns * TILE), (height - top - bottom) / (rows * TILE));
    this.camera.zoom = zoom;
    this.camera.pos = vec((columns * TILE) / 2, (rows * TILE) / 2 + (bottom - top) / 2 / zoom);
  }

  override draw(context: ExcaliburGraphicsContext, elapsed: number): void {
    if (this.isDrawn) super.draw(context, elapsed);
  }

  /** The direction of the keys that are down. */
  lead(direction: Spot): void {
    if (direction.x === this.direction.x && direction.y === this.direction.y) return;
    this.direction = direction;
    this.#follow(direction.x === 0 && direction.y === 0 ? { to: this.thief.pos } : { direction });
  }

  #follow(way: { readonly to: Spot } | { readonly direction: Spot }): void {
    if (this.ui.plays) this.thief.follow(way);
  }
}

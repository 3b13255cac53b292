/** All that stands on the stage, for the scripts. */
import Phaser from 'phaser';
import { Keeper } from '../scripts/keeper';
import { Lamp, TowerWindow } from '../scripts/lights';
import { Mira } from '../scripts/mira';
import { Ship } from '../scripts/ship';
import type * as scripts from '../scripts/stage';
import type { Thing } from '../scripts/thing';
import { Bell, Door, Oil } from '../scripts/things';
import { Eye } from '../scripts/eye';
import { paintCottage, paintLand, paintPlace, paintTower, WINDOWS } from './paint/place';
import { paintThings } from './paint/things';
import type { Ui } from './ui';

export class Stage implements scripts.Stage {
  readonly scene: Phaser.Scene;
  readonly ui: Ui;
  readonly isFirst: boolean;
  readonly eye: Eye;
  readonly ship: Ship;
  readonly lamp: Lamp;
  readonly windows: readonly TowerWindow[];
  readonly keeper: Keeper;
  readonly mira: Mira;
  readonly things: readonly Thing[];

  constructor(scene: Phaser.Scene, ui: Ui, isFirst: boolean) {
    this.scene = scene;
    this.ui = ui;
    this.isFirst = isFirst;
    paintThings(scene);
    paintPlace(scene);
    this.ship = new Ship(this);
    paintLand(scene);
    paintTower(scene);
    this.lamp = new Lamp(scene);
    this.windows = WINDOWS.map((y) => new TowerWindow(scene, y));
    paintCottage(scene);
    this.keeper = new Keeper(this);
    const bell = new Bell(this, 520);
    const oil = new Oil(scene, 336);
    this.mira = new Mira(this, -60);
    this.things = [this.keeper, bell, oil, new Door(this)];
    this.eye = new Eye(this.mira);
  }
}

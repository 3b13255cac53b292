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
import { Spray } from './spray';
import type { Ui } from './ui';

/** How what stands here looks. What it knows is in its own fields, which a save has by itself. */
const LOOKS = 'x y scaleX scaleY rotation alpha visible'.split(' ');

/** By the names that things have in saves. */
export type Looks = Readonly<Record<string, object>>;

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
  readonly spray: Spray;
  /** What scripts hold, by the names that it has in saves: they stay, whatever else changes here. */
  readonly byId: ReadonlyMap<string, object>;
  /** How all was at first. */
  readonly first: Looks;
  readonly #ids: ReadonlyMap<object, string>;

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
    const door = new Door(this);
    this.things = [this.keeper, bell, oil, door];
    this.eye = new Eye(this.mira);
    this.spray = new Spray(scene);
    this.byId = this.#nameAll({ bell, oil, door });
    this.first = this.looks();
    this.#ids = new Map(Array.from(this.byId, ([id, thing]) => [thing, id]));
  }

  idOf(object: object): string | undefined {
    return this.#ids.get(object);
  }

  looks(): Looks {
    return Object.fromEntries(Array.from(this.byId, ([id, thing]) => [id, lookOf(thing as Record<string, unknown>)]));
  }

  #nameAll(things: Readonly<Record<string, object>>): Map<string, object> {
    const { scene, ui, eye, ship, lamp, windows, keeper, mira, spray } = this;
    const { bed, head } = keeper;
    const named = {
      stage: this,
      scene,
      ui,
      eye,
      ship,
      lamp,
      glow: lamp.glow,
      keeper,
      bed,
      head,
      mira,
      spray,
      ...things,
    };
    const byId = new Map<string, object>(Object.entries(named));
    windows.forEach((window, i) => byId.set(`window ${i}`, window));
    for (const { name, legs, torso } of [keeper, mira])
      [...legs, torso].forEach((part, i) => byId.set(`part ${i} of ${name}`, part));
    return byId;
  }
}

const lookOf = (thing: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(LOOKS.filter((name) => isData(thing[name])).map((name) => [name, thing[name]]));

const isData = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

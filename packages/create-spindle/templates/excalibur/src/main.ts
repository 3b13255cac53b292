// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/excalibur';
import { start } from '@spindle/runtime';
import { Actor, DisplayMode, Engine, Scene } from 'excalibur';
import { Bell } from './bell';
import { caption } from './caption';
import { onAgain } from './controls';
import { Figure } from './figure';
import { gate } from './gate';
import { graphic } from './graphic';
import { hall } from './hall';
import type { Name } from './pictures';

/** Each frame of a scene is a pulse. When the scene is left, its scripts end. */
class Stage extends Scene {
  override onInitialize(): void {
    attachSpindle(this);
  }

  show(backdrop: Name, ...figures: readonly Figure[]): void {
    caption('');
    this.clear();
    const wall = new Actor({ x: 320, y: 180 });
    wall.graphics.use(graphic(backdrop));
    for (const actor of [wall, ...figures]) this.add(actor);
  }
}

class Gate extends Stage {
  override onActivate(): void {
    const hero = new Figure('hero', -30);
    const guard = new Figure('guard', 440);
    this.show('gate', hero, guard);
    // @compile
    start(() => {
      gate(hero, guard, new Bell());
      void this.engine.goToScene('hall');
    });
  }
}

class Hall extends Stage {
  override onActivate(): void {
    const hero = new Figure('hero', -30);
    const king = new Figure('king', 515);
    this.show('hall', hero, king);
    // @compile
    start(() => {
      hall(hero, king);
      caption('The end.');
    });
  }
}

const canvasElement = document.createElement('canvas');
document.querySelector('#stage')!.append(canvasElement);
const game = new Engine({
  canvasElement,
  width: 640,
  height: 360,
  displayMode: DisplayMode.Fixed,
  pixelArt: true,
  suppressPlayButton: true,
  scenes: { gate: Gate, hall: Hall },
});
await game.start();
await game.goToScene('gate');

// With your edits.
onAgain(() => void game.goToScene('gate'));

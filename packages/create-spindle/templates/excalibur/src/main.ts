import { attachSpindle } from '@spindle/engines/excalibur';
import { start } from '@spindle/runtime';
import { Color, DisplayMode, Engine, Scene } from 'excalibur';
import { Figure } from './figure';
import { opening } from './opening';

class Gate extends Scene {
  override onInitialize(): void {
    // Each frame of the scene is a pulse; who is killed ends his scripts.
    attachSpindle(this);
  }

  override onActivate(): void {
    const hero = new Figure(60, Color.fromHex('#5b8cff'));
    const guard = new Figure(420, Color.fromHex('#ff8c5b'));
    this.add(hero);
    this.add(guard);
    start(() => opening(hero, guard));
  }
}

const game = new Engine({
  width: 640,
  height: 360,
  displayMode: DisplayMode.Fixed,
  backgroundColor: Color.fromHex('#333344'),
  suppressPlayButton: true,
  scenes: { gate: Gate },
});
await game.start();
await game.goToScene('gate');

// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/excalibur';
import { start, type Thread } from '@spindle/runtime';
import { Color, DisplayMode, Engine, Keys, Scene } from 'excalibur';
import { Figure } from './figure';
import { opening } from './opening';

class Gate extends Scene {
  opening?: Thread;

  override onInitialize(): void {
    // Each frame of the scene is a pulse; who is killed ends his scripts.
    attachSpindle(this);
    // R plays it again, with your edits.
    this.input.keyboard.on('press', ({ key }) => {
      if (key === Keys.R) this.play();
    });
  }

  override onActivate(): void {
    this.play();
  }

  /** The scene, from its start. */
  play(): void {
    this.opening?.cancel();
    this.clear();
    const hero = new Figure(60, Color.fromHex('#5b8cff'));
    const guard = new Figure(420, Color.fromHex('#ff8c5b'));
    this.add(hero);
    this.add(guard);
    this.opening = start(() => opening(hero, guard));
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

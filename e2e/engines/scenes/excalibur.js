// A guard lets the hero pass once somebody has clicked on him.
import { Actor, Color, DisplayMode, Engine, Font, Label, Scene, vec } from 'excalibur';
import { start } from '@spindle/runtime';
import { attachSpindle, waitForActions, waitForPointer } from '@spindle/engines/excalibur';

// @compile
class Figure extends asExecutor(Actor) {
  constructor(x, color) {
    super({ x, y: 200, width: 40, height: 60, color });
    this.speech = new Label({ x: -40, y: -60, color: Color.White, font: new Font({ size: 16 }) });
    this.addChild(this.speech);
  }

  walkTo(x) {
    while (this.pos.x < x) this.pos.x += 0.2 * clock.delta;
  }

  say(words) {
    this.speech.text = words;
    this.wait(words.length * 40);
    this.speech.text = '';
  }
}

// @compile
function opening(hero, guard) {
  hero.walkTo(300);
  hero.say('May I pass?');
  waitFor(hero);
  guard.say('Click on me!');
  waitForPointer(guard);
  waitForActions(
    guard.actions.moveBy({ offset: vec(0, -80), duration: 150 }).moveBy({ offset: vec(0, 80), duration: 150 }),
  );
  waitFor(guard.say('You may.'));
  guard.kill();
  waitFor(hero.walkTo(500));
  console.log('the end');
}

class Gate extends Scene {
  onInitialize() {
    attachSpindle(this);
  }

  onActivate() {
    const hero = new Figure(60, Color.fromHex('#3366cc'));
    const guard = new Figure(400, Color.fromHex('#cc6633'));
    this.add(hero);
    this.add(guard);
    start(() => opening(hero, guard));
  }
}

const game = new Engine({
  width: 600,
  height: 400,
  displayMode: DisplayMode.Fixed,
  suppressPlayButton: true,
  suppressConsoleBootMessage: true,
  scenes: { gate: Gate },
});
await game.start();
await game.goToScene('gate');

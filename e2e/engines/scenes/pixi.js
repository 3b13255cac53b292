// A guard lets the hero pass once somebody has clicked on him.
import { Application, Container, Graphics, Text } from 'pixi.js';
import { start } from '@spindle/runtime';
import { attachSpindle, tweenTo, waitForPointer } from '@spindle/engines/pixi';

// @compile
class Figure extends asExecutor(Container) {
  constructor(x, color) {
    super({ x, y: 200 });
    this.addChild(new Graphics().rect(-20, -30, 40, 60).fill(color));
    this.speech = this.addChild(new Text({ anchor: 0.5, y: -50, style: { fill: 'white', fontSize: 16 } }));
  }

  walkTo(x) {
    while (this.x < x) this.x += 0.2 * clock.delta;
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
  tweenTo(guard, { y: 120 }, 150);
  tweenTo(guard, { y: 200 }, 150);
  waitFor(guard.say('You may.'));
  guard.destroy({ children: true });
  waitFor(hero.walkTo(500));
  console.log('the end');
}

const app = new Application();
await app.init({ width: 600, height: 400 });
document.body.append(app.canvas);

const gate = app.stage.addChild(new Container());
attachSpindle(app, { scene: gate });
const hero = gate.addChild(new Figure(60, 0x3366cc));
const guard = gate.addChild(new Figure(400, 0xcc6633));
start(() => opening(hero, guard));

// A guard lets the hero pass once somebody has clicked on him.
import kaplay from 'kaplay';
import { start } from '@spindle/runtime';
import { attachSpindle, waitForPointer, waitForTween } from '@spindle/engines/kaplay';

const k = kaplay({ width: 600, height: 400, global: false });

// @compile
const figure = () => ({
  id: 'figure',

  add() {
    asExecutor(this);
    this.speech = this.add([k.text('', { size: 16 }), k.anchor('center'), k.pos(0, -50)]);
  },

  walkTo(x) {
    while (this.pos.x < x) this.pos.x += 0.2 * clock.delta;
  },

  say(words) {
    this.speech.text = words;
    this.wait(words.length * 40);
    this.speech.text = '';
  },
});

// @compile
function opening(hero, guard) {
  hero.walkTo(300);
  hero.say('May I pass?');
  waitFor(hero);
  guard.say('Click on me!');
  waitForPointer(guard);
  waitForTween(k.tween(200, 120, 0.15, (y) => (guard.pos.y = y)));
  waitForTween(k.tween(120, 200, 0.15, (y) => (guard.pos.y = y)));
  waitFor(guard.say('You may.'));
  guard.destroy();
  waitFor(hero.walkTo(500));
  console.log('the end');
}

const make = (x, color) =>
  k.add([k.rect(40, 60), k.anchor('center'), k.pos(x, 200), k.color(color), k.area(), figure()]);

k.scene('gate', () => {
  attachSpindle(k);
  const hero = make(60, '#3366cc');
  const guard = make(400, '#cc6633');
  start(() => opening(hero, guard));
});
k.go('gate');

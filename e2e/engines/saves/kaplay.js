// A scene that is saved at any moment, with all that is under way in it. Press S, reload the page, press L.
import kaplay from 'kaplay';
import { scheduler, start } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { attachSpindle, waitForCollision } from '@spindle/engines/kaplay';

const k = kaplay({ width: 600, height: 300, background: '#000000', global: false });

/** Who is on the stage. A script holds the figure, a save its name. */
const figures = new Map();
const line = document.body.appendChild(document.createElement('p'));

// @compile
const scripts = (name) => ({
  id: 'scripts',
  name,
  mood: 'calm',

  add() {
    asExecutor(this);
  },

  say(sentence) {
    line.textContent = '';
    for (const word of sentence.split(' ')) {
      line.textContent += ` ${word}`;
      this.wait(120);
    }
    console.log(clock.frame, line.textContent);
  },

  // A tween of Spindle is saved where it is.
  glideTo(x) {
    const from = this.pos.x;
    this.hold(() => tween(1490, (t) => (this.pos.x = from + (x - from) * t)));
    console.log(clock.frame, `the ${this.name} is at ${this.pos.x}, and ${this.mood}`);
  },

  runInto(wall) {
    race(waitForCollision(this, wall), this.walk());
    this.mood = 'dazed';
    console.log(clock.frame, `the ${this.name} has met the ${wall.name}`);
  },

  walk() {
    while (true) this.pos.x += 0.08 * clock.delta;
  },
});

// @compile
function story() {
  const [hero, guard, wall] = ['hero', 'guard', 'wall'].map((name) => figures.get(name));
  remove('robber');
  wait(200);
  const robber = add('robber');
  robber.mood = 'merry';
  all(guard.say('A robber! I see him, and you run, and he ...'), hero.runInto(wall), robber.glideTo(500));
  console.log(clock.frame, `the end: the hero is ${hero.mood}`);
}

/** Where they stand at first, and their colors. */
const CAST = {
  hero: [60, 100, '#3366cc'],
  wall: [235, 100, '#888888'],
  guard: [400, 100, '#cc6633'],
  robber: [60, 250, '#cc3344'],
};

function add(name) {
  const [x, y, color] = CAST[name];
  const look = [k.rect(40, 40), k.anchor('center'), k.pos(x, y), k.color(color), k.area()];
  const figure = k.add([...look, scripts(name)]);
  figures.set(name, figure);
  return figure;
}

function remove(name) {
  figures.get(name).destroy();
  figures.delete(name);
}

const game = saves(scheduler, {
  objects: {
    idOf: (object) => (object === k ? 'k' : object.name),
    find: (name) => (name === 'k' ? k : figures.get(name)),
  },
  state: {
    save: () => ({ words: line.textContent, looks: [...figures.values()].map(lookOf) }),
    load({ words, looks }) {
      line.textContent = words;
      for (const name of figures.keys()) if (!looks.some((look) => look.name === name)) remove(name);
      for (const look of looks) show(figures.get(look.name) ?? add(look.name), look);
    },
  },
});

/** What a figure has. Kaplay makes it of components, so it is of no class whose fields a save could know. */
const lookOf = ({ name, mood, pos }) => ({ name, mood, x: pos.x, y: pos.y });

function show(figure, { mood, x, y }) {
  figure.mood = mood;
  figure.pos = k.vec2(x, y);
}

addEventListener('keydown', ({ key }) => {
  if (key === 's') localStorage.setItem('slot', game.save({ title: line.textContent }));
  if (key === 'l') game.load(localStorage.getItem('slot'));
});

k.scene('stage', () => {
  attachSpindle(k);
  for (const name of Object.keys(CAST)) add(name);
  start(story);
});
k.go('stage');

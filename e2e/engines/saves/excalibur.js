// A scene that is saved at any moment, with all that is under way in it. Press S, reload the page, press L.
import { Actor, CollisionType, Color, DisplayMode, Engine, Scene, vec } from 'excalibur';
import { scheduler, start } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { attachSpindle, waitForCollision } from '@spindle/engines/excalibur';

/** Who is on the stage. A script holds the figure, a save its name. */
const figures = new Map();
const line = document.body.appendChild(document.createElement('p'));

// @compile
class Figure extends asExecutor(Actor) {
  // All fields of the class are in a save.
  mood = 'calm';

  say(sentence) {
    line.textContent = '';
    for (const word of sentence.split(' ')) {
      line.textContent += ` ${word}`;
      this.wait(120);
    }
    console.log(clock.frame, line.textContent);
  }

  // A tween of Spindle is saved where it is.
  glideTo(x) {
    const from = this.pos.x;
    this.hold(() => tween(1490, (t) => (this.pos.x = from + (x - from) * t)));
    console.log(clock.frame, `the ${this.name} is at ${this.pos.x}, and ${this.mood}`);
  }

  runInto(wall) {
    this.vel.x = 80;
    const met = waitForCollision(this, wall);
    this.vel.x = 0;
    this.mood = 'dazed';
    console.log(clock.frame, `the ${this.name} has met the ${met.name}`);
  }
}

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
  const look = { width: 40, height: 40, color: Color.fromHex(color), collisionType: CollisionType.Passive };
  const figure = new Figure({ name, x, y, ...look });
  stage.add(figure);
  figures.set(name, figure);
  return figure;
}

function remove(name) {
  figures.get(name).kill();
  figures.delete(name);
}

class Stage extends Scene {
  onInitialize() {
    attachSpindle(this);
  }

  onActivate() {
    for (const name of Object.keys(CAST)) add(name);
    start(story);
  }
}

const stage = new Stage();

const game = saves(scheduler, {
  objects: {
    idOf: (object) => (object === stage ? 'stage' : object.name),
    find: (name) => (name === 'stage' ? stage : figures.get(name)),
    all: () => figures.values(),
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

/** What Excalibur keeps of a figure. */
const lookOf = ({ name, pos, vel }) => ({ name, x: pos.x, y: pos.y, speed: vel.x });

function show(figure, { x, y, speed }) {
  figure.pos = vec(x, y);
  figure.vel = vec(speed, 0);
}

addEventListener('keydown', ({ key }) => {
  if (key === 's') localStorage.setItem('slot', game.save({ title: line.textContent }));
  if (key === 'l') game.load(localStorage.getItem('slot'));
});

const engine = new Engine({
  width: 600,
  height: 300,
  displayMode: DisplayMode.Fixed,
  suppressPlayButton: true,
  suppressConsoleBootMessage: true,
  backgroundColor: Color.Black,
  scenes: { stage },
});
await engine.start();
await engine.goToScene('stage');

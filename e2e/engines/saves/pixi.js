// A scene that is saved at any moment, with all that is under way in it. Press S, reload the page, press L.
import { AnimatedSprite, Application, Texture } from 'pixi.js';
import { scheduler, start } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { attachSpindle, waitForAnimation, waitForOverlap } from '@spindle/engines/pixi';

/** Who is on the stage. A script holds the figure, a save its name. */
const figures = new Map();
const line = document.body.appendChild(document.createElement('p'));

// @compile
class Figure extends asExecutor(AnimatedSprite) {
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
    const from = this.x;
    this.hold(() => tween(1490, (t) => (this.x = from + (x - from) * t)));
    console.log(clock.frame, `the ${this.label} is at ${this.x}, and ${this.mood}`);
  }

  runInto(wall) {
    race(waitForOverlap(this, wall), this.walk());
    this.mood = 'dazed';
    console.log(clock.frame, `the ${this.label} has met the ${wall.label}`);
  }

  walk() {
    while (true) this.x += 0.08 * clock.delta;
  }

  wave() {
    this.gotoAndPlay(0);
    waitForAnimation(this);
    console.log(clock.frame, `the ${this.label} has waved`);
  }
}

// @compile
function story() {
  const [hero, guard, wall] = ['hero', 'guard', 'wall'].map((name) => figures.get(name));
  remove('robber');
  wait(200);
  const robber = add('robber');
  robber.mood = 'merry';
  all(guard.wave(), guard.say('A robber! I wave, and you run, and he ...'), hero.runInto(wall), robber.glideTo(500));
  console.log(clock.frame, `the end: the hero is ${hero.mood}`);
}

const app = new Application();
/** Where they stand at first, and their colors. */
const CAST = {
  hero: [60, 100, '#3366cc'],
  wall: [235, 100, '#888888'],
  guard: [400, 100, '#cc6633'],
  robber: [60, 250, '#cc3344'],
};

function add(label) {
  const [x, y, tint] = CAST[label];
  const textures = Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? Texture.WHITE : Texture.EMPTY));
  const look = { textures, animationSpeed: 0.2, loop: false, width: 40, height: 40, tint };
  const figure = app.stage.addChild(new Figure({ label, x, y, ...look }));
  figures.set(label, figure);
  return figure;
}

function remove(label) {
  figures.get(label).destroy();
  figures.delete(label);
}

const game = saves(scheduler, {
  objects: {
    idOf: (object) => object.label,
    find: (label) => figures.get(label),
    all: () => figures.values(),
  },
  state: {
    save: () => ({ words: line.textContent, looks: [...figures.values()].map(lookOf) }),
    load({ words, looks }) {
      line.textContent = words;
      for (const label of figures.keys()) if (!looks.some((look) => look.label === label)) remove(label);
      for (const look of looks) show(figures.get(look.label) ?? add(look.label), look);
    },
  },
});

/** What Pixi keeps of a figure. Of an animation it tells the picture, not for how long that is shown. */
const lookOf = ({ label, x, y, playing, currentFrame }) => ({ label, x, y, playing, currentFrame });

function show(figure, { x, y, playing, currentFrame }) {
  figure.position.set(x, y);
  if (playing) figure.gotoAndPlay(currentFrame);
  else figure.gotoAndStop(currentFrame);
}

addEventListener('keydown', ({ key }) => {
  if (key === 's') localStorage.setItem('slot', game.save({ title: line.textContent }));
  if (key === 'l') game.load(localStorage.getItem('slot'));
});

await app.init({ width: 600, height: 300 });
document.body.append(app.canvas);
attachSpindle(app);
for (const label of Object.keys(CAST)) add(label);
start(story);

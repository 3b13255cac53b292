// A scene that is saved at any moment, with all that is under way in it. Press S, reload the page, press L.
import Phaser from 'phaser';
import { scheduler, start } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { attachSpindle, waitForAnimation, waitForCollision } from '@spindle/engines/phaser';

/** Who is on the stage. A script holds the figure, a save its name. */
const figures = new Map();
const line = document.body.appendChild(document.createElement('p'));

// @compile
class Figure extends asExecutor(Phaser.GameObjects.Sprite) {
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
    console.log(clock.frame, `the ${this.name} is at ${this.x}, and ${this.mood}`);
  }

  runInto(wall) {
    this.body.setVelocityX(80);
    const met = waitForCollision(this, wall);
    this.body.setVelocityX(0);
    this.mood = 'dazed';
    console.log(clock.frame, `the ${this.name} has met the ${met.name}`);
  }

  wave() {
    waitForAnimation(this.play('wave'));
    console.log(clock.frame, `the ${this.name} has waved`);
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

let stage;
/** Where they stand at first, and their colors. */
const CAST = {
  hero: [60, 100, 0x3366cc],
  wall: [235, 100, 0x888888],
  guard: [400, 100, 0xcc6633],
  robber: [60, 250, 0xcc3344],
};

function add(name) {
  const [x, y, color] = CAST[name];
  const figure = stage.add
    .existing(new Figure(stage, x, y, 'figure', 0))
    .setName(name)
    .setTint(color);
  stage.physics.add.existing(figure);
  figures.set(name, figure);
  return figure;
}

function remove(name) {
  figures.get(name).destroy();
  figures.delete(name);
}

class Stage extends Phaser.Scene {
  create() {
    stage = this;
    attachSpindle(this);
    const picture = this.textures.createCanvas('figure', 80, 40);
    for (const [i, color] of ['white', 'gray'].entries()) {
      picture.context.fillStyle = color;
      picture.context.fillRect(40 * i, 0, 40, 40);
      picture.add(i, 0, 40 * i, 0, 40, 40);
    }
    picture.refresh();
    const frames = [0, 1].map((frame) => ({ key: 'figure', frame }));
    this.anims.create({ key: 'wave', frames, frameRate: 10, repeat: 6 });
    for (const name of Object.keys(CAST)) add(name);
    figures.get('wall').body.setImmovable();
    this.physics.add.collider(figures.get('hero'), figures.get('wall'));
    start(story);
  }
}

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

/** What Phaser keeps of a figure. */
function lookOf({ name, x, y, body, anims }) {
  const { accumulator, repeatCounter } = anims;
  const plays = anims.isPlaying ? { key: anims.getName(), startFrame: anims.currentFrame.index - 1 } : null;
  return { name, x, y, speed: body.velocity.x, plays, anims: { accumulator, repeatCounter } };
}

function show(figure, { x, y, speed, plays, anims }) {
  figure.body.reset(x, y);
  figure.body.setVelocityX(speed);
  if (plays) figure.play(plays);
  else figure.stop();
  Object.assign(figure.anims, anims);
}

addEventListener('keydown', ({ key }) => {
  if (key === 's') localStorage.setItem('slot', game.save({ title: line.textContent }));
  if (key === 'l') game.load(localStorage.getItem('slot'));
});

export const phaser = new Phaser.Game({
  width: 600,
  height: 300,
  banner: false,
  audio: { noAudio: true },
  physics: { default: 'arcade', arcade: { fixedStep: false } },
  scene: Stage,
});

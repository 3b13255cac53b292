// A scene that is saved at any moment, with all that is under way in it. Press S, reload the page, press L.
import * as THREE from 'three';
import { scheduler, start } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { attachSpindle, waitForAnimation } from '@spindle/engines/three';

/** Who is on the stage. A script holds the figure, a save its name. */
const figures = new Map();
/** The action of each figure: it has a name, too. */
const waves = new Map();
const line = document.body.appendChild(document.createElement('p'));

// @compile
class Figure extends asExecutor(THREE.Mesh) {
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
    const from = this.position.x;
    this.hold(() => tween(1490, (t) => (this.position.x = from + (x - from) * t)));
    console.log(clock.frame, `the ${this.name} is at ${this.position.x}, and ${this.mood}`);
  }

  wave() {
    const action = waves.get(this.name);
    waitForAnimation(action.reset().play());
    this.mood = 'tired';
    console.log(clock.frame, `the ${this.name} has waved`);
  }
}

// @compile
function story() {
  const [hero, guard] = ['hero', 'guard'].map((name) => figures.get(name));
  remove('robber');
  wait(200);
  const robber = add('robber');
  robber.mood = 'merry';
  all(guard.wave(), guard.say('A robber! I wave, and you run, and he ...'), hero.glideTo(300), robber.glideTo(500));
  console.log(clock.frame, `the end: the hero is ${hero.mood}, the guard ${guard.mood}`);
}

const scene = new THREE.Scene();
const mixer = new THREE.AnimationMixer(scene);
/** Where they stand at first, and their colors. */
const CAST = {
  hero: [60, 200, 0x3366cc],
  guard: [400, 200, 0xcc6633],
  robber: [60, 80, 0xcc3344],
};

function add(name) {
  const [x, y, color] = CAST[name];
  const figure = new Figure(new THREE.BoxGeometry(40, 40, 40), new THREE.MeshBasicMaterial({ color }));
  figure.name = name;
  figure.position.set(x, y, 0);
  scene.add(figure);
  figures.set(name, figure);
  const turn = new THREE.NumberKeyframeTrack('.rotation[z]', [0, 0.5, 1.4], [0, 1, 0]);
  const action = mixer.clipAction(new THREE.AnimationClip('wave', -1, [turn]), figure);
  waves.set(name, Object.assign(action.setLoop(THREE.LoopOnce, 1), { name: `wave of ${name}` }));
  return figure;
}

function remove(name) {
  scene.remove(figures.get(name));
  figures.delete(name);
  waves.delete(name);
}

const game = saves(scheduler, {
  objects: {
    idOf: (object) => object.name,
    find: (name) => figures.get(name) ?? waves.get(name.replace('wave of ', '')),
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

/** What three.js keeps of a figure: where it is, and how far its action is. */
function lookOf({ name, position: { x, y } }) {
  const action = waves.get(name);
  return { name, x, y, wavesAt: action.isRunning() ? action.time : null };
}

function show(figure, { name, x, y, wavesAt }) {
  figure.position.set(x, y, 0);
  const action = waves.get(name).reset();
  if (wavesAt === null) action.stop();
  else action.play().time = wavesAt;
}

addEventListener('keydown', ({ key }) => {
  if (key === 's') localStorage.setItem('slot', game.save({ title: line.textContent }));
  if (key === 'l') game.load(localStorage.getItem('slot'));
});

const renderer = new THREE.WebGLRenderer();
renderer.setSize(600, 300);
document.body.append(renderer.domElement);
const camera = new THREE.OrthographicCamera(0, 600, 300, 0, 1, 1000);
camera.position.z = 500;
const spindle = attachSpindle(scene);
for (const name of Object.keys(CAST)) add(name);
start(story);

const timer = new THREE.Timer();
renderer.setAnimationLoop((time) => {
  timer.update(time);
  mixer.update(timer.getDelta());
  spindle.update(timer.getDelta());
  renderer.render(scene, camera);
});

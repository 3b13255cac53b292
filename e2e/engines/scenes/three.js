// A guard lets the hero pass once somebody has clicked on him.
import * as THREE from 'three';
import { start } from '@spindle/runtime';
import { attachSpindle, tweenTo, waitForPointer } from '@spindle/engines/three';

// @compile
class Figure extends asExecutor(THREE.Mesh) {
  constructor(x, color) {
    super(new THREE.BoxGeometry(40, 60, 40), new THREE.MeshBasicMaterial({ color }));
    this.position.set(x, 200, 0);
  }

  walkTo(x) {
    while (this.position.x < x) this.position.x += 0.2 * clock.delta;
  }

  say(words) {
    document.title = words;
    this.wait(words.length * 40);
  }
}

// @compile
function opening(scene, hero, guard) {
  hero.walkTo(300);
  hero.say('May I pass?');
  waitFor(hero);
  guard.say('Click on me!');
  waitForPointer(guard);
  tweenTo(guard.position, { y: 280 }, 150);
  tweenTo(guard.position, { y: 200 }, 150);
  waitFor(guard.say('You may.'));
  scene.remove(guard);
  waitFor(hero.walkTo(500));
  console.log('the end');
}

const renderer = new THREE.WebGLRenderer();
renderer.setSize(600, 400);
document.body.append(renderer.domElement);

const scene = new THREE.Scene();
const camera = new THREE.OrthographicCamera(0, 600, 400, 0, 1, 1000);
camera.position.z = 500;
const pointer = { canvas: renderer.domElement, camera, raycaster: new THREE.Raycaster() };
const spindle = attachSpindle(scene, { pointer });
const hero = new Figure(60, 0x3366cc);
const guard = new Figure(400, 0xcc6633);
scene.add(hero, guard);
start(() => opening(scene, hero, guard));

const timer = new THREE.Timer();
renderer.setAnimationLoop((time) => {
  timer.update(time);
  spindle.update(timer.getDelta());
  renderer.render(scene, camera);
});

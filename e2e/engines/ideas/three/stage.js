/** Figures in three.js, and a loop that plays a story. */
import * as THREE from 'three';
import { attachSpindle } from '@spindle/engines/three';
import { start } from '@spindle/runtime';
import { caption } from '../caption.js';

// @compile
class Figure extends asExecutor(THREE.Mesh) {
  walkTo(x) {
    while (this.position.x !== x) {
      const step = 0.2 * clock.delta;
      this.position.x += Math.max(-step, Math.min(step, x - this.position.x));
    }
  }

  say(words) {
    caption(words);
    this.wait(400 + words.length * 20);
    caption('');
  }
}

export function figure(scene, x, color, y = 200) {
  const made = new Figure(new THREE.BoxGeometry(40, 60, 40), new THREE.MeshBasicMaterial({ color }));
  made.position.set(x, 400 - y, 0);
  scene.add(made);
  return made;
}

export function play(story) {
  const renderer = new THREE.WebGLRenderer();
  renderer.setSize(600, 400);
  document.body.append(renderer.domElement);
  const scene = new THREE.Scene();
  const camera = new THREE.OrthographicCamera(0, 600, 400, 0, 1, 1000);
  camera.position.z = 500;
  const pointer = { canvas: renderer.domElement, camera, raycaster: new THREE.Raycaster() };
  const spindle = attachSpindle(scene, { pointer });
  start(() => story(scene));
  const timer = new THREE.Timer();
  renderer.setAnimationLoop((time) => {
    timer.update(time);
    spindle.update(timer.getDelta());
    renderer.render(scene, camera);
  });
}

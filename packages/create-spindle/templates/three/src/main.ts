// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/three';
import { start, type Thread } from '@spindle/runtime';
import * as THREE from 'three';
import { Figure } from './figure';
import { opening } from './opening';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(640, 360);
renderer.setClearColor('#334');
document.body.append(renderer.domElement);
const speech = document.body.appendChild(document.createElement('p'));
speech.style.cssText = 'color: white; font: 16px sans-serif; text-align: center; height: 1em';

const scene = new THREE.Scene();
const camera = new THREE.OrthographicCamera(0, 640, 360, 0, 1, 1000);
camera.position.z = 500;

// What leaves the scene ends its scripts.
const spindle = attachSpindle(scene);

let hero: Figure;
let guard: Figure;
let playing: Thread | undefined;

/** The scene, from its start. */
function play(): void {
  playing?.cancel();
  scene.clear();
  hero = new Figure(60);
  guard = new Figure(420);
  scene.add(hero, guard);
  playing = start(() => opening(hero, guard));
}

play();
// R plays it again, with your edits.
addEventListener('keydown', ({ key }) => {
  if (key === 'r') play();
});

const timer = new THREE.Timer();
renderer.setAnimationLoop((time) => {
  timer.update(time);
  // A frame is a pulse.
  spindle.update(timer.getDelta());
  speech.textContent = hero.words || guard.words;
  renderer.render(scene, camera);
});

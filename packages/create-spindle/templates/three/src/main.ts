// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/three';
import { start, type Thread } from '@spindle/runtime';
import * as THREE from 'three';
import { Bell } from './bell';
import { caption } from './caption';
import { onAgain } from './controls';
import { Figure } from './figure';
import { gate } from './gate';
import { hall } from './hall';
import type { Name } from './pictures';
import { texture } from './texture';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(640, 360);
document.querySelector('#stage')!.append(renderer.domElement);
const scene = new THREE.Scene();
// As far away as shows 640 × 360 of what stands at z = 0.
const camera = new THREE.PerspectiveCamera(40, 640 / 360);
camera.position.z = 180 / Math.tan(Math.PI / 9);

// The scripts of what leaves the scene end.
const spindle = attachSpindle(scene);
let leader: Figure;

function show(backdrop: Name, hero: Figure, other: Figure): void {
  scene.clear();
  const wall = new THREE.Mesh(
    new THREE.PlaneGeometry(640, 360),
    new THREE.MeshBasicMaterial({ map: texture(backdrop) }),
  );
  // The camera moves, and sees no edge of it.
  wall.position.set(320, 180, -20);
  wall.scale.setScalar(1.12);
  scene.add(wall, hero, other);
  leader = hero;
}

/** Both scenes, one after the other. */
// @compile
function story(): void {
  caption('');
  const [hero, guard] = [new Figure('hero', -30), new Figure('guard', 440)];
  show('gate', hero, guard);
  gate(hero, guard, new Bell());
  const [guest, king] = [new Figure('hero', -30), new Figure('king', 515)];
  show('hall', guest, king);
  hall(guest, king);
  caption('The end.');
}

let playing: Thread | undefined;

function play(): void {
  playing?.cancel();
  playing = start(() => story());
}

play();
// With your edits.
onAgain(play);

const timer = new THREE.Timer();
renderer.setAnimationLoop((time) => {
  timer.update(time);
  // A frame is a pulse. A tab that was hidden does not make up for lost time.
  spindle.update(Math.min(timer.getDelta(), 0.1));
  // The camera looks after the hero.
  camera.position.set(320 + (leader.x - 320) * 0.1, 190, camera.position.z);
  camera.lookAt(320, 180, 0);
  renderer.render(scene, camera);
});

/** A scene of three.js for the test: each script is one thing that Spindle has to do there. */
import * as THREE from 'three';
import { scheduler, start } from '@spindle/runtime';
import { attachSpindle, tweenTo, waitForAnimation, waitForPointer } from '@spindle/engines/three';

// @compile
class Figure extends asExecutor(THREE.Mesh) {
  constructor(x, y, color) {
    super(new THREE.BoxGeometry(40, 40, 40), new THREE.MeshBasicMaterial({ color }));
    this.position.set(x, y, 0);
  }

  walkTo(x) {
    while (this.position.x < x) this.position.x += 3;
    return this.position.x;
  }

  glideTo(x) {
    this.hold(() => tweenTo(this.position, { x }, 300));
    return this.position.x;
  }

  clicked() {
    const { pointer, intersection } = waitForPointer(this);
    return [pointer.button, Math.round(intersection.point.x), Math.round(intersection.point.y)];
  }

  wave(mixer) {
    const turn = new THREE.NumberKeyframeTrack('.rotation[z]', [0, 0.3], [0, 1]);
    const action = mixer.clipAction(new THREE.AnimationClip('wave', -1, [turn]), this).setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    waitForAnimation(action.play());
    return this.rotation.z === 1;
  }

  // Never ends by itself.
  patrol() {
    while (true) this.position.x += Math.sin(this.position.y++);
  }
}

/** Gives what the test calls. All engines give the same. */
export async function begin() {
  const renderer = new THREE.WebGLRenderer();
  renderer.setSize(600, 400);
  document.body.append(renderer.domElement);
  const camera = new THREE.OrthographicCamera(0, 600, 400, 0, 1, 1000);
  camera.position.z = 500;
  const raycaster = new THREE.Raycaster();
  const timer = new THREE.Timer();
  let scene;
  let spindle;
  const enter = () => {
    scene = new THREE.Scene();
    spindle = attachSpindle(scene, { pointer: { canvas: renderer.domElement, camera, raycaster } });
  };
  enter();
  const hero = new Figure(60, 300, 0x3366cc);
  let guard;
  let group;
  const respawn = () => {
    guard = new Figure(400, 300, 0xcc6633);
    group = new THREE.Group().add(guard);
    scene.add(group);
  };
  scene.add(hero);
  respawn();
  const mixer = new THREE.AnimationMixer(scene);
  renderer.setAnimationLoop((time) => {
    timer.update(time);
    mixer.update(timer.getDelta());
    spindle.update(timer.getDelta());
    renderer.render(scene, camera);
  });
  return {
    scheduler,
    walk: () => start(() => hero.walkTo(120)),
    tween: () => start(() => guard.glideTo(460)),
    click: { thread: () => start(() => guard.clicked()), at: () => [guard.position.x + 10, 95], given: [0, 470, 305] },
    animation: () => start(() => hero.wave(mixer)),
    patrol: () => guard.patrol(),
    /** What is above it in the tree is removed. */
    destroy: () => group.removeFromParent(),
    /** What saves know by its name. */
    named: () => ({ hero, guard }),
    /** The guard is made anew. */
    respawn,
    forever: () => hero.patrol(),
    /** The engine's own time, in milliseconds. */
    now: () => timer.getElapsed() * 1000,
    shutDown() {
      if (scene.dispose) scene.dispose();
      else spindle.detach();
      enter();
    },
    /** Has the next scene begun? */
    again: () => true,
  };
}

/** The engines' own types fit what `@spindle/engines` takes. It is checked, and never run. */
import * as ex from 'excalibur';
import type { GameObj, AreaComp, KAPLAYCtx } from 'kaplay';
import type Phaser from 'phaser';
import type { AnimatedSprite, Application, Container } from 'pixi.js';
import * as THREE from 'three';
import * as excalibur from '@spindle/engines/excalibur';
import * as kaplay from '@spindle/engines/kaplay';
import * as phaser from '@spindle/engines/phaser';
import * as pixi from '@spindle/engines/pixi';
import * as three from '@spindle/engines/three';

export function ofPhaser(scene: Phaser.Scene, sprite: Phaser.Physics.Arcade.Sprite): void {
  phaser.attachSpindle(scene);
  phaser.waitForTween(scene.tweens.add({ targets: sprite, x: 3 }));
  phaser.waitForTween(scene.tweens.chain({ targets: sprite, tweens: [] }));
  phaser.waitForTween(scene.tweens.addCounter({ from: 0, to: 1 }));
  phaser.waitForTimer(scene.time.delayedCall(200, () => undefined));
  phaser.waitForAnimation(sprite.play('wave'));
  const { pointer } = phaser.waitForPointer<Phaser.Input.Pointer>(sprite);
  pointer satisfies Phaser.Input.Pointer;
  phaser.waitForCollision(sprite, sprite) satisfies Phaser.Physics.Arcade.Sprite;
  phaser.waitForOverlap<Phaser.GameObjects.Sprite>(scene, sprite, scene.physics.add.group()).play('wave');
}

export function ofExcalibur(scene: ex.Scene, actor: ex.Actor, timer: ex.Timer): void {
  excalibur.attachSpindle(scene);
  excalibur.waitForActions(actor.actions);
  excalibur.waitForActions(actor.actions.moveTo(ex.vec(1, 2), 100));
  excalibur.waitForTimer(timer);
  excalibur.waitForPointer<ex.PointerEvent>(actor).worldPos satisfies ex.Vector;
  excalibur.waitForCollision(actor, actor) satisfies ex.Actor;
}

export function ofPixi(app: Application, sprite: AnimatedSprite, scene: Container): void {
  pixi.attachSpindle(app, { scene });
  pixi.waitForPointer(sprite).global.x.toFixed();
  pixi.waitForAnimation(sprite);
  pixi.waitForOverlap(sprite, scene);
  pixi.tweenTo(sprite, { x: 3, alpha: 0 }, 300);
}

export function ofThree(scene: THREE.Scene, mesh: THREE.Mesh, action: THREE.AnimationAction): void {
  const pointer = {
    canvas: new THREE.WebGLRenderer().domElement,
    camera: new THREE.PerspectiveCamera(),
    raycaster: new THREE.Raycaster(),
  };
  three.attachSpindle(scene, { pointer }).update(0.016);
  three.waitForPointer<THREE.Intersection>(mesh).intersection.point satisfies THREE.Vector3;
  three.waitForAnimation(action.play());
  three.tweenTo(mesh.position, { x: 3 }, 300);
}

export function ofKaplay(k: KAPLAYCtx, object: GameObj<AreaComp>): void {
  kaplay.attachSpindle(k);
  kaplay.waitForTween(k.tween(0, 1, 0.3, () => undefined));
  kaplay.waitForTimer(k.wait(2));
  kaplay.waitForPointer(object);
  kaplay.waitForCollision(object, 'wall');
}

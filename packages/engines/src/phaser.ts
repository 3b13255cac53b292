/** Phaser 3.60 and later. */
import { defineWait } from '@spindle/runtime/host';
import { Driver, type Attached, type SpindleOptions } from './driver.js';
import { definePolledWait } from './words.js';

export type { Attached, SpindleOptions } from './driver.js';

// oxlint-disable-next-line typescript/no-explicit-any -- each event of Phaser has arguments of its own
type Listener = (...args: any[]) => void;

interface Emitter {
  on(event: string, listener: Listener): unknown;
  once(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

export interface PhaserScene {
  readonly events: Emitter;
}

export interface PhaserTween {
  isPendingRemove(): boolean;
  isRemoved(): boolean;
  isFinished(): boolean;
  isDestroyed(): boolean;
  stop(): unknown;
}

export interface PhaserTimer {
  getOverallProgress(): number;
  remove(dispatchCallback?: boolean): void;
}

export interface PhaserSprite extends Emitter {
  readonly anims: { readonly isPlaying: boolean; stop(): unknown };
}

export interface PhaserObject extends Emitter {
  readonly input: unknown;
  setInteractive(): unknown;
}

/** What comes with an event of a pointer. */
export interface PhaserPointerEvent<Pointer = PhaserPointer> {
  readonly pointer: Pointer;
  /** Where it is on the object. */
  readonly x: number;
  readonly y: number;
}

export interface PhaserPointer {
  readonly x: number;
  readonly y: number;
  readonly worldX: number;
  readonly worldY: number;
  readonly button: number;
}

interface Body {
  onCollide: boolean;
  readonly world: Emitter;
}

/** An object of Arcade physics. */
export interface PhaserBodied {
  readonly body: object | null;
}

interface Gone {
  readonly scene?: unknown;
  readonly once?: unknown;
  readonly displayList?: unknown;
}

/** An object of Phaser has `once` and a field `scene`, which is undefined once it is destroyed. */
const isObject = (owner: Gone): boolean => typeof owner.once === 'function' && 'scene' in owner;

/**
 * Connects a scene. Call it in `create()`. Each update of the scene is a pulse; a paused scene pauses its scripts. The
 * threads of an object end when it is destroyed, and all of the scheduler when the scene shuts down or restarts.
 *
 * @example
 * create() {
 *   attachSpindle(this);
 *   const hero = this.add.existing(new Hero(this, 40, 120));
 *   start(() => opening(this, hero));
 * }
 */
export function attachSpindle(scene: PhaserScene, options: SpindleOptions = {}): Attached {
  const { events } = scene;
  const driver = new Driver(options, {
    isGone: (owner) => isObject(owner) && (owner as Gone).scene === undefined,
    onGone: (owner, end) => void (isObject(owner) && (owner as Emitter).once('destroy', end)),
  });
  const pulse = (_time: number, delta: number): void => driver.pulse(delta);
  const end = (): void => driver.detach(SHUT_DOWN);
  events.on('update', pulse);
  events.once('shutdown', end);
  events.once('destroy', end);
  driver.onDetach(() => {
    events.off('update', pulse);
    events.off('shutdown', end);
    events.off('destroy', end);
  });
  return driver;
}

const SHUT_DOWN = 'the scene was shut down';

/**
 * Waits until a tween, a chain or a counter has ended, or was stopped, removed or destroyed. A script that is ended or
 * goes on before stops it. One that repeats for ever ends only so.
 *
 * @example
 * waitForTween(scene.tweens.add({ targets: hero, x: 300, duration: 400, ease: 'Sine.inOut' }));
 */
export const waitForTween: (tween: PhaserTween) => void = /* @__PURE__ */ definePolledWait({
  kind: 'phaser.tween',
  name: () => 'tween',
  unsavable: 'Save when the tween has ended, or move things by `tween` of Spindle.',
  isOver: (tween) => tween.isPendingRemove() || tween.isRemoved() || tween.isFinished() || tween.isDestroyed(),
  stop: (tween) => tween.stop(),
});

/**
 * Waits until a timer has called for the last time, on the scene's own clock: `scene.time.timeScale` counts. A script
 * that is ended or goes on before removes it.
 *
 * @example
 * waitForTimer(scene.time.delayedCall(400, () => hero.setTint(0xff0000)));
 */
export const waitForTimer: (timer: PhaserTimer) => void = /* @__PURE__ */ definePolledWait({
  kind: 'phaser.timer',
  name: () => 'timer',
  unsavable: 'Save when the timer has ended, or use `wait`.',
  isOver: (timer) => timer.getOverallProgress() >= 1,
  stop: (timer) => timer.remove(),
});

/**
 * Waits until the animation that a sprite plays now has ended or was stopped. A script that is ended or goes on before
 * stops it.
 *
 * @example
 * waitForAnimation(hero.play('wave'));
 */
export const waitForAnimation: (sprite: PhaserSprite) => void = /* @__PURE__ */ definePolledWait({
  kind: 'phaser.animation',
  name: () => 'animation',
  isOver: (sprite) => !(sprite.anims?.isPlaying ?? false),
  stop: (sprite) => sprite.anims.stop(),
});

/**
 * Waits for an event of a pointer on an object, and makes the object interactive if it is not yet.
 *
 * @example
 * const { pointer, x, y } = waitForPointer(hero);
 */
export const waitForPointer = <Pointer = PhaserPointer>(
  object: PhaserObject,
  type: 'pointerdown' | 'pointerup' | 'pointermove' | 'pointerover' = 'pointerdown',
): PhaserPointerEvent<Pointer> => pointerEvent(object, type) as PhaserPointerEvent<Pointer>;

const pointerEvent = /* @__PURE__ */ defineWait<[object: PhaserObject, type: string], PhaserPointerEvent<unknown>>({
  kind: 'phaser.pointer',
  name: ([, type]) => type,
  begin([object, type], settle) {
    if (!object.input) object.setInteractive();
    const listener = (pointer: unknown, x: number, y: number): void => settle({ pointer, x, y });
    object.on(type, listener);
    return () => object.off(type, listener);
  },
});

/**
 * Waits until a body of Arcade physics collides with another one, or with any. The collider is yours:
 * `scene.physics.add.collider(hero, walls)`. Returns the object that it has met.
 *
 * @example
 * const wall = waitForCollision(hero);
 */
export const waitForCollision = <T extends PhaserBodied>(object: PhaserBodied, other?: T): T =>
  collision(object, other) as T;

const collision = /* @__PURE__ */ defineWait<[object: PhaserBodied, other: unknown], unknown>({
  kind: 'phaser.collision',
  name: () => 'collision',
  begin([object, other], settle) {
    const body = object.body as Body;
    body.onCollide = true;
    const listener = (one: unknown, two: unknown): void => {
      const met = one === object ? two : two === object ? one : undefined;
      if (met !== undefined && (other === undefined || met === other)) settle(met);
    };
    body.world.on('collide', listener);
    return () => body.world.off('collide', listener);
  },
});

interface ArcadeScene {
  readonly physics: { readonly add: { overlap(one: never, two: never, met: Listener): { destroy(): void } } };
}

/**
 * Waits until an object overlaps another one, or one of a group. Returns the other one.
 *
 * @example
 * const coin = waitForOverlap(scene, hero, coins);
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a game names the type of what is met
export const waitForOverlap = <T = unknown>(scene: ArcadeScene, object: object, others: object): T =>
  overlap(scene, object, others) as T;

const overlap = /* @__PURE__ */ defineWait<[scene: ArcadeScene, object: object, others: object], unknown>({
  kind: 'phaser.overlap',
  name: () => 'overlap',
  begin([scene, object, others], settle) {
    const check = scene.physics.add.overlap(object as never, others as never, (one: unknown, two: unknown) =>
      settle(one === object ? two : one),
    );
    return () => check.destroy();
  },
});

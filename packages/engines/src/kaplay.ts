/** Kaplay 3001. */
import { defineWait } from '@spindle/runtime/host';
import { Driver, type Attached, type SpindleOptions } from './driver.js';

export type { Attached, SpindleOptions } from './driver.js';

interface Controller {
  cancel(): void;
}

/** The context that `kaplay()` returns. */
export interface KaplayContext {
  /** Seconds. */
  dt(): number;
  onUpdate(action: () => void): Controller;
  // oxlint-disable-next-line typescript/no-explicit-any -- any object of the game
  onDestroy(action: (object: any) => void): Controller;
  onSceneLeave(action: () => void): Controller;
}

/** What `tween`, `wait` and `loop` return. */
export interface KaplayTimer {
  onEnd(action: () => void): void;
  cancel(): void;
}

/** An object with the component `area()`. */
export interface KaplayArea {
  // oxlint-disable-next-line typescript/no-explicit-any -- a button of the mouse
  onClick(action: () => void, button?: any): Controller;
  // oxlint-disable-next-line typescript/no-explicit-any -- any object of the game
  onCollide(action: (other: any) => void): Controller;
}

/**
 * Connects the current scene. Call it in each scene, as Kaplay forgets all events when it goes to another one; in a
 * game without scenes once. Each frame is a pulse, in milliseconds. The threads of an object end when it is destroyed,
 * and all of the scheduler when the scene is left.
 *
 * @example
 * k.scene('gate', () => {
 *   attachSpindle(k);
 *   start(() => opening());
 * });
 */
export function attachSpindle(k: KaplayContext, options: SpindleOptions = {}): Attached {
  const destroyed = new WeakSet();
  const driver = new Driver(options, { isGone: (owner) => destroyed.has(owner) });
  const listeners = [
    k.onUpdate(() => driver.pulse(k.dt() * 1000)),
    k.onDestroy((object: object) => {
      destroyed.add(object);
      driver.gone(object);
    }),
    k.onSceneLeave(() => driver.detach('the scene was left')),
  ];
  driver.onDetach(() => listeners.forEach((listener) => listener.cancel()));
  return driver;
}

/**
 * Waits until a tween has ended. A script that is ended or goes on before cancels it. Give it one that has just begun:
 * one that has ended before does not say so.
 *
 * @example
 * waitForTween(k.tween(hero.pos, k.vec2(300, 200), 0.4, (pos) => (hero.pos = pos)));
 */
export const waitForTween: (tween: KaplayTimer) => void = /* @__PURE__ */ defineTimerWait(
  'tween',
  'move things by `tween` of Spindle',
);

/** Waits until a timer has called for the last time: `waitForTimer(k.wait(2))`. Otherwise like `waitForTween`. */
export const waitForTimer: (timer: KaplayTimer) => void = /* @__PURE__ */ defineTimerWait('timer', 'use `wait`');

function defineTimerWait(name: string, instead: string): (timer: KaplayTimer) => void {
  return defineWait<[timer: KaplayTimer]>({
    kind: `kaplay.${name}`,
    name: () => name,
    unsavable: `Save when the ${name} has ended, or ${instead}.`,
    begin([timer], settle) {
      timer.onEnd(() => settle());
      return () => timer.cancel();
    },
  });
}

/** Waits for a click on an object with `area()`. */
export const waitForPointer = (object: KaplayArea, button: 'left' | 'middle' | 'right' = 'left'): void =>
  click(object, button);

const click = /* @__PURE__ */ defineWait<[object: KaplayArea, button: string]>({
  kind: 'kaplay.click',
  name: () => 'click',
  begin([object, button], settle) {
    const listener = object.onClick(() => settle(), button);
    return () => listener.cancel();
  },
});

/**
 * Waits until an object with `area()` begins to touch another one, one with a tag, or any. Returns the other one.
 *
 * @example
 * const wall = waitForCollision(hero, 'wall');
 */
export const waitForCollision = <T extends object>(object: KaplayArea, other?: T | string): T =>
  collision(object, other) as T;

const collision = /* @__PURE__ */ defineWait<[object: KaplayArea, other: unknown], unknown>({
  kind: 'kaplay.collision',
  name: () => 'collision',
  begin([object, other], settle) {
    const listener = object.onCollide((met: { is(tag: string): boolean }) => {
      const isWanted = typeof other === 'string' ? met.is(other) : other === undefined || met === other;
      if (isWanted) settle(met);
    });
    return () => listener.cancel();
  },
});

/** Excalibur 0.30 and later. */
import { waitForEvent } from '@spindle/runtime';
import { defineWait } from '@spindle/runtime/host';
import { Driver, type Attached, type SpindleOptions } from './driver.js';
import { definePolledWait } from './words.js';

export type { Attached, SpindleOptions } from './driver.js';

// oxlint-disable-next-line typescript/no-explicit-any -- each event of Excalibur has a type of its own
type Listener = (event: any) => void;

interface Emitter {
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): void;
}

export type ExcaliburScene = Emitter;
export type ExcaliburActor = Emitter;

/** `actor.actions`, or what a call such as `actor.actions.moveTo(…)` returns. */
export interface ExcaliburActions {
  getQueue(): { isComplete(): boolean };
  clearActions(): void;
}

export interface ExcaliburTimer {
  readonly complete: boolean;
  readonly scene: { readonly timers: readonly unknown[] } | null | undefined;
  cancel(): void;
}

interface Entity extends Emitter {
  isKilled(): boolean;
}

const isEntity = (owner: Partial<Entity>): owner is Entity =>
  typeof owner.isKilled === 'function' && typeof owner.on === 'function';

/**
 * Connects a scene. Call it in `onInitialize()`. Each update of the scene is a pulse, after its actors have been
 * updated. The threads of an actor end when it is killed or leaves the scene, and all of the scheduler when the engine
 * goes to another scene.
 *
 * @example
 * onInitialize() {
 *   attachSpindle(this);
 * }
 * onActivate() {
 *   start(() => opening(this));
 * }
 */
export function attachSpindle(scene: ExcaliburScene, options: SpindleOptions = {}): Attached {
  const driver = new Driver(options, {
    mayReturn: true,
    isGone: (owner) => isEntity(owner) && owner.isKilled(),
    onGone(owner, end) {
      if (!isEntity(owner)) return;
      owner.on('kill', end);
      // The children of an actor that is killed are not killed.
      owner.on('remove', end);
    },
  });
  const pulse = ({ elapsed }: { readonly elapsed: number }): void => driver.pulse(elapsed);
  const end = (): void => driver.end('the scene was left');
  scene.on('postupdate', pulse);
  scene.on('deactivate', end);
  driver.onDetach(() => {
    scene.off('postupdate', pulse);
    scene.off('deactivate', end);
  });
  return driver;
}

/**
 * Waits until an actor has done all its actions, or they were cleared. A script that is ended or goes on before clears
 * them. Actions that repeat for ever end only so.
 *
 * @example
 * waitForActions(hero.actions.moveTo({ pos: vec(300, 200), duration: 400 }).fade(0, 200));
 */
export const waitForActions: (actions: ExcaliburActions) => void = /* @__PURE__ */ definePolledWait({
  kind: 'excalibur.actions',
  name: () => 'actions',
  unsavable: 'Save when the actions have ended.',
  isOver: (actions) => actions.getQueue().isComplete(),
  stop: (actions) => actions.clearActions(),
});

/**
 * Waits until a timer of a scene has called for the last time, or was cancelled. A script that is ended or goes on
 * before cancels it.
 */
export const waitForTimer: (timer: ExcaliburTimer) => void = /* @__PURE__ */ definePolledWait({
  kind: 'excalibur.timer',
  name: () => 'timer',
  unsavable: 'Save when the timer has ended, or use `wait`.',
  isOver: (timer) => timer.complete || (timer.scene ? !timer.scene.timers.includes(timer) : false),
  stop: (timer) => timer.cancel(),
});

/** Waits for an event of a pointer on an actor, and returns it. */
// oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unnecessary-type-parameters -- a game names the type of its event
export const waitForPointer = <E = any>(
  actor: ExcaliburActor,
  type: 'pointerdown' | 'pointerup' | 'pointermove' | 'pointerenter' | 'pointerleave' = 'pointerdown',
): E => waitForEvent<any>(actor, type) as E;

interface Collision {
  readonly other: { readonly owner?: unknown };
}

/**
 * Waits until an actor begins to touch another one, or any. Returns the actor that it has met.
 *
 * @example
 * const wall = waitForCollision(hero);
 */
export const waitForCollision = <T extends object>(actor: ExcaliburActor, other?: T): T => collision(actor, other) as T;

const collision = /* @__PURE__ */ defineWait<[actor: ExcaliburActor, other: unknown], unknown>({
  kind: 'excalibur.collision',
  name: () => 'collision',
  begin([actor, other], settle) {
    const listener = (event: Collision): void => {
      const met = event.other.owner ?? event.other;
      if (other === undefined || met === other) settle(met);
    };
    actor.on('collisionstart', listener);
    return () => actor.off('collisionstart', listener);
  },
});

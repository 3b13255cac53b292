/** three.js. It has no loop of its own, and no events of objects but those that `pointer` makes. */
import { executorOf, waitForEvent } from '@spindle/runtime';
import { Driver, type Attached, type SpindleOptions } from './driver.js';
import { definePolledWait } from './words.js';

export { tweenTo } from './words.js';
export type { Attached, SpindleOptions } from './driver.js';

// oxlint-disable-next-line typescript/no-explicit-any -- each event of three has a type of its own
type Listener = (event: any) => void;

interface Dispatcher {
  addEventListener(type: string, listener: Listener): void;
  removeEventListener(type: string, listener: Listener): void;
}

export interface ThreeObject extends Dispatcher {
  readonly parent: ThreeObject | null;
}

/** What a ray has hit. */
export interface ThreeIntersection {
  readonly object: object;
  readonly distance: number;
}

export interface ThreeOptions extends SpindleOptions {
  /** Lets objects hear of pointers: `waitForPointer`. */
  readonly pointer?: {
    /** `renderer.domElement` */
    readonly canvas: Dispatcher & { getBoundingClientRect(): Box };
    readonly camera: object;
    /** `new Raycaster()` */
    readonly raycaster: {
      setFromCamera(at: never, camera: never): void;
      intersectObject(object: never, recursive: boolean): ThreeIntersection[];
    };
  };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ThreeAttached extends Attached {
  /** Call it in each frame, with the seconds that have passed, as `mixer.update(seconds)`. */
  update(seconds: number): void;
}

export interface ThreePointerEvent<Hit = ThreeIntersection> {
  readonly type: string;
  /** Where the pointer is on the object: `intersection.point`. */
  readonly intersection: Hit;
  /** The event of the page. */
  readonly pointer: { readonly button: number; readonly clientX: number; readonly clientY: number };
}

export interface ThreeAction {
  readonly enabled: boolean;
  readonly paused: boolean;
  isScheduled(): boolean;
  stop(): unknown;
}

const isInside = (scene: object, object: ThreeObject | null): boolean =>
  object !== null && (object === scene || isInside(scene, object.parent));

/**
 * Connects a scene. The threads of an object end when it, or one above it, is removed from the scene; all of the
 * scheduler with `detach()` or `scene.dispose()`. An object that was never in the scene, such as a camera, is left
 * alone.
 *
 * @example
 * const timer = new Timer();
 * const spindle = attachSpindle(scene, { pointer: { canvas: renderer.domElement, camera, raycaster: new Raycaster() } });
 * renderer.setAnimationLoop((time) => {
 *   timer.update(time);
 *   spindle.update(timer.getDelta());
 *   renderer.render(scene, camera);
 * });
 */
export function attachSpindle(scene: ThreeObject, options: ThreeOptions = {}): ThreeAttached {
  const driver = new Driver(options, { isGone: () => false });
  const { scheduler } = driver;
  const inside = new WeakSet();
  const lookAt = (owner: object | null): void => {
    if (owner === null || !('isObject3D' in owner)) return;
    if (isInside(scene, owner as unknown as ThreeObject)) inside.add(owner);
    else if (inside.delete(owner)) executorOf(owner).cancelAll('it was removed from the scene');
  };
  const end = (): void => driver.detach('the scene was disposed of');
  scene.addEventListener('dispose', end);
  driver.onDetach(() => scene.removeEventListener('dispose', end));
  if (options.pointer !== undefined) driver.onDetach(passPointers(scene, options.pointer));
  return {
    scheduler,
    detach: (reason) => driver.detach(reason),
    update(seconds) {
      for (const { owner } of scheduler.threads) lookAt(owner);
      driver.pulse(seconds * 1000);
    },
  };
}

const POINTERS = ['pointerdown', 'pointerup'] as const;

/** Dispatches events of the canvas to the object below the pointer, then to those above it in the tree. */
function passPointers(scene: ThreeObject, { canvas, camera, raycaster }: NonNullable<ThreeOptions['pointer']>) {
  const pass = (pointer: ThreePointerEvent['pointer'] & { readonly type: string }): void => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const x = ((pointer.clientX - left) / width) * 2 - 1;
    const y = 1 - ((pointer.clientY - top) / height) * 2;
    raycaster.setFromCamera({ x, y } as never, camera as never);
    const [intersection] = raycaster.intersectObject(scene as never, true);
    let object = (intersection?.object ?? null) as (ThreeObject & { dispatchEvent(event: object): void }) | null;
    for (; object !== null; object = object.parent as typeof object)
      object.dispatchEvent({ type: pointer.type, intersection, pointer });
  };
  for (const type of POINTERS) canvas.addEventListener(type, pass);
  return () => POINTERS.forEach((type) => canvas.removeEventListener(type, pass));
}

/**
 * Waits for an event of a pointer on an object, or on one below it in the tree. It needs the option `pointer` of
 * `attachSpindle`.
 *
 * @example
 * const { intersection } = waitForPointer(door);
 */
export const waitForPointer = <Hit = ThreeIntersection>(
  object: Dispatcher,
  type: (typeof POINTERS)[number] = 'pointerdown',
): ThreePointerEvent<Hit> => waitForEvent<any>(object, type) as ThreePointerEvent<Hit>;

/**
 * Waits until an action of an AnimationMixer has ended, or was stopped or paused. A script that is ended or goes on
 * before stops it. One that repeats for ever ends only so.
 *
 * @example
 * waitForAnimation(mixer.clipAction(wave).setLoop(LoopOnce, 1).play());
 */
export const waitForAnimation: (action: ThreeAction) => void = /* @__PURE__ */ definePolledWait({
  kind: 'three.animation',
  name: () => 'animation',
  isOver: (action) => !action.isScheduled() || !action.enabled || action.paused,
  stop: (action) => action.stop(),
});

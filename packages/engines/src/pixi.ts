/** PixiJS 8. It has no scenes, tweens and timers: scripts have `tween` and `wait`. */
import { defineWait } from '@spindle/runtime/host';
import { Driver, type Attached, type SpindleOptions } from './driver.js';
import { definePolledWait } from './words.js';

export { tweenTo } from './words.js';
export type { Attached, SpindleOptions } from './driver.js';

// oxlint-disable-next-line typescript/no-explicit-any -- each event of Pixi has arguments of its own
type Listener = (...args: any[]) => void;

interface Emitter {
  on(event: string, listener: Listener): unknown;
  once(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

type Ticked = (ticker: { readonly deltaMS: number }) => void;

export interface PixiTicker {
  add(listener: Ticked): unknown;
  remove(listener: Ticked): unknown;
}

export interface PixiApplication {
  readonly ticker: PixiTicker;
  readonly stage: Emitter;
}

export interface PixiOptions extends SpindleOptions {
  /** The container whose end is that of the scene; default the stage. */
  readonly scene?: Emitter;
}

export interface PixiAnimatedSprite {
  readonly playing: boolean;
  stop(): void;
}

interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export interface PixiContainer extends Emitter {
  eventMode?: string | undefined;
  getBounds(): Bounds;
}

/** What a pointer has done, as it was then: Pixi uses its own events again. */
export interface PixiPointerEvent {
  /** Where it is on the object. */
  readonly x: number;
  readonly y: number;
  /** Where it is on the stage. */
  readonly global: { readonly x: number; readonly y: number };
  readonly button: number;
}

interface FederatedEvent {
  readonly global: { readonly x: number; readonly y: number };
  readonly button: number;
  getLocalPosition(object: unknown): { readonly x: number; readonly y: number };
}

interface Destroyable extends Emitter {
  readonly destroyed: boolean;
}

const isContainer = (owner: Partial<Destroyable>): owner is Destroyable =>
  typeof owner.destroyed === 'boolean' && typeof owner.once === 'function';

/**
 * Connects an application. Each frame of its ticker is a pulse. The threads of a container end when it is destroyed,
 * and all of the scheduler when the stage is, or the container `scene`.
 *
 * @example
 * const level = app.stage.addChild(new Container());
 * attachSpindle(app, { scene: level });
 * level.destroy({ children: true }); // later: ends all its scripts
 */
export function attachSpindle(app: PixiApplication, options: PixiOptions = {}): Attached {
  const { ticker, stage } = app;
  const { scene = stage } = options;
  const driver = new Driver(options, {
    isGone: (owner) => isContainer(owner) && owner.destroyed,
    onGone: (owner, end) => void (isContainer(owner) && owner.once('destroyed', end)),
  });
  const pulse: Ticked = ({ deltaMS }) => driver.pulse(deltaMS);
  const end = (): void => driver.detach('the scene was destroyed');
  ticker.add(pulse);
  scene.once('destroyed', end);
  driver.onDetach(() => {
    scene.off('destroyed', end);
    // An application that is destroyed destroys its ticker first, from which nothing can be taken any more.
    if ((app.ticker as PixiTicker | null) === ticker) ticker.remove(pulse);
  });
  return driver;
}

/**
 * Waits for an event of a pointer on an object, and lets the object hear of pointers if it does not yet.
 *
 * @example
 * const { x, y } = waitForPointer(hero);
 */
export const waitForPointer = (
  object: PixiContainer,
  type: 'pointerdown' | 'pointerup' | 'pointertap' | 'pointerover' | 'pointerout' = 'pointerdown',
): PixiPointerEvent => pointerEvent(object, type);

const pointerEvent = /* @__PURE__ */ defineWait<[object: PixiContainer, type: string], PixiPointerEvent>({
  kind: 'pixi.pointer',
  name: ([, type]) => type,
  begin([object, type], settle) {
    if (object.eventMode !== 'static' && object.eventMode !== 'dynamic') object.eventMode = 'static';
    const listener = (event: FederatedEvent): void => {
      const { x, y } = event.getLocalPosition(object);
      settle({ x, y, global: { x: event.global.x, y: event.global.y }, button: event.button });
    };
    object.on(type, listener);
    return () => object.off(type, listener);
  },
});

/** Waits until an animated sprite has stopped. A script that is ended or goes on before stops it. */
export const waitForAnimation: (sprite: PixiAnimatedSprite) => void = /* @__PURE__ */ definePolledWait({
  kind: 'pixi.animation',
  name: () => 'animation',
  isOver: (sprite) => !sprite.playing,
  stop: (sprite) => sprite.stop(),
});

/** Waits until the boxes around two objects overlap. It looks once in each frame. */
export const waitForOverlap: (one: PixiContainer, other: PixiContainer) => void = /* @__PURE__ */ definePolledWait<
  [one: PixiContainer, other: PixiContainer]
>({
  kind: 'pixi.overlap',
  name: () => 'overlap',
  isOver(one, other) {
    const [a, b] = [one.getBounds(), other.getBounds()];
    return a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY;
  },
  stop: () => undefined,
});

import type { Scheduler, Thread } from '@spindle/runtime';
import {
  attachSpindle,
  type ThreeAttached,
  type ThreeOptions,
  waitForAnimation,
  waitForPointer,
} from '../src/three.js';
import { newScheduler, play, walk } from './fakes.js';

/** An Object3D, as far as it matters here. */
class Node {
  readonly isObject3D = true;
  x = 0;
  parent: Node | null = null;
  readonly listeners = new Map<string, Set<(event: object) => void>>();
  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
  }
  removeEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.get(type)?.delete(listener);
  }
  dispatchEvent(event: { readonly type: string }): void {
    this.listeners.get(event.type)?.forEach((listener) => listener(event));
  }
}

let scene: Node;
let spindle: ThreeAttached;
let scheduler: Scheduler;
let errors: unknown[];
beforeEach(() => {
  ({ scheduler, errors } = newScheduler());
  scene = new Node();
});
// oxlint-disable-next-line jest/no-standalone-expect -- no test may leave an error behind
afterEach(() => expect(errors).toEqual([]));

function attach(options: ThreeOptions = {}): void {
  spindle = attachSpindle(scene, { scheduler, ...options });
}

/** An object below `parent`. */
function below(parent: Node): Node {
  const node = new Node();
  node.parent = parent;
  return node;
}

test('update makes a pulse of milliseconds out of seconds; time that goes back is none', () => {
  attach();
  spindle.update(-0.0075);
  spindle.update(0.016);
  expect([scheduler.clock.now, scheduler.clock.frame]).toEqual([16, 2]);
});

test('the threads of an object end when it, or one above it, is removed; if it comes back, it can act again', () => {
  attach();
  const group = below(scene);
  const guard = below(group);
  const thread = walk(scheduler, guard);
  spindle.update(0.016);
  group.parent = null;
  spindle.update(0.016);
  group.parent = scene;
  const later = walk(scheduler, guard);
  spindle.update(0.016);
  expect([thread.status, later.ended]).toEqual(['cancelled', false]);
});

test('an object that moves to another parent goes on, and so does one that was never in the scene', () => {
  attach();
  const [guard, camera, group] = [below(scene), new Node(), below(scene)];
  const threads = [walk(scheduler, guard), walk(scheduler, camera), walk(scheduler, { x: 0 })];
  spindle.update(0.016);
  guard.parent = group;
  spindle.update(0.016);
  expect(threads.map(({ ended }) => ended)).toEqual([false, false, false]);
});

test('all threads end when the scene is disposed of', () => {
  attach();
  const thread = walk(scheduler, { x: 0 });
  scene.dispatchEvent({ type: 'dispose' });
  expect(thread.status).toBe('cancelled');
});

test('objects hear of pointers by a ray: first the one that is hit, then those above it', () => {
  const canvas = Object.assign(new Node(), {
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 200, height: 100 }),
  });
  const group = below(scene);
  const [hit, door] = [below(group), below(group)];
  const asked: unknown[] = [];
  const raycaster = {
    setFromCamera: (at: never) => void asked.push(at),
    intersectObject: () => [{ object: hit, distance: 3 }],
  };
  attach({ pointer: { canvas, camera: {}, raycaster } });
  const threads = [hit, group, door].map((object) =>
    play(scheduler, function* () {
      return yield waitForPointer(object);
    }),
  );
  canvas.dispatchEvent({ type: 'pointerdown', clientX: 160, clientY: 45 } as { type: string });
  spindle.update(0.016);
  expect(asked).toEqual([{ x: 0.5, y: 0.5 }]);
  expect(threads.map(({ ended }) => ended)).toEqual([true, true, false]);
  expect(threads[0]?.result).toMatchObject({ intersection: { distance: 3 }, pointer: { clientX: 160 } });
  spindle.detach();
  expect([...canvas.listeners.values()].map(({ size }) => size)).toEqual([0, 0]);
});

test.each(['is over', 'is stopped', 'is paused at its end'])('waitForAnimation goes on when the action %s', (how) => {
  attach();
  const action = {
    enabled: true,
    paused: false,
    scheduled: true,
    isScheduled: () => action.scheduled,
    stop: () => undefined,
  };
  const thread: Thread = play(scheduler, function* () {
    yield waitForAnimation(action);
  });
  spindle.update(0.016);
  expect(thread.ended).toBe(false);
  if (how === 'is over') action.enabled = false;
  else if (how === 'is stopped') action.scheduled = false;
  else action.paused = true;
  spindle.update(0.016);
  expect(thread.status).toBe('done');
});

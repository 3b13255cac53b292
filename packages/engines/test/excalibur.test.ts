import { type Scheduler, type Thread, withTimeout } from '@spindle/runtime';
import { attachSpindle, waitForActions, waitForCollision, waitForPointer, waitForTimer } from '../src/excalibur.js';
import { Emitter, newScheduler, play, walk } from './fakes.js';

class Scene extends Emitter {
  timers: unknown[] = [];
  update(elapsed = 16): void {
    this.emit('postupdate', { elapsed });
  }
}

class Actor extends Emitter {
  x = 0;
  isActive = true;
  isKilled(): boolean {
    return !this.isActive;
  }
  kill(): void {
    this.isActive = false;
    this.emit('kill');
  }
}

let scene: Scene;
let scheduler: Scheduler;
let errors: unknown[];
beforeEach(() => {
  ({ scheduler, errors } = newScheduler());
  scene = new Scene();
  attachSpindle(scene, { scheduler });
});
// oxlint-disable-next-line jest/no-standalone-expect -- no test may leave an error behind
afterEach(() => expect(errors).toEqual([]));

const scriptOf = (body: () => Generator): Thread => play(scheduler, body);

test('each update of the scene is a pulse of as many milliseconds', () => {
  scene.update(16);
  scene.update(20);
  expect(scheduler.clock.now).toBe(36);
});

test.each(['kill', 'remove'])('the threads of an actor end at its %s; if it comes back, it can act again', (event) => {
  const actor = new Actor();
  const first = walk(scheduler, actor);
  scene.update();
  actor.isActive = false;
  actor.emit(event);
  const whileGone = walk(scheduler, actor);
  scene.update();
  actor.isActive = true;
  const later = walk(scheduler, actor);
  scene.update();
  expect([first.status, whileGone.status, later.ended]).toEqual(['cancelled', 'cancelled', false]);
});

test('all threads end when the scene is left, and it drives the scheduler again when it comes back', () => {
  const thread = walk(scheduler, { x: 0 });
  scene.emit('deactivate');
  expect(thread.status).toBe('cancelled');
  const other = new Scene();
  attachSpindle(other, { scheduler });
  other.update();
  other.emit('deactivate');
  scene.update();
  expect(scheduler.clock.frame).toBe(2);
});

test('waitForActions waits until the queue is empty; a script that goes on before clears it', () => {
  const actions = {
    left: 1,
    cleared: 0,
    getQueue: () => ({ isComplete: () => actions.left === 0 }),
    clearActions: () => void actions.cleared++,
  };
  const thread = scriptOf(function* () {
    yield waitForActions(actions);
  });
  const late = scriptOf(function* () {
    try {
      return yield withTimeout(10, () => waitForActions(actions));
    } catch (error) {
      return (error as Error).name;
    }
  });
  scene.update();
  scene.update();
  expect([thread.ended, late.result, actions.cleared]).toEqual([false, 'TimeoutError', 1]);
  actions.left = 0;
  scene.update();
  expect([thread.status, actions.cleared]).toEqual(['done', 1]);
});

test.each(['complete', 'cancelled'])('waitForTimer goes on when the timer is %s', (how) => {
  const timer = { complete: false, scene, cancel: () => undefined };
  scene.timers = [timer];
  const thread = scriptOf(function* () {
    yield waitForTimer(timer);
  });
  scene.update();
  expect(thread.ended).toBe(false);
  if (how === 'complete') timer.complete = true;
  else scene.timers = [];
  scene.update();
  expect(thread.status).toBe('done');
});

test('waitForPointer gives the event, waitForCollision the actor that was met', () => {
  const [hero, wall, rock] = [new Actor(), new Actor(), new Actor()];
  const pointer = scriptOf(function* () {
    return yield waitForPointer(hero);
  });
  const collision = scriptOf(function* () {
    return yield waitForCollision(hero, wall);
  });
  hero.emit('pointerdown', { button: 'Left' });
  hero.emit('collisionstart', { other: { owner: rock } });
  hero.emit('collisionstart', { other: { owner: wall } });
  scene.update();
  expect([pointer.result, collision.result === wall, hero.count]).toEqual([{ button: 'Left' }, true, 0]);
});

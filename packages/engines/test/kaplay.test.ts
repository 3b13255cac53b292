import { OwnerGoneError, type Scheduler, type Thread } from '@spindle/runtime';
import { attachSpindle, waitForCollision, waitForPointer, waitForTimer, waitForTween } from '../src/kaplay.js';
import { newScheduler, play, walk } from './fakes.js';

/** An event of Kaplay: who listens gets a controller. */
class Event<T = void> {
  readonly listeners = new Set<(value: T) => void>();
  readonly on = (listener: (value: T) => void): { cancel(): void } => {
    this.listeners.add(listener);
    return { cancel: () => void this.listeners.delete(listener) };
  };
  readonly trigger = (value: T): void => [...this.listeners].forEach((listener) => listener(value));
}

class Context {
  readonly update = new Event();
  readonly destroy = new Event<object>();
  readonly leave = new Event();
  readonly onUpdate = this.update.on;
  readonly onDestroy = this.destroy.on;
  readonly onSceneLeave = this.leave.on;
  seconds = 0.016;
  readonly dt = (): number => this.seconds;
}

class Area {
  x = 0;
  readonly tag: string;
  readonly click = new Event();
  readonly collide = new Event<Area>();
  readonly buttons: string[] = [];
  readonly onCollide = this.collide.on;
  constructor(tag = '') {
    this.tag = tag;
  }
  onClick(action: () => void, button: string): { cancel(): void } {
    this.buttons.push(button);
    return this.click.on(action);
  }
  is(tag: string): boolean {
    return tag === this.tag;
  }
}

let k: Context;
let scheduler: Scheduler;
let errors: unknown[];
beforeEach(() => {
  ({ scheduler, errors } = newScheduler());
  k = new Context();
  attachSpindle(k, { scheduler });
});
// oxlint-disable-next-line jest/no-standalone-expect -- no test may leave an error behind
afterEach(() => expect(errors).toEqual([]));

const scriptOf = (body: () => Generator): Thread => play(scheduler, body);

test('each frame is a pulse of milliseconds, out of seconds', () => {
  k.update.trigger();
  expect(scheduler.clock.now).toBe(16);
});

test('the threads of an object end when it is destroyed, also before the frame after it began to act', () => {
  const [guard, brief, idle] = [new Area(), new Area(), new Area()];
  const thread = walk(scheduler, guard);
  k.update.trigger();
  const late = walk(scheduler, brief);
  [guard, brief, idle].forEach(k.destroy.trigger);
  expect(thread.status).toBe('cancelled');
  k.update.trigger();
  expect([late.status, brief.x]).toEqual(['cancelled', 1]);
  expect(() => walk(scheduler, guard)).toThrow(OwnerGoneError);
});

test('all threads end when the scene is left, and the next scene attaches again', () => {
  const thread = walk(scheduler, { x: 0 });
  k.update.trigger();
  k.leave.trigger();
  expect([thread.status, k.update.listeners.size, k.destroy.listeners.size]).toEqual(['cancelled', 0, 0]);
  attachSpindle(k, { scheduler });
  k.update.trigger();
  expect(scheduler.clock.frame).toBe(2);
});

test.each([
  ['waitForTween', waitForTween],
  ['waitForTimer', waitForTimer],
])('%s waits for the end, and cancels it if the script is ended', (_name, word) => {
  const end = new Event();
  const timer = {
    cancelled: 0,
    onEnd: (action: () => void) => void end.on(action),
    cancel: () => void timer.cancelled++,
  };
  const [one, two] = [1, 2].map(() =>
    scriptOf(function* () {
      yield word(timer);
    }),
  );
  two?.cancel();
  expect(timer.cancelled).toBe(1);
  end.trigger();
  k.update.trigger();
  expect(one?.status).toBe('done');
});

test('waitForPointer waits for a click, waitForCollision for an object or a tag', () => {
  const [hero, wall] = [new Area(), new Area('wall')];
  const threads = [
    () => waitForPointer(hero, 'right'),
    () => waitForCollision(hero),
    () => waitForCollision(hero, wall),
    () => waitForCollision(hero, 'wall'),
  ].map((word) =>
    scriptOf(function* () {
      return yield word();
    }),
  );
  const other = new Area();
  hero.click.trigger();
  hero.collide.trigger(other);
  hero.collide.trigger(wall);
  k.update.trigger();
  expect(hero.buttons).toEqual(['right']);
  expect(threads.map(({ ended }) => ended)).toEqual([true, true, true, true]);
  expect(threads.slice(1).map(({ result }) => result === wall)).toEqual([false, true, true]);
  expect([hero.click.listeners.size, hero.collide.listeners.size]).toEqual([0, 0]);
});

import { CancelledError, OwnerGoneError, Scheduler, type Thread, wait, waitFor, withTimeout } from '@spindle/runtime';
import {
  attachSpindle,
  waitForAnimation,
  waitForCollision,
  waitForOverlap,
  waitForPointer,
  waitForTimer,
  waitForTween,
} from '../src/phaser.js';
import { Emitter, newScheduler, play, walk } from './fakes.js';

/** A scene of Phaser, as far as it matters here: its objects are destroyed before its other listeners hear of its end. */
class Scene {
  readonly events = new Emitter();
  readonly objects: Sprite[] = [];
  readonly overlaps: { one: unknown; two: unknown; met: (one: unknown, two: unknown) => void }[] = [];
  readonly physics = {
    add: {
      overlap: (one: unknown, two: unknown, met: (one: unknown, two: unknown) => void) => {
        const overlap = { one, two, met };
        this.overlaps.push(overlap);
        return { destroy: () => void this.overlaps.splice(this.overlaps.indexOf(overlap), 1) };
      },
    },
  };
  constructor() {
    this.events.once('shutdown', () => this.objects.forEach((object) => object.destroy(true)));
  }
  update(delta = 16): void {
    this.events.emit('update', 0, delta);
  }
}

class Sprite extends Emitter {
  x = 0;
  scene: Scene | undefined;
  input: object | undefined;
  body: { onCollide: boolean; world: Emitter } | null = null;
  readonly anims = { isPlaying: true, stop: () => void (this.anims.isPlaying = false) };
  constructor(scene: Scene) {
    super();
    this.scene = scene;
    scene.objects.push(this);
  }
  setInteractive(): void {
    this.input = {};
  }
  destroy(fromScene = false): void {
    if (this.scene === undefined) return;
    this.emit('destroy', this, fromScene);
    this.removeAllListeners();
    this.scene = undefined;
  }
}

class Tween {
  isOver = false;
  stopped = 0;
  readonly isPendingRemove = (): boolean => this.isOver;
  readonly isRemoved = (): boolean => false;
  readonly isFinished = (): boolean => false;
  readonly isDestroyed = (): boolean => false;
  stop(): void {
    this.stopped++;
    this.isOver = true;
  }
}

let scene: Scene;
let scheduler: Scheduler;
let errors: unknown[];
beforeEach(() => {
  ({ scheduler, errors } = newScheduler());
  scene = new Scene();
});
// oxlint-disable-next-line jest/no-standalone-expect -- no test may leave an error behind
afterEach(() => expect(errors).toEqual([]));

/** Plays a script with a scene that is attached, and gives its thread. */
function scriptOf(body: () => Generator): Thread {
  attachSpindle(scene, { scheduler });
  return play(scheduler, body);
}

describe('attachSpindle', () => {
  test('makes each update of the scene a pulse of as many milliseconds', () => {
    attachSpindle(scene, { scheduler });
    scene.update(16);
    scene.update(20);
    expect(scheduler.clock.now).toBe(36);
    expect(scheduler.clock.frame).toBe(2);
  });

  test('ends the threads of an object when it is destroyed, and refuses later calls', () => {
    const { threads } = attachSpindle(scene, { scheduler }).scheduler;
    expect(threads).toEqual([]);
    const guard = new Sprite(scene);
    const thread = walk(scheduler, guard);
    scene.update();
    guard.destroy();
    expect(thread.status).toBe('cancelled');
    expect(() => walk(scheduler, guard)).toThrow(OwnerGoneError);
  });

  test('ends those of an object that was destroyed in the frame in which they started, before their next turn', () => {
    attachSpindle(scene, { scheduler });
    const guard = new Sprite(scene);
    const thread = walk(scheduler, guard);
    guard.destroy();
    scene.update();
    expect([thread.status, guard.x]).toEqual(['cancelled', 1]);
  });

  test('listens to an object once, however often scripts act on it, and not to others', () => {
    attachSpindle(scene, { scheduler });
    const [guard, idle] = [new Sprite(scene), new Sprite(scene)];
    for (let i = 0; i < 3; i++) {
      walk(scheduler, guard);
      scene.update();
    }
    expect([guard.count, idle.count]).toEqual([1, 0]);
  });

  test('leaves objects alone that are none of the engine', () => {
    attachSpindle(scene, { scheduler });
    const thread = walk(scheduler, { x: 0 });
    scene.update();
    expect(thread.ended).toBe(false);
  });

  test('a script that waits for the thread of a destroyed object gets its end as an error', () => {
    const guard = new Sprite(scene);
    const walking = walk(scheduler, guard);
    const thread = scriptOf(function* () {
      try {
        return yield waitFor(walking);
      } catch (error) {
        return error;
      }
    });
    scene.update();
    guard.destroy();
    scene.update();
    expect(thread.result).toBeInstanceOf(CancelledError);
  });

  test.each(['shutdown', 'destroy'])('ends all threads at the %s of the scene, and reports no error', (event) => {
    const walking = walk(scheduler, new Sprite(scene));
    const scene1 = scriptOf(function* () {
      yield waitFor(walking);
    });
    const scene2 = play(scheduler, function* () {
      try {
        yield wait(5000);
      } finally {
        yield wait(5000);
      }
    });
    scene.update();
    scene.events.emit(event);
    // Errors are reported at the end of a pulse.
    scheduler.pulse(16);
    expect([scene1.status, scene2.status]).toEqual(['cancelled', 'cancelled']);
    expect(scheduler.threads).toEqual([]);
    expect(scene.events.listenerCount('update')).toBe(0);
  });

  test('a scene that starts again drives the same scheduler again', () => {
    attachSpindle(scene, { scheduler });
    scene.update();
    scene.events.emit('shutdown');
    scene.update();
    expect(scheduler.clock.frame).toBe(1);
    attachSpindle(scene, { scheduler });
    scene.update();
    expect(scheduler.clock.frame).toBe(2);
  });

  test('two scenes that run at the same time need a scheduler each', () => {
    const other = new Scene();
    attachSpindle(scene, { scheduler });
    attachSpindle(other, { scheduler });
    scene.update();
    expect(() => other.update()).toThrow(/attachSpindle\(scene, \{ scheduler: new Scheduler\(\) \}\)/);
    const third = new Scene();
    attachSpindle(third, { scheduler: new Scheduler() });
    third.update();
  });

  test('detach takes its listeners off', () => {
    const before = scene.events.count;
    const attached = attachSpindle(scene, { scheduler });
    const thread = walk(scheduler, { x: 0 });
    attached.detach('enough');
    expect([scene.events.count, thread.status]).toEqual([before, 'cancelled']);
  });
});

describe('the words', () => {
  test('waitForTween goes on in the frame in which the tween has ended', () => {
    const tween = new Tween();
    const thread = scriptOf(function* () {
      yield waitForTween(tween);
      return scheduler.clock.frame;
    });
    scene.update();
    expect(scheduler.dump()).toContain('waitForEvent(tween, end)');
    tween.isOver = true;
    scene.update();
    expect([thread.result, tween.stopped]).toEqual([2, 0]);
  });

  test('waitForTween does not wait for a tween that has ended', () => {
    const tween = new Tween();
    tween.isOver = true;
    const thread = scriptOf(function* () {
      yield waitForTween(tween);
    });
    expect(thread.status).toBe('done');
  });

  test('a script that is ended, or whose time is out, stops its tween', () => {
    const [one, two] = [new Tween(), new Tween()];
    const thread = scriptOf(function* () {
      yield waitForTween(one);
    });
    const late = play(scheduler, function* () {
      try {
        return yield withTimeout(10, () => waitForTween(two));
      } catch (error) {
        return (error as Error).name;
      }
    });
    thread.cancel();
    scene.update();
    scene.update();
    expect([one.stopped, two.stopped, late.result]).toEqual([1, 1, 'TimeoutError']);
  });

  test('waitForTimer waits for the last call of a timer', () => {
    const timer = { progress: 0, removed: 0, getOverallProgress: () => timer.progress, remove: () => timer.removed++ };
    const thread = scriptOf(function* () {
      yield waitForTimer(timer);
    });
    scene.update();
    expect(thread.ended).toBe(false);
    timer.progress = 1;
    scene.update();
    expect([thread.status, timer.removed]).toEqual(['done', 0]);
  });

  test('waitForAnimation waits until a sprite has stopped playing', () => {
    const sprite = new Sprite(scene);
    const thread = scriptOf(function* () {
      yield waitForAnimation(sprite);
    });
    scene.update();
    expect(thread.ended).toBe(false);
    sprite.anims.isPlaying = false;
    scene.update();
    expect(thread.status).toBe('done');
  });

  test('waitForPointer makes the object interactive, and gives what comes with the event by name', () => {
    const sprite = new Sprite(scene);
    const thread = scriptOf(function* () {
      return yield waitForPointer(sprite);
    });
    expect(sprite.input).toBeDefined();
    sprite.emit('pointerdown', { button: 0 }, 3, 4, {});
    sprite.emit('pointerdown', { button: 1 }, 5, 6, {});
    scene.update();
    expect(thread.result).toEqual({ pointer: { button: 0 }, x: 3, y: 4 });
    expect(sprite.listenerCount('pointerdown')).toBe(0);
  });

  test('waitForCollision gives what an object has met', () => {
    const world = new Emitter();
    const [hero, wall, rock] = [new Sprite(scene), new Sprite(scene), new Sprite(scene)];
    hero.body = { onCollide: false, world };
    const any = scriptOf(function* () {
      return yield waitForCollision(hero);
    });
    const some = play(scheduler, function* () {
      return yield waitForCollision(hero, wall);
    });
    expect(hero.body.onCollide).toBe(true);
    world.emit('collide', wall, rock);
    world.emit('collide', rock, hero);
    world.emit('collide', hero, wall);
    scene.update();
    expect([any.result === rock, some.result === wall, world.count]).toEqual([true, true, 0]);
  });

  test('waitForOverlap gives the one of a group that was met, and takes its check away', () => {
    const [hero, coin] = [new Sprite(scene), new Sprite(scene)];
    const thread = scriptOf(function* () {
      return yield waitForOverlap(scene as never, hero, [coin]);
    });
    scene.overlaps[0]?.met(hero, coin);
    scene.update();
    expect([thread.result === coin, scene.overlaps.length]).toEqual([true, 0]);
  });
});

test('a script that does not catch it ends with the object that it waits for, without an error', () => {
  const walking = walk(scheduler, new Sprite(scene));
  const guard = walking.owner as Sprite;
  const thread = scriptOf(function* () {
    yield waitFor(walking);
  });
  scene.update();
  guard.destroy();
  scene.update();
  expect([walking.status, thread.status]).toEqual(['cancelled', 'cancelled']);
});

import { OwnerGoneError, Scheduler, type Thread } from '@spindle/runtime';
import { attachSpindle, tweenTo, waitForAnimation, waitForOverlap, waitForPointer } from '../src/pixi.js';
import { Emitter, newScheduler, play, walk } from './fakes.js';

class Container extends Emitter {
  x = 0;
  destroyed = false;
  eventMode = 'passive';
  getBounds(): { minX: number; minY: number; maxX: number; maxY: number } {
    return { minX: this.x, minY: 0, maxX: this.x + 10, maxY: 10 };
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('destroyed', this);
    this.removeAllListeners();
  }
}

class Ticker {
  readonly listeners = new Set<(ticker: { deltaMS: number }) => void>();
  readonly add = (listener: (ticker: { deltaMS: number }) => void): unknown => this.listeners.add(listener);
  remove = (listener: (ticker: { deltaMS: number }) => void): unknown => this.listeners.delete(listener);
  tick(deltaMS = 16): void {
    for (const listener of this.listeners) listener({ deltaMS });
  }
}

let app: { ticker: Ticker; stage: Container };
let scheduler: Scheduler;
let errors: unknown[];
beforeEach(() => {
  ({ scheduler, errors } = newScheduler());
  app = { ticker: new Ticker(), stage: new Container() };
  attachSpindle(app, { scheduler });
});
// oxlint-disable-next-line jest/no-standalone-expect -- no test may leave an error behind
afterEach(() => expect(errors).toEqual([]));

const scriptOf = (body: () => Generator): Thread => play(scheduler, body);

test('each frame of the ticker is a pulse of as many milliseconds', () => {
  app.ticker.tick(16);
  app.ticker.tick(20);
  expect(scheduler.clock.now).toBe(36);
});

test('the threads of a container end when it is destroyed, and calls on it are refused', () => {
  const [guard, gone] = [new Container(), new Container()];
  const thread = walk(scheduler, guard);
  app.ticker.tick();
  guard.destroy();
  gone.destroy();
  const late = walk(scheduler, gone);
  app.ticker.tick();
  expect([thread.status, late.status, gone.x]).toEqual(['cancelled', 'cancelled', 1]);
  expect(() => walk(scheduler, guard)).toThrow(OwnerGoneError);
});

test('all threads end when the container is destroyed that is the scene, and it makes no more pulses', () => {
  const level = new Container();
  const room = new Scheduler();
  attachSpindle(app, { scheduler: room, scene: level });
  const [thread, other] = [walk(room, { x: 0 }), walk(scheduler, { x: 0 })];
  level.destroy();
  expect([thread.status, other.ended, app.ticker.listeners.size]).toEqual(['cancelled', false, 1]);
});

test('an application that is destroyed has no ticker any more, from which something could be taken', () => {
  app.ticker.remove = () => {
    throw new TypeError('it has no list');
  };
  (app as { ticker: Ticker | null }).ticker = null;
  app.stage.destroy();
  expect(scheduler.threads).toEqual([]);
});

test('waitForPointer copies the event, and lets the object hear of pointers', () => {
  const guard = new Container();
  const thread = scriptOf(function* () {
    return yield waitForPointer(guard);
  });
  expect(guard.eventMode).toBe('static');
  const event = { global: { x: 3, y: 4 }, button: 0, getLocalPosition: () => ({ x: 1, y: 2 }) };
  guard.emit('pointerdown', event);
  event.global.x = 99;
  app.ticker.tick();
  expect(thread.result).toEqual({ x: 1, y: 2, global: { x: 3, y: 4 }, button: 0 });
});

test('waitForAnimation waits until a sprite has stopped, and stops it if the script is ended', () => {
  const sprite = { playing: true, stopped: 0, stop: () => void sprite.stopped++ };
  const [one, two] = [1, 2].map(() =>
    scriptOf(function* () {
      yield waitForAnimation(sprite);
    }),
  );
  two?.cancel();
  expect(sprite.stopped).toBe(1);
  sprite.playing = false;
  app.ticker.tick();
  expect([one?.status, sprite.stopped]).toEqual(['done', 1]);
});

test('waitForAnimation of a script that has played the next one does not stop that', () => {
  const sprite = { playing: true, stopped: 0, stop: () => void sprite.stopped++ };
  const thread = scriptOf(function* () {
    yield waitForAnimation(sprite);
    sprite.playing = true;
    yield waitForAnimation(sprite);
  });
  sprite.playing = false;
  app.ticker.tick();
  expect([thread.status, sprite.stopped]).toEqual(['waiting', 0]);
  sprite.playing = false;
  app.ticker.tick();
  expect([thread.status, sprite.stopped]).toEqual(['done', 0]);
});

test('waitForOverlap waits until the boxes overlap', () => {
  const [hero, coin] = [new Container(), new Container()];
  coin.x = 30;
  const thread = scriptOf(function* () {
    yield waitForOverlap(hero, coin);
  });
  app.ticker.tick();
  expect(thread.ended).toBe(false);
  hero.x = 21;
  app.ticker.tick();
  expect(thread.status).toBe('done');
});

test('tweenTo changes numbers from what they are, and ends with exactly those that were given', () => {
  const hero = { x: 10, alpha: 1 };
  const seen: string[] = [];
  const thread = scriptOf(function* () {
    yield tweenTo(hero, { x: 20, alpha: 0.1 }, 40, (t) => t * t);
  });
  for (let i = 0; i < 4; i++) {
    seen.push(`${hero.x} ${hero.alpha.toFixed(2)}`);
    app.ticker.tick(20);
  }
  expect(seen).toEqual(['10 1.00', '12.5 0.78', '20 0.10', '20 0.10']);
  expect([thread.status, hero.alpha]).toEqual(['done', 0.1]);
});

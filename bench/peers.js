/* oxlint-disable typescript/await-thenable, typescript/no-floating-promises, typescript/no-extraneous-class -- coroutines are started and let go */
/**
 * Other libraries with the same task: `count` coroutines that all wait for the same event, do a little work, and wait again. `start(count)` gives `run`,
 * which makes one frame: it sends the event and ends when each coroutine has continued. `slowness` gives the reason, found in the library's source, why
 * the time of a frame grows faster than the number of coroutines.
 */
const immediate = () => new Promise((resolve) => setImmediate(resolve));

/** A library that needs more time for its start or for a frame is not measured. */
export const LIMIT_MS = { start: 20_000, frame: 4000 };

export class OverLimit extends Error {}

/** Runs the event loop until `howMany()` is `count`. */
async function reached(count, limitMs, howMany) {
  const endMs = performance.now() + limitMs;
  while (howMany() < count) {
    if (performance.now() > endMs) throw new OverLimit(`${howMany()} of ${count} came within ${limitMs / 1000} s`);
    await immediate();
  }
}

/** Counts the coroutines that have continued. In most libraries they continue in later tasks, so a frame ends when all are counted. */
export function makeRoll(count) {
  const roll = { x: 0, speed: 1, isOver: async () => {} };
  roll.isOver = async () => {
    await reached(count, LIMIT_MS.frame, () => roll.x);
    roll.x = 0;
  };
  return roll;
}

/** A Promise for the next frame, shared by all coroutines that wait for it. */
function makeFrames(Promise) {
  let go;
  const frames = { next: undefined };
  const renew = () => (frames.next = new Promise((resolve) => (go = resolve)));
  frames.begin = () => {
    const begin = go;
    renew();
    begin();
  };
  renew();
  return frames;
}

export const peers = [
  {
    name: 'native async',
    start: async (count) => {
      const roll = makeRoll(count);
      const frames = makeFrames(Promise);
      const script = async () => {
        for (;;) {
          await frames.next;
          roll.x += roll.speed;
        }
      };
      for (let i = 0; i < count; i++) script();
      return () => (frames.begin(), roll.isOver());
    },
  },
  {
    name: 'co',
    start: async (count) => {
      const { default: co } = await import('co');
      const roll = makeRoll(count);
      const frames = makeFrames(Promise);
      const script = function* () {
        for (;;) {
          yield frames.next;
          roll.x += roll.speed;
        }
      };
      for (let i = 0; i < count; i++) co(script);
      return () => (frames.begin(), roll.isOver());
    },
  },
  {
    name: 'bluebird',
    start: async (count) => {
      const { default: Bluebird } = await import('bluebird');
      const roll = makeRoll(count);
      // A Promise of this library keeps only the last 65,530 callbacks and silently drops the others, so more scripts need several Promises.
      const groups = Array.from({ length: Math.ceil(count / 50_000) }, () => makeFrames(Bluebird));
      const script = Bluebird.coroutine(function* (frames) {
        for (;;) {
          yield frames.next;
          roll.x += roll.speed;
        }
      });
      for (let i = 0; i < count; i++) script(groups[i % groups.length]);
      return () => {
        for (const frames of groups) frames.begin();
        return roll.isOver();
      };
    },
  },
  {
    name: 'effection',
    start: async (count) => {
      const { run, action, spawn, suspend } = await import('effection');
      const roll = makeRoll(count);
      let waiting = [];
      const nextFrame = () =>
        action((resolve) => {
          waiting.push(resolve);
          return () => {};
        });
      run(function* () {
        for (let i = 0; i < count; i++) {
          yield* spawn(function* () {
            for (;;) {
              yield* nextFrame();
              roll.x += roll.speed;
            }
          });
        }
        yield* suspend();
      });
      await reached(count, LIMIT_MS.start, () => waiting.length);
      return () => {
        const due = waiting;
        waiting = [];
        for (const resolve of due) resolve();
        return roll.isOver();
      };
    },
  },
  {
    name: 'redux-saga',
    slowness: 'whoever goes on is cut out of one array of all who wait',
    start: async (count) => {
      const { runSaga, stdChannel } = await import('redux-saga');
      const { take } = await import('redux-saga/effects');
      const roll = makeRoll(count);
      const channel = stdChannel();
      const saga = function* () {
        for (;;) {
          yield take('frame');
          roll.x += roll.speed;
        }
      };
      for (let i = 0; i < count; i++) runSaga({ channel }, saga);
      return () => (channel.put({ type: 'frame' }), roll.isOver());
    },
  },
  {
    name: 'js-csp',
    start: async (count) => {
      const { default: csp } = await import('js-csp');
      const roll = makeRoll(count);
      const channels = Array.from({ length: count }, () => csp.chan());
      for (const channel of channels) {
        csp.go(function* () {
          for (;;) {
            yield csp.take(channel);
            roll.x += roll.speed;
          }
        });
      }
      return () => {
        for (const channel of channels) csp.putAsync(channel, true);
        return roll.isOver();
      };
    },
  },
  {
    name: 'excalibur',
    slowness: 'whoever goes on is cut out of one array of all who wait',
    start: async (count) => {
      const { coroutine, Engine, TestClock } = await importExcalibur();
      const roll = makeRoll(count);
      const clock = new TestClock({ tick: () => {}, defaultUpdateMs: 16 });
      clock.start();
      const engine = { clock };
      Engine.Context.scope(engine, () => {
        for (let i = 0; i < count; i++) {
          coroutine(function* () {
            for (;;) {
              yield;
              roll.x += roll.speed;
            }
          });
        }
      });
      return () => (clock.step(16), roll.isOver());
    },
  },
];

/** Excalibur needs browser globals when it is imported, although its coroutines and its test clock do not use them. */
export async function importExcalibur() {
  const nothing = () => {};
  const element = {
    style: {},
    getContext: () => null,
    addEventListener: nothing,
    setAttribute: nothing,
    appendChild: nothing,
  };
  globalThis.window ??= globalThis;
  globalThis.document ??= { createElement: () => element, addEventListener: nothing, body: element, head: element };
  for (const name of [
    'HTMLElement',
    'HTMLImageElement',
    'HTMLCanvasElement',
    'Image',
    'AudioContext',
    'Event',
    'MouseEvent',
  ])
    globalThis[name] ??= class {};
  return import('excalibur');
}

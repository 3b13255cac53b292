/* oxlint-disable typescript/no-floating-promises -- coroutines are started and let go */
/**
 * Other libraries that start `count` coroutines which do a little work and end: `start(count)` gives `run`, which starts them
 * and ends when each of them has run.
 */
import { importExcalibur, makeRoll } from './peers.js';

export const peersThatEnd = [
  {
    name: 'native async',
    start: async (count) =>
      batch(count, (roll) => {
        const script = async () => {
          roll.x += roll.speed;
        };
        return () => script();
      }),
  },
  {
    name: 'co',
    start: async (count) => {
      const { default: co } = await import('co');
      return batch(count, (roll) => {
        const script = bodyOf(roll);
        return () => co(script);
      });
    },
  },
  {
    name: 'bluebird',
    start: async (count) => {
      const { default: Bluebird } = await import('bluebird');
      return batch(count, (roll) => Bluebird.coroutine(bodyOf(roll)));
    },
  },
  {
    name: 'effection',
    start: async (count) => {
      const { run } = await import('effection');
      return batch(count, (roll) => {
        const script = bodyOf(roll);
        return () => run(script);
      });
    },
  },
  {
    name: 'redux-saga',
    start: async (count) => {
      const { runSaga } = await import('redux-saga');
      return batch(count, (roll) => {
        const saga = bodyOf(roll);
        return () => runSaga({}, saga);
      });
    },
  },
  {
    name: 'js-csp',
    start: async (count) => {
      const { default: csp } = await import('js-csp');
      return batch(count, (roll) => {
        const script = bodyOf(roll);
        return () => csp.go(script);
      });
    },
  },
  {
    name: 'excalibur',
    start: async (count) => {
      const { coroutine, Engine, TestClock } = await importExcalibur();
      const clock = new TestClock({ tick: () => {}, defaultUpdateMs: 16 });
      clock.start();
      const run = batch(count, (roll) => {
        const script = bodyOf(roll);
        return () => coroutine(script);
      });
      return () => {
        const ended = Engine.Context.scope({ clock }, run);
        clock.step(16);
        return ended;
      };
    },
  },
];

/** `makeStart(roll)` gives the function that starts one coroutine, which counts itself. */
function batch(count, makeStart) {
  const roll = makeRoll(count);
  const start = makeStart(roll);
  return () => {
    for (let i = 0; i < count; i++) start();
    return roll.isOver();
  };
}

function bodyOf(roll) {
  return function* () {
    roll.x += roll.speed;
  };
}

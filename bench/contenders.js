/** What rows are made of: native generators in a bare loop, and scripts that a scheduler runs. Pages of browsers use them too, so nothing of Node is here. */
import { Scheduler } from '@spindle/runtime';

export const makeActor = () => ({ x: 0, speed: 1 });

/** Native generators that do the same little work, called one after the other: the baseline of most rows. */
export function bareOf(bodies, count) {
  const generators = Array.from({ length: count }, (_, i) => bodies[i % bodies.length](makeActor()));
  return {
    name: 'bare generators',
    run() {
      for (let i = 0; i < generators.length; i++) generators[i].next();
    },
  };
}

export const bare = (count) =>
  bareOf(
    [
      function* (actor) {
        for (;;) {
          actor.x += actor.speed;
          yield;
        }
      },
    ],
    count,
  );

/** Scripts that go on in each pulse; `start(i)` calls the i-th. */
export function spindle(name, count, start, options) {
  const scheduler = new Scheduler(options);
  scheduler.enter(() => {
    for (let i = 0; i < count; i++) start(i, scheduler);
  });
  scheduler.pulse(16);
  return { name, run: () => scheduler.pulse(16) };
}

/** Scripts that go on when the signal is sent. */
export function signalled(name, count, start) {
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < count; i++) start(i, scheduler);
  });
  scheduler.pulse(16);
  return {
    name,
    run() {
      scheduler.signal('go');
      scheduler.pulse(16);
    },
  };
}

/** A million scripts are started in batches, so that samples are short. All scripts of a batch are alive at the same time. */
export const BATCH = 10_000;

/** A batch of scripts that start at the same time and have ended after this number of pulses. */
export function batch(name, start, pulses = 1) {
  const scheduler = new Scheduler();
  return {
    name,
    run() {
      scheduler.enter(() => {
        for (let i = 0; i < BATCH; i++) start(i, scheduler);
      });
      for (let i = 0; i < pulses; i++) scheduler.pulse(16);
      if (scheduler.live.size > 0) throw new Error('not all have ended');
    },
  };
}

export function* bareAtOnce(it) {
  it.x += it.speed;
}
function* bareNextFrame(it) {
  it.x += it.speed;
  yield;
  it.x += it.speed;
}

/** Generators that end at once. */
export function bareStarts(count = BATCH) {
  const actor = makeActor();
  return {
    name: 'bare generators',
    run() {
      for (let i = 0; i < count; i++) bareAtOnce(actor).next();
    },
  };
}

/** Generators that go on once before they end. */
export function bareStartsOfFrames() {
  const actor = makeActor();
  const live = [];
  return {
    name: 'bare generators',
    run() {
      for (let i = 0; i < BATCH; i++) {
        const generator = bareNextFrame(actor);
        generator.next();
        live.push(generator);
      }
      for (let i = 0; i < BATCH; i++) live[i].next();
      live.length = 0;
    },
  };
}

/** One script after another, each of which is run to its end. */
export function oneByOne(name, start) {
  const scheduler = new Scheduler();
  return {
    name,
    run() {
      scheduler.enter(start);
      while (scheduler.live.size > 0) scheduler.pulse(16);
    },
  };
}

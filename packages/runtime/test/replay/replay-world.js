/**
 * A small world whose doings depend on everything that can come from outside. It gets the runtime as an argument, so that the same file
 * plays on the sources and, in a process of its own, on the build. One long function, as all of the world shares what it has logged and opened.
 */
export function makeWorld(runtime, scheduler) {
  const {
    $methods,
    $thread,
    beside,
    clock,
    Clock,
    Executor,
    listen,
    race,
    random,
    wait,
    waitFor,
    waitForEvent,
    waitSignal,
  } = runtime;
  const { after, resume, skippable } = runtime;
  const lines = [];
  const log = (text) => lines.push(`${scheduler.clock.frame} ${text}`);
  const bell = makeEmitter();
  /** What the outside has still to settle. */
  const open = [];
  const promised = () => new Promise((resolve, reject) => open.push({ resolve, reject }));
  const slow = new Clock(scheduler.clock);

  class Actor extends Executor {
    constructor(name) {
      super();
      this.name = name;
    }
    static {
      const names = ['roam', 'load', 'hear', 'queue', 'ask', 'order', 'rush'];
      $methods(this.prototype, Object.fromEntries(names.map((name) => [name, `Actor.${name}(1)`])));
    }
    *roam(times) {
      for (let i = 0; i < times; i++) {
        const dice = random();
        log(`${this.name} rolls ${dice.toFixed(3)} at ${clock.now}`);
        yield wait(dice * 40);
      }
    }
    *load() {
      try {
        log(`${this.name} loaded ${text(yield promised())}`);
      } catch (error) {
        log(`${this.name} lost ${error.name}: ${error.message}`);
      }
    }
    *hear() {
      const loud = (ring) => ring.loudness > 3;
      log(`${this.name} heard ${text(yield waitForEvent(bell, 'ring', { filter: loud }))}`);
      yield beside(this.order());
    }
    *queue() {
      const rings = listen(bell, 'ring');
      yield wait(20);
      log(`${this.name} has ${rings.size} rings`);
      log(`${this.name} took ${text(yield rings.next())}`);
    }
    *ask() {
      const keys = scheduler.input('keys', () => readKeys());
      log(`${this.name} reads ${keys}`);
      yield wait(keys.length * 10);
      log(`${this.name} reads again ${scheduler.input('keys', () => readKeys())}`);
    }
    *order() {
      const friend = actors[Math.floor(random() * actors.length)];
      yield beside(friend.roam(1));
      log(`${this.name} waits for ${friend.name}`);
      yield waitFor(friend);
      log(`${this.name} goes on`);
    }
    *rush() {
      const child = (make) => $thread(make, 'child(0)');
      const first = yield race(
        child(function* () {
          return yield waitSignal('go');
        }),
        child(function* () {
          return yield promised();
        }),
      );
      log(`${this.name} rushed ${text(first)}`);
    }
  }

  const actors = ['Ada', 'Ben', 'Cy'].map((name) => new Actor(name));
  let keys = 'wasd';
  const readKeys = () => keys;
  const pick = (list, i) => (list.length === 0 ? undefined : list[i % list.length]);

  /** What the outside does: a replay leaves these out. */
  const outside = {
    emit: (loudness) => bell.emit('ring', { loudness, at: new Date(loudness * 1000), far: undefined }),
    settle: (i) => {
      const one = pick(open, i);
      if (one === undefined) return;
      open.splice(open.indexOf(one), 1);
      if (i % 3 === 2) one.reject(new RangeError(`no ${i}`));
      else one.resolve(i % 3 === 1 ? new Map([[i, -0]]) : { i });
    },
    keys: (i) => (keys = 'wasd'.slice(i % 5)),
  };

  /** How the outside stands after the same step of the run that was recorded: its Promise says nothing any more. */
  const past = {
    settle: (i) => open.splice(open.indexOf(pick(open, i)), 1),
    keys: outside.keys,
  };

  /** What the program does, in the first run and in a replay. */
  const inside = {
    call: ([who, method, times]) => actors[who][method](times),
    signal: (value) => scheduler.signal('go', value),
    spawn: (times) => scheduler.spawn(() => actors[0].roam(times)),
    after: (ms) => after(scheduler, ms, () => log('bell')),
    cancel: (i) => pick(scheduler.threads, i)?.cancel(`step ${i}`),
    resume: (i) => resume(scheduler, i, 'resumed'),
    scale: (scale) => (slow.scale = scale),
    pause: (i) => pick(scheduler.threads, i)?.pause(),
    unpause: () => scheduler.threads.forEach((thread) => thread.resume()),
    scene: (who) => scheduler.enter(() => skippable(() => actors[who].roam(3), { by: 'skip', skipPatienceMs: 200 })),
    skip: () => scheduler.signal('skip'),
    onSlow: (who) => scheduler.enter(() => runtime.withClock(slow, () => actors[who].roam(2))),
    // What each thread waits for, and its id, has to be the same too.
    pulse: (ms) => [scheduler.pulse(ms), lines.push(scheduler.dump())],
  };

  return {
    lines,
    play: ([what, value]) => scheduler.enter(() => (inside[what] ?? outside[what])(value)),
    /** What this step has left outside. */
    remember: ([what, value]) => past[what]?.(value),
    isInside: ([what]) => what in inside,
  };
}

const text = (value) => (value instanceof Map ? `map ${JSON.stringify([...value])}` : JSON.stringify(value));

function makeEmitter() {
  const listeners = [];
  return {
    name: 'bell',
    on: (_type, listener) => listeners.push(listener),
    off: (_type, listener) => listeners.splice(listeners.indexOf(listener), 1),
    emit: (_type, event) => [...listeners].forEach((listener) => listener(event)),
  };
}

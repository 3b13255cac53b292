/**
 * What the engine alone takes for what scripts do: the smallest programs that show it, with no scheduler, no waits and no owners. docs/performance.md
 * compares them with the rows of the table. `node --expose-gc bench/smallest.js`, and the same with `--max-semi-space-size=64`.
 */
const COUNT = 100_000;
const ROUNDS = 15;

/** As many fields as a thread has. */
class Record {
  // oxfmt-ignore
  a = null;
  b = null;
  c = null;
  d = null;
  e = null;
  f = null;
  g = null;
  h = null;
  i = 0;
  j = 0;
  k = 0;
  l = 0;
  m = null;
  n = null;
  o = null;
  p = null;
  constructor(generator, timer) {
    this.generator = generator;
    this.timer = timer;
  }
}

function* sleep(actor, ms) {
  yield ms;
  actor.woken++;
}
function* walk(actor) {
  while (true) {
    actor.x += actor.speed;
    yield;
  }
}
function* once(actor) {
  actor.x += actor.speed;
}

/** The body of a frame object, which goes on where its frame says. */
function walkFrame(frame, value, mode) {
  let pc = 0;
  let actor;
  if (frame !== null) {
    pc = 1;
    actor = frame.l0;
    if (mode !== 0) throw value;
  }
  while (true) {
    if (pc === 0) {
      actor.x += actor.speed;
      return frame;
    }
    pc = 0;
  }
}
/** Another, so that the loop does not know what it calls. */
function standFrame(frame) {
  frame.l0.turns++;
  return frame;
}

/** What a wrapper cannot do without: it passes on `this` and all arguments, steps the body, and an error comes out of it named. */
const { next } = Object.getPrototypeOf(function* () {}).prototype;
function called() {
  try {
    const step = next.call(Reflect.apply(once, this, arguments), undefined);
    return step.done ? step.value : step;
  } catch (error) {
    error.of = once;
    throw error;
  }
}

const actor = { woken: 0, x: 0, speed: 1, turns: 0 };
const order = shuffled(COUNT);
const timer = () => ({ deadlineMs: 0, slot: -1, prev: null, next: null, owner: null });

/** Scripts that sleep: each starts, waits, and ends in the order of the deadlines, which is not that of their memory. */
function sleeping() {
  return Array.from({ length: COUNT }, (_, i) => {
    const generator = sleep(actor, i);
    generator.next();
    return new Record(generator, timer());
  });
}

/** The same for those that `spawn` starts: their first call is kept, and its body is made in the next pulse. */
function spawned() {
  const records = [];
  for (let i = 0; i < COUNT; i++) records.push(new Record({ body: once, self: undefined, args: [actor] }, null));
  for (const record of records) {
    record.generator = Reflect.apply(record.generator.body, undefined, record.generator.args);
    next.call(record.generator, undefined);
  }
}

/** All end in one pulse, in the order in which they have started: each leaves the list of live ones and has a result. */
function endAll(all) {
  for (let i = 0; i < COUNT; i++) {
    const { value } = all[i].generator.next();
    all[i].generator = null;
    all[i].a = { value };
    all[i] = null;
  }
}

/** Each is told why, and its generator is unwound. */
function cancelAll(all) {
  for (const i of order) {
    all[i].a = { reason: 'cancelled', at: i };
    all[i].generator.return(undefined);
  }
}

const walkers = Array.from({ length: 1000 }, () => walk({ x: 0, speed: 1 }));
const frames = Array.from({ length: 1000 }, () => ({ l0: { x: 0, speed: 1, turns: 0 }, step: walkFrame }));
const mixed = Array.from({ length: 1000 }, (_, i) => ({
  l0: { x: 0, speed: 1, turns: 0 },
  step: i % 2 ? walkFrame : standFrame,
}));
const turns = (each) => () => {
  for (let turn = 0; turn < COUNT / 1000; turn++) for (let i = 0; i < 1000; i++) each(i);
};

/** Each is timed alone, after what it needs has been made. */
const programs = {
  'a resume of a generator': { run: turns((i) => walkers[i].next()) },
  'a turn of a frame object': { run: turns((i) => frames[i].step(frames[i], undefined, 0)) },
  'a turn of one of two kinds': { run: turns((i) => mixed[i].step(mixed[i], undefined, 0)) },
  'start and end': {
    run() {
      for (let i = 0; i < COUNT; i++) once(actor).next();
    },
  },
  'start and end by a wrapper': {
    run() {
      for (let i = 0; i < COUNT; i++) called(actor);
    },
  },
  'spawn, first turn and end': { run: spawned },
  'start and wait': { run: sleeping },
  'wake and end': {
    make: sleeping,
    run(all) {
      for (const i of order) all[i].generator.next();
    },
  },
  '100,000 ends': { make: sleeping, run: endAll },
  '100,000 cancels': { make: sleeping, run: cancelAll },
};

for (const [what, program] of Object.entries(programs)) {
  const samples = Array.from({ length: ROUNDS }, () => {
    const all = program.make?.();
    globalThis.gc({ type: 'minor' });
    const begin = performance.now();
    program.run(all);
    return ((performance.now() - begin) * 1e6) / COUNT;
  }).sort((a, b) => a - b);
  console.log(`${what}: ${samples[ROUNDS >> 1].toFixed(1)} ns`);
}

/** The same order in every run. */
function shuffled(count) {
  const items = Uint32Array.from({ length: count }, (_, i) => i);
  let state = 1;
  for (let i = count - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

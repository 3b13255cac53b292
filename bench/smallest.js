/**
 * What the engine alone takes for sleeping scripts: 100,000 generators, each with one record of as many fields as a thread has, no scheduler and no timers.
 * `node --expose-gc bench/smallest.js`, and the same with `--max-semi-space-size=64`.
 */
const COUNT = 100_000;
const ROUNDS = 15;

class Record {
  timer = { deadlineMs: 0, slot: -1, prev: null, next: null, owner: null };
  // prettier-ignore
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
  constructor(generator) {
    this.generator = generator;
  }
}

function* sleep(actor, ms) {
  yield ms;
  actor.woken++;
}

const actor = { woken: 0 };
const order = shuffled(COUNT);

function start() {
  const all = [];
  for (let i = 0; i < COUNT; i++) {
    const generator = sleep(actor, i);
    generator.next();
    all.push(new Record(generator));
  }
  return all;
}

/** They end in the order of their deadlines, which is not that of their memory. */
function wakeAndEnd(all) {
  for (const i of order) all[i].generator.next();
}

const took = { 'start and wait': [], 'wake and end': [] };
for (let round = 0; round < ROUNDS; round++) {
  globalThis.gc({ type: 'minor' });
  const [all, startNs] = timed(start);
  globalThis.gc({ type: 'minor' });
  const [, wakeNs] = timed(() => wakeAndEnd(all));
  took['start and wait'].push(startNs);
  took['wake and end'].push(wakeNs);
}
for (const [what, samples] of Object.entries(took)) {
  samples.sort((a, b) => a - b);
  console.log(`${what}: ${samples[ROUNDS >> 1].toFixed(0)} ns a script`);
}

function timed(act) {
  const begin = performance.now();
  const result = act();
  return [result, ((performance.now() - begin) * 1e6) / COUNT];
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

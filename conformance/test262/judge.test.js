/** What the harness notices, on tests of our own: `own`. */
import path from 'node:path';
import { isEveryWay, isOfThisLane } from '../../fixtures/lanes.js';
import { firstDifference } from './compare.js';
import { makeCompiler } from './compile.js';
import { listTests, readTest } from './corpus.js';
import { judge } from './judge.js';
import { modeOfPlant, plantNames } from './plants.js';
import { modes } from './options.js';
import { makeRealmMaker } from './realm.js';

const corpus = path.join(import.meta.dirname, 'own');
const lane = process.env.BABEL ?? '7';
const makeRealm = makeRealmMaker(corpus);
const names = listTests(corpus, { only: ['.'], every: 1, from: 0 });

/** How many of our tests end with each outcome, by mode: `{ stress: { same: 11 } }`. */
async function outcomesOf({ plant, modes: wanted }) {
  const { compile } = await makeCompiler(lane, plant);
  const outcomes = Object.fromEntries(wanted.map((mode) => [mode, {}]));
  for (const name of names) {
    for (const { mode, outcome } of await judge(readTest(corpus, name), { modes: wanted, compile, makeRealm })) {
      outcomes[mode][outcome] = (outcomes[mode][outcome] ?? 0) + 1;
    }
  }
  return outcomes;
}

// The harness hardly depends on the version of Babel, so each lane takes half of the modes, and plants every fifth bug. The nightly run has all.
const modesOfLane = modes.filter((_name, index) => isOfThisLane(index));

test('compiled code without a planted bug is the same in every mode', async () => {
  const same = Object.fromEntries(modesOfLane.map((mode) => [mode, { same: 11 }]));
  expect(await outcomesOf({ modes: modesOfLane })).toEqual(same);
});

const plantsOfLane = plantNames.filter((_name, index) => isEveryWay || index % 5 === 0);

test.each(plantsOfLane)('the planted bug %s is noticed', async (plant) => {
  const mode = modeOfPlant[plant];
  const outcomes = await outcomesOf({ plant, modes: [mode] });
  expect(outcomes[mode].different).toBeGreaterThan(0);
});

test('under stress the callback of a native pauses each time', async () => {
  const { compile } = await makeCompiler(lane);
  const pulsesOf = async (items) => {
    const source = `[${items}].forEach(function () {}); [${items}].sort(function () { return 0; });`;
    const test = { name: 'x', file: '/x.js', source, flags: new Set(['noStrict']), includes: [] };
    const [{ outcome, pulses }] = await judge(test, { modes: ['stress'], compile, makeRealm });
    expect(outcome).toBe('same');
    return pulses;
  };
  // Five more calls and five more comparisons: a pause at the start of each.
  expect((await pulsesOf([1, 2, 3, 4, 5, 6, 7])) - (await pulsesOf([1, 2]))).toBe(10);
});

test('a test that differs from itself is not counted', async () => {
  const { compile } = await makeCompiler(lane);
  const source = 'assert(true, String(Math.random()));';
  const test = { name: 'x', file: '/x.js', source, flags: new Set(['noStrict']), includes: [] };
  const results = await judge(test, { modes: ['functions', 'wrapper'], compile, makeRealm });
  expect(results.map(({ outcome }) => outcome)).toEqual(['unsteady', 'unsteady']);
});

test('what the plugin refuses is counted as refused, with its code', async () => {
  const { compile } = await makeCompiler(lane);
  const test = { name: 'x', file: '/x.js', source: 'var yield = 1;', flags: new Set(['noStrict']), includes: [] };
  const results = await judge(test, { modes: ['functions', 'wrapper'], compile, makeRealm });
  expect(results).toEqual([
    { mode: 'functions', isStrict: false, outcome: 'same', pulses: 0, waited: false, assertions: 0 },
    { mode: 'wrapper', isStrict: false, outcome: 'refused', code: 'SPN202' },
  ]);
});

test('an error that is none in a function is not counted where the test stands in one', async () => {
  const { compile } = await makeCompiler(lane);
  const source = 'using x = null;';
  const negative = { phase: 'parse', type: 'SyntaxError' };
  const test = { name: 'x', file: '/x.js', source, flags: new Set(['noStrict']), includes: [], negative };
  const results = await judge(test, { modes: ['wrapper-frames', 'functions-frames'], compile, makeRealm });
  expect(results.map(({ outcome }) => outcome)).toEqual(['failsWrapped', 'negative']);
});

test('the functions that become frames are counted, and those that stay generators, by their reasons', async () => {
  const { compile } = await makeCompiler(lane);
  const source = 'function f() { return eval("1"); } function g() { return f(); } assert(g() === 1);';
  const test = { name: 'x', file: '/x.js', source, flags: new Set(['noStrict']), includes: [] };
  const [{ outcome, forms }] = await judge(test, { modes: ['functions-frames'], compile, makeRealm });
  expect(outcome).toBe('same');
  expect(forms).toEqual({ frames: 1, 'It uses `eval`.': 1 });
});

test('two runs are compared by their end, then assertion by assertion', () => {
  const plain = { end: 'normal', log: ['assert(true)', 'assert(1)'] };
  expect(firstDifference(plain, plain)).toBeUndefined();
  expect(firstDifference(plain, { end: 'TypeError', said: 'no', log: [] })).toBe('ended: normal → TypeError (no)');
  expect(firstDifference(plain, { ...plain, log: ['assert(true)'] })).toBe('assertion 2: assert(1) → none');
  expect(firstDifference(plain, { ...plain, log: ['assert(true)', 'assert(2)'] })).toContain('assert(1) → assert(2)');
});

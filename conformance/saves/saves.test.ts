import { readFileSync } from 'node:fs';
import { recordWarnings } from '../../packages/runtime/test/warnings.js';
import { type Checked, checkSaves } from './check.js';
import { loadEdited } from './edited-programs.js';
import { goOnFromAll } from './go-on.js';
import { type Compiled, Instance, type Saved } from './instance.js';
import { modelPrograms } from './model-programs.js';
import { checkProgram, compileForSaves, randomPrograms } from './random-programs.js';

// A replay tells warnings, which are no matter here.
recordWarnings();

let checked: Checked;

/** More of them, with new seeds and in fresh processes: `npm run nightly -- saves`. */
const PAUSES = 800;
/** To compile a program takes most of the time; fixtures and conformance/edits load after edits, too. */
const kind = randomPrograms({ compiledAgain: 100, edited: 32 });

test(`random programs go on the same from saves at ${PAUSES} pauses, or say why there can be none`, async () => {
  checked = await checkSaves(kind, { pauses: PAUSES, seed: 20261129, goOn: goOnFromAll });
  expect(checked.failures.join('\n\n')).toBe('');
}, 600_000);

test('so do programs of the model', async () => {
  const { failures, same } = await checkSaves(modelPrograms, { pauses: 200, seed: 20261129, goOn: goOnFromAll });
  expect(failures.join('\n\n')).toBe('');
  expect(same).toBeGreaterThan(100);
}, 600_000);

test('most of the pauses are saved', () => {
  const { pauses, same, programs } = checked;
  expect(same / pauses).toBeGreaterThan(0.6);
  expect(pauses / programs).toBeGreaterThan(2);
});

/**
 * In the first one each iteration makes such a function. Of the second one a save that stands in its last `for…of` went on wrong in a trial, whose saver is
 * gone: of all fields of its saves that can be left out, only what that cursor goes over gives another trace with no word, and in no other save. The
 * texts of its tags, which were suspected, stand in no frame.
 */
test.each(['a-named-function-that-captures-itself', 'a-loop-over-a-list-that-only-its-cursor-has'])(
  'a program that was wrong once: %s',
  async (name) => {
    const source = readFileSync(new URL(`kept/${name}.js`, import.meta.url), 'utf8');
    for (const traits of [0, 1]) {
      const { pauses, same, faults } = await checkProgram({ source, traits, unsavable: new Set() }, goOnFromAll);
      expect(faults).toEqual([]);
      expect([pauses > 1, same]).toEqual([true, pauses]);
    }
  },
);

test.each([
  [
    'whatever its function has captured',
    `function inner() { log(1); p(2); log(3); }
function outer() { inner(); log(4); }
outer();`,
  ],
  [
    'in an arrow that the second one beside it has made',
    `((given) => given)(((made) => (given) => { log(1); p(2); return given; })(0)(1)); log(3);`,
  ],
  [
    'in methods of a class that a factory makes',
    `const make = (n) => { class Guard { walk() { log(n); p(2); log(3); } static look() { new Guard().walk(); p(4); } } return Guard; };
make(1).look(); log(5);`,
  ],
  [
    'in a method that calls one under a computed key',
    `made.walk(); log(4);`,
    `const made = { [(log(9), 'step')]() { p(2); return 1; }, walk() { this[log('step')](); log(p(0)); log(3); } };`,
  ],
])('what is told of a call is taken for that call, %s', async (_, body, above = '') => {
  const source = `'use compile';
${above}
function main() {
${body}
}`;
  const compile = (text: string): Compiled | string => compileForSaves(text, 0);
  const compiled = compile(source) as Compiled;
  const first = new Instance(compiled);
  first.begin();
  const given = { source, compiled, saved: first.save(0) as Saved, log: first.log.lines.slice() };
  const outcomes = new Set<unknown>();
  for (let dice = 0; dice < 30; dice++) outcomes.add(await loadEdited({ ...given, dice }, compile));
  expect(outcomes).toEqual(new Set(['mapped', 'told', 'refused', undefined]));
});

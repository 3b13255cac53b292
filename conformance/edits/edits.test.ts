import { checkEdits } from './check.js';
import { newCount } from './edit-one.js';
import { checkInPlace } from './in-place.js';

/** Each night 10,000, from a new seed: scripts/nightly.js. */
const runs = Number(process.env['EDIT_RUNS'] ?? 60);
const seed = Number(process.env['EDIT_SEED'] ?? 20281129);

const count = newCount();

test('a save that is loaded after an edit goes on in the same statement, or tells, or is refused', () => {
  checkEdits(count, { runs, seed });
  expect(count.wrong.slice(0, 5).join('\n\n======\n\n')).toBe('');
}, 3_600_000);

test('most edits leave the frames where they can be found', () => {
  expect(count.edits).toBe(runs);
  expect((count.same + count.told) / runs).toBeGreaterThan(0.5);
  expect(count.told).toBeGreaterThan(runs / 20);
  expect(count.again).toBeGreaterThan(runs / 50);
});

const inPlace = newCount();
const runsInPlace = Math.ceil(runs / 3);

test('who waits while its script is edited goes on in the same statement, or tells, or stays in the old text', () => {
  checkInPlace(inPlace, { runs: runsInPlace, seed });
  expect(inPlace.wrong.slice(0, 5).join('\n\n======\n\n')).toBe('');
  expect(inPlace.edits).toBe(runsInPlace);
  expect((inPlace.same + inPlace.told) / runsInPlace).toBeGreaterThan(0.5);
}, 3_600_000);

afterAll(() => {
  if (process.env['EDIT_TABLE'] === undefined) return;
  const rowsOf = ({ byEdit }: typeof count): string =>
    Array.from(byEdit, ([name, of]) => `  ${name}: ${of.mapped} mapped, ${of.refused} refused\n`).join('');
  const { edits, same, told, refused, replaced, again } = count;
  process.stdout.write(
    `${edits} edits: ${same} go on and nothing is told, ${told} go on and are told of (${replaced} in another statement; ${again} can wait again), ${refused} refused\n${rowsOf(count)}` +
      `${inPlace.edits} edits in place: ${inPlace.same} go on and nothing is told, ${inPlace.told} go on and are told of, in ${inPlace.refused} some calls stay in the old text\n${rowsOf(inPlace)}`,
  );
});

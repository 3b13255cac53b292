import { checkEdits, newCount } from './check.js';

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

afterAll(() => {
  if (process.env['EDIT_TABLE'] === undefined) return;
  const { edits, same, told, refused, replaced, again, byEdit } = count;
  const rows = [...byEdit].map(([name, of]) => `  ${name}: ${of.mapped} mapped, ${of.refused} refused`);
  process.stdout.write(
    `${edits} edits: ${same} go on and nothing is told, ${told} go on and are told of (${replaced} in another statement; ${again} can wait again), ${refused} refused\n${rows.join('\n')}\n`,
  );
});

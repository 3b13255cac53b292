import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import vm from 'node:vm';
import { OUT_OF_REACH } from './out-of-reach.js';
import { inBoth, neverRun } from './unused.js';

const text = `
function walk(step) {
  if (step > 1) return 'far';
  return step === 1 ? 'near' : 'here';
}
function rest() {}
walk(1);
`;

test('branches and functions that never ran are found', async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  vm.runInThisContext(text, { filename: 'branches-of-a-test.js' });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const { functions } = result.find(({ url }) => url === 'branches-of-a-test.js')!;
  const found = neverRun(functions).map(([from, to]) => text.slice(from, to).trim());
  expect(found).toEqual(["return 'far';", ": 'here'", 'function rest() {}']);
});

test('what one process has used counts for all', () => {
  const first = [
    [0, 10],
    [20, 30],
  ];
  expect(inBoth(first, [[5, 25]])).toEqual([
    [5, 10],
    [20, 25],
  ]);
  expect(inBoth(first, [])).toEqual([]);
});

test.each(OUT_OF_REACH)('what is out of reach is there: $file $text', ({ file, text: part }) => {
  const stage = path.join(import.meta.dirname, '../../packages/babel-plugin-threads/src/lower');
  expect(readFileSync(path.join(stage, file), 'utf8')).toContain(part);
});

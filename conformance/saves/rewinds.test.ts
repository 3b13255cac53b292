import { recordWarnings } from '../../packages/runtime/test/warnings.js';
import { checkSaves } from './check.js';
import { lookedBackPrograms } from './looked-back-programs.js';
import { rewoundModelPrograms } from './rewound-model-programs.js';
import { rewoundPrograms } from './rewound-programs.js';

recordWarnings();

const wanted = { pauses: 50, seed: 20261130, goOn: () => Promise.resolve([]) };

/** More of them, with new seeds: `npm run nightly -- saves`. */
test.each([
  ['random programs', rewoundPrograms],
  ['programs of the model', rewoundModelPrograms],
])(
  '%s go back to each of their pauses, twice, and go on as they did',
  async (_, kind) => {
    const { failures, same, pauses } = await checkSaves(kind, wanted);
    expect(failures.join('\n\n')).toBe('');
    expect(same / pauses).toBeGreaterThan(0.7);
  },
  120_000,
);

test('any frame of programs of the model is as it was, the present stays, and they go on from there as they did', async () => {
  const { failures, same, pauses } = await checkSaves(lookedBackPrograms, {
    ...wanted,
    pauses: 300,
  });
  expect(failures.join('\n\n')).toBe('');
  expect(same / pauses).toBeGreaterThan(0.7);
}, 120_000);

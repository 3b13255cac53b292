import fc from 'fast-check';
import { recordWarnings } from '../warnings.js';
import { runs as allRuns, seed } from './amount.js';
import { goesOn } from './lives.js';
import { programs } from './program.js';

const runs = allRuns / 4;

describe('replayed, then live', () => {
  // A replay has no option for them.
  recordWarnings();

  test('random programs that are stopped at any frame, replayed and gone on with are those that were not', async () => {
    let stopped = 0;
    const property = fc.asyncProperty(programs(), fc.nat(12), async (program, frame) => {
      if (!(await goesOn(program, frame))) stopped++;
    });
    await fc.assert(property, { numRuns: runs, seed });
    // The others were over by then.
    expect(stopped).toBeGreaterThan(0.2 * runs);
  }, 600_000);
});

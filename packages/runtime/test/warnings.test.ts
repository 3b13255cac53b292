import { Scheduler } from '../src/index.js';
import { forgetWarnings } from '../src/warnings.js';

const said: string[] = [];
const { env } = process;
const { warn } = console;

beforeEach(() => {
  said.length = 0;
  forgetWarnings();
  console.warn = (text: string): void => void said.push(text);
});
afterEach(() => {
  console.warn = warn;
  process.env = env;
});

function pulses(scheduler: Scheduler, lengths: readonly number[]): void {
  lengths.forEach((dtMs) => scheduler.pulse(dtMs));
}
const times = (count: number, dtMs: number): number[] => Array.from({ length: count }, () => dtMs);

describe('pulses that look like seconds', () => {
  test('are told once, at the sixtieth in a row', () => {
    const scheduler = new Scheduler();
    pulses(scheduler, times(59, 0.016));
    expect(said).toEqual([]);
    pulses(scheduler, times(200, 0.016));
    expect(said).toEqual([
      '`pulse` got less than 1 ms sixty times in a row, 0.016 just now: are these seconds? It takes milliseconds, as all waits do: ' +
        '`scheduler.pulse(seconds * 1000)`. [SPN701]',
    ]);
  });

  test('are told once for all schedulers', () => {
    for (let room = 0; room < 3; room++) pulses(new Scheduler(), times(60, 0.016));
    expect(said).toHaveLength(1);
  });

  test('are not told where a longer one comes between, nor where time stands still', () => {
    const scheduler = new Scheduler();
    pulses(scheduler, [...times(59, 0.016), 16, ...times(59, 0.016)]);
    pulses(new Scheduler(), times(200, 0));
    expect(said).toEqual([]);
  });
});

test('`warnings: false` says nothing, and so does production', () => {
  pulses(new Scheduler({ warnings: false }), times(60, 0.016));
  process.env = { ...env, NODE_ENV: 'production' };
  pulses(new Scheduler(), times(60, 0.016));
  expect(said).toEqual([]);
  process.env = { ...env, NODE_ENV: 'development' };
  pulses(new Scheduler(), times(60, 0.016));
  expect(said).toHaveLength(1);
});

test('`warnings` is true or false', () => {
  expect(() => new Scheduler({ warnings: 'yes' as never })).toThrow(
    'new Scheduler expected warnings: true or false, got "yes" (string).',
  );
});

/** Runs in another order than the usual one, recorded and played again. */
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import { random, Scheduler, wait, waitFrames } from '../../src/index.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { shuffledBy } from '../../src/testing.js';

/** Scripts whose draws depend on who has the next turn. */
const play = (lines: string[]) => (scheduler: Scheduler) => {
  for (const name of 'abcd')
    scheduler.spawn(
      $thread(function* (): any {
        for (let step = 0; step < 4; step++) {
          yield step % 2 === 0 ? waitFrames(1) : wait(20);
          lines.push(`${name} ${random()}`);
        }
      }, 'play(0)'),
    );
  return (ms: number): void => scheduler.pulse(ms);
};

test('a log has the order of its run, and a replay goes on in that', () => {
  let others = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [usual, recorded, again] = [[], [], []] as [string[], string[], string[]];
      const scheduler = new Scheduler({ inbox: recorder(), order: shuffledBy(seed) });
      const pulses = [play(recorded)(scheduler), play(usual)(new Scheduler())];
      for (let frame = 0; frame < 12; frame++) for (const pulse of pulses) pulse(16);
      const log = JSON.parse(JSON.stringify(scheduler.record())) as Log;
      expect(log.order).toBe(seed);
      replay(log, play(again));
      expect(again).toEqual(recorded);
      if (usual.join() !== recorded.join()) others++;
    }),
    { numRuns: 40, seed: 37 },
  );
  expect(others).toBeGreaterThan(20);
});

test('without the option a log says nothing of it', () => {
  expect(new Scheduler({ inbox: recorder() }).record()).not.toHaveProperty('order');
});

test('an order that is none is refused before anything runs', () => {
  const log = new Scheduler({ inbox: recorder(), order: shuffledBy('1:turns:0+1') }).record();
  expect(log.order).toBe('1:turns:0+1');
  expect(replay(log, () => undefined).clock.frame).toBe(0);
  expect(() => replay({ ...log, order: '1:turns' }, () => undefined)).toThrow(
    '`order` is "1:turns" (string), not a seed, the text of an order or nothing',
  );
});

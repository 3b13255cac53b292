/** Random numbers of a seed, 0 ≤ n < 1: those of the runtime. */
import { random, Scheduler } from '@spindle/runtime';

export function makeDice(seed) {
  const scheduler = new Scheduler({ seed: seed | 0 });
  return () => scheduler.enter(random);
}

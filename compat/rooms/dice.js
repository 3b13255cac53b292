/** Random numbers of a seed, 0 ≤ n < 1: those of the runtime. */
import { random, Scheduler } from '@spindle/runtime';

/** What is drawn, not when it happens: that is the machine's. */
export const SEED = Number(process.env.ROOM_SEED ?? Date.now() % 2 ** 31);

export const pick = (list, dice) => list[Math.floor(dice() * list.length)];

export function makeDice(seed) {
  const scheduler = new Scheduler({ seed: seed | 0 });
  return () => scheduler.enter(random);
}

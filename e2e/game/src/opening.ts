import { Clock, random, scheduler, withClock } from '@spindle/runtime';

interface Walker {
  name: string;
  steps: number;
}

/** A script in TypeScript, which bundlers take the types from. */
// @compile
export function opening(walker: Walker, log: string[]): void {
  for (let step = 1; step <= walker.steps; step++) {
    wait(20);
    log.push(`${walker.name} takes step ${step}`);
  }
  const slow: Clock = new Clock(scheduler.clock);
  slow.scale = 0.5;
  withClock(slow, () => wait(100));
  [1, 2].forEach((count) => {
    wait(10);
    log.push(`${count}`);
  });
  log.push(random() < 1 ? 'curtain' : 'never');
}

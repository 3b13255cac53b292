/** A wait for the same signal as before, or for a time again, begins without the steps of `suspend` (`waitSimply`). */
import { $method } from '../../src/abi.js';
import { currentThread, Executor, signal, type Thread, wait, waitSignal } from '../../src/index.js';
import { hasTimers } from '../../src/time/clock.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

class Guard extends Executor {
  heard = 0;
  next: () => unknown = () => undefined;
  declare watch: () => any;
  declare step: () => any;
  declare jump: () => any;
}
Guard.prototype.watch = $method(function* (this: any): Generator {
  for (;;) {
    yield this.next();
    this.heard++;
    this.step();
  }
}, 'Guard.watch(0)');
Guard.prototype.step = $method(function* (): Generator {
  yield 1;
}, 'Guard.step(0)');
Guard.prototype.jump = $method(function* (this: any): Generator {
  yield 1;
  return this.heard;
}, 'Guard.jump(0)');

test.each([
  ['a signal', () => waitSignal('go')],
  ['a time', () => wait(10)],
])('lets go of the owner, each time: %s', (_for, begin) => {
  const guard = new Guard();
  guard.next = begin;
  stage.play(() => guard.watch());
  for (let i = 1; i < 5; i++) {
    stage.play(() => signal('go'));
    stage.pulse();
    expect([guard.heard, stage.play(() => guard.jump())]).toEqual([i, i]);
  }
});

describe.each([
  ['a signal', 'waiting', 'waitSignal(go)', () => waitSignal('go')],
  ['a time', 'sleeping', 'wait(10)', () => wait(10)],
])('a wait for %s', (_for, status, what, begin) => {
  /** Each pulse ends the wait. */
  const pulse = (): void => {
    stage.play(() => signal('go'));
    stage.pulse();
  };

  test('says since when it waits, and what for', () => {
    const waits = stage.script('waits', function* () {
      for (;;) yield begin();
    });
    const thread = stage.play(waits) as Thread;
    for (let i = 1; i < 4; i++) {
      pulse();
      expect([thread.status, thread.waitingFor]).toEqual([status, `${what}, since frame ${i}`]);
    }
    thread.cancel();
    const { scheduler } = stage;
    expect([thread.status, scheduler.signals.byName.size, hasTimers(scheduler.clock)]).toEqual(['cancelled', 0, false]);
  });

  test('is unwound if its thread has cancelled itself', () => {
    const waits = stage.script('waits', function* () {
      try {
        for (let i = 0; ; i++) {
          yield begin();
          if (i === 2) (currentThread() as Thread).cancel();
        }
      } finally {
        stage.log('away');
      }
    });
    const thread = stage.play(waits) as Thread;
    for (let i = 0; i < 5; i++) pulse();
    expect([thread.status, stage.lines]).toEqual(['cancelled', ['3 away']]);
  });
});

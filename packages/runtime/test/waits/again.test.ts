/** A wait for the same signal as before begins in a way of its own (`hearsAgain`). */
import { $thread, currentThread, Executor, signal, type Thread, waitSignal } from '../../src/index.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

class Guard extends Executor {
  heard = 0;
  declare watch: () => any;
  declare step: () => any;
  declare jump: () => any;
}
Guard.prototype.watch = $thread.method(function* (this: any): Generator {
  for (;;) {
    yield waitSignal('go');
    this.heard++;
    this.step();
  }
}, 'Guard.watch(0)');
Guard.prototype.step = $thread.method(function* (): Generator {
  yield 1;
}, 'Guard.step(0)');
Guard.prototype.jump = $thread.method(function* (this: any): Generator {
  yield 1;
  return this.heard;
}, 'Guard.jump(0)');

test('lets go of the owner, each time', () => {
  const guard = new Guard();
  stage.play(() => guard.watch());
  for (let i = 1; i < 5; i++) {
    stage.play(() => signal('go'));
    stage.pulse();
    expect([guard.heard, stage.play(() => guard.jump())]).toEqual([i, i]);
  }
});

test('says since when it waits, and what for', () => {
  const listens = stage.script('listens', function* () {
    for (;;) yield waitSignal('go');
  });
  const thread = stage.play(listens) as Thread;
  for (let i = 1; i < 4; i++) {
    stage.play(() => signal('go'));
    stage.pulse();
    expect([thread.status, thread.waitingFor]).toEqual(['waiting', `waitSignal(go), since frame ${i}`]);
  }
  thread.cancel();
  expect([thread.status, stage.scheduler.signals.size]).toEqual(['cancelled', 0]);
});

test('is unwound if its thread has cancelled itself', () => {
  const listens = stage.script('listens', function* () {
    try {
      for (let i = 0; ; i++) {
        yield waitSignal('go');
        if (i === 2) (currentThread() as Thread).cancel();
      }
    } finally {
      stage.log('away');
    }
  });
  const thread = stage.play(listens) as Thread;
  for (let i = 0; i < 5; i++) {
    stage.play(() => signal('go'));
    stage.pulse();
  }
  expect([thread.status, stage.lines]).toEqual(['cancelled', ['3 away']]);
});

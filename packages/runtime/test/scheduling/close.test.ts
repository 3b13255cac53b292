import { after, drive } from '../../src/host.js';
import { EventEmitter } from 'node:events';
import { handler } from '../../src/abi.js';
import {
  Executor,
  Scheduler,
  scheduler as standard,
  SchedulerClosedError,
  start,
  wait,
  waitForEvent,
} from '../../src/index.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** A script whose `finally` block waits. */
const visit = (name: string): (() => any) =>
  stage.script(name, function* () {
    try {
      yield wait(500);
    } finally {
      yield wait(20);
      stage.log(`${name} left`);
    }
  });

test('all its threads are cancelled, the last started first, and their finally blocks may wait', () => {
  const threads = stage.play(() => [visit('one')(), visit('two')()]);
  stage.pulse();
  stage.scheduler.close('sold');
  expect(threads.map(({ status }) => status)).toEqual(['sleeping', 'sleeping']);
  stage.finish();
  expect(stage.lines).toEqual(['3 two left', '3 one left']);
  expect(threads.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  expect(threads[0].value.reason).toBe('sold');
});

test('nothing starts from outside: calls, start, spawn, a thread of another scheduler, a driver', () => {
  const { scheduler } = stage;
  scheduler.close('sold');
  const attempts: (() => unknown)[] = [
    () => stage.play(visit('late')),
    () => stage.play(() => start(visit('late'))),
    () => scheduler.spawn(visit('late')),
    () => drive(scheduler, { driver: 'interval' }),
  ];
  for (const attempt of attempts) expect(attempt).toThrow(SchedulerClosedError);
  expect(() => stage.play(visit('late'))).toThrow(
    'The scheduler is closed (sold), so `late()` cannot run on it. Make or enter another one.',
  );
  const other = new Stage();
  other.play(
    other.script('main', function* () {
      yield wait(10);
      scheduler.spawn(visit('late'));
    }),
  );
  other.finish();
  expect(other.uncaught).toEqual([expect.any(SchedulerClosedError)]);
  expect(scheduler.live.size).toBe(0);
});

test('what a finally block starts still runs', () => {
  const door = stage.actor('door');
  stage.play(
    stage.script('main', function* () {
      try {
        yield wait(500);
      } finally {
        yield door.walk(2);
        start(visit('ghost')).cancel();
        stage.log('left');
      }
    }),
  );
  stage.scheduler.close();
  stage.finish();
  expect(stage.lines).toEqual(['0 door step 1', '1 door step 2', '2 left', '4 ghost left']);
});

test('with { now: true } what is left of the finally blocks is skipped, also after a close without it', () => {
  const thread = stage.play(visit('one'));
  stage.pulse();
  stage.scheduler.close('sold');
  stage.scheduler.close('burnt', { now: true });
  expect([stage.scheduler.live.size, thread.status, thread.value.reason]).toEqual([0, 'cancelled', 'sold']);
  expect(() => stage.play(visit('late'))).toThrow('closed (sold)');
  stage.pulse(5);
  expect(stage.lines).toEqual([]);
});

test('a script that closes its own scheduler goes on to its next wait', () => {
  stage.play(
    stage.script('main', function* () {
      stage.scheduler.close('sold', { now: true });
      stage.log('goes on');
      yield wait(10);
      stage.log('too far');
    }),
  );
  expect([stage.lines, stage.scheduler.live.size]).toEqual([['0 goes on'], 0]);
});

test('its listeners are off, its handlers and alarms silent', () => {
  const net = new EventEmitter();
  const hears = stage.script('hears', function* () {
    stage.log('heard');
  });
  stage.play(
    stage.script('main', function* () {
      net.on('chat', handler(hears) as () => void);
      after(stage.scheduler, 20, () => stage.log('alarm'));
      yield waitForEvent(net, 'leave');
    }),
  );
  net.emit('chat');
  stage.scheduler.close();
  net.emit('chat');
  stage.pulse(5);
  expect([stage.lines, net.listenerCount('leave')]).toEqual([['0 heard'], 0]);
});

describe('an owner without live threads acts', () => {
  class Hero extends Executor {}
  const walk = (hero: Hero): any =>
    stage
      .script('walk', function* () {
        yield wait(10);
      })
      .call(hero);

  test('on the scheduler that it used last', () => {
    const hero = new Hero();
    stage.play(() => walk(hero));
    stage.finish();
    expect(walk(hero).scheduler).toBe(stage.scheduler);
  });

  test('on the default one if that was closed, or on the one that is entered', () => {
    const [hero, other] = [new Hero(), new Hero()];
    stage.play(() => [walk(hero), walk(other)]);
    stage.scheduler.close('sold', { now: true });
    const room = new Scheduler();
    const threads = [walk(hero), room.enter(() => walk(other))];
    expect(threads.map(({ scheduler }) => scheduler)).toEqual([standard, room]);
    threads.forEach((thread) => thread.cancel());
  });
});

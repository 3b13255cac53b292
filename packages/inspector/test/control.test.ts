import { Scheduler, wait } from '@spindle/runtime';
import { waitUntil, clock } from '@spindle/runtime/abi';
import { breakAt, controlOf } from '../src/index.js';
import { lineOf, Stage } from './stage.js';

const FILE = 'control.test.ts';

function walking(): { stage: Stage; steps: number[]; walk: () => any } {
  const stage = new Stage();
  const steps: number[] = [];
  const walk = stage.script('walk(0)', function* () {
    for (let i = 0; i < 100; i++) {
      steps.push(clock.frame);
      yield waitUntil(clock.frame + 1);
    }
  });
  return { stage, steps, walk };
}

test('the pulses of the game do nothing while it is paused; a step is one frame of the usual length', () => {
  const { stage, steps, walk } = walking();
  const control = controlOf(stage.scheduler);
  expect(controlOf(stage.scheduler)).toBe(control);
  stage.play(walk);
  stage.pulse();
  control.pause();
  stage.pulse(5);
  expect([steps, control.paused, stage.scheduler.clock.now]).toEqual([[0, 1], true, 10]);
  control.step();
  expect([steps, stage.scheduler.clock.now]).toEqual([[0, 1, 2], 20]);
  control.resume();
  stage.pulse();
  expect(steps).toEqual([0, 1, 2, 3]);
  control.pause();
  control.stop();
  expect(Object.hasOwn(stage.scheduler, 'pulse')).toBe(false);
  stage.pulse();
  expect(steps).toHaveLength(5);
  expect(controlOf(stage.scheduler)).not.toBe(control);
  control.stop();
  expect(Object.hasOwn(stage.scheduler, 'pulse')).toBe(true);
});

test('a pulse that the game has put in the place of its own is what is called, and is there again afterwards', () => {
  const { stage, steps, walk } = walking();
  const { scheduler } = stage;
  let count = 0;
  const wrap = (): ((ms: number) => void) => {
    const inner = scheduler.pulse.bind(scheduler);
    return (ms) => {
      count++;
      inner(ms);
    };
  };
  const own = (scheduler.pulse = wrap());
  const control = controlOf(scheduler);
  stage.play(walk);
  stage.pulse();
  control.step();
  stage.pulse();
  expect([count, steps]).toEqual([2, [0, 1, 2]]);
  control.stop();
  expect(Reflect.get(scheduler, 'pulse')).toBe(own);
  // And one that it has put above that of the control.
  const second = controlOf(scheduler);
  const above = (scheduler.pulse = wrap());
  second.slowMotion(0.5);
  second.pause();
  second.stop();
  expect(Reflect.get(scheduler, 'pulse')).toBe(above);
  stage.pulse(2);
  expect([count, steps]).toEqual([6, [0, 1, 2, 3, 4]]);
});

test('slow motion leaves out pulses, so that the frames that run are the same', () => {
  const { stage, steps, walk } = walking();
  const control = controlOf(stage.scheduler);
  control.slowMotion(0.1);
  stage.play(walk);
  stage.pulse(30);
  expect([steps, stage.scheduler.clock.now]).toEqual([[0, 1, 2, 3], 30]);
  control.slowMotion(1);
  stage.pulse(2);
  expect(steps).toHaveLength(6);
  for (const factor of [0, -1, 2, Number.NaN]) expect(() => control.slowMotion(factor)).toThrow(TypeError);
});

test('a step of one thread runs frames until it has had a turn', () => {
  const stage = new Stage();
  const said: string[] = [];
  const sleepy = stage.script('sleepy(0)', function* () {
    said.push('begins');
    yield wait(30);
    said.push('wakes');
    yield wait(50);
  });
  const never = stage.script('never(0)', function* () {
    yield wait(1e9);
  });
  const control = controlOf(stage.scheduler);
  stage.play(never);
  const { id } = stage.scheduler.spawn(sleepy);
  stage.play(() => stage.scheduler.pulse(10));
  expect(said).toEqual(['begins']);
  expect(control.stepThread(id)).toBe(true);
  expect([said, control.paused, stage.scheduler.clock.now]).toEqual([['begins', 'wakes'], true, 40]);
  expect(control.stepThread(id)).toBe(true);
  expect(control.stepThread(id)).toBe(false);
  expect(control.stepThread(1)).toBe(false);
  const other = stage.scheduler.spawn(sleepy);
  expect(control.stepThread(other.id)).toBe(true);
  expect(said).toHaveLength(3);
});

test('a breakpoint pauses when a thread begins to wait in its line, and a run to a line pauses there once', () => {
  const stage = new Stage();
  const meta = `guard(0) ${lineOf(FILE, 'first')}:0:x ${lineOf(FILE, 'second')}:0:x`;
  const guard = stage.script(meta, function* () {
    for (let round = 0; round < 10; round++) {
      yield wait(20); // first
      yield wait(10); // second
    }
  });
  const control = controlOf(stage.scheduler);
  const seen: unknown[] = [];
  control.onPause((at) => seen.push(at === null ? null : `${at.name} ${at.line}`));
  const remove = breakAt(stage.scheduler, FILE, lineOf(FILE, 'second'));
  breakAt(stage.scheduler, 'other.ts', lineOf(FILE, 'second'));
  stage.play(guard);
  stage.pulse(10);
  expect([seen, stage.scheduler.clock.frame]).toEqual([[`guard ${lineOf(FILE, 'second')}`], 2]);
  control.resume();
  stage.pulse(10);
  expect(stage.scheduler.clock.frame).toBe(5);
  remove();
  control.resume();
  stage.pulse(10);
  expect(stage.scheduler.clock.frame).toBe(15);
  control.runTo(`test/${FILE}`, lineOf(FILE, 'first'));
  stage.pulse(10);
  expect(stage.scheduler.clock.frame).toBe(18);
  control.resume();
  stage.pulse(10);
  expect(stage.scheduler.clock.frame).toBe(28);
  expect(() => breakAt(stage.scheduler, FILE, 0)).toThrow('breakAt expected `line`: a line from 1, got 0.');
  control.stop();
});

test('schedulers are controlled each by itself', () => {
  const [one, other] = [new Scheduler(), new Scheduler()];
  controlOf(one).pause();
  one.pulse(10);
  other.pulse(10);
  expect([one.clock.frame, other.clock.frame]).toEqual([0, 1]);
});

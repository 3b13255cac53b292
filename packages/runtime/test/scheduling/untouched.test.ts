/** Threads that a pulse does not touch: hot ones, and those on a paused clock. */
import type { FrameList } from '../../src/collections/frame-list.js';
import { nextFrame } from '../../src/abi.js';
import { turn } from '../../src/execution/turn-state.js';
import {
  Clock,
  type Thread,
  wait,
  waitFrames,
  waitSignal,
  waitUntil,
  waitUntilTime,
  withClock,
} from '../../src/index.js';
import { framesOf, noteStacks } from '../../src/stacks.js';
import { makeScripts } from '../execution/frame-scripts.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** From now on each look at a field of the thread is noted. */
function touchesOf(thread: Thread): string[] {
  const touches: string[] = [];
  for (const [field, first] of Object.entries(thread)) {
    let value: unknown = first;
    Object.defineProperty(thread, field, {
      get: () => {
        touches.push(`reads ${field}`);
        return value;
      },
      set: (next: unknown) => {
        touches.push(`writes ${field}`);
        value = next;
      },
    });
  }
  return touches;
}

/** Pulses without `verify()`, which looks at all threads. */
function pulse(times: number): void {
  for (let i = 0; i < times; i++) stage.scheduler.pulse(10);
}

describe('a script that only waits for its next frame', () => {
  const turns = (body: () => Generator): (() => Thread) => stage.script('turns', body);
  const form = 'entries';
  const walks = (): Thread => {
    const forms = { walk: form, guard: form, errand: form, carry: form, step: form } as const;
    // It ends in its fourth turn.
    const scripts = makeScripts(forms, () => stage.log('turn'));
    return stage.play(() => scripts.walk(scripts.actors[0] as never, 3)) as Thread;
  };
  function* loop(): Generator {
    for (;;) {
      stage.log('turn');
      yield nextFrame;
    }
  }

  test.each<[string, number, () => Thread]>([
    ['plain', 0, () => stage.play(turns(loop))],
    [
      'by a frame that it names',
      0,
      () =>
        stage.play(
          turns(function* () {
            for (let frame = 1; ; frame++) {
              stage.log('turn');
              yield waitUntil(frame);
            }
          }),
        ),
    ],
    ['of an owner', 0, () => stage.play(() => stage.actor('hero').act(loop)) as Thread],
    ['with a priority', 2, () => stage.scheduler.spawn(turns(loop), { priority: 2 })],
    ['with a frame object', 0, walks],
  ])('is hot after two turns, and then no turn touches its thread: %s', (how, priority, begin) => {
    const thread = begin();
    pulse(priority === 2 ? 2 : 1);
    const { frames } = stage.scheduler.runQueues.of(priority);
    expect(thread.list).toBe(frames);
    const list = thread.list as FrameList<Thread>;
    const { leaf, slot } = thread;
    const isFrameObject = how === 'with a frame object';
    expect(list.callFrames[slot]).not.toBeNull();
    expect(list.callFrames[slot]).toBe(leaf);
    const before = stage.lines.length;
    const touches = touchesOf(thread);
    const times = isFrameObject ? 1 : 5;
    pulse(times);
    expect([touches, stage.lines.length]).toEqual([[], before + times]);
    expect(thread.since).toBe(stage.scheduler.clock.frame);
  });
});

test('a loop that calls what does not wait is hot, also behind the call', () => {
  const greets = stage.script('greets', function* () {
    stage.log('hello');
  });
  const areHot: boolean[] = [];
  const walks = stage.script('walks', function* () {
    for (;;) {
      yield greets();
      areHot.push(turn.hot !== null);
      yield nextFrame;
    }
  });
  stage.play(walks);
  pulse(4);
  expect([areHot, stage.lines.length]).toEqual([[false, false, true, true, true], 5]);
});

describe('a pulse touches no thread on a paused clock', () => {
  const waits: Readonly<Record<string, () => unknown>> = {
    'the next frame': () => nextFrame,
    'a frame': () => waitFrames(2),
    'a time': () => wait(10),
    'a moment of its clock': () => waitUntilTime(stage.scheduler.clock.now + 10),
    'a signal': () => waitSignal('go'),
  };
  const clocks: Readonly<Record<string, () => Clock>> = {
    'a clock of its own': () => new Clock(stage.scheduler.clock),
    'the clock of its scheduler': () => stage.scheduler.clock,
  };

  test.each(Object.keys(clocks).flatMap((clock) => Object.keys(waits).map((what) => [clock, what] as const)))(
    'on %s, that waits for %s',
    (which, what) => {
      const clock = (clocks[which] as () => Clock)();
      const body = stage.script('turns', function* () {
        for (;;) {
          yield (waits[what] as () => unknown)();
          stage.log('turn');
        }
      });
      const thread = stage.play(
        stage.script('on its clock', function* () {
          yield withClock(clock, body);
        }),
      ) as Thread;
      pulse(4);
      clock.pause();
      // What was due is parked.
      stage.scheduler.signal('go');
      pulse(4);
      const before = stage.lines.length;
      const touches = touchesOf(thread);
      pulse(10);
      expect([touches, stage.lines.length]).toEqual([[], before]);
      clock.resume();
      stage.scheduler.signal('go');
      pulse(3);
      expect(stage.lines.length).toBeGreaterThan(before);
    },
  );
});

// The last test of this file, as stacks are noted from here on.
test('one that is hot when stacks begin to be noted says from its next turn on where it waits', () => {
  const walks = stage.script('walks', function* () {
    for (let frame = 1; ; frame++) yield waitUntil(frame);
  });
  const thread = stage.play(walks) as Thread;
  pulse(3);
  const [before] = framesOf(thread);
  noteStacks();
  pulse(1);
  const [after] = framesOf(thread);
  expect([before?.line, typeof after?.line]).toEqual([null, 'number']);
});

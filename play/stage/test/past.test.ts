import { Scheduler } from '@spindle/runtime';
import { createStage } from '../index.js';
import { pastOf } from '../past.js';

/** What was held down in each frame: it is no script's, and is made again with the frame. */
function makeSteered() {
  const scheduler = new Scheduler({ seed: 1 });
  const stage = createStage({ canvas: null, width: 1670, height: 970, scheduler, log: () => {} });
  const { pointer } = stage.globals as { pointer: { x: number } };
  const seen: string[] = [];
  const look = (): string => `${stage.held.arrows.map(({ dx, dy }) => `${dx},${dy}`).join(' ')} at ${pointer.x}`;
  const past = pastOf(scheduler, stage);
  const pulse = (): void => {
    scheduler.pulse(16);
    seen[scheduler.clock.frame] = look();
  };
  return { scheduler, stage, past, pulse, look, seen };
}

function play({ stage, pulse }: ReturnType<typeof makeSteered>): void {
  for (let frame = 1; frame <= 20; frame++) {
    if (frame === 3) stage.key('ArrowRight', true);
    if (frame === 11) stage.key('ArrowRight', false);
    stage.pointer(10 * frame, 0, false);
    pulse();
  }
}

test('frames are made again with what was held down in them, whatever a paused game is told meanwhile', () => {
  const game = makeSteered();
  play(game);
  const { scheduler, stage, past, look, seen } = game;
  const pulse = scheduler.pulse.bind(scheduler);
  // As the inspector does.
  scheduler.pulse = () => {};
  const wanted = seen.slice(1);
  for (const frame of [5, 9, 4, 14]) {
    past.goTo(frame);
    scheduler.pulse(16);
    stage.pointer(700, 0, true);
    stage.key('ArrowLeft', true);
    scheduler.pulse(16);
  }
  const again = wanted.map((_, at) => (past.goTo(at + 1), look()));
  expect(again).toEqual(wanted);
  // A step of the inspector.
  past.goTo(20);
  pulse(16);
  const stepped = look();
  expect(stepped).toMatch(/^-1,0 at /);
  past.goTo(12);
  past.goTo(20);
  pulse(16);
  past.goTo(21);
  expect(look()).toBe(stepped);
});

test('who goes on from a frame that has been holds what is down now', () => {
  const game = makeSteered();
  play(game);
  const { past, pulse, look, stage } = game;
  past.goTo(7);
  expect(look()).toMatch(/^1,0 at /);
  pulse();
  expect([past.newest, look()]).toEqual([8, expect.stringMatching(/^ at /)]);
  stage.key('ArrowRight', true);
  pulse();
  expect(look()).toMatch(/^1,0 at /);
});

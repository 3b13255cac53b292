/** What has been on the stage, with what was held down in each frame. */
import type { Scheduler } from '@spindle/runtime';
import { type History, history, saves } from '@spindle/runtime/saves';
import type { Stage } from './index.js';
import type { Held } from './input.js';

/** So much can be dragged back through, with a mark each so many frames: to show a frame, those behind its mark are made again. A minute at 240 Hz. */
const PAST = { seconds: 60, everyFrames: 6, size: 2400 };

/** From now on each pulse notes what is held down, also one that a tool makes which takes the place of `scheduler.pulse` later. */
export function pastOf(scheduler: Scheduler, stage: Stage): History {
  const held = new Map<number, Held>();
  const before = (frame: number): void => {
    stage.held = held.get(frame)!;
  };
  const past = history(saves(scheduler), { ...PAST, state: stage.state, before });
  const pulse = scheduler.pulse.bind(scheduler);
  scheduler.pulse = (ms) => {
    held.set(scheduler.clock.frame + 1, stage.hold());
    for (const frame of held.keys()) {
      if (frame >= past.oldest) break;
      held.delete(frame);
    }
    pulse(ms);
  };
  return past;
}

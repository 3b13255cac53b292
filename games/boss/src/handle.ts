/** With `?by-hand` in the address no frame comes by itself: a test calls for each. */
import { type Scheduler, scheduler } from '@spindle/runtime';
import type { Application } from 'pixi.js';
import type { Stage } from '../scripts/stage';

const FRAME_MS = 1000 / 60;

export interface Handle extends Stage {
  readonly scheduler: Scheduler;
  /** Plays frames of the same length, and draws the last of them. */
  frames(count: number): void;
  /** Plays frames, and gives the milliseconds that all scripts took in each. The clocks of browsers are coarse: ten frames at a time. */
  timesOfPulses(count: number): number[];
}

declare global {
  var boss: Handle | undefined;
}

export function offerHandle(app: Application, stage: Stage): void {
  if (!new URLSearchParams(location.search).has('by-hand')) return;
  const { ticker } = app;
  ticker.stop();
  // Pixi draws in each frame of its ticker.
  // oxlint-disable-next-line typescript/unbound-method -- it is found by this function and its receiver
  ticker.remove(app.render, app);
  let nowMs = 0;
  ticker.lastTime = nowMs;
  globalThis.boss = {
    ...stage,
    scheduler,
    frames(count) {
      for (let i = 0; i < count; i++) ticker.update((nowMs += FRAME_MS));
      app.render();
    },
    timesOfPulses: (count) =>
      Array.from({ length: count / 10 }, () => {
        const begin = performance.now();
        for (let i = 0; i < 10; i++) scheduler.pulse(FRAME_MS);
        return (performance.now() - begin) / 10;
      }),
  };
}

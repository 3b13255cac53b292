/** `window.game`: a test stops the engine's own clock, makes the frames by hand, and looks at what there is. */
import { scheduler } from '@spindle/runtime';
import type { Engine, TestClock } from 'excalibur';
import type { Level } from './level';
import { type Spot, TILE } from './map';

declare global {
  interface Window {
    game: object;
  }
}

export function exposeForTests(engine: Engine, level: Level): void {
  let clock: TestClock;
  const outcome = (): string | null => {
    const end = document.getElementById('end')!;
    return end.hidden ? null : end.dataset.outcome!;
  };
  window.game = {
    isReady: true,
    scheduler,
    level,
    stop() {
      clock = engine.debug.useTestClock();
      clock.start();
    },
    step(ms: number, isDrawn = true) {
      level.isDrawn = isDrawn;
      clock.step(ms);
    },
    state: () => ({
      outcome: outcome(),
      task: document.querySelector('#task.says')?.textContent?.trim() ?? null,
      plays: level.ui.plays,
      thief: { x: level.thief.pos.x, y: level.thief.pos.y },
      guards: level.guards.map(({ name, mood, pos: { x, y } }) => ({ name, mood, x, y })),
    }),
    at: (column: number, row: number) => level.house.at(column, row),
    path: (to: Spot) => level.house.path(level.thief.pos, to),
    onScreen({ x, y }: Spot): [number, number] {
      const { x: left, y: top } = engine.worldToScreenCoordinates(level.camera.pos.sub(level.camera.pos));
      const { zoom } = level.camera;
      return [left + x * zoom, top + y * zoom];
    },
    tile: TILE,
  };
}

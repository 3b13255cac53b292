import { fight } from './fight';
import type { Pilot, Stage } from './stage';

/** The whole game: read this file first, then `fight.ts`. */
// @compile
export function game(stage: Stage): void {
  const { hud, world, light } = stage;
  hud.showTitle();
  let pilot: Pilot = waitSignal('begin');
  while (true) {
    reset(stage);
    const beganMs = world.now;
    const { key, value } = race({
      again: waitSignal('begin'),
      over: withClock(world, () => fight(stage, pilot)),
    });
    if (key === 'over') hud.showEnd(value, (world.now - beganMs) / 1000, light.hearts);
    pilot = key === 'again' ? value : waitSignal('begin');
  }
}

/** What acted in the last fight ends, and all stand where they begin. */
// @compile
function reset({ field, light, spinner, backdrop, hud, input, world }: Stage): void {
  world.scale = 1;
  world.resume();
  field.clear();
  field.fired = 0;
  light.appear();
  spinner.appear();
  backdrop.setMood(0);
  input.release();
  hud.showFight();
}

/** What is played, and can be skipped: nothing of it is left out, it is only played without frames. */
import { sound } from '../src/sound';
import type { Stage } from './stage';

// @compile
export function opening({ eye, ship, mira, ui }: Stage): void {
  waitFor(eye.panTo(ship.x, 1400));
  if (!clock.skipping) sound.horn();
  wait(900);
  ui.caption('Far out, a ship.');
  wait(1400);
  ui.caption(null);
  // Both at once: she comes running while the eye goes to her.
  all(eye.panTo(480, 1500), mira.walkTo(480));
  waitFor(mira.say('A ship! And the lamp is dark.'));
  waitFor(mira.say('She will not see the rocks. Father has to light it!'));
}

// @compile
export function saved({ eye, ship, mira, keeper }: Stage): void {
  waitFor(eye.panTo(ship.x - 120, 900));
  waitFor(ship.turn());
  waitFor(keeper.say('She turns. Well done, Mira.'));
  waitFor(mira.say('Next time I ring the bell first.'));
}

// @compile
export function wrecked({ eye, ship, mira }: Stage): void {
  waitFor(eye.panTo(ship.x, 700));
  waitFor(ship.strike());
  waitFor(mira.say('Too late …'));
}

/** Esc skips it, and so does whatever is held down for a moment. */
// @compile
export function cutscene(stage: Stage, scene: (stage: Stage) => void): void {
  const { ui } = stage;
  ui.cutscene(true);
  const holding = start(() => holdToSkip(stage));
  try {
    skippable(() => scene(stage), { by: 'skip' });
  } finally {
    holding.cancel('the scene is over');
    ui.cutscene(false);
  }
}

// @compile
function holdToSkip({ ui }: Stage): void {
  try {
    while (true) {
      waitSignal('hold');
      const { key } = race({ held: tween(600, (t) => ui.held(t)), released: waitSignal('release') });
      ui.held(0);
      // A short one shows the next line.
      signal(key === 'held' ? 'skip' : 'next');
    }
  } finally {
    ui.held(0);
  }
}

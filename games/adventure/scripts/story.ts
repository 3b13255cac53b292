/** The whole game. Read this file first. */
import { checkpoint } from '@spindle/runtime/saves';
import { cutscene, opening, saved, wrecked } from './scenes';
import type { Stage } from './stage';

// @compile
export function story(stage: Stage): void {
  const { ui, eye, ship, keeper } = stage;
  start(() => ship.roll());
  start(() => keeper.sleep());
  if (stage.isFirst) {
    ui.title(true);
    waitSignal('begin');
    ui.title(false);
  }
  cutscene(stage, opening);
  eye.follow();
  checkpoint('The lamp is dark');

  // The player has as long as the ship takes: whichever ends first ends the other.
  const { key } = race({ lit: light(stage), struck: ship.sail() });

  const isSaved = key === 'lit';
  cutscene(stage, isSaved ? saved : wrecked);
  ui.end(isSaved);
  waitSignal('again');
  // Ends all scripts, and begins the scene anew.
  stage.scene.scene.restart({ isFirst: false });
}

/** Mira goes from thing to thing, until the lamp is lit. */
// @compile
function light(stage: Stage): void {
  const { mira, lamp, things, ui } = stage;
  while (!lamp.isLit) {
    ui.explores = true;
    try {
      const thing = mira.explore(things);
      ui.explores = false;
      waitFor(thing.use(mira));
      checkpoint(doneSoFar(stage));
    } finally {
      ui.explores = false;
    }
  }
}

/** The name of the autosave. */
function doneSoFar({ keeper, mira, lamp }: Stage): string {
  if (lamp.isLit) return 'The lamp burns';
  if (keeper.isAwake) return mira.hasOil ? 'The keeper waits for the oil' : 'The keeper is awake';
  return mira.hasOil ? 'Mira has the oil' : 'The lamp is dark';
}

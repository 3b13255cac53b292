/** The whole game. Read this file first. */
import { distance } from '../src/map';
import { sound } from '../src/sound';
import type { Level } from './level';

// @compile
export function story(level: Level): void {
  const { ui } = level;
  level.build();
  ui.title(true);
  waitSignal('begin');
  ui.title(false);
  while (true) {
    ui.plays = true;
    // Whichever ends first ends the others: the theft, the guards, and who waits to be caught.
    const { key } = race({ out: steal(level), caught: waitSignal('caught'), watch: watch(level) });
    ui.plays = false;
    const isWon = key === 'out';
    if (isWon) sound.won();
    else sound.caught();
    wait(700);
    ui.task(null);
    ui.end(isWon ? 'won' : 'lost');
    waitSignal('again');
    ui.end(null);
    level.build();
  }
}

// @compile
function steal({ thief, key, door, ui }: Level): void {
  ui.task('Take the key');
  start(() => key.shine());
  waitUntil(() => distance(thief.pos, key.pos) < 30);
  key.take();
  waitFor(door.open());
  ui.task('Leave by the door', true);
  waitUntil(() => distance(thief.pos, door.pos) < 26);
}

/** All guards work, side by side. */
// @compile
function watch({ guards }: Level): void {
  all(guards.map((guard) => guard.work()));
}

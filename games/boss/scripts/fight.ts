import { dissolve } from './dissolve';
import { dart, loom, petals, rain, threads } from './patterns';
import { steerByScript } from './pilot';
import type { Pilot, Stage } from './stage';

export type Ending = 'won' | 'lost';

/** A phase ends when the spinner is this weak, or else when its time is over. */
const PHASE_MS = 22_000;

// @compile
export function fight(stage: Stage, pilot: Pilot): Ending {
  const { light, spinner, field } = stage;
  // They end with the fight.
  attach(light.steer(stage.input));
  attach(light.shoot(field));
  attach(spinner.turn());
  attach(watchHits(stage));
  if (pilot === 'script') attach(steerByScript(stage));

  const { key: ending } = race({
    won: play(stage),
    lost: waitUntil(() => light.hearts === 0),
  });
  if (ending === 'won') fallApart(stage);
  else goOut(stage);
  return ending;
}

/** The three phases. In each of them patterns that never end run side by side, until the phase is over. */
// @compile
function play(stage: Stage): void {
  const { spinner, hud } = stage;
  waitFor(spinner.walkTo(225, 150, 1400));
  waitFor(spinner.say('A light? In my night?'));

  hud.setPhase('I', 'Petals');
  spinner.isOpen = true;
  race(spinner.strengthBelow(0.68), wait(PHASE_MS), petals(stage), dart(stage, 1500));
  rest(stage, 0.68, 'You dance well.');

  hud.setPhase('II', 'Threads');
  race(spinner.strengthBelow(0.35), wait(PHASE_MS), spinner.sway(), threads(stage), dart(stage, 1900));
  rest(stage, 0.35, 'Then see the whole loom.');

  hud.setPhase('III', 'The loom');
  race(spinner.strengthBelow(0), wait(PHASE_MS), loom(stage), rain(stage));
  spinner.isOpen = false;
}

/** Between two phases: the bullets turn into sparks, and the spinner talks. */
// @compile
function rest({ spinner, field, backdrop, sound, light }: Stage, strength: number, words: string): void {
  spinner.isOpen = false;
  spinner.strength = Math.min(spinner.strength, strength);
  dissolve(field, light);
  sound.play('phase');
  backdrop.nextMood();
  spinner.nextMood();
  all(spinner.walkTo(225, 150, 900), spinner.say(words));
  spinner.isOpen = true;
}

/** Each frame: who touches whom? */
// @compile
function watchHits({ field, light, spinner, sound }: Stage): void {
  while (true) {
    if (!light.isSafe && field.touching(light, 2.5, 'light').length > 0) {
      light.hurt(field);
      sound.play('hurt');
    }
    for (const shot of field.touching(spinner, 40, 'boss')) {
      field.fire(shot.x, shot.y, 'spark').fade(-Math.PI / 2 + (random() - 0.5) * 2, 90, 220);
      shot.end();
      spinner.hurt();
    }
  }
}

/** Rings of petals, each of which is a script, and nobody is in a hurry. */
// @compile
function fallApart({ spinner, field, light, sound, world }: Stage): void {
  light.isSafe = true;
  dissolve(field, spinner);
  world.scale = 0.35;
  waitFor(spinner.say('Oh. It is morning.'));
  world.scale = 1;
  sound.play('won');
  spinner.vanish();
  for (let ring = 0; ring < 12; ring++) {
    for (let i = 0; i < 180; i++) {
      const angle = (i / 180) * 2 * Math.PI + ring * 0.11;
      field.fire(spinner.x, spinner.y, 'petal').fade(angle, 120 + 60 * Math.sin(i * 0.35 + ring), 3600);
    }
    wait(110);
  }
  wait(1800);
}

// @compile
function goOut({ light, field, spinner, sound }: Stage): void {
  sound.play('lost');
  dissolve(field, light);
  light.goOut(field);
  waitFor(spinner.say('Good night, little light.'));
}

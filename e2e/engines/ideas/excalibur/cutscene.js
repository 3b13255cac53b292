// A click skips the rest of a cutscene. Watched or skipped: in the end, all stand where they should.
import { scheduler } from '@spindle/runtime';
import { figure, play } from './stage.js';

// @compile
function opening(hero, guard) {
  waitFor(hero.walkTo(300));
  waitFor(hero.say('We have walked a long way, and I have a long story to tell.'));
  waitFor(guard.say('I have the time.'));
  all(hero.walkTo(500), guard.walkTo(560));
}

// @compile
function story(scene) {
  const hero = figure(scene, 60, '#3366cc');
  const guard = figure(scene, 400, '#cc6633');
  skippable(() => opening(hero, guard), { by: 'skip' });
  console.log('the end');
}

addEventListener('pointerdown', () => scheduler.signal('skip'));
await play(story);

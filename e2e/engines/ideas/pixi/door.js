// The door is locked, until the hero has the key. Click on the door.
import { tweenTo, waitForPointer } from '@spindle/engines/pixi';
import { figure, play } from './stage.js';

// @compile
function story(scene) {
  const door = figure(scene, 400, '#8c5b3b');
  const key = figure(scene, 80, '#f5c542');
  const hero = figure(scene, 200, '#3366cc');
  waitForPointer(door);
  waitFor(hero.say('Locked. Where is the key?'));
  waitFor(hero.walkTo(80));
  key.destroy({ children: true });
  waitFor(hero.walkTo(340));
  waitForPointer(door);
  tweenTo(door, { alpha: 0 }, 400);
  door.destroy({ children: true });
  waitFor(hero.walkTo(560));
  console.log('the end');
}

await play(story);

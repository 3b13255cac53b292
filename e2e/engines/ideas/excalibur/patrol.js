// A guard walks to and fro. Click on him: the patrol ends in mid-step, and he runs after the thief.
import { waitForPointer } from '@spindle/engines/excalibur';
import { figure, play } from './stage.js';

// @compile
function patrol(guard) {
  while (true) {
    waitFor(guard.walkTo(480));
    waitFor(guard.walkTo(320));
  }
}

// @compile
function story(scene) {
  const guard = figure(scene, 320, '#cc6633');
  const thief = figure(scene, 200, '#3366cc');
  // A race ends with its first arm. The other is cancelled.
  race(patrol(guard), waitForPointer(guard));
  waitFor(guard.say('Halt!'));
  all(guard.walkTo(120), thief.walkTo(40));
  console.log('the end');
}

await play(story);

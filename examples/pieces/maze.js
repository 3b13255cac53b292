// @script
// Keep the right hand at the wall.
import { log } from '@spindle/runtime/testing';
import { atGoal, step, turn, wallAhead, wallRight } from './maze-words.js';

let steps = 0;

while (!atGoal()) {
  if (!wallRight()) {
    turn(1);
    forward();
  } else if (wallAhead()) {
    turn(-1);
  } else {
    forward();
  }
}
log('out after', steps, 'steps');

function forward() {
  step();
  steps++;
}

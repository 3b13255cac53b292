// @script
// A house: a square, and a roof on it.
import { log } from '@spindle/runtime/testing';
import { forward, penDown, penUp, right, turtle } from './words.js';

const size = 20;

function polygon(corners) {
  for (let i = 0; i < corners; i++) {
    forward(size);
    right(360 / corners);
  }
}

polygon(4);
right(-60);
polygon(3);
right(60);
penUp();
forward(2 * size);
penDown();
let n = 3;
while (n > 0) {
  forward(n * 5);
  right(120);
  n--;
}
log(turtle.lines, 'lines');

// @script
import { forward, right, isWall, say } from './block-robot.js';

var steps;

// Goes to the next wall.
function goToWall() {
  while (!isWall()) {
    forward(1);
    steps = (typeof steps == 'number' ? steps : 0) + 1;
  }
  return steps;
}

// Describe this function...
function turnBack(times) {
  for (var count2 = 0; count2 < times; count2++) {
    right(90);
  }
}

steps = 0;
for (var count = 0; count < 4; count++) {
  if (goToWall() > 6) {
    say('far');
  } else {
    say('near');
  }
  turnBack(1);
}
say('round ' + steps);
while (true) {
  goToWall();
  turnBack(2);
}

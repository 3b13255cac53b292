/** Two buttons and one player: what the buttons say is done in the order in which they were pressed. */
import { Actor, NORTH, SOUTH, tell } from '../actors.js';

export const player = new Actor('player', 3, 6);
export const buttonA = { name: 'button A' };
export const buttonB = { name: 'button B' };

// @compile
buttonA.onPress = function () {
  tell(this, 'pressed: walk north');
  player.walk(NORTH, 3);
};

// @compile
buttonB.onPress = function () {
  tell(this, 'pressed: walk south, then jump');
  player.walk(SOUTH, 2);
  player.jump();
};

/** Both are pressed in the same frame. */
export function pressBoth() {
  buttonA.onPress();
  buttonB.onPress();
}

// @compile
// Two buttons, one player. Press A, B and C, quickly: keys, mouse or
// finger. The player does one thing at a time. What you order meanwhile
// queues, and is done in the order in which you pressed. No button
// knows of the others.

player.place(5, 3);
stage.hint = 'A B C: give orders, as fast as you like';

ButtonA.label = 'go east';
ButtonA.onPress = function () {
  player.walk(EAST, 3); // another's call: begins or queues, and we go on
  log('A has given its order');
};

ButtonB.label = 'go west';
ButtonB.onPress = function () {
  player.walk(WEST, 3);
};

ButtonC.label = 'jump';
ButtonC.onPress = function () {
  player.jump();
  player.say('Hop!');
};

// How many orders are there? Once around this loop takes one frame.
function count() {
  while (true) {
    hud.orders = player.threads.length;
  }
}

start(() => count());

// To begin with, all three are pressed in one frame.
ButtonA.onPress();
ButtonC.onPress();
ButtonB.onPress();

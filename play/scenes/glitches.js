// @compile
// Three glitches and a loop. Whose call is it? That decides who waits.
// A: the loop orders all three in one frame, so they walk side by side.
// B: the same loop, but it waits for each of them. C: home again. The
// arrow keys, or a finger on the stage, move the player.

const homes = glitches.map(({ x, y }) => ({ x, y }));
for (const [i, { x, y }] of homes.entries()) glitches[i].place(x, y);
player.place(7, 6);
stage.hint = 'Arrow keys or drag: move the player';

// The glitch is `this` here: it walks first, and jumps when it has arrived.
function visit() {
  this.walkTowards(player);
  this.jump();
  this.say('Hi!');
}

ButtonA.label = 'all at once';
ButtonA.onPress = function () {
  for (const glitch of glitches) {
    visit.call(glitch);
  }
  log('all have set out');
};

ButtonB.label = 'in turn';
ButtonB.onPress = function () {
  for (const glitch of glitches) {
    waitFor(visit.call(glitch));
    log(glitch.name, 'has been here');
  }
};

ButtonC.label = 'go home';
ButtonC.onPress = function () {
  for (const [i, glitch] of glitches.entries()) {
    glitch.walkTo(homes[i]);
  }
};

player.steer();
ButtonA.onPress();

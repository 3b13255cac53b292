// @compile
// A pause menu. The world runs on a clock of its own. A paused clock
// stops all scripts on it in mid-step, and none of them misses what it
// waits for. The menu is on another clock, so it goes on. Slow motion
// is the same thing.

const world = new Clock(scheduler.clock);
const spark = new Actor(5, 6, { name: 'spark', look: 'bolt', color: 'orange', isLate: true });
spark.above = true; // of the shade
stage.hint = 'Arrow keys or drag: move the player';
player.place(7, 6);

function stroll() {
  while (true) {
    this.walkTo(1 + Math.floor(random() * 14), 1 + Math.floor(random() * 6));
    this.jump();
    wait(400);
  }
}

function seconds() {
  while (every(1000)) hud.seconds = Math.round(clock.now / 1000);
}

function game() {
  for (const glitch of glitches) stroll.call(glitch);
  start(() => seconds());
  player.steer();
}

function menu() {
  world.pause();
  stage.banner = 'Pause';
  stage.shade = true;
  race(dance(), waitSignal('go on'));
  stage.shade = false;
  stage.banner = '';
  spark.leave();
  world.resume();
}

function dance() {
  while (true) for (const x of [5, 10]) waitFor(spark.glide(x, 6));
}

ButtonA.label = 'pause';
ButtonA.onPress = function () {
  if (world.paused) signal('go on');
  else menu();
};

ButtonB.label = 'slow motion';
ButtonB.onPress = function () {
  world.scale = world.scale === 1 ? 0.25 : 1;
};

// What begins in `game` is on that clock, and what that begins, too.
start(() => withClock(world, game));

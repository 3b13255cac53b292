// @compile
// A robot for children. They write `program` with three words:
// `forward`, `right` and `color`. It draws what they say, as fast or
// slow as they like.

const robot = new Actor(7.5, 4, { name: 'robot', look: 'robot', color: 'grey', speed: 7 });
stage.dots = false;
let heading = 0;

// The words. A call waits until it is done.
function forward(squares) {
  const angle = (heading * Math.PI) / 180;
  waitFor(robot.glide(robot.x + Math.cos(angle) * squares, robot.y + Math.sin(angle) * squares));
}

function right(degrees) {
  heading += degrees;
}

function color(name) {
  robot.pen = name;
}

// Write your own program here!
function program() {
  for (const name of ['blue', 'orange', 'green', 'rose', 'violet', 'yellow']) {
    color(name);
    petal();
    petal();
  }
  robot.say('A flower!');
}

function petal() {
  for (let i = 0; i < 4; i++) {
    forward(2.4);
    right(90);
  }
  right(30);
}
// The program runs on a clock of its own, so it can be slow, or fast.
const speed = new Clock(scheduler.clock);
let running;

ButtonA.label = 'once more';
ButtonA.onPress = function () {
  running?.cancel('once more');
  running = start(() => withClock(speed, program));
};
ButtonB.label = 'STOP';
ButtonB.onPress = function () {
  running?.cancel('STOP');
};
ButtonC.label = 'fast or slow';
ButtonC.onPress = function () {
  speed.scale = speed.scale === 1 ? 4 : 1;
};
ButtonA.onPress();

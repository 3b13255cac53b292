/** Four scripts in one file, each of which does another little thing in each frame. */
// @compile
export function walk(actor) {
  while (true) {
    actor.x += actor.speed;
  }
}

// @compile
export function circle(actor) {
  let angle = 0;
  while (true) {
    angle = angle >= 359 ? 0 : angle + 1;
    actor.x = angle;
  }
}

// @compile
export function blink(actor) {
  let frames = 0;
  while (true) {
    if ((++frames & 15) === 0) actor.speed = -actor.speed;
  }
}

// @compile
export function follow(actor) {
  let aim = 100;
  while (true) {
    actor.x += (aim - actor.x) * 0.1;
    if (actor.x > aim - 1) aim = -aim;
  }
}

// The robot that the blocks move: a room of 5 x 5 squares, with a sensor in front.

export const robot = { x: 0, y: 0, angle: 0, said: [] };

function ahead() {
  const radians = (robot.angle * Math.PI) / 180;
  return { x: robot.x + Math.round(Math.cos(radians)), y: robot.y + Math.round(Math.sin(radians)) };
}

// @compile
export function forward(steps) {
  for (let i = 0; i < steps; i++) {
    if (isWall()) return;
    Object.assign(robot, ahead());
    wait(100);
  }
}

// @compile
export function right(degrees) {
  robot.angle = (robot.angle + degrees) % 360;
  wait(50);
}

// @compile
export function say(text) {
  robot.said.push(text);
  wait(200);
}

export function isWall() {
  const { x, y } = ahead();
  return x < 0 || y < 0 || x > 4 || y > 4;
}

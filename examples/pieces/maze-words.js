// @compile the whole file
import { log } from '@spindle/runtime/testing';

const maze = ['#######', '#s..#.#', '#.#.#.#', '#.#...#', '#.###.#', '#....g#', '#######'];
export const robot = { x: 1, y: 1, facing: 0 };
const directions = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

const cell = (quarters) => {
  const [dx, dy] = directions[(robot.facing + quarters + 4) % 4];
  return maze[robot.y + dy][robot.x + dx];
};

export function wallAhead() {
  return cell(0) === '#';
}

export function wallRight() {
  return cell(1) === '#';
}

export function atGoal() {
  return maze[robot.y][robot.x] === 'g';
}

export function step() {
  wait(100);
  if (wallAhead()) return log('bump');
  robot.x += directions[robot.facing][0];
  robot.y += directions[robot.facing][1];
  log('at', robot.x, robot.y);
}

export function turn(quarters) {
  wait(50);
  robot.facing = (robot.facing + quarters + 4) % 4;
}

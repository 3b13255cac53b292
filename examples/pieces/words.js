// @compile the whole file
import { log } from '@spindle/runtime/testing';

export const turtle = { x: 0, y: 0, angle: 0, isDown: true, lines: 0 };

export function forward(steps) {
  for (let i = 0; i < steps; i++) {
    wait(10);
    turtle.x += Math.cos((turtle.angle * Math.PI) / 180);
    turtle.y += Math.sin((turtle.angle * Math.PI) / 180);
  }
  if (turtle.isDown) turtle.lines++;
  log(turtle.isDown ? 'draws to' : 'moves to', Math.round(turtle.x), Math.round(turtle.y));
}

export function right(degrees) {
  wait(50);
  turtle.angle += degrees;
}

export function penUp() {
  turtle.isDown = false;
}

export function penDown() {
  turtle.isDown = true;
}

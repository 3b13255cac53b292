import { transform } from '@spindle/compiler';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import { framesOf } from '@spindle/runtime/stacks';
import { at, log, runToEnd } from '@spindle/runtime/testing';

const { scheduler } = runtime;

// What a child has written.
const text = `// @compile
function program() {
  repeat(2, () => {
    forward(3);
    turn();
  });
  while (!wallAhead()) {
    forward(1);
  }
  beep();
}`;

export const robot = { x: 0, y: 0, facing: 0 };
const directions = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const size = 6;
const next = () => [robot.x + directions[robot.facing][0], robot.y + directions[robot.facing][1]];
const isInside = ([x, y]) => x >= 0 && y >= 0 && x < size && y < size;

// @compile
const words = asLibrary({
  forward(steps) {
    for (let i = 0; i < steps; i++) {
      wait(200);
      if (isInside(next())) [robot.x, robot.y] = next();
      log('at', robot.x, robot.y);
    }
  },
  turn() {
    wait(100);
    robot.facing = (robot.facing + 1) % 4;
    log('turns');
  },
  repeat(times, body) {
    for (let i = 0; i < times; i++) body();
  },
  beep() {
    log('beep');
    wait(300);
  },
  wallAhead() {
    return !isInside(next());
  },
});

globalThis.SPINDLE = { ...runtime, ...abi };
const { code } = transform(text, {
  filename: 'child.js',
  sourceType: 'script',
  positions: true,
  runtime: { global: 'SPINDLE' },
});
const names = Object.keys(words);
// oxlint-disable-next-line typescript/no-implied-eval -- it was compiled here
const program = new Function(...names, `${code}\nreturn program;`)(...names.map((name) => words[name]));

export const room = new runtime.Scheduler({ maxStepsPerTurn: 20_000 });
export const speed = new runtime.Clock(room.clock);
export let running;
export let glowing = '';

// @compile
function run() {
  withClock(speed, program);
}

function glow() {
  const lines = room.threads.flatMap((thread) => framesOf(thread)).filter(({ file }) => file === 'child.js');
  const line = lines.map((frame) => frame.line).join(' in ');
  if (line !== glowing) log('line', line || 'none');
  glowing = line;
}

at(0, () => (running = room.enter(() => start(run))));
at(60, () => (speed.scale = 4));
at(75, () => {
  running.cancel('STOP', { now: true });
  log('STOP');
  glow();
});
for (let frame = 1; frame < 120; frame++) {
  at(frame, () => {
    room.pulse(16);
    glow();
  });
}
runToEnd(scheduler);

import { Project } from './project.js';

const script = (setUp: string): string => `import { Scheduler } from '@spindle/runtime';
import { noteStacks, stackOf } from '@spindle/runtime/stacks';

${setUp}
const scheduler = new Scheduler({ onError: (error) => console.log(stackOf(error)) });
const glitch = { name: 'glitch' };
const button = { name: 'button' };

// @compile
glitch.walk = function (steps) {
  let step = 0;
  while (step < steps) {
    this.step(step);
    step++;
  }
};

// @compile
glitch.step = function (step) {
  lookAround(step);
};

// @compile
const lookAround = (step) => {
  wait(10);
  if (step === 1) throw new Error('a wall');
};

// @compile
button.onPress = function () {
  const steps = wait(10) ?? 2;
  glitch.walk(steps);
};

scheduler.enter(() => button.onPress());
for (let frame = 0; frame < 10; frame++) scheduler.pulse(16);
`;

let project = new Project({});
afterEach(() => project.remove());

/** Compiles the script and runs it with Node. Gives what it printed, with file names instead of paths. */
async function run(text: string, flags: string[], target = 'generators'): Promise<string> {
  project = new Project({ 'scripts/scene.js': text });
  await project.spindle(['precompile', 'scripts/*.js', '--source-maps', '--target', target]);
  const printed = project.run('dist/scene.js', flags);
  return printed.replace(/\((?:[^()]*\/)([^/()]+)\)/g, '($1)');
}

test.each(['generators', 'frames'])(
  'the stack of an error has the source line of each call, those that waited too: %s',
  async (target) => {
    expect(await run(script('noteStacks();'), ['--enable-source-maps'], target)).toBe(`Error: a wall
    at lookAround (scene.js:26:25)
    at step(1) (scene.js:20:3)
    at walk(2) (scene.js:13:10)
    started by button.onPress()
`);
  },
);

test('without noteStacks() the calls that waited are named, without their lines', async () => {
  expect(await run(script(''), ['--enable-source-maps'])).toBe(`Error: a wall
    at lookAround (scene.js:26:25)
    at step(1)
    at walk(2)
    started by button.onPress()
`);
});

test('without source maps the lines are those of the compiled file', async () => {
  const compiledLines = (await run(script('noteStacks();'), []))
    .match(/scene\.js:\d+/g)
    ?.map((position) => Number(position.slice(9)));
  const lines = project.read('dist/scene.js').split('\n');
  expect(compiledLines?.map((line) => lines[line - 1]?.trim())).toEqual([
    "if (step === 1) throw new Error('a wall');",
    'yield lookAround(step);',
    'yield this.step(step);',
  ]);
});

const DIRECT = `import { Scheduler } from '@spindle/runtime';
import { stackOf } from '@spindle/runtime/stacks';

const scheduler = new Scheduler({ onError: (error) => console.log(stackOf(error)) });
const never = false;

class Actor {
  update(n) {
    if (n > 2) throw new Error('too far');
  }
}

// @compile
class Guard extends Actor {
  patrol() {
    let n = 0;
    while (true) this.step(n++);
  }
  step(n) {
    if (never) wait(1);
    this.update(n);
  }
  update(n) {
    if (never) wait(1);
    super.update(n);
  }
}

// @compile
const sleep = (ms) => {
  wait(ms);
  wait(ms);
  glance({});
};

// @compile
function glance(at) {
  if (never) wait(1);
  [at].forEach((one) => depth(one));
}

// @compile
function depth(o) {
  return o.x.y;
}

function gameLoop() {
  scheduler.pulse(16);
}

scheduler.enter(() => void new Guard().patrol());
scheduler.enter(() => void sleep(16));
scheduler.enter(() => void sleep(16));
for (let frame = 0; frame < 10; frame++) gameLoop();
`;

test.each(['generators', 'frames'])('calls that do not wait have a line each, in the source: %s', async (target) => {
  const printed = await run(DIRECT, ['--enable-source-maps', '--stack-trace-limit=100'], target);
  // Of the class of the receiver, engines do not know with both.
  expect(printed.replaceAll('at Guard.', 'at ')).toBe(`TypeError: Cannot read properties of undefined (reading 'y')
    at depth (scene.js:44:14)
    at <anonymous> (scene.js:39:25)
    at glance (scene.js:39:8)
    at sleep (scene.js:33:3)
TypeError: Cannot read properties of undefined (reading 'y')
    at depth (scene.js:44:14)
    at <anonymous> (scene.js:39:25)
    at glance (scene.js:39:8)
    at sleep (scene.js:33:3)
Error: too far
    at update (scene.js:9:22)
    at update (scene.js:25:11)
    at step (scene.js:21:10)
    at patrol (scene.js:17:23)
`);
});

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
async function run(setUp: string, flags: string[]): Promise<string> {
  project = new Project({ 'scripts/scene.js': script(setUp) });
  await project.spindle(['precompile', 'scripts/*.js', '--source-maps']);
  const printed = project.run('dist/scene.js', flags);
  return printed.replace(/\((?:[^()]*\/)([^/()]+)\)/g, '($1)');
}

test('the stack of an error has the source line of each call, those that waited too', async () => {
  expect(await run('noteStacks();', ['--enable-source-maps'])).toBe(`Error: a wall
    at lookAround (scene.js:26:25)
    at step(1) (scene.js:20:3)
    at walk(2) (scene.js:13:10)
    started by button.onPress()
`);
});

test('without noteStacks() the calls that waited are named, without their lines', async () => {
  expect(await run('', ['--enable-source-maps'])).toBe(`Error: a wall
    at lookAround (scene.js:26:25)
    at step(1)
    at walk(2)
    started by button.onPress()
`);
});

test('without source maps the lines are those of the compiled file', async () => {
  const compiledLines = (await run('noteStacks();', []))
    .match(/scene\.js:\d+/g)
    ?.map((position) => Number(position.slice(9)));
  const lines = project.read('dist/scene.js').split('\n');
  expect(compiledLines?.map((line) => lines[line - 1]?.trim())).toEqual([
    "if (step === 1) throw new Error('a wall');",
    'yield lookAround(step);',
    'yield this.step(step);',
  ]);
});

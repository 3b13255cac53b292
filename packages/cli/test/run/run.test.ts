import { cpSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { bundleRuntime } from '../../../../scripts/bundle-runtime.js';
import { Project } from '../project.js';

// A copy, as a link leads to files of this repository, which would be compiled.
const installed = new Project({});
for (const name of ['package.json', 'dist'])
  cpSync(new URL(`../../../runtime/${name}`, import.meta.url), `${installed.folder}/node_modules/runtime/${name}`, {
    recursive: true,
    filter: (file) => !/\.(?:map|d\.ts)$/.test(file),
  });
afterAll(() => installed.remove());
/** As it is published: it knows its own lines in a stack. */
const published = `${installed.folder}/node_modules/runtime`;

let project = new Project({});
afterEach(() => project.remove());

/** A project that has the runtime. */
function start(files: Record<string, string>, runtime: string = bundleRuntime()): Project {
  project = new Project({ 'package.json': '{ "type": "module" }', ...files });
  project.installRuntime(runtime);
  return project;
}

/**
 * The player as one file, below folders of the same names. Otherwise each process would load the hundreds of files of Babel and the plugin, which took half of its time. The first test
 * starts the command as it is.
 */
const bundled = new Project({ 'package.json': '{ "type": "module" }' });
beforeAll(() => {
  buildSync({
    entryPoints: ['run/play.js', 'run/loader.js', 'run/compile-module.js', 'compile/strip-types.js'].map((name) =>
      fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)),
    ),
    outdir: `${bundled.folder}/cli/dist`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'error',
  });
});
afterAll(() => bundled.remove());

const player = pathToFileURL(`${bundled.folder}/cli/dist/run/play.js`);

/** The arguments are read here, and only the script is played in a process of its own. */
async function run(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const { code, text, out } = await project.spindle(['run', ...args], {}, { player });
  return { status: code, stdout: out, stderr: text };
}

const scene = `import { far } from './far.js';

// @compile
export default function opening(): void {
  for (let step = 0; step < far(); step++) {
    wait(16);
    log('step', step);
  }
  waitSignal('never');
}
`;
const far = 'export const far = (): number => 2;\n';

test('a script and its imports are compiled as they are loaded, and its default export is played in virtual time', () => {
  start({ 'scene.ts': scene, 'far.ts': far }, published);
  expect(project.command('run', 'scene.ts', '--frames', '5')).toMatchObject({
    status: 0,
    stdout: '   1    16  step 0\n   2    32  step 1\n',
    stderr:
      'Stopped after 5 frames, 80 ms. Still live:\n#1 opening, priority 0, waiting: waitSignal(never), since frame 2\n',
  });
  expect(project.list().filter((name) => !name.startsWith('node_modules'))).toEqual([
    'far.ts',
    'package.json',
    'scene.ts',
  ]);
});

test('--trace prints what each thread waits for, whenever that changes', async () => {
  start({ 'scene.ts': scene, 'far.ts': far });
  const { stderr } = await run('scene.ts', '--frames', '5', '--trace');
  expect(stderr).toBe(`   0     0  #1 opening, priority 0, sleeping: wait(16), since frame 0
   1    16  #1 opening, priority 0, sleeping: wait(16), since frame 1
   2    32  #1 opening, priority 0, waiting: waitSignal(never), since frame 2
Stopped after 5 frames, 80 ms. Still live:
#1 opening, priority 0, waiting: waitSignal(never), since frame 2
`);
}, 60_000);

test('--live plays in real time, until no thread is live', async () => {
  start({ 'a.js': '// @compile\nfunction a() { wait(40); log("done"); }\na();\n' });
  expect(await run('--live', 'a.js')).toMatchObject({
    status: 0,
    stdout: '   3    48  done\n',
    stderr: 'Ended after 3 frames, 48 ms.\n',
  });
}, 60_000);

test('CommonJS is compiled too, and an error has its calls in the source', async () => {
  start(
    {
      'package.json': '{}',
      'a.js': "const { fall } = require('./b');\n// @compile\nfunction a() {\n  wait(20);\n  fall();\n}\na();\n",
      'b.js': "// @compile\nexports.fall = () => {\n  wait(5);\n  throw new Error('a wall');\n};\n",
    },
    published,
  );
  const { status, stderr } = await run('a.js');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Error: a wall\n {4}at \S*fall\S* \(\S+b\.js:4:9\)\n {4}at a\(\) \(\S+a\.js:5:3\)\nEnded after 3 frames, 48 ms\.\n$/,
  );
}, 60_000);

test('what cannot be compiled is told with its place, and warnings are printed', async () => {
  start({
    'a.js': "import './b.js';\n",
    'b.js': '// @compile\nlet x = ;\n',
    'dice.js': '// @compile\nexport default () => Math.random();\n',
  });
  const failed = await run('a.js');
  expect(failed.status).toBe(1);
  expect(failed.stderr).toMatch(/^b\.js:2:9: Unexpected token\. \[SPN422\]\n/);
  expect(await run('dice.js')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('dice.js:2:22: warning: '),
  });
}, 60_000);

test('the error of a script that does not wait is printed with its stack, too', async () => {
  start({
    'a.js': `import { start } from '@spindle/runtime';
// @compile
function go() {
  throw new Error('at once');
}
start(() => go());
`,
  });
  const { status, stderr } = await run('a.js');
  expect(stderr).toMatch(/^Error: at once\n {4}at go \(.*a\.js:4:9\)\n/);
  expect(stderr).not.toContain('No thread was started');
  expect(status).toBe(1);
}, 60_000);

test('control characters in the error of a script do not reach the terminal', async () => {
  start({ 'a.js': "throw new Error('a\\u001b[2J\\u009b\\u202e\\nb');\n" });
  const { stderr } = await run('a.js');
  expect(stderr).toMatch(/^Error: a\\u001b\[2J\\u009b\\u202e\nb\n {4}at /);
}, 60_000);

test('options count, but for the place of the runtime', async () => {
  start({
    'a.js': '// @compile\nexport default () => { wait(16); log(NORTH); };\n',
    'my.config.js': "export default { constants: { NORTH: '90' }, runtime: { global: 'CK.code' } };",
  });
  expect(await run('a.js', '--config', 'my.config.js')).toMatchObject({
    status: 0,
    stdout: '   1    16  90\n',
  });
}, 60_000);

test('a file that plays frames itself is not played on, and is not said to have started nothing', async () => {
  const own = `import { scheduler } from '@spindle/runtime';
import { runToEnd } from '@spindle/runtime/testing';
// @compile
function bell(ms: number) {
  wait(ms);
  log('dong');
}
bell(30);
`;
  start({ 'whole.ts': `${own}runToEnd(scheduler);\n`, 'cut.ts': `${own}runToEnd(scheduler, { maxFrames: 1 });\n` });
  expect(await run('whole.ts')).toEqual({
    status: 0,
    stdout: '   2    32  dong\n',
    stderr: 'Ended after 2 frames, 32 ms.\n',
  });
  expect(await run('cut.ts')).toEqual({
    status: 0,
    stdout: '',
    stderr: 'Stopped after 1 frame, 16 ms. Still live:\n#1 bell, priority 0, sleeping: wait(30), since frame 0\n',
  });
}, 60_000);

test('a script that ends without waiting is not said to have started nothing', async () => {
  start({ 'a.js': '// @compile\nfunction a() { log("at once"); }\na();\n' });
  expect(await run('a.js')).toEqual({ status: 0, stdout: '   0     0  at once\n', stderr: 'Ended at once.\n' });
}, 60_000);

test('the exit code is 1 if threads are live when all frames are played, and nobody asked for fewer', async () => {
  start({
    'a.js': '// @compile\nexport default function a() { waitSignal("never"); }\n',
    'own.js': `import { scheduler } from '@spindle/runtime';
import { runToEnd } from '@spindle/runtime/testing';
// @compile
function a() { waitSignal('never'); }
a();
runToEnd(scheduler);
`,
  });
  const played = await run('a.js');
  expect(played.stderr).toContain('Stopped after 10000 frames, 160000 ms. Still live:\n#1 a,');
  expect(played.status).toBe(1);
  expect(await run('own.js')).toMatchObject({ status: 1 });
}, 60_000);

test('a Promise that needs real time is named as the cause, as virtual time is faster', async () => {
  start(
    {
      'a.js': `// @compile
export default function load() {
  withTimeout(200, waitFor(new Promise((done) => setTimeout(done, 500))));
}
`,
    },
    published,
  );
  const { status, stderr } = await run('a.js');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^TimeoutError: .*\n {4}at load\(\) \(.+a\.js:3:\d+\)\nEnded after 13 frames, 208 ms\.\n`script` waited for a Promise for 1\d frames or more\. .* `--live`\.\n$/,
  );
}, 60_000);

test('waits of thousands of threads do not all note their lines, which would take most of the time', async () => {
  start({
    'a.js': `import { framesOf } from '@spindle/runtime/stacks';
import { scheduler } from '@spindle/runtime';
// @compile
function fly() { wait(16); wait(16); }
// @compile
export default function main() {
  for (let i = 0; i < 200; i++) start(() => fly());
  wait(16);
  const known = scheduler.threads.filter((thread) => framesOf(thread)[0].column !== null);
  console.log(known.length);
}
`,
  });
  expect(await run('a.js')).toMatchObject({ status: 0, stdout: '50\n' });
}, 60_000);

test.each([
  ['a module, with frames', 'a.ts', '// @script\nexport {};\n', 'frames'],
  ['CommonJS, with generators', 'a.cjs', '"use script";\n', 'generators'],
])(
  'a program begins before the first frame, in %s',
  async (_, file, head, target) => {
    const text =
      'const log = console.log;\nlog("hi", clock.frame);\nwait(32);\nif (log) return log("bye", clock.frame);\nwait(5000);\n';
    start({ [file]: head + text });
    expect(await run(file, '--target', target)).toMatchObject({
      status: 0,
      stdout: 'hi 0\nbye 2\n',
      stderr: expect.stringContaining('Ended after 2 frames, 32 ms.') as string,
    });
  },
  60_000,
);

test('a file that starts nothing is said to, one that has no runtime too', async () => {
  start({ 'a.js': 'console.log("plain");\n' });
  expect(await run('a.js')).toMatchObject({
    status: 0,
    stdout: 'plain\n',
    stderr:
      'No thread was started. Call a script in the file, export it as default, or make the whole file one script with `// @script` as its first comment.\n',
  });
  project.remove();
  project = new Project({ 'a.js': '' });
  expect(await run('a.js')).toMatchObject({
    status: 1,
    stderr: '`@spindle/runtime` is not installed where the script is. Run `npm install @spindle/runtime`. [SPN428]\n',
  });
}, 60_000);

test('a file that plays rooms of its own is not said to have started nothing', async () => {
  start({
    'a.js': `import { Scheduler, start } from '@spindle/runtime';
const room = new Scheduler();
// @compile
function game() {
  wait(20);
  console.log('over');
}
room.enter(() => start(game));
for (let frame = 0; frame < 9; frame++) room.pulse(16);
`,
  });
  expect(await run('a.js')).toMatchObject({ status: 0, stdout: 'over\n', stderr: 'Ended.\n' });
}, 60_000);

test.each([
  [['run', 'gone.js'], '`gone.js` cannot be read: no such file.'],
  [['run', 'a.css'], '`a.css` is not a script'],
  [
    ['run', 'a.js', '--frames', '0'],
    '`--frames` expected a whole number ≥ 1, got `0`. See `spindle run --help`. [SPN403]',
  ],
  [['run'], 'missing required args for command `run <file>`.'],
])('%j is answered', async (args, message) => {
  start({ 'a.css': '', 'a.js': '' });
  const { code, text } = await project.spindle(args);
  expect([code, text]).toEqual([1, expect.stringContaining(message)]);
});

import { bundleRuntime } from '../../../../scripts/bundle-runtime.js';
import { Project } from '../project.js';

let project = new Project({});
afterEach(() => project.remove());

const shop = `import { state } from './state.js';
// @compile the whole file
export const party = ['Ada'];
export function shop(name) {
  const bill = [];
  start(() => { wait(50); bell(2); });
  say('Hello, ' + name);
  bill.push(name);
  wait(20);
  say('Bye.');
}
function say(text) { wait(20); }
function bell(times) { wait(90); state.rings += times; }
export class Purse { coins = 3; }
`;

let text = '';
// It is played once.
beforeAll(async () => {
  const playing = new Project({
    'package.json': '{ "type": "module" }',
    'scripts/shop.js': shop,
    'play/state.js': 'export const state = { rings: 0 };\n',
    'spindle.config.json': '{ "target": "frames", "saves": true }',
    'play.js': `import { scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { Purse, shop } from './play/shop.js';
shop('Tom');
scheduler.pulse(16);
console.log(saves(scheduler, { state: { save: () => new Purse() } }).save({ title: 'The inn' }));
`,
  });
  await playing.spindle(['precompile', 'scripts/shop.js', '--out-dir', 'play', '--quiet']);
  text = playing.run('play.js').slice(0, -1);
  playing.remove();
});

/** Saved while the shop said hello; then the script was edited. */
function start(edit: (source: string) => string): void {
  project = new Project({
    'package.json': '{ "type": "module" }',
    'scripts/shop.js': edit(shop),
    'scripts/state.js': "document.title = 'The game runs.';\nexport const state = { rings: 0 };\n",
    'inn.save': text,
  });
  project.installRuntime(bundleRuntime());
}

const checker = new URL('../../dist/saves/checker.js', import.meta.url);

const check = (...args: string[]): ReturnType<Project['spindle']> =>
  project.spindle(['saves', 'check', 'inn.save', ...args], {}, { checker });

test('a save that fits is said to fit, and no script is run', async () => {
  start((source) => source);
  expect(await check()).toEqual({ code: 0, text: '', out: 'inn.save: fits this build\nAll 1 save fit.\n' });
});

test('so is one that was made with `modules: false`', async () => {
  start((source) => source);
  project.write('inn.save', text.replace(/,true\]\n/, ',false]\n'));
  expect(await check()).toMatchObject({ code: 0, out: 'inn.save: fits this build\nAll 1 save fit.\n' });
});

test('it is told where calls go on in edited functions', async () => {
  start((source) => source.replace("say('Hello, ' + name);", "say('Hello ' + name);"));
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out).toContain(
    "goes on in scripts/shop.js#shop at `say('Hello ' + name);`, which was `say('Hello, ' + name);`; the",
  );
});

test('variables that are new since the save are told', async () => {
  start((source) => `${source}let coins = 3;\nconst bags = [];\n`);
  expect(await check()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/#coins`, which has its first value\n.*#bags`, which keeps what it has\n/),
  });
});

test('a save that does not fit is told with what differs and what to do, and the exit code is 1', async () => {
  start((source) => source.replace("  say('Hello, ' + name);\n", ''));
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out).toMatch(/^inn\.save: does not fit this build\n {2}scripts\/shop\.js#shop, line 7: `shop` \(thread #1\)/);
  expect(out).toContain('1 of 1 save do not fit.');
  const dropped = await check('--on-edit', 'drop');
  expect([dropped.code, dropped.out]).toEqual([0, expect.stringContaining('is dropped: `shop` (thread #1)')]);
});

test('options of the compiler that are others than at the save are told first', async () => {
  start((source) => source.replace("  say('Hello, ' + name);\n", ''));
  project.write('spindle.config.json', '{ "fastIterations": 100 }');
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out.split('\n')[1]).toContain(
    '`scripts/shop.js` was compiled with another `fastIterations`: it was the usual one, and is `100`',
  );
});

test('a function that has moved into another file is found by its mark, in the scripts that are given', async () => {
  const [, imports = '', head = '', moved = '', rest = ''] =
    /^(import.*\n)(\/\/ @compile.*\nexport const party.*\n)(export function shop[^]*?\n}\n)([^]*)$/.exec(shop)!;
  start(() => head + rest.replaceAll('function', 'export function').replace('state.rings += times;', ''));
  const mark = '// @compile the whole file\n// @was scripts/shop.js#shop\n';
  project.write('scripts/store.js', `${imports}import { bell, say } from './shop.js';\n${mark}${moved}`);
  const told = 'or put `// @was scripts/shop.js#shop` above the function that it is now.';
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining(told) });
  const { code, out } = await check('--scripts', 'scripts/store.js');
  expect([code, out]).toEqual([0, expect.stringContaining('fits this build')]);
});

test('a closure whose function is gone does not fit, nor does a class of the state', async () => {
  start((source) => source.replace('  start(() => { wait(50); bell(2); });\n', '').replace(/.*Purse.*\n/, ''));
  const { code, out } = await check();
  expect(out).toContain('there is no class `scripts/shop.js#Purse` in this build');
  expect([code, out]).toEqual([1, expect.stringContaining('there is no function `scripts/shop.js#shop>arrow')]);
});

test('what is no save does not fit, and other arguments are refused', async () => {
  start((source) => source);
  project.write('inn.save', 'hello');
  const { code, out } = await check();
  expect([code, out]).toEqual([1, expect.stringContaining('This is no save of Spindle')]);
  expect(await project.spindle(['saves', 'list'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('expected saves'),
  });
  expect(await check('--on-edit', 'guess')).toMatchObject({
    code: 1,
    text: expect.stringContaining('`restart` or `drop`'),
  });
});

import { Project } from './project.js';

let project = new Project({});
afterEach(() => project.remove());

async function run(files: Record<string, string>): Promise<{ code: number; text: string; out: string }> {
  project = new Project(files);
  return project.spindle(['precompile', '*.*', '!*.json']);
}

const nap = 'export function nap() {\n  wait(100);\n  wait(200);\n}\n';

test.each(['nap.js', 'nap.ts', 'nap.jsx'])('a word that waits in a file without a mark is told: %s', async (name) => {
  const { code, text } = await run({ [name]: nap });
  expect(code).toBe(0);
  expect(text).toContain(
    `${name}:2:3: warning: \`wait\` waits, and nothing in this file is marked, so the file is not compiled. Put \`// @compile\` above the function that waits. [SPN423]\n`,
  );
  expect(text).toContain('> 2 |   wait(100);\n    |   ^^^^');
  expect(text).toMatch(/\n1 file compiled into dist, 1 warning\.\n$/);
  expect(project.read(`dist/${name.replace('.ts', '.js')}`)).toBe(nap);
});

test('so is one that is imported', async () => {
  const { text } = await run({ 'a.js': `import { wait } from '@spindle/runtime';\n${nap}` });
  expect(text).toContain('a.js:3:3: warning: `wait` waits, and nothing in this file is marked');
});

test('so is one by another name, which the options give it', async () => {
  const { text } = await run({
    'a.js': nap.replaceAll('wait(', 'müde('),
    'spindle.config.json': '{ "words": { "wait": "müde" } }',
  });
  expect(text).toContain('a.js:2:3: warning: `müde` waits, and nothing in this file is marked');
});

test.each([
  ['a function of the file', 'function wait() {}\nwait(1);\n'],
  ['a parameter', 'export const nap = (wait) => wait(100);\n'],
  ['a method', 'list.every((one) => Promise.all(one), this.#race (1));\nclass A { wait() {} }\n'],
  ['a comment', '// wait(100)\n'],
  ['no JavaScript', 'wait(100);\nlet = ;'],
  ['a word that does not wait', 'signal("x");\n'],
])('it is not told: %s', async (_what, source) => {
  const { code, text } = await run({ 'a.js': source });
  expect([code, text]).toEqual([0, '1 file compiled into dist.\n']);
  expect(project.read('dist/a.js')).toBe(source);
});

test('nor where the options know the name, or turn diagnostics off; as an error it stops the run', async () => {
  const quiet = '1 file compiled into dist.\n';
  expect(await run({ 'a.js': nap, 'spindle.config.json': '{ "globals": { "wait": true } }' })).toEqual({
    code: 0,
    text: quiet,
    out: '',
  });
  project.remove();
  expect(await run({ 'a.js': nap, 'spindle.config.json': '{ "diagnostics": "off" }' })).toEqual({
    code: 0,
    text: quiet,
    out: '',
  });
  project.remove();
  const { code, text } = await run({ 'a.js': nap, 'spindle.config.json': '{ "diagnostics": "error" }' });
  expect(code).toBe(1);
  expect(text).toMatch(/^a\.js:2:3: `wait` waits, .*\[SPN423\]$/m);
});

test('a slip of the finger in a mark is told of that alone', async () => {
  const { text } = await run({ 'a.js': `// @complie\n${nap}` });
  expect(text).toContain('a.js:1:1: warning: `@complie` is not a mark. Did you mean `@compile`?');
  expect(text).toMatch(/, 1 warning\.\n$/);
  expect(project.read('dist/a.js')).toBe(`// @complie\n${nap}`);
});

import { Project } from '../project.js';

const guard = `import { far } from './far.js';

// @compile
export class Guard {
  x = 0;

  patrol(posts) {
    for (const post of posts) {
      this.walk(far(post));
      wait(100);
    }
    posts.map((post) => this.walk(post));
  }

  walk(n) {
    while (this.x < n) this.x++;
  }

  where() {
    return this.x;
  }

  // @native
  plain() { return '<1>'; }
}
`;

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

const inspect = (...args: string[]) => project.spindle(['inspect', ...args], { columns: 110 });

test('a function stands beside what it became, with a reason at each call and loop', async () => {
  start({ 'guard.js': guard });
  expect(await inspect('guard.js', '--function', 'walk')).toEqual({
    code: 0,
    text: '',
    out: `Guard.walk: suspendable. It may wait. The mark is on its class, in line 4.

   15    walk(n) {                                               walk: $meta(2),
                                                             *walk(n) {
   16      while (this.x < n) this.x++;                        while (this.x < n) {
           ^ waits: a frame each iteration
                                                                 this.x++;
                                                                 yield nextFrame;
                                                               }
   17    }                                                   }
`,
  });
  expect(project.list()).toEqual(['guard.js']);
});

test('all functions are shown, those inside of others with them, and those that stay as they are with the reason', async () => {
  start({ 'guard.js': guard });
  const { out } = await inspect('guard.js');
  expect(out.match(/^Guard\S*: [^.]+\./gm)).toEqual([
    'Guard.patrol: suspendable.',
    'Guard.patrol>arrow~posts.map: suspendable.',
    'Guard.walk: suspendable.',
    'Guard.where: wrapped.',
    'Guard.plain: left out (@native).',
  ]);
  expect(out).toContain(
    '\n             ^ may wait: unknown callee this.walk\n                       ^ may wait: unknown callee far\n',
  );
  expect(out).toContain('It never waits, but other code can call it');
  expect(out).not.toContain("return '<1>'");
});

test('each line of the source is there once, in its order', async () => {
  start({ 'guard.js': guard });
  const { out } = await inspect('guard.js');
  const lines = [...out.matchAll(/^ {0,4}(\d+) {2}/gm)].map(([, line]) => Number(line));
  expect(lines).toEqual([7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 20, 21]);
});

test.each([
  ['Guard.patrol', 2],
  ['patrol', 2],
  ['Guard.where', 1],
])('--function %s', async (name, count) => {
  start({ 'guard.js': guard });
  const { out } = await inspect('guard.js', '--function', name);
  expect(out.match(/^Guard\S*: /gm)).toHaveLength(count);
});

test('--html is a page of its own', async () => {
  start({ 'a<b.js': guard });
  const { code, out } = await inspect('a<b.js', '--html');
  expect(code).toBe(0);
  expect(out).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(out).toContain('<title>a&lt;b.js – spindle inspect</title>');
  expect(out).toContain('<small>↑ call: waits: wait</small></p>');
  expect(out).toContain('<li data-line="10"><code>  yield wait(100);</code></li>'.replace('  yield', '      yield'));
  expect(out).toContain("return '&lt;1&gt;'");
  expect(out).not.toMatch(/(?:src|href)=/);
});

test('TypeScript and the options count, and warnings are printed', async () => {
  start({
    'a.ts': '// @compile\nexport function roll(n: number): number {\n  wait(n);\n  return Math.random();\n}\n',
    'spindle.config.json': '{ "runtime": { "global": "CK.code" } }',
  });
  const { out, text } = await inspect('a.ts');
  expect(out).toContain('yield CK.code.wait(n);');
  expect(text).toMatch(/^a\.ts:4:10: warning: .*\[SPN603\]\n/);
  project.write('fast.json', '{ "calls": "fast" }');
  expect((await inspect('a.ts', '--config', 'fast.json')).out).not.toContain('CK.code');
});

test.each([
  [['gone.js'], '`gone.js` cannot be read: no such file.'],
  [
    ['plain.js'],
    'Nothing in `plain.js` is marked, so it is not compiled. Put `// @compile` above a function. [SPN430]\n',
  ],
  [['bad.js'], 'bad.js:2:5: Unexpected token. [SPN422]\n'],
  [['walk.js', '--function', 'run'], '`walk.js` has no function `run` that a mark covers. It has `walk`. [SPN429]\n'],
])('%j is answered', async (args, message) => {
  start({
    'plain.js': 'let a;\n',
    'bad.js': '// @compile\nx = ;\n',
    'walk.js': '// @compile\nfunction walk() { wait(1); }\n',
  });
  const { code, text, out } = await inspect(...args);
  expect([code, out]).toEqual([1, '']);
  expect(text).toContain(message);
});

test('with the other target, what stays a generator says why', async () => {
  start({ 'told.js': '// @compile\nexport function told(text) {\n  wait(100);\n  return eval(text);\n}\n' });
  const { out } = await inspect('told.js', '--target', 'frames');
  expect(out).toMatch(/in line 2\. It stays a generator: It uses `eval`\.\s/);
});

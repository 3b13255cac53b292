import { Project } from './project.js';

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

const common = `const { Scheduler } = require('@spindle/runtime');
const scheduler = new Scheduler();
// @compile
function f() {
  wait(20);
  console.log('ok', this === undefined);
}
scheduler.enter(() => f());
for (let i = 0; i < 5; i++) scheduler.pulse(16);
module.exports = f;
`;
const words = `const rt = require('@spindle/runtime');
const { wait, all: both } = require('@spindle/runtime');
const scheduler = new rt.Scheduler();
// @compile
function step(n) {
  wait(n);
  console.log('step', n);
  return n;
}
// @compile
function f() {
  console.log(both(() => step(40), () => step(20)).join());
  rt.wait(20);
  console.log('end');
}
scheduler.enter(() => f());
for (let i = 0; i < 9; i++) scheduler.pulse(16);
`;
const esm = common
  .replace(/const (.*) = require\((.*)\);/, 'import $1 from $2;')
  .replace('module.exports =', 'export default');

describe('a .js file is a module or a script as for Node', () => {
  test.each([
    ['no package.json says, and it has no import', undefined, 'a.js', common],
    ['the package says commonjs', '{ "type": "commonjs" }', 'a.js', common],
    ['the package says nothing', '{}', 'a.js', common],
    ['the package says module, and it is .cjs', '{ "type": "module" }', 'a.cjs', common],
  ])('it is a script and requires the runtime: %s', async (_why, packageJson, name, source) => {
    start({ [`src/${name}`]: source, ...(packageJson && { 'package.json': packageJson }) });
    const { code, text } = await project.spindle(['precompile', `src/${name}`]);
    expect([code, text]).toEqual([0, expect.any(String)]);
    expect(project.read(`dist/${name}`)).not.toContain('import ');
    project.write('package.json', packageJson ?? '{}');
    expect(project.run(`dist/${name}`)).toBe('ok false\n');
  });

  test.each([
    ['it has an import', '{}', 'a.js'],
    ['the package says module', '{ "type": "module" }', 'a.js'],
    ['the package says nothing, and it is .mjs', '{ "type": "commonjs" }', 'a.mjs'],
  ])('it is a module and imports the runtime: %s', async (_why, packageJson, name) => {
    start({ [`src/${name}`]: esm, 'package.json': packageJson });
    await project.spindle(['precompile', `src/${name}`]);
    expect(project.read(`dist/${name}`)).toMatch(/^import \{ Scheduler, wait \} from/m);
    if (packageJson !== '{}') expect(project.run(`dist/${name}`)).toBe('ok true\n');
  });

  test('a module of a package without an import imports the runtime too', async () => {
    start({ 'a.js': '// @compile\nglobalThis.f = () => wait(1);\n', 'package.json': '{ "type": "module" }' });
    await project.spindle(['precompile', 'a.js']);
    expect(project.read('dist/a.js')).toContain('import {');
  });

  test('the nearest package.json counts, for TypeScript too', async () => {
    start({
      'package.json': '{ "type": "module" }',
      'old/package.json': '{}',
      'old/src/a.ts': '// @compile\nfunction f(n: number) { wait(n); }\n',
      'new/a.ts': '// @compile\nfunction f(n: number) { wait(n); }\n',
    });
    await project.spindle(['precompile', '**/*.ts']);
    expect(project.read('dist/old/src/a.js')).toContain('require("@spindle/runtime")');
    expect(project.read('dist/new/a.js')).toContain('from "@spindle/runtime"');
  });
});

test('the words may be required, by any name', async () => {
  start({ 'src/a.js': words, 'package.json': '{ "type": "commonjs" }' });
  await project.spindle(['precompile', 'src/*.js']);
  expect(project.run('dist/a.js')).toBe('step 20\nstep 40\n40,20\nend\n');
});

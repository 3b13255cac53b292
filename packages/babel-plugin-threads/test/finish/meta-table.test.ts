import vm from 'node:vm';
import * as babel from '@babel/core';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import { withScheduler } from '@spindle/runtime/testing';
import * as esbuild from 'esbuild';
import plugin from '../../src/index.js';
import { compile, type CompileOptions, mustParse } from '../compile.js';

/** Links the modules, each by its name, runs `main`, and gives what they log. */
async function runModules(sources: Record<string, string>): Promise<unknown[]> {
  const logged: unknown[] = [];
  const log = (value: unknown): void => void logged.push(value);
  const context = vm.createContext({ log });
  const modules = new Map<string, vm.Module>();
  for (const [name, source] of Object.entries(sources))
    modules.set(name, new vm.SourceTextModule(compile(source), { context, identifier: name }));
  for (const [name, exports] of Object.entries({ '@spindle/runtime': runtime, '@spindle/runtime/abi': abi })) {
    const names = Object.keys(exports);
    const evaluate = (): void =>
      names.forEach((one) => module.setExport(one, (exports as Record<string, unknown>)[one]));
    const module: vm.SyntheticModule = new vm.SyntheticModule(names, evaluate, { context, identifier: name });
    modules.set(name, module);
  }
  const main = modules.get('main')!;
  await main.link((name) => modules.get(name)!);
  await withScheduler(new runtime.Scheduler({ seed: 1 }), () => main.evaluate());
  return logged;
}

test('the table is there on the first line of a file, and for callbacks made at run time', async () => {
  const source = `
    log(first(1));
    // @compile
    function first(a) { return [a].map((x) => twice(x))[0]; }
    // @compile
    function twice(x) { return unknown(x) + unknown(x); }
    function unknown(x) { return x; }`;
  expect(await runModules({ main: source })).toEqual([2]);
});

test('it is there for a module of a cycle that is called before it has begun', async () => {
  const main = `import { ask } from 'other';
    // @compile
    export function answer(n) { return helper(n); }
    // @compile
    function helper(n) { return [n].map((x) => same(x) + 1)[0]; }
    function same(x) { return x; }
    log(ask(2));`;
  const other = `import { answer } from 'main';
    // @compile
    export function ask(n) { return answer(n); }
    log(answer(1));`;
  expect(await runModules({ main, other })).toEqual([2, 3]);
});

const script = (name: string, line: string): string => `${line}// @compile\nfunction ${name}(a) { return same(a); }`;
const asScript: CompileOptions = { sourceType: 'script', runtime: { global: 'RT' } };
const RT = { ...runtime, ...abi };

test('two scripts of a page do not share it', async () => {
  const page = vm.createContext({ RT, same: (a: unknown) => a });
  const run = (source: string): unknown => vm.runInContext(source, page);
  const codes = [script('walk', ''), script('jump', ''), script('walk', '\n')].map((source) =>
    compile(source, asScript),
  );
  const names = codes.map((code) => /function (\$meta\w+)\(/.exec(code)![1]);
  expect(new Set(names).size).toBe(3);
  await withScheduler(new runtime.Scheduler({ seed: 1 }), () => {
    for (const code of codes) run(code);
    expect([run('walk(1)'), run('jump(2)'), run('walk.name'), run('jump.name')]).toEqual([1, 2, 'walk', 'jump']);
  });
});

test('the same script twice has the same table', () => {
  expect(compile(script('walk', ''), asScript)).toBe(compile(script('walk', ''), asScript));
});

test.each(['es2015', 'es2022'])('minified for %s it is still there on the first line', (target) => {
  const code = compile(script('walk', 'log(walk(1));\n'), asScript);
  const { code: small } = esbuild.transformSync(code, { minify: true, target });
  const logged: unknown[] = [];
  vm.runInNewContext(small, { RT, same: (a: unknown) => a, log: (value: unknown) => logged.push(value) });
  expect(logged).toEqual([1]);
});

test('a function of the file may be called as the table is', () => {
  const code = compile('// @compile\nfunction meta() { g($meta); }');
  expect(code).toContain('var meta = $thread($meta1, $meta2(0));');
  expect(code).toContain('function $meta2(n) {\n  return ($meta2.table ??= {');
});

test('a function is named once in it', () => {
  const code = compile('// @compile\nfunction walk() { g(); }\n// @compile\nconst o = { turn() { g(); } };');
  expect(code).toMatch(/var walk = \$thread\(\$walk, \$meta\(0\)\);/);
  expect(code).toMatch(/\.table \?\?= \{\s+0: "walk\(0\) 2:\S+",\s+1: "o\.turn\(0\) 4:\S+"\s+\}\)\[n\];/);
});

test('the address of a source map stays last', () => {
  const source = '// @compile\nfunction f() { g(); }\n// the end\n//# sourceMappingURL=f.js.map';
  const settings = { babelrc: false, configFile: false, inputSourceMap: false, plugins: [plugin] };
  const { code } = babel.transformSync(source, settings as unknown as babel.TransformOptions)!;
  mustParse(code!);
  expect(code).toMatch(/\/\/ the end\nfunction \$meta[^]*\}\s*\/\/# sourceMappingURL=f\.js\.map$/);
});

test('where nothing is wrapped there is none', () => {
  expect(compile('// @compile\nconst f = 1;')).not.toContain('$meta');
});

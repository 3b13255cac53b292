import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@babel/core';
import { parse } from '@babel/parser';
import traverseModule, { type NodePath } from '@babel/traverse';
import type { YieldExpression } from '@babel/types';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import plugin from 'babel-plugin-threads';
import { globSync } from 'tinyglobby';
import { isOfThisLane, runsOutput, startsProcesses } from '../fixtures/lanes.js';
import { main } from '../packages/cli/src/main.js';

type Unwrapped<T> = T extends { default: infer D } ? D : T;
const unwrap = <T>(module: T): Unwrapped<T> =>
  (typeof module === 'function' ? module : (module as { default: unknown }).default) as Unwrapped<T>;
const traverse = unwrap(traverseModule);

const root = fileURLToPath(new URL('..', import.meta.url));
const scripts = globSync(['examples/**/*.js'], { cwd: root }).filter((file) =>
  /@compile\b/.test(readFileSync(path.join(root, file), 'utf8')),
);

interface Place {
  line: number;
  column: number;
}

/** Every `yield` of the output, with the place in the source that its source map gives. */
function yieldsOf(file: string): { text: string; original: Place }[] {
  const result = transformFileSync(path.join(root, file), {
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    plugins: [[plugin, {}]],
  });
  const code = result?.code ?? '';
  const map = new TraceMap(result?.map as never);
  const found: { text: string; original: Place }[] = [];
  traverse(parse(code, { sourceType: 'module' }), {
    YieldExpression({ node }: NodePath<YieldExpression>) {
      const { line, column } = (node.loc as { start: Place }).start;
      const original = originalPositionFor(map, { line, column });
      found.push({
        text: code.slice(node.start as number, node.end as number),
        original: { line: original.line ?? 0, column: original.column ?? -1 },
      });
    },
  });
  return found;
}

/** The kinds of node that begin at each place of the source, `line:column`. */
function kindsByPlace(source: string): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  traverse(parse(source, { sourceType: 'module' }), {
    enter({ node }: NodePath) {
      const { line, column } = (node.loc as { start: Place }).start;
      kinds.set(`${line}:${column}`, [...(kinds.get(`${line}:${column}`) ?? []), node.type]);
    },
  });
  return kinds;
}

/** The kind of node of the source that a `yield` belongs to. */
const WANTED = [
  { of: /^yield (waitUntil\(\$frame|nextFrame)/, kind: /^(While|DoWhile|For|ForOf|ForIn)Statement$/ },
  { of: /^yield \$(enter|leave)Finally/, kind: /^BlockStatement$/ },
  { of: /^yield /, kind: /^(Call|OptionalCall|TaggedTemplate|Import)Expression$/ },
];

describe('a debugger steps through a compiled example on its original lines', () => {
  test.each(scripts.filter((_, index) => isOfThisLane(index)))('%s', (file) => {
    const kinds = kindsByPlace(readFileSync(path.join(root, file), 'utf8'));
    const yields = yieldsOf(file);
    expect(yields.length).toBeGreaterThan(0);
    for (const { text, original } of yields) {
      const { kind: wanted } = WANTED.find(({ of }) => of.test(text))!;
      const there = kinds.get(`${original.line}:${original.column}`) ?? [];
      const maps = there.some((kind) => wanted.test(kind));
      expect({ text, original, maps }).toEqual({ text, original, maps: true });
    }
  });
});

const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });

if (startsProcesses)
  describe('the demo', () => {
    const build = path.join('node_modules', '.cache', 'demo', process.env.BABEL ?? '7');

    test.each(['frames', 'generators'])(
      'precompiles its scenes with the target %s, and prints the timeline',
      async (target) => {
        const args = ['precompile', 'examples/**/*.js', '--out-dir', build, '--source-maps', '--target', target];
        expect(await main(args, { cwd: root, stderr: { write: () => {} } })).toBe(0);
        const { stdout, stderr } = node(path.join(build, 'demo.js'));
        expect(stderr).toBe('');
        expect(stdout).toBe(readFileSync(path.join(root, 'examples/timeline.txt'), 'utf8'));
      },
    );

    test('saves a cutscene in the middle of a sentence, edits its script, and finishes it in another process', () => {
      const { stdout, stderr } = node(path.join(build, 'demo.js'), 'save');
      expect(stderr).toBe('');
      expect(stdout).toBe(readFileSync(path.join(root, 'examples/save/printed.txt'), 'utf8'));
    });

    test('refuses an option that it has not', () => {
      const { status, stderr } = node(path.join(build, 'demo.js'), '--fast');
      expect([status, stderr]).toEqual([1, 'demo: there is no option --fast. Use --live, save, or none.\n']);
    });
  });

/** Compiles a scene with one mark left out, plays a scene for 20 seconds, and gives what is printed in that time. */
async function played(scene: string, script: string, without = ''): Promise<string> {
  const folder = path.join(root, 'node_modules', '.cache', 'examples', process.env.BABEL ?? '7', scene);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['actors.js', `scenes/${scene}.js`])
    cpSync(path.join(root, 'examples', name), path.join(folder, 'src', name));
  const file = path.join(folder, 'src/scenes', `${scene}.js`);
  const source = readFileSync(file, 'utf8');
  expect(source).toContain(without);
  writeFileSync(file, source.replace(without, ''));
  writeFileSync(
    path.join(folder, 'src/watch.js'),
    `import { scheduler } from '@spindle/runtime';
    import * as scene from './scenes/${scene}.js';
    import { timeline } from './actors.js';
    console.warn = console.log;
    scene.${script}();
    for (let frame = 0; frame < 1250 && scheduler.threads.length > 0; frame++) {
      scheduler.pulse(16);
      if (scene.healthBar !== undefined && !/^#*\\.*( dead)?$/.test(scene.healthBar())) console.log('no health bar');
    }
    for (const { who, what } of timeline) console.log(who, what);`,
  );
  const args = ['precompile', `${folder}/src/**/*.js`, '--out-dir', `${folder}/out`, '--no-cache'];
  expect(await main(args, { cwd: root, stderr: { write: () => {} } })).toBe(0);
  const watch = globSync([`${folder}/out/**/watch.js`], { cwd: root })[0] as string;
  const { stdout, stderr } = node(watch);
  expect(stderr).toBe('');
  return stdout;
}

if (runsOutput)
  describe('a mark that is left out is told', () => {
    test.each([
      ['tower', 'level', '  // @beside\n', 'freeze'],
      ['guard', 'nightWatch', '  // @instant\n', 'hear'],
      ['boss', 'arena', '  // @instant\n', 'hurt'],
    ])('%s', async (scene, script, mark, name) => {
      expect(await played(scene, script)).not.toContain('SPN7');
      expect(await played(scene, script, mark)).toMatch(new RegExp(`\\b${name}\\b.*\\[SPN71\\d\\]`));
    });
  });

if (startsProcesses)
  test('babel.config.js compiles the examples with the plugin', () => {
    const config = path.join(root, 'babel.config.js');
    const script = `import('@babel/core').then(({ default: babel }) =>
      babel.transformFileAsync('examples/scenes/two-buttons.js', { configFile: ${JSON.stringify(config)} }))
      .then(({ code }) => console.log(code))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('yield beside(player.walk(NORTH, 3));');
  });

import path from 'node:path';
import * as babel from '@babel/core';
import plugin, { type ThreadsOptions } from '../../src/index.js';

const root = path.resolve(import.meta.dirname, '../../../..');

function compile(filename: string | undefined, options: ThreadsOptions): string {
  const settings = { babelrc: false, configFile: false, filename, cwd: root, highlightCode: false };
  const plugins = [[plugin, { target: 'frames', saves: true, ...options }]] as babel.PluginItem[];
  return babel.transformSync('// @compile\nfunction walk() { wait(1); }', { ...settings, plugins })!.code!;
}

const nameIn = (code: string): string => /^\$saves\("(.*)"/m.exec(code)![1]!;

test('a file is named below the folder of the nearest package.json', () => {
  expect(nameIn(compile('scripts/shop.js', {}))).toBe('scripts/shop.js');
  expect(nameIn(compile(path.join(root, 'packages/runtime/src/shop.js'), {}))).toBe('src/shop.js');
});

test('a file is named below the root that is given', () => {
  expect(nameIn(compile(path.join(root, 'packages/runtime/src/shop.js'), { root }))).toBe(
    'packages/runtime/src/shop.js',
  );
  expect(nameIn(compile('/game/scripts/shop.js', { root: '/game/' }))).toBe('scripts/shop.js');
});

test('a file outside of the root is an error', () => {
  expect(() => compile('/game2/shop.js', { root: '/game' })).toThrow(
    '`/game2/shop.js` is not below `/game`, so it has no name in saves (option `saves`). Give an option `root` that is above all scripts. [SPN221]',
  );
});

test('a file without a package.json above it needs a root', () => {
  expect(() => compile('/nowhere/shop.js', {})).toThrow('no package.json was found');
});

test('a file without a name is an error', () => {
  expect(() => compile(undefined, {})).toThrow('needs a name. Give the compiler its `filename`. [SPN221]');
});

test('without saves nobody asks for a name', () => {
  expect(compile(undefined, { saves: false })).not.toContain('$saves');
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkStructure } from './check-structure.js';

const layers = [['low'], ['middle', 'neighbour'], ['high']];
let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'spindle-structure-'));
  plant('low.ts', 'export const low = 1;');
  plant('middle.ts', "import { low } from './low.js'; export const middle = low;");
  plant('neighbour.ts', "import { middle } from './middle.js'; export const neighbour = middle;");
  plant('high.ts', "export { neighbour } from './neighbour.js';");
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(file: string, text: string): void {
  const full = path.join(root, 'lib', file.endsWith('.json') ? '' : 'src', file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

const check = (rules: object = {}): string[] => checkStructure(root, [{ folder: 'lib', layers, ...rules }]);

test('layers that hold give no complaint', () => {
  expect(check()).toEqual([]);
});

test('tests stand in a folder of the name of their room, or in one that is named', () => {
  mkdirSync(path.join(root, 'lib/test/low'), { recursive: true });
  mkdirSync(path.join(root, 'lib/test/other'));
  expect(check()).toEqual([
    'lib: test/other is not the name of a room. Put tests into the folder of the room that they test.',
  ]);
  expect(check({ alsoTested: ['other'] })).toEqual([]);
});

test('a cycle is written out from file to file', () => {
  plant('middle.ts', "import { neighbour } from './neighbour.js'; export const middle = () => neighbour;");
  expect(check()).toEqual([
    'lib: middle.ts → neighbour.ts → middle.ts is an import cycle. Move what both need into a lower file.',
  ]);
});

test('rooms of one layer do not import each other in a cycle, also of types and by different files', () => {
  plant('middle.ts', 'export {};');
  plant('neighbour.ts', 'export {};');
  plant('middle/a.ts', "import type { B } from '../neighbour/b.js'; export type A = B;");
  plant('neighbour/b.ts', 'export type B = 1;');
  expect(check()).toEqual([]);
  plant('middle/c.ts', 'export type C = 1;');
  plant('neighbour/d.ts', "export type D = import('../middle/c.js').C;");
  expect(check()).toEqual([
    'lib: middle → neighbour → middle is a cycle of rooms (by middle/a.ts, neighbour/d.ts). Move what both need into a lower room.',
  ]);
});

test('the rooms of a folder without layers do not import each other in a cycle', () => {
  plant('a/1.js', "import '../b/1.js';");
  plant('b/1.js', '');
  plant('b/2.js', "import '../a/2.js';");
  plant('a/2.js', '');
  expect(checkStructure(root, [{ folder: 'lib/src', source: '.', ignore: /^[a-z]+\.ts$/ }])).toEqual([
    'lib/src: a → b → a is a cycle of rooms (by a/1.js, b/2.js). Move what both need into a lower room.',
  ]);
});

test('a folder without packages may have no rooms, leave files out and be read from its top; cycles are found there, too', () => {
  const folder = { folder: 'lib/src', source: '.', ignore: /^left-out/ };
  plant('plain.js', "import './extra.js';");
  plant('extra.js', "import './plain.js';");
  plant('left-out.js', "import './plain.js'; export {");
  expect(checkStructure(root, [folder])).toEqual([
    'lib/src: extra.js → plain.js → extra.js is an import cycle. Move what both need into a lower file.',
  ]);
});

test('an import of a higher room is named, also of a type', () => {
  plant('low.ts', "import type { neighbour } from './high.js'; export const low: typeof neighbour = 1;");
  expect(check()).toContain('lib: low.ts imports high.ts, which is in a higher room. Turn the import around.');
});

test('a file without a room is an error that says where to add it', () => {
  plant('extra/new.ts', 'export {};');
  expect(check()).toEqual(['lib: extra/new.ts is in no room. Add its room to scripts/structure-table.js.']);
});

test('a folder inside a folder is a room of its own if the table says so', () => {
  const rules = { layers: [['low'], ['middle'], ['neighbour'], ['middle/inner'], ['high']] };
  plant('middle/a.ts', "import { neighbour } from '../neighbour.js'; export { neighbour };");
  expect(check(rules)).toContain(
    'lib: middle/a.ts imports neighbour.ts, which is in a higher room. Turn the import around.',
  );
  plant('middle/a.ts', 'export {};');
  plant('middle/inner/b.ts', "import { neighbour } from '../../neighbour.js'; export { neighbour };");
  expect(check(rules)).toEqual([]);
});

test('files of one folder stand in one room', () => {
  plant('middle/a.ts', "import { low } from '../low.js'; export { b } from './b.js'; export { low };");
  plant('middle/b.ts', 'export const b = 1;');
  expect(check()).toEqual([]);
  plant('middle/b.ts', "export { high as b } from '../high.js';");
  expect(check()).toEqual(['lib: middle/b.ts imports high.ts, which is in a higher room. Turn the import around.']);
});

test.each(["import { parse } from 'x'", "export * from 'x'", "await import('x')", "let a: import('x').Y"])(
  'a package without dependencies does not say %s',
  (text) => {
    plant('high.ts', text);
    expect(check({ dependencies: 'none' })).toEqual([
      'lib: high.ts imports x, but this package may import only its own files.',
    ]);
  },
);

test('the kernel imports no layer as a value, also not by others', () => {
  const kernel = { files: ['high'], layers: 'low', isLayerBy: 'addLayer' };
  plant('low.ts', 'export function addLayer() {}');
  expect(check({ kernel })).toEqual([]);
  plant('middle.ts', "import { addLayer } from './low.js'; addLayer(); export const middle = 1;");
  expect(check({ kernel })).toEqual([
    'lib: high → neighbour → middle is a layer that the kernel imports. Give it a point in low.',
  ]);
  plant('neighbour.ts', "import type { middle } from './middle.js'; export const neighbour: typeof middle = 1;");
  expect(check({ kernel })).toEqual([]);
});

test('a package without dependencies lists none', () => {
  plant('package.json', '{ "peerDependencies": { "x": "1" } }');
  expect(check({ dependencies: 'none' })).toEqual([
    'lib: package.json has peerDependencies, but this package has none. Remove them.',
  ]);
});

test('a package that may import types only imports no values', () => {
  plant('high.ts', "import type { X } from 'x'; import { y } from 'y'; export const high: X = y;");
  expect(check({ dependencies: 'types only' })).toEqual([
    'lib: high.ts imports y, but this package may import only types from others.',
  ]);
});

test('a package that must not be known is named', () => {
  plant('high.ts', "import '@spindle/runtime/testing';");
  expect(check({ never: ['@spindle/runtime'] })).toEqual([
    'lib: high.ts imports @spindle/runtime/testing, which this package must not know.',
  ]);
});

test.each(['it.next()', "it['next']()", 'it?.next()'])('%s is found outside its file', (text) => {
  plant('high.ts', text);
  const rule = { file: 'low', calls: ['next'], because: 'one file steps' };
  expect(check({ onlyIn: [rule] })).toEqual(['lib: high.ts says `.next(`, which belongs in low.ts: one file steps.']);
});

test.each(['Date.now()', 'new Date()', 'globalThis.Date.now()'])('%s is found outside its file', (text) => {
  plant('high.ts', text);
  plant('low.ts', 'export const low = Date.now();');
  const rule = { file: 'low', names: ['Date'], because: 'time comes in here' };
  expect(check({ onlyIn: [rule] })).toEqual(['lib: high.ts says `Date`, which belongs in low.ts: time comes in here.']);
});

test('a link in a list is no call', () => {
  plant('high.ts', 'node.next = node.next.next');
  expect(check({ onlyIn: [{ file: 'low', calls: ['next'], because: '' }] })).toEqual([]);
});

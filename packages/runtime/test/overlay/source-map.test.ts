import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from '../../../compiler/src/index.js';
import { SourceMap } from '../../src/overlay/source-map.js';

const ADDRESS = 'http://game/code/map.js';

test('a place of a compiled file leads to its place in the source, by the address of the map and its root', () => {
  const { code, map } = transform('// @script\nwait(100);\nbell.ring();\n', { filename: 'hall.ts' })!;
  const read = new SourceMap(JSON.stringify({ ...map!, sources: ['../hall.ts'], sourceRoot: 'out' }), ADDRESS);
  expect(read.sources).toEqual(['http://game/code/hall.ts']);
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes('bell'));
  expect(read.originalOf(line + 1, lines[line]!.indexOf('bell'))).toEqual({
    source: 'http://game/code/hall.ts',
    line: 3,
    column: 0,
  });
});

test('a part of the output that comes from no source has no place; a source without a name keeps its text', () => {
  // The second segment has a column only.
  const read = new SourceMap(
    JSON.stringify({ version: 3, names: [], sources: [null], sourcesContent: ['a'], mappings: 'AAAA,E' }),
    'http://game/a.js',
  );
  expect([read.originalOf(1, 1), read.originalOf(1, 2), read.originalOf(2, 0)]).toEqual([
    { source: read.sources[0], line: 1, column: 0 },
    null,
    null,
  ]);
  expect(read.texts).toEqual(['a']);
});

const ONE = { version: 3, names: [], sources: ['a.ts'], sourcesContent: ['a'], mappings: 'AAAA' };
const SECTIONS = JSON.stringify({
  version: 3,
  sections: [
    { offset: { line: 0, column: 0 }, map: ONE },
    { offset: { line: 2, column: 0 }, map: { ...ONE, sources: ['b.ts'] } },
  ],
});

test('a map with sections is read', () => {
  const read = new SourceMap(SECTIONS, ADDRESS);
  expect(read.originalOf(3, 0)).toEqual({ source: 'http://game/code/b.ts', line: 1, column: 0 });
});

/** The build shortens names of the runtime, but not those of the library. */
test.each(['', 'production/'])('the built file has the library in it: dist/%soverlay/source-map.js', (folder) => {
  const file = path.join(import.meta.dirname, '../../dist', folder, 'overlay/source-map.js');
  expect(readFileSync(file, 'utf8')).not.toMatch(/^import /m);
  const program = `import { SourceMap } from ${JSON.stringify(file)};
    const map = new SourceMap(${JSON.stringify(SECTIONS)}, '${ADDRESS}');
    console.log(JSON.stringify([map.sources[1], map.texts[1], map.originalOf(3, 5)]));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const source = 'http://game/code/b.ts';
  expect(JSON.parse(said)).toEqual([source, 'a', { source, line: 1, column: 0 }]);
});

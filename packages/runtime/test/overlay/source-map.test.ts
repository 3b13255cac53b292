import { readFileSync } from 'node:fs';
import path from 'node:path';
import { encodedMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { transform } from '../../../compiler/src/index.js';
import { SourceMap } from '../../src/overlay/source-map.js';

const source = readFileSync(path.join(import.meta.dirname, '../../src/overlay/source-map.ts'), 'utf8');

test('each place of a compiled file is the one that a kept library tells', () => {
  const { code, map } = transform(`// @script\n${source.replaceAll('export ', '')}`, { filename: 'map.ts' })!;
  const known = new TraceMap(
    { ...map!, sources: ['../map.ts'], sourceRoot: 'out' } as never,
    'http://game/code/map.js',
  );
  const own = new SourceMap(JSON.stringify({ ...encodedMap(known), sourceRoot: 'out' }), 'http://game/code/map.js');
  expect(own.sources).toEqual(['http://game/code/map.ts']);
  let places = 0;
  code.split('\n').forEach((text, index) => {
    for (let column = 0; column <= text.length; column++) {
      const { source: file, line, column: at } = originalPositionFor(known, { line: index + 1, column });
      const expected = file === null ? null : { source: file, line, column: at };
      if (expected !== null) places++;
      expect(own.originalOf(index + 1, column)).toEqual(expected);
    }
  });
  expect(places).toBeGreaterThan(1000);
});

test('a part of the output that comes from no source has no place; a source without a name keeps its text', () => {
  // The second segment has a column only.
  const own = new SourceMap(
    JSON.stringify({ sources: [null], sourcesContent: ['a'], mappings: 'AAAA,E' }),
    'http://game/a.js',
  );
  expect([own.originalOf(1, 1), own.originalOf(1, 2), own.originalOf(2, 0)]).toEqual([
    { source: 'http://game/a.js', line: 1, column: 0 },
    null,
    null,
  ]);
  expect(own.texts).toEqual(['a']);
});

import { addSource, findThrown } from '../../src/overlay/sources.js';

const SOURCE = '// @compile\nfunction open(door) {\n\twait(20);\n\tdoor.open();\n}\n';
/** Line 2 of the code comes from line 4 of the source, its column 2 from column 6 there. */
const MAP = { version: 3, sources: ['../door.ts'], sourcesContent: [SOURCE], names: [], mappings: ';EAGM' };
const inside = `data:application/json;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`;

const files: Record<string, string> = {
  'http://game/code/in.js': `one\ntwo\n//# sourceMappingURL=${inside}`,
  'http://game/code/beside.js?t=3': 'one\ntwo\n//# sourceMappingURL=door.js.map',
  'http://game/code/door.js.map': JSON.stringify(MAP),
  'http://game/plain.js': 'one\ntwo\nthree',
  'http://game/no-map.js': 'one\n//# sourceMappingURL=gone.map',
};
const { fetch } = globalThis as { fetch?: unknown };
let asked: string[];
beforeEach(() => {
  asked = [];
  const fetchOne = async (address: string): Promise<object> => {
    asked.push(address);
    return { ok: address in files, text: async () => files[address] };
  };
  Object.assign(globalThis, { fetch: fetchOne });
});
afterAll(() => void Object.assign(globalThis, { fetch }));

const FRAME = [
  '  2 | function open(door) {',
  '  3 | \twait(20);',
  '> 4 | \tdoor.open();',
  '    | \t     ^',
  '  5 | }',
  '  6 |',
].join('\n');

test.each([
  ['in the code', 'at open (http://game/code/in.js:2:3)', ['http://game/code/in.js']],
  [
    'beside it',
    'open@http://game/code/beside.js?t=3:2:3',
    ['http://game/code/beside.js?t=3', 'http://game/code/door.js.map'],
  ],
])('a map %s leads to the line of the source', async (_where, place, fetched) => {
  expect(await findThrown(`TypeError: no door\n    ${place}`)).toEqual({
    file: 'http://game/door.ts',
    line: 4,
    frame: FRAME,
  });
  expect(asked).toEqual(fetched);
});

test('places of packages and of what is not to be had are passed over', async () => {
  const stack = [
    'Error: http://game/plain.js is no place',
    '    at wait (http://game/node_modules/.vite/deps/@spindle_runtime.js?v=1:9:9)',
    '    at next (<anonymous>)',
    '    at gone (http://game/gone.js:1:1)',
    '    at async main (http://game/plain.js:3:2)',
  ].join('\n');
  expect(await findThrown(stack)).toEqual({
    file: 'http://game/plain.js',
    line: 3,
    frame: '  1 | one\n  2 | two\n> 3 | three\n    |  ^',
  });
  expect(asked).toEqual(['http://game/gone.js', 'http://game/plain.js']);
  expect(await findThrown('Error: nothing')).toBeUndefined();
});

test('a map that is not to be had leaves the place in the code; a line that a file has not, no frame', async () => {
  expect(await findThrown('at a (http://game/no-map.js:1:1)')).toMatchObject({
    line: 1,
    frame: '> 1 | one\n    | ^\n  2 | //# sourceMappingURL=gone.map',
  });
  expect(await findThrown('at a (http://game/plain.js:9:1)')).toEqual({
    file: 'http://game/plain.js',
    line: 9,
    frame: undefined,
  });
});

test('code without an address is asked of who added it', async () => {
  addSource('compiled/a(1).js', (line, column) => ({ file: 'a', line: line * 10, frame: `${column}` }));
  expect(await findThrown('Error: x\n    at program (compiled/a(1).js:3:7)')).toEqual({
    file: 'a',
    line: 30,
    frame: '7',
  });
  expect(asked).toEqual([]);
});

import { hasFunction, sourceMaps } from '../src/source-maps.js';

const SOURCE = `// @compile
export class Guard extends Figure {
  patrol() {
    while (true) {
      this.x += 1;
    }
  }
}
const walk = (to) => {
  wait(to);
};
`;

/** Line 2 of the code comes from line 4 of the source. */
const MAP = { version: 3, sources: ['../guard.js'], sourcesContent: [SOURCE], names: [], mappings: ';AAGA' };

/** What is asked for, and the answers that have come. */
function server(files: Readonly<Record<string, string>>): {
  asked: string[];
  fetch: (url: string) => Promise<string | null>;
} {
  const asked: string[] = [];
  return {
    asked,
    async fetch(url) {
      asked.push(url);
      return files[url] ?? null;
    },
  };
}
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

const CODE = 'http://game/dist/guard.js';

test.each([
  ['beside the code', 'guard.js.map', { 'http://game/dist/guard.js.map': JSON.stringify(MAP) }],
  ['in the code', `data:application/json,${encodeURIComponent(JSON.stringify(MAP))}`, {}],
])('a map %s leads to the source, as soon as it has come', async (_where, address, more: Record<string, string>) => {
  const { asked, fetch } = server({
    [CODE]: `one\ntwo\n//# sourceMappingURL=${address}\n`,
    ...more,
    ...(address.startsWith('data:') && { [address]: JSON.stringify(MAP) }),
  });
  const { locate, sourceOf } = sourceMaps({ fetch, scripts: () => [] });
  expect(locate(CODE, 2, 3)).toBeUndefined();
  await settled();
  expect(locate(CODE, 2, 3)).toEqual({ file: 'http://game/guard.js', line: 4 });
  expect(locate(CODE, 1, 1)).toBeNull();
  expect(sourceOf('http://game/guard.js')).toBe(SOURCE);
  expect(asked).toEqual(address.startsWith('data:') ? [CODE] : [CODE, new URL(address, CODE).href]);
});

test('code without a map is its own source; what cannot be fetched is asked for once', async () => {
  const { asked, fetch } = server({ [CODE]: 'one\ntwo\n' });
  const { locate, sourceOf } = sourceMaps({ fetch, scripts: () => [] });
  locate(CODE, 1, 1);
  sourceOf('http://game/gone.js');
  await settled();
  expect([locate(CODE, 1, 1), sourceOf(CODE)]).toEqual([null, 'one\ntwo\n']);
  expect([locate('http://game/gone.js', 1, 1), sourceOf('http://game/gone.js')]).toEqual([null, null]);
  expect(asked).toEqual([CODE, 'http://game/gone.js']);
});

test('the file of a loop, of which no stack tells, is found by its function', async () => {
  const { fetch } = server({
    [CODE]: `one\ntwo\n//# sourceMappingURL=data:,${encodeURIComponent(JSON.stringify(MAP))}`,
  });
  const maps = sourceMaps({
    fetch: async (url) => (url.startsWith('data:') ? JSON.stringify(MAP) : fetch(url)),
    scripts: () => [CODE],
  });
  expect(maps.findFile('Guard.patrol', 4)).toBeNull();
  await settled();
  expect(maps.findFile('Guard.patrol', 4)).toBe('http://game/guard.js');
  expect(maps.findFile('Guard.chase', 4)).toBeNull();
});

test.each([
  ['Guard.patrol', 4, true],
  ['Guard.patrol', 2, false],
  ['Thief.patrol', 4, false],
  ['walk', 10, true],
  ['walk', 5, false],
  ['wait', 11, false],
  ['patrol', 400, false],
])('hasFunction(%s, %i) is %s', (name, line, is) => {
  expect(hasFunction(SOURCE, name, line)).toBe(is);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { decode } from '../src/files/encoding.js';
import { Project } from './project.js';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

let project = new Project({});
beforeEach(() => (project = new Project({})));
afterEach(() => project.remove());

const bytesOf = (name: string): Buffer => readFileSync(path.join(project.folder, name));

test('a file that is not UTF-8 is an error that names the byte, where it is compiled', async () => {
  project.write('été.js', latin1('// @compile\nfunction a() {\n  say("\u00e9t\u00e9");\n  wait(3);\n}\n'));
  const { code, text } = await project.spindle(['precompile', '*.js']);
  expect(code).toBe(1);
  expect(text).toContain(
    '`été.js` is not UTF-8: byte 34 (0xE9, in line 3) does not begin a character. Save the file as UTF-8. [SPN417]',
  );
  expect(project.list()).toEqual(['été.js']);
});

test('TypeScript without a mark has to be UTF-8 too, as its types are taken out', async () => {
  project.write('a.ts', latin1('const a: string = "\u00e9";'));
  expect((await project.spindle(['precompile', '*.ts'])).text).toContain('`a.ts` is not UTF-8: byte 19 (0xE9');
});

test.each([
  ['Latin-1', latin1('export const x = "\u00ff\u00e9";\n')],
  ['a byte order mark', Buffer.from('\uFEFFexport const x = 1;\r\n')],
  ['NUL', Buffer.from('\0\0\0')],
  ['no JavaScript', Buffer.from('let = ;')],
  ['nothing', Buffer.from('')],
])('a file without a mark is copied byte for byte: %s', async (_what, bytes) => {
  project.write('scripts/copy.js', bytes);
  expect((await project.spindle(['precompile', 'scripts/*.js'])).code).toBe(0);
  expect(bytesOf('dist/copy.js').equals(bytes)).toBe(true);
});

test.each(['utf16le', 'swapped'])('UTF-16 is refused, as no mark would be seen in it: %s', async (order) => {
  const bytes = Buffer.from('\uFEFF// @compile\nfunction f() {}', 'utf16le');
  project.write('wide.js', order === 'swapped' ? bytes.swap16() : bytes);
  expect((await project.spindle(['precompile', 'wide.js'])).text).toContain('`wide.js` is not UTF-8: byte 0 (0xF');
});

test('what has been compiled, and what only names a mark, is copied as it is', async () => {
  project.write('done.js', '// @compiled\nfunction f()   { "use compiled" }\n');
  project.write('text.js', 'export const text   = "// @compile";\n');
  await project.spindle(['precompile', '*.js', '--source-maps']);
  expect(project.list('dist')).toEqual(['done.js', 'text.js']);
  expect(project.read('dist/done.js')).toContain('f()   {');
  expect(project.read('dist/text.js')).toBe('export const text   = "// @compile";\n');
});

test('ten megabytes without a mark are copied without being read as JavaScript', async () => {
  const line = 'export function step(a, b) { /** @param {number} a */ return a + b; }\n';
  const bytes = Buffer.from(`${line.repeat(150_000)} no JavaScript`);
  project.write('large.js', bytes);
  const start = process.cpuUsage();
  expect((await project.spindle(['precompile', 'large.js'])).code).toBe(0);
  const { user, system } = process.cpuUsage(start);
  expect(bytesOf('dist/large.js').equals(bytes)).toBe(true);
  // Parsed as JavaScript, they took 36 s.
  expect((user + system) / 1e6).toBeLessThan(5);
});

/** Any text that UTF-8 can hold. The unit `binary` of fast-check takes a second to be made. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff })))
  .map((points) => String.fromCodePoint(...points));

test('the first byte that is no UTF-8 is found, wherever it stands', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(0x80, 0xc3, 0xe9, 0xf0, 0xff), fc.string(), (before, value, behind) => {
      const start = Buffer.from(before);
      const bytes = Buffer.concat([start, Buffer.from([value]), Buffer.from(behind)]);
      expect(decode(bytes)).toMatchObject({ bad: { offset: start.length, value, line: before.split('\n').length } });
      expect(decode(start)).toEqual({ text: before });
    }),
  );
});

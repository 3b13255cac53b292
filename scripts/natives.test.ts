import { readdirSync, readFileSync } from 'node:fs';
import threads from 'babel-plugin-threads';
import { compileNative, natives, readOutput } from './natives.js';

test.each(natives)('src/$output is natives/$source, compiled by the plugin', async (native) => {
  expect(readOutput(native)).toBe(await compileNative(threads, native));
});

test('no file of the runtime begins with a directive: bundlers warn of those that they do not know', () => {
  const folders = ['dist', 'src'].map((name) => new URL(`../packages/runtime/${name}/`, import.meta.url));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => new URL(name, folder)),
  );
  const code = files.filter(({ pathname }) => /\.[jt]s$/.test(pathname));
  expect(code.length).toBeGreaterThan(100);
  const withDirective = code.filter((file) => /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*['"]/.test(readFileSync(file, 'utf8')));
  expect(withDirective.map(({ pathname }) => pathname)).toEqual([]);
});

/**
 * Test files that run in one context. What Node has made fast of Babel and the plugin for one file serves the others: each in a context of its own took
 * twice the time. With `npm run jest -- <file>`, and each night, a file runs on its own.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

const root = path.join(import.meta.dirname, '../..');

/** They need a context of their own: some look at how deep calls go, and some at what nothing has run before. */
const alone =
  /^packages\/runtime\/test\/(?:[^/]+$|execution\/(?:deep-calls|native-depth|unwinding)\.|ownership\/(?:unstamped|verify)\.)|^packages\/inspector\/|^fixtures\/depth\./;

/** An import of such an entry of the runtime changes what it does in the whole context. The tests of saves all have it. */
const changesRuntime = /\/(?:hot|observe|saves|stacks|words\/frames)\.js'/;

function runsAlone(file) {
  if (
    /^packages\/runtime\/test\/(?!saves\/)/.test(file) &&
    changesRuntime.test(readFileSync(path.join(root, file), 'utf8'))
  )
    return true;
  return alone.test(file);
}

/**
 * Writes one test file for each package, each folder of the runtime's tests, fixtures and so on, which imports the test files there. Gives the files to run in their stead.
 * `match` and `ignored` are those of jest's configuration.
 */
export function writeTogether(lane, match, ignored) {
  const ignore = ignored.map((pattern) => new RegExp(pattern));
  const files = globSync(
    match.map((pattern) => pattern.replace('<rootDir>/', '')),
    { cwd: root, ignore: '**/node_modules/**' },
  ).filter((file) => !ignore.some((pattern) => pattern.test(`/${file}`)));
  const groups = {};
  for (const file of files.filter((one) => !runsAlone(one)).sort()) {
    const [name] = /^(?:packages\/runtime\/test\/|packages\/)?[^/]+/.exec(file);
    (groups[name.replaceAll('/', '-')] ??= []).push(file);
  }
  const folder = path.join(root, 'build/together', lane);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, members] of Object.entries(groups))
    writeFileSync(path.join(folder, `${name}.test.js`), textOf(members));
  return [`<rootDir>/build/together/${lane}/*.test.js`, ...files.filter(runsAlone).map((file) => `<rootDir>/${file}`)];
}

/** Each file's tests stand in a block with its name, which also keeps its `beforeEach` from the other files. */
function textOf(files) {
  return [
    `const importTests = globalThis[Symbol.for('spindle.importTests')];`,
    ...files.map((file) => `await importTests('${file}', () => import('../../../${file}'));`),
    '',
  ].join('\n');
}

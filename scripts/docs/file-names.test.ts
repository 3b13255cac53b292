import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter((file) => existsSync(`${root}/${file}`));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');

/** Of examples, of other projects, and of what the build writes. */
const OTHERS =
  'a.js far.js far.ts glitch.js hero.ts lang.ts pen.js walk.js vite/dev.mjs play/dist/element.js ammo.js bounce.js ftball.js superstartrek.mjs cli.mjs ' +
  'find-missing-implementations.js find-unimplemented.js bombardment.js';

const NAME = /(?<![\w@:*}$/.-])(?:\.{0,2}\/)?((?:[\w-]+\/)*[\w-]+\.(?:ts|js|mjs|md))(?![\w-])/g;

/** `language/builtins.ts` may stand for a file in any package, and a `.js` for the source that it is built from. */
const isHere = (name: string): boolean =>
  [name, name.replace(/\.js$/, '.ts')].some((one) => files.some((file) => `/${file}`.endsWith(`/${one}`)));

/** The names of files in a text that belong to no file here. */
const missingIn = (text: string): string[] =>
  Array.from(text.matchAll(NAME), ([, name]) => name!).filter(
    (name) => !OTHERS.split(' ').includes(name) && !isHere(name),
  );

/** What stands in backticks and is nothing but a name. */
const namesOf = (page: string): string =>
  Array.from(read(page).matchAll(/`([\w./-]+)`/g), ([, name]) => name!).join('\n');

const commentsOf = (file: string): string =>
  Array.from(read(file).matchAll(/\/\*\*[^]*?\*\/|(?<![:'"`])\/\/ .*$/gm), ([comment]) => comment).join('\n');

describe('a file that is named exists', () => {
  test('in ARCHITECTURE.md, CONTRIBUTING.md and the pages of docs', () => {
    const pages = files.filter((file) => /^(ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/[^/]*\.md$/.test(file));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => missingIn(namesOf(page)).map((name) => `${page}: ${name}`))).toEqual([]);
  });

  test('in the comments of all packages and scripts', () => {
    const sources = files.filter((file) => /^packages\/[^/]+\/src\/.*\.ts$|^scripts\/.*\.js$/.test(file));
    expect(sources.length).toBeGreaterThan(400);
    expect(sources.flatMap((file) => missingIn(commentsOf(file)).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  test('one that is gone is found', () => {
    expect(missingIn('see language/reading.ts, and ./builtins.ts')).toEqual(['language/reading.ts']);
  });
});

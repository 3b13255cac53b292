import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { transform } from '@spindle/compiler';
import { main } from '../src/main.js';
import { nameOf, TEMPLATES, version, type TemplateName } from '../src/project.js';

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'spindle-create-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** What it prints, without colours, and its exit code. */
async function create(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await main(args, { cwd: folder, print: (text) => void lines.push(text) });
  // oxlint-disable-next-line no-control-regex -- colours
  return { code, said: lines.join('\n').replaceAll(/\u001B\[\d+m/g, '') };
}

const names = (Object.keys(TEMPLATES) as TemplateName[]).filter(
  (name) => !TEMPLATES[name].isPage && !TEMPLATES[name].isServer,
);
const filesIn = (name: string): string[] =>
  readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.\w+$/.test(file))
    .sort();

describe.each(names)('the template %s', (template) => {
  test('has two scenes, figures, a test, ESLint and Vite', async () => {
    expect(await create('my-game', '--template', template)).toMatchObject({ code: 0 });
    expect(filesIn('my-game')).toEqual(
      expect.arrayContaining(
        [
          '.gitignore',
          'README.md',
          'eslint.config.js',
          'index.html',
          'package.json',
          'tsconfig.json',
          'vite.config.ts',
        ].concat(['src/figure.ts', 'src/gate.test.ts', 'src/gate.ts', 'src/hall.ts', 'src/main.ts']),
      ),
    );
    expect(filesIn('my-game').some((file) => file.includes('_gitignore'))).toBe(false);
    expect(readFileSync(path.join(folder, 'my-game/README.md'), 'utf8')).toMatch(/^# my-game\n/);
  });

  test('has scripts that compile without a word, and names of packages that it uses', async () => {
    await create('game', '--template', template);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'game/package.json'), 'utf8')) as {
      dependencies: object;
      devDependencies: object;
    };
    const known = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    let compiled = 0;
    for (const file of filesIn('game').filter((name) => /\.[tj]s$/.test(name))) {
      const code = readFileSync(path.join(folder, 'game', file), 'utf8');
      const result = transform(code, { filename: file });
      if (result?.report.compiled) compiled++;
      expect(result?.report.diagnostics ?? []).toEqual([]);
      for (const [, from] of code.matchAll(/from '([^.'][^']*)'/g)) {
        const name = /^(?:@[^/]+\/)?[^/]+/.exec(from!)![0];
        expect(known).toContain(name);
      }
    }
    expect(compiled).toBe(6);
  });

  test('has the versions of others with which this repository is tried', async () => {
    await create('game', '--template', template);
    const others = Object.entries(versionsIn(path.join(folder, 'game'))).filter(([name]) => !/spindle/.test(name));
    const lines = (of: (range: string, name: string) => string): object =>
      Object.fromEntries(others.map(([name, range]) => [name, of(range, name)]));
    expect(lines((range) => lineOf(range, range))).toEqual(lines((range, name) => lineOf(triedVersionOf(name), range)));
  });
});

/** Where the repository has the newest version of each that it is tried with. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  'e2e/engines': ['phaser', 'excalibur', 'pixi.js', 'three', '@types/three'],
  'compat/bundlers': ['vite', 'vitest'],
  'compat/eslint': ['eslint', '@eslint/js', 'typescript-eslint'],
  // typescript-eslint takes none of 7.
  'games/guards': ['typescript'],
};

function triedVersionOf(name: string): string {
  const [project = ''] = Object.entries(TRIED).find(([, each]) => each.includes(name)) ?? [];
  // The same release, of which the repository has a part.
  const part = name === 'typescript-eslint' ? '@typescript-eslint/parser' : name;
  return versionsIn(path.join(import.meta.dirname, '../../..', project))[part] ?? 'none';
}

const versionsIn = (project: string): Record<string, string> => {
  const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as Record<string, object>;
  return { ...manifest['dependencies'], ...manifest['devDependencies'] };
};

/** The part of a version that a range leaves as it is: `4` of `^4.2.1`, `0.32` of `~0.32.0`. */
const lineOf = (text: string, range: string): string =>
  text
    .replace(/^[~^]/, '')
    .split('.')
    .slice(0, range.startsWith('~') ? 2 : 1)
    .join('.');

test('the template rooms has a scene, a server, a page and what starts them, and imports what its package.json names', async () => {
  const { said } = await create('my-game', '--template', 'rooms');
  expect(said).toMatch(/Its scene is server\/inn\.ts\. `npm run dev:two` starts two processes, on Redis: /);
  expect(filesIn('my-game')).toEqual(
    ['.dockerignore', '.gitignore', 'README.md', 'compose.yaml', 'dev.js', 'eslint.config.js', 'index.html']
      .concat(['package.json', 'server/game.ts', 'server/inn.test.ts', 'server/inn.ts', 'server/main.ts'])
      .concat(['server/room.ts', 'src/main.ts', 'src/picture.ts', 'src/style.css', 'tsconfig.json', 'vite.config.ts']),
  );
  const read = (file: string): string => readFileSync(path.join(folder, 'my-game', file), 'utf8');
  const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json')) as Record<string, object>;
  expect(Object.keys(scripts!)).toEqual(['dev', 'dev:two', 'build', 'start', 'test', 'lint']);
  const known = Object.keys({ ...dependencies, ...devDependencies });
  const compiled = filesIn('my-game')
    .filter((file) => /\.[tj]s$/.test(file))
    .filter((file) => {
      const code = read(file);
      for (const [, from] of code.matchAll(/from '([^.'][^']*)'/g))
        expect([...known, 'node:']).toContain(/^(?:node:|(?:@[^/]+\/)?[^/]+)/.exec(from!)![0]);
      const report = transform(code, {
        filename: `/project/${file}`,
        root: '/project',
        target: 'frames',
        saves: true,
      })?.report;
      expect(report?.diagnostics ?? []).toEqual([]);
      return report?.compiled;
    });
  expect(compiled).toEqual(['server/inn.test.ts', 'server/inn.ts']);
});

test('the template page is a page whose script compiles without a word, and what it loads', async () => {
  const { code, said } = await create('my-game', '--template', 'page');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/Open index\.html there in a browser/) });
  expect(filesIn('my-game')).toEqual(['README.md', 'compiler.js', 'index.html', 'picture.js', 'spindle.js']);
  const page = readFileSync(path.join(folder, 'my-game/index.html'), 'utf8');
  const [, script = ''] = /<script type="text\/spindle"[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
  const report = transform(script, { page: true, script: true })?.report;
  expect(report).toMatchObject({ compiled: true, diagnostics: [] });
});

test('says how to go on, and asks nothing where there is no terminal', async () => {
  const { said } = await create();
  expect(said).toContain(`A game stands in ${path.join(folder, 'my-game')}. Go on with:`);
  expect(said).toMatch(/ {2}cd my-game\n {2}(npm|pnpm|yarn|bun) install\n {2}\1 run dev/);
  expect(said).toMatch(/\nIts first scene is src\/gate\.ts\. Change it while the game runs, and press R in the game: /);
});

test('the versions of our packages are its own, or those that are asked for', async () => {
  await create('a');
  await create('b', '--spindle', '1.2.3');
  const rangeIn = (name: string): unknown =>
    (
      JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>;
      }
    ).dependencies['@spindle/runtime'];
  const { version: own } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  expect([rangeIn('a'), rangeIn('b')]).toEqual([`^${own}`, '1.2.3']);
});

test('changes nothing in a folder that is not empty', async () => {
  mkdirSync(path.join(folder, 'full'));
  writeFileSync(path.join(folder, 'full/package.json'), '{}');
  expect(await create('full', '--yes')).toEqual({
    code: 1,
    said: `The folder \`${path.join(folder, 'full')}\` is not empty. Name a new one.`,
  });
  expect(readdirSync(path.join(folder, 'full'))).toEqual(['package.json']);
});

describe('at a terminal', () => {
  const ENTER = '\r';
  const DOWN = '\u001B[B';
  const CTRL_C = '\u0003';

  /** Presses keys, one after each question. Gives what stands on the screen, too. */
  async function createAt(keys: readonly string[], ...args: string[]): Promise<{ code: number; asked: string[] }> {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80, rows: 24 });
    const asked: string[] = [];
    const left = [...keys];
    output.on('data', (text: string) => {
      const [, question] = /◆ {2}(.*?)\n/.exec(stripVTControlCharacters(text)) ?? [];
      if (question === undefined || asked.includes(question)) return;
      asked.push(question);
      for (const key of left.shift() ?? '') setImmediate(() => input.write(key));
    });
    const code = await main(args, { cwd: folder, terminal: { input, output }, print: () => {} });
    return { code, asked };
  }

  const FOLDER = 'In which folder?';
  const TEMPLATE = 'What does it draw with?';
  const INSTALL = expect.stringMatching(/^Install the packages with \w+ now\?$/);

  test('it asks for all that was not given', async () => {
    expect(await createAt([ENTER, DOWN + DOWN + ENTER, 'n'])).toEqual({ code: 0, asked: [FOLDER, TEMPLATE, INSTALL] });
    expect(readFileSync(path.join(folder, 'my-game/package.json'), 'utf8')).toContain('"phaser"');
    expect(await createAt([ENTER], 'other', '--no-install')).toEqual({ code: 0, asked: [TEMPLATE] });
    expect(await createAt([], 'third', '-t', 'page')).toEqual({ code: 0, asked: [] });
  });

  test.each([
    ['first', [CTRL_C], [FOLDER]],
    ['second', [ENTER, CTRL_C], [FOLDER, TEMPLATE]],
    ['third', [ENTER, ENTER, CTRL_C], [FOLDER, TEMPLATE, INSTALL]],
  ])('Ctrl+C at the %s question ends it, and makes nothing', async (_which, keys, asked) => {
    expect(await createAt(keys)).toEqual({ code: 1, asked });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that is not empty is refused where it is named', async () => {
    mkdirSync(path.join(folder, 'my-game'));
    writeFileSync(path.join(folder, 'my-game/notes.txt'), '');
    expect(await createAt([ENTER + 'x' + ENTER, CTRL_C])).toEqual({ code: 1, asked: [FOLDER, TEMPLATE] });
    expect(await createAt([], 'my-game')).toEqual({ code: 1, asked: [] });
    expect(readdirSync(path.join(folder, 'my-game'))).toEqual(['notes.txt']);
  });
});

test.each([
  [
    ['--template', 'unity'],
    'There is no template `unity`. Choose one of canvas, page, phaser, excalibur, pixi, three, rooms.',
  ],
  [['a', 'b'], 'One folder is made at a time, so `b` is one too many.'],
  [
    ['g2', 'phaser'],
    'One folder is made at a time, so `phaser` is one too many. npm needs two dashes before the options: ' +
      '`npm create spindle@latest g2 -- --template phaser`.',
  ],
  [['--tempalte', 'pixi'], '`--tempalte` is not an option of create-spindle. Did you mean `--template`?'],
  [['--engine', 'pixi'], '`--engine` is not an option of create-spindle. See `npm create spindle@latest -- --help`.'],
  [['my-game', '--template'], '`--template` needs a value: `-t, --template <name>`.'],
  [['-t', '--yes'], '`-t` needs a value: `-t, --template <name>`.'],
  [['--spindle'], '`--spindle` needs a value: `--spindle <range>`.'],
])('%j is told, and makes nothing', async (args, said) => {
  expect(await create(...args)).toEqual({ code: 1, said });
  expect(existsSync(path.join(folder, 'my-game'))).toBe(false);
});

test.each(['--version', '--help'])('%s prints it, and makes nothing', async (option) => {
  const lines: string[] = [];
  const { info } = console;
  console.info = (text: string) => void lines.push(text);
  expect(await create(option)).toEqual({ code: 0, said: '' });
  console.info = info;
  expect(lines.join('\n')).toMatch(new RegExp(`^create-spindle/${version.replaceAll('.', '\\.')}\\b`));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['/x/My Game!', 'my-game'],
  ['/x/_game', 'game'],
  ['/x/…', 'my-game'],
])('the name of the package for %s is %s', (target, name) => {
  expect(nameOf(target)).toBe(name);
});

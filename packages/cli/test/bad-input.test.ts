import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { writeAll } from '../src/outputs/writing.js';
import { Project } from './project.js';

const walk = '// @compile\nexport function walk(glitch) {\n  while (glitch.moves()) glitch.step();\n}\n';

let project = new Project({});
beforeEach(() => {
  project = new Project({ 'scripts/walk.js': walk, 'dist/walk.js': 'what was there before' });
});
afterEach(() => project.remove());

/** Runs the command, expects exit code 1 and unchanged output files, and gives its messages. */
async function refused(...args: string[]): Promise<string> {
  const before = project.list();
  const { code, text } = await project.spindle(args);
  expect(code).toBe(1);
  expect(project.list()).toEqual(before);
  expect(project.read('dist/walk.js')).toBe('what was there before');
  expect(text).toMatch(/\nNothing was written\.\n$|errors?(?:, \d warnings?)?\. Nothing was written\.\n$/);
  return text;
}

const precompile = (...args: string[]): Promise<string> => refused('precompile', ...args);

describe('files', () => {
  test('a syntax error is shown with its place and a code frame', async () => {
    project.write('scripts/bad.js', 'let fine = 1;\nfine = ;\n// @compile\n');
    const text = await precompile('scripts/*.js');
    expect(text).toContain('scripts/bad.js:2:8: Unexpected token. [SPN422]\n  1 | let fine');
    expect(text).toContain('> 2 | fine = ;\n    |        ^\n');
    expect(text).toContain('\n1 error. ');
  });

  test.each([
    [
      'async.js',
      '// @compile\nfunction f() { await g(); }\n',
      /:2:16: .*'await' .* In a marked function drop it: .* \[SPN422\]$/m,
    ],
    [
      'loop.js',
      '// @compile\nfunction f() { for await (const x of y); }\n',
      /:2:20: .* In a marked function drop it: /,
    ],
    ['old.cjs', '// @compile\nexport function f() {}\n', /:2:1: .*CommonJS: use `require`, .* \[SPN422\]\n  1 \|/],
  ])('a syntax error says what helps: %s', async (name, source, message) => {
    project.write(`scripts/${name}`, source);
    const text = await precompile(`scripts/${name}`);
    expect(text).toMatch(message);
    expect(text).not.toContain('BABEL_');
    expect(text).not.toContain(project.folder);
  });

  test('`await` in a file without a mark is not said to be one of a script', async () => {
    project.write('scripts/plain.ts', 'function f(): void { await g(); }\n');
    expect(await precompile('scripts/plain.ts')).toMatch(/'await'\. \[SPN422\]$/m);
  });

  test('a mark on a getter is shown with its place and a code frame', async () => {
    project.write('scripts/bad.js', 'class Door {\n  // @compile\n  get open() { return 1; }\n}\n');
    const text = await precompile('scripts/*.js');
    expect(text).toMatch(/^scripts\/bad\.js:[23]:3: A getter cannot be compiled/m);
    expect(text).toMatch(/^> [23] \|/m);
  });

  test('the errors of all files are listed', async () => {
    project.write('scripts/bad.js', 'fine = ; // @compile');
    project.write('scripts/worse.ts', 'type = ;');
    const text = await precompile('scripts/*');
    expect(text).toContain('scripts/bad.js:1:8: ');
    expect(text).toContain('scripts/worse.ts:1:');
    expect(text).toContain('\n2 errors. ');
  });

  test('all errors of one file are listed, each with its place', async () => {
    project.write('spindle.config.json', '{ "diagnostics": "error", "strictGlobals": true }');
    project.write('scripts/bad.js', '// @compile\nf = () => {\n  wiat(5);\n  return Math.random();\n};\n');
    const text = await precompile('scripts/bad.js');
    expect(text).toMatch(/^scripts\/bad\.js:3:3: `wiat` is not known .*\[SPN216\]$/m);
    expect(text).toMatch(/^scripts\/bad\.js:4:10: `Math\.random` is not the same .*\[SPN603\]$/m);
    expect(text).toContain('> 4 |   return Math.random();\n');
    expect(text).not.toContain('warning');
    expect(text).toContain('\n2 errors. ');
  });

  test('a sum of ten thousand calls is said to be too deep', async () => {
    project.write('scripts/sum.js', `// @compile\nf = () => ${'g() + '.repeat(10_000)}1;\n`);
    expect(await precompile('scripts/sum.js')).toContain(
      'scripts/sum.js:1:1: This is nested deeper than the stack has room for.',
    );
  });

  test('two marks that cannot be are listed, each with its place', async () => {
    project.write('scripts/bad.js', '// @compile\nfunction* a() {}\n// @compile\nasync function b() {}\n');
    const text = await precompile('scripts/bad.js');
    expect(text.match(/^scripts\/bad\.js:\d+:\d+|\[SPN\d+\]$/gm)).toEqual([
      'scripts/bad.js:2:1',
      '[SPN102]',
      'scripts/bad.js:4:1',
      '[SPN101]',
    ]);
    expect(text).toContain('\n2 errors. ');
  });

  test('the warnings of a run that fails are listed above its errors, those of the file with the error too', async () => {
    project.write('spindle.config.json', '{ "strictGlobals": true }');
    project.write('scripts/bad.js', '// @compile\nf = () => {\n  wiat(5);\n  return Math.random();\n};\n');
    project.write('scripts/dice.js', '// @compile\nexport const roll = () => Math.random();\n');
    const text = await precompile('scripts/*.js');
    expect(text.match(/^scripts\/\w+\.js:\d+:\d+: (?:warning|`\w+)/gm)).toEqual([
      'scripts/bad.js:4:10: warning',
      'scripts/dice.js:2:27: warning',
      'scripts/bad.js:3:3: `wiat',
    ]);
    expect(text).toContain('\n1 error, 2 warnings. Nothing was written.\n');
  });

  test('a file that cannot be read is named with the reason', async () => {
    symlinkSync('loop.js', path.join(project.folder, 'scripts/loop.js'));
    expect(await precompile('scripts/loop.js')).toContain(
      '`scripts/loop.js` cannot be read: too many symbolic links encountered.',
    );
  });

  test('a glob does not pass over what it cannot read', async () => {
    symlinkSync('nowhere.js', path.join(project.folder, 'scripts/dangling.js'));
    expect(await precompile('scripts/*.js')).toContain(
      '`scripts/dangling.js` cannot be read: no such file or directory.',
    );
  });

  test('a folder is answered with the glob for it', async () => {
    expect(await precompile('scripts/')).toContain('`scripts/` is a folder. Give the files in it: `scripts/**/*.js`.');
  });

  test('a glob that matches nothing is named, each of them', async () => {
    const text = await precompile('scrpts/*.js', 'scripts/*.js', 'gone.js');
    expect(text).toContain('`scrpts/*.js` matches no file in');
    expect(text).toContain('`gone.js` matches no file in');
    expect(text).toContain('\n2 errors. ');
  });

  test('single quotes that the shell has handed on are told', async () => {
    expect(await precompile("'scripts/*.js'")).toMatch(/matches no file in .*: use double quotes\. \[SPN405\]/);
  });

  test('globs that only leave out match nothing', async () => {
    expect(await precompile('!scripts/*.js')).toContain('`!scripts/*.js` matches no file in');
  });

  test('globs whose files are all left out match nothing', async () => {
    expect(await precompile('scripts/walk.js', '!scripts/*')).toContain(
      '`scripts/walk.js !scripts/*` matches no file in',
    );
  });

  test('a file that is no script is named', async () => {
    project.write('scripts/style.css', '');
    expect(await precompile('scripts/*')).toContain('`scripts/style.css` is not a script');
  });
});

describe('outputs', () => {
  test.each(['.', './'])('an --out-dir of %s would overwrite the source', async (outDir) => {
    expect(await precompile('*/walk.js', '--out-dir', outDir)).toContain('`scripts/walk.js` is a source');
    expect(project.read('scripts/walk.js')).toBe(walk);
  });

  test('an --out-dir that leads back by a link would overwrite the source', async () => {
    symlinkSync('scripts', path.join(project.folder, 'link'));
    expect(await precompile('scripts/*.js', '--out-dir', 'link')).toContain('`link/walk.js` is a source');
  });

  test('two inputs for one output are both named', async () => {
    project.write('scripts/walk.ts', walk);
    expect(await precompile('scripts/*')).toContain(
      '`scripts/walk.js` and `scripts/walk.ts` would both become `dist/walk.js`.',
    );
  });

  test.each(['dist/run.js', 'dist/walk.js.map'])('a folder with the name of the output %s is named', async (folder) => {
    mkdirSync(path.join(project.folder, folder));
    project.write('scripts/run.js', walk);
    expect(await precompile('scripts/*.js', '--source-maps')).toContain(
      `\`${folder}\` cannot be written: a folder has that name.`,
    );
  });

  test('a file in the place of a folder of the output is named', async () => {
    project.write('dist/bots', 'a file');
    project.write('scripts/bots/run.js', walk);
    project.write('scripts/bots/jump.js', walk);
    const text = await precompile('scripts/**/*.js');
    expect(text).toContain('`dist/bots` is not a folder, so `dist/bots/jump.js` cannot be written into it.');
    expect(text).toContain('\n1 error. ');
  });

  test.each(['dist/walk.js/deep', 'dist/gone/deep'])('a file above the --out-dir %s is named', async (outDir) => {
    symlinkSync('nowhere', path.join(project.folder, 'dist/gone'));
    const culprit = path.dirname(outDir);
    expect(await precompile('scripts/*.js', '--out-dir', outDir)).toContain(
      `\`${culprit}\` is not a folder, so \`${outDir}/walk.js\` cannot be written into it.`,
    );
  });

  test('an --out-dir that is a file is named', async () => {
    expect(await precompile('scripts/*.js', '--out-dir', 'dist/walk.js')).toContain(
      '`dist/walk.js` is a file. Give a folder as `--out-dir`.',
    );
    expect(await precompile('scripts/*.js', '--out-dir', 'scripts/walk.js')).toContain('`scripts/walk.js` is a file.');
  });

  test('globs that match nothing but outputs are not said to match nothing', async () => {
    expect(await precompile('scripts/walk.js', '*/walk.js', '--out-dir', 'scripts', '!dist/*')).toContain(
      '`scripts/walk.js */walk.js !dist/*` matches only files in the output folder `scripts`, which are skipped.',
    );
  });

  test('if one cannot go to its place, those before it give way to what was there', async () => {
    // A name may have 253 letters, but with `.map` it is too long.
    const long = `${'z'.repeat(250)}.js`;
    project.write(`scripts/${long}`, walk);
    project.write('scripts/new.js', walk);
    project.write('scripts/bots/old/guard.js', walk);
    project.write(`dist/${long}`, 'what was there too');
    expect(await precompile('scripts/**/*.js', '--source-maps')).toContain('`dist` cannot be written: name too long.');
    expect(project.read(`dist/${long}`)).toBe('what was there too');
    expect(existsSync(path.join(project.folder, 'dist/bots'))).toBe(false);
  });

  test('what cannot be put back is kept, and the message says where', async () => {
    const { folder } = project;
    project.write('dist/b.js', 'b before');
    const files = ['walk', 'b', 'c'].map((name) => ({ file: path.join(folder, `dist/${name}.js`), content: 'after' }));
    let moves = 0;
    const failing = (from: string, to: string): Promise<void> =>
      ++moves > 2 ? Promise.reject(new Error('EIO: the disk is gone, rename')) : rename(from, to);
    const writing = writeAll(files, { cwd: folder, outDir: path.join(folder, 'dist') }, { rename: failing });
    await expect(writing).rejects.toThrow(/could not be restored: .* They are in `dist\/\.spindle-kept-[\w-]+`/);
    const kept = project.list('dist').filter((name) => name.endsWith('.old'));
    expect(kept.map((name) => project.read(`dist/${name}`))).toEqual(['what was there before', 'b before']);
    await project.spindle(['precompile', 'scripts/*.js']);
    expect(project.list('dist')).toEqual(expect.arrayContaining(kept));
  });
});

describe('arguments', () => {
  test.each([
    [['precompil', 'a.js'], '`precompil` is not a command of spindle. Did you mean `precompile`?'],
    [['dance'], '`dance` is not a command of spindle. See `spindle --help`.'],
    [
      ['precompile', 'a.js', '--out-dri', 'x'],
      '`--out-dri` is not an option of `spindle precompile`. Did you mean `--out-dir`?',
    ],
    [['precompile', 'a.js', '--source-map'], 'Did you mean `--source-maps`?'],
    [
      ['precompile', 'a.js', '--colour', '-x'],
      '`-x` is not an option of `spindle precompile`. See `spindle precompile --help`.',
    ],
    [['precompile', 'a.js', '--out-dir'], 'option `-o, --out-dir <folder>` value is missing.'],
    [['precompile', 'a.js', '--jobs', '2'], '`--jobs` is not an option of `spindle precompile`. See '],
    [['precompile', 'a.js', '--check', '-w'], '`--watch` and `--check` cannot be given together. See '],
    [['precompile', 'a.js', '--config', 'a', '--config', 'b'], '`--config` is given more than once. Give it once.'],
    [['precompile'], 'missing required args for command `precompile <...globs>`.'],
  ])('%j', async (args, message) => {
    expect(await refused(...args)).toContain(message);
  });
});

describe('options of the plugin', () => {
  test.each([
    ['{ "frameWiat": {} }', 'The option `frameWiat` is not known. Did you mean `frameWait`?'],
    ['{ "fastIterations": 0 }', 'The option `fastIterations` expected a whole number ≥ 1, got 0'],
    ['{ "plain": [ }', '`spindle.config.json` is not JSON: value expected at 1:14. Fix it there. [SPN413]'],
    ['[]', '`spindle.config.json` does not contain an object.'],
  ])('%s', async (config, message) => {
    project.write('spindle.config.json', config);
    project.write('scripts/run.js', walk);
    const text = await precompile('scripts/*.js');
    expect(text).toContain(message);
    expect(text).toMatch(/^`?spindle\.config\.json/);
    expect(text).toContain('\n1 error. ');
  });

  test('the name of the prototype in a file of options is a key like any other', async () => {
    project.write('scripts/run.js', '// @compile\nfunction run() {\n  wait(1);\n  return __proto__;\n}\n');
    for (const [name, text] of [
      ['spindle.config.json', '{ "globals": { "__proto__": "CK.base" /* ours */, }, }'],
      ['package.json', '{ "spindle": { "globals": { "__proto__": "CK.other" } } }'],
    ]) {
      project.write(name!, text!);
      expect((await project.spindle(['precompile', 'scripts/run.js', '--no-cache'])).code).toBe(0);
      expect(project.read('dist/run.js')).toMatch(name === 'package.json' ? 'return CK.other;' : 'return CK.base;');
      rmSync(path.join(project.folder, name!));
    }
    project.write('spindle.config.json', '{ "__proto__": { "target": "frames" } }');
    expect(await precompile('scripts/*.js')).toContain('The option `__proto__` is not known.');
  });

  test('a wrong one names the file of --config, or the option of the command', async () => {
    project.write('other.json', '{ "plian": [] }');
    expect(await precompile('scripts/*.js', '--config', './other.json')).toMatch(
      /^\.\/other\.json: The option `plian` is not known\. Did you mean `plain`\?/,
    );
    expect(await precompile('scripts/*.js', '--runtime-global', 'C K')).toMatch(
      /^--runtime-global: The option `runtime\.global` expected a name/,
    );
    project.write('other.json', '{ "runtime": { "module": "m" } }');
    expect(await precompile('scripts/*.js', '--config', 'other.json', '--runtime-global', 'CK')).toMatch(
      /^--runtime-global: The option `runtime` has both/,
    );
  });

  test('a --config that is not there is named', async () => {
    expect(await precompile('scripts/*.js', '--config', 'gone.json')).toContain(
      '`gone.json` cannot be read: no such file or directory. Give `--config` a file of options. [SPN413]',
    );
    mkdirSync(path.join(project.folder, 'spindle.config.json'));
    expect(await precompile('scripts/*.js')).toContain(
      '`spindle.config.json` cannot be read: it is a folder. Fix that, or give another file with `--config`. [SPN413]',
    );
  });

  test('code that throws is named with what it says, and one without a default export', async () => {
    project.write('spindle.config.js', 'throw new Error("no\\nway");');
    expect(await precompile('scripts/*.js')).toContain(
      '`spindle.config.js` could not be run: no. Fix it there. [SPN413]',
    );
    project.write('spindle.config.js', 'export const plain = [];');
    expect(await precompile('scripts/*.js')).toContain('`spindle.config.js` does not contain an object.');
    expect(await precompile('scripts/*.js', '--config', 'gone.ts')).toContain(
      '`gone.ts` cannot be read: no such file or directory. Give `--config` a file of options. [SPN413]',
    );
  });

  test('of package.json too', async () => {
    project.write('package.json', '{ "spindle": { "plian": [] } }');
    expect(await precompile('scripts/*.js')).toMatch(/^"spindle" in package\.json: The option `plian` is not known/);
    project.write('package.json', '{ "spindle": 1 }');
    expect(await precompile('scripts/*.js')).toContain('`"spindle" in package.json` does not contain an object.');
  });

  test('a file that is not UTF-8 is named', async () => {
    writeFileSync(path.join(project.folder, 'spindle.config.json'), Buffer.from('{ "plain": ["\u00e9"] }', 'latin1'));
    expect(await precompile('scripts/*.js')).toContain('`spindle.config.json` is not UTF-8: byte 13 (0xE9, in line 1)');
  });
});

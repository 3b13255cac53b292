import path from 'node:path';
import { Project } from './project.js';

const walk = '// @compile\nexport function walk() {\n  wait(16);\n}\n';

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

describe('source maps', () => {
  test.each(['x\nglobalThis.PWNED = 1;y.js', 'u\u2028globalThis.PWNED = 1;y.js', 'r\rx.js', 'a%20b#c?d.js', 'é \\.js'])(
    'the name %j stays in its comment, as a URL by which the map and the source are found',
    async (name) => {
      start({ [`src/${name}`]: walk });
      await project.spindle(['precompile', 'src/*.js', '--source-maps']);
      const lines = project.read(`dist/${name}`).split(/[\n\r\u2028\u2029]/);
      expect(lines.at(-1)).toBe('');
      const [, url = ''] = /^\/\/# sourceMappingURL=([\w%.-]+)$/.exec(lines.at(-2)!)!;
      expect(lines.slice(0, -2).filter((line) => line.includes('PWNED'))).toEqual([]);
      const at = (way: string, from: string): string =>
        decodeURIComponent(new URL(way, `file:///${from}`).pathname).slice(1);
      expect(at(url, 'dist/x.js')).toBe(`dist/${name}.map`);
      const map = JSON.parse(project.read(`dist/${name}.map`)) as { file: string; sources: string[] };
      expect(map.file).toBe(name);
      expect(map.sources.map((source) => at(source, 'dist/x.js.map'))).toEqual([`src/${name}`]);
    },
  );

  test('nothing that is written holds the folder in which it was', async () => {
    start({ 'src/walk.js': walk, 'src/run.ts': walk });
    await project.spindle(['precompile', 'src/*', '--source-maps']);
    for (const name of project.list('dist'))
      expect(project.read(`dist/${name}`)).not.toContain(path.basename(project.folder));
  });
});

describe('control characters', () => {
  test('of file names are shown, and do not reach the terminal', async () => {
    const name = 'a\u001B[2J\u0085\u202Eb';
    const shown = 'a\\u001b[2J\\u0085\\u202eb';
    start({ [`${name}/bad.js`]: 'x = ; // @compile', [`${name}/dice.js`]: '// @compile\nx = () => Math.random();' });
    const { text } = await project.spindle(['precompile', '**/*.js']);
    expect(text.startsWith(`${shown}/dice.js:2:11: warning: `)).toBe(true);
    expect(text).toContain(`\n${shown}/bad.js:1:5: Unexpected token. [SPN422]\n`);
    const { text: none } = await project.spindle(['precompile', `${name}/none.js`, '--out-dir', name]);
    expect(none).toContain(`\`${shown}/none.js\` matches no file in`);
    const { text: done } = await project.spindle(['precompile', '**/dice.js', '--out-dir', name]);
    // oxlint-disable-next-line no-control-regex -- these are looked for
    expect([text, none, done].join('').match(/[^\P{Cc}\n]/gu)).toBeNull();
  });

  test.each([false, true])('of a source are shown in its code frame; on a terminal: %s', async (isTTY) => {
    start({
      'bad.js': 'let a = "\u001B]0;title\u0007\u202E";\na = ; // @compile\n',
      'dice.js': '/* \u001B[31m */ "use compile"\nx = () => Math.random();\n',
    });
    const { text } = await project.spindle(['precompile', '*.js'], { isTTY });
    expect(text).toContain('  1 | let a = "␛]0;title␇�";\n> 2 | a = ; // @compile\n    |     ^');
    expect(text).toContain('  1 | /* ␛[31m */ "use compile"\n');
  });
});

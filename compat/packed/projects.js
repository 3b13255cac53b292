/**
 * One real project for each tool, as a person would set it up: the packages, the files, the commands. Each has the same game.
 * `without` are the files of the same project without Spindle, which has to say so.
 */
const GAME = {
  'src/main.js': `import '@spindle/runtime/globals-guard';
import { scheduler } from '@spindle/runtime';
import { scene } from './scene.js';

scene((text) => console.log(text));
for (let i = 0; i < 10; i++) scheduler.pulse(16);
`,
  'src/scene.js': `// @compile
export function scene(say) {
  say('begins');
  wait(10);
  const begun = clock.now;
  wait(50);
  say('ends after ' + (clock.now - begun));
  hitAWall();
}

// @compile
export function hitAWall() {
  wait(10);
  throw new Error('a wall');
}
`,
};
/** What each prints, and where the error comes from. */
export const EXPECTED = { lines: ['begins', 'ends after 64'], error: 'a wall', place: /scene\.js:14/ };

const node = (file) => ['node', '--enable-source-maps', file];
const bundled = (name, config, build, tools, extra = {}) => ({
  name,
  install: ['@spindle/runtime', '@spindle/unplugin', ...tools],
  files: { ...GAME, ...config("import spindle from '@spindle/unplugin/" + extra.door + "';", 'plugins: [spindle()],') },
  without: config('', ''),
  build,
  start: node(extra.output ?? 'dist/main.js'),
});

const vite = (version) =>
  bundled(
    `Vite ${version}, build`,
    (imports, plugins) => ({
      'vite.config.js': `${imports}
export default { ${plugins} build: { ssr: 'src/main.js', sourcemap: true, minify: false }, ssr: { noExternal: true } };`,
    }),
    ['npx', 'vite', 'build'],
    [`vite@${version}`],
    { door: 'vite' },
  );

const webpackLike = (name, door, tools, command) =>
  bundled(
    name,
    (imports, plugins) => ({
      [`${door}.config.mjs`]: `${imports}
export default { mode: 'production', target: 'node', devtool: 'source-map', entry: './src/main.js', optimization: { minimize: false },
  output: { path: import.meta.dirname + '/dist', filename: 'main.cjs' }, ${plugins} };`,
    }),
    command,
    tools,
    { door, output: 'dist/main.cjs' },
  );

const babelConfig = { 'babel.config.json': '{ "plugins": ["babel-plugin-threads"] }' };
const jestTest = {
  'src/scene.test.js': `import '@spindle/runtime/globals-guard';
import { start } from '@spindle/runtime';
import { scriptTest } from '@spindle/runtime/testing';
import { scene } from './scene.js';
// @compile
scriptTest('a scene', () => {
  const said = [];
  start(() => scene((text) => said.push(text)));
  wait(75);
  console.log(said.join('\\n'));
  expect(said).toEqual(['begins', 'ends after 64']);
  waitFor(scene(() => {}));
});
`,
};

export const projects = [
  vite('8.3.8'),
  vite('7.3.8'),
  webpackLike('webpack 5', 'webpack', ['webpack@5', 'webpack-cli@6'], ['npx', 'webpack']),
  webpackLike('Rspack', 'rspack', ['@rspack/core@2.2.9', '@rspack/cli@2.2.8'], ['npx', 'rspack', 'build']),
  bundled(
    'Rollup',
    (imports, plugins) => ({
      'rollup.config.mjs': `${imports}
import resolve from '@rollup/plugin-node-resolve';
export default { input: 'src/main.js', output: { file: 'dist/main.js', sourcemap: true },
  ${plugins === '' ? 'plugins: [resolve()]' : 'plugins: [spindle(), resolve()]'} };`,
    }),
    ['npx', 'rollup', '-c'],
    ['rollup@4.67.4', '@rollup/plugin-node-resolve@16'],
    { door: 'rollup' },
  ),
  bundled(
    'esbuild',
    (imports, plugins) => ({
      'build.mjs': `import { build } from 'esbuild';
${imports}
await build({ entryPoints: ['src/main.js'], bundle: true, platform: 'node', format: 'esm', sourcemap: true, outfile: 'dist/main.js', ${plugins} });`,
    }),
    ['node', 'build.mjs'],
    ['esbuild@0.28.2'],
    { door: 'esbuild' },
  ),
  {
    name: 'plain Node',
    install: ['@spindle/runtime', '@spindle/unplugin'],
    files: GAME,
    start: ['node', '--import', '@spindle/unplugin/register', 'src/main.js'],
    startWithout: ['node', 'src/main.js'],
  },
  {
    name: '@babel/cli',
    install: ['@spindle/runtime', 'babel-plugin-threads', '@babel/core@7', '@babel/cli@7'],
    files: { ...GAME, ...babelConfig },
    without: { 'babel.config.json': '{}' },
    build: ['npx', 'babel', 'src', '--out-dir', 'dist', '--source-maps'],
    start: node('dist/main.js'),
  },
  {
    name: 'the command',
    install: ['@spindle/runtime', '@spindle/cli'],
    files: GAME,
    build: ['npx', 'spindle', 'precompile', 'src/*.js', '--out-dir', 'dist', '--source-maps'],
    start: node('dist/main.js'),
    startWithout: ['node', 'src/main.js'],
  },
  {
    name: 'Parcel',
    install: ['@spindle/runtime', 'babel-plugin-threads', 'parcel@2.16.0'],
    files: { ...GAME, '.babelrc': '{ "plugins": ["babel-plugin-threads"] }' },
    without: { '.babelrc': '{}' },
    build: ['npx', 'parcel', 'build', 'src/main.js', '--no-cache', '--no-optimize'],
    manifest: {
      targets: {
        main: false,
        game: {
          distDir: 'dist',
          context: 'node',
          outputFormat: 'esmodule',
          includeNodeModules: true,
          isLibrary: false,
        },
      },
    },
    start: node('dist/main.js'),
  },
  {
    name: 'Vitest',
    install: ['@spindle/runtime', '@spindle/unplugin', 'vitest@4.1.12', 'vite@8.3.8'],
    files: {
      ...GAME,
      ...jestTest,
      'vitest.config.js': `import spindle from '@spindle/unplugin/vite';\nexport default { plugins: [spindle()], test: { globals: true } };`,
    },
    without: { 'vitest.config.js': 'export default { test: { globals: true } };' },
    start: ['npx', 'vitest', 'run'],
  },
  {
    name: 'Jest, ES modules',
    install: ['@spindle/runtime', 'babel-plugin-threads', 'jest@30', 'babel-jest@30', '@babel/core@7'],
    files: { ...GAME, ...jestTest, ...babelConfig },
    without: { 'babel.config.json': '{}' },
    start: ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
  },
  {
    name: 'Jest, CommonJS',
    install: [
      '@spindle/runtime',
      'babel-plugin-threads',
      'jest@30',
      'babel-jest@30',
      '@babel/core@7',
      '@babel/preset-env@7',
    ],
    manifest: { type: 'commonjs' },
    files: {
      ...GAME,
      ...jestTest,
      'babel.config.json':
        '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]], "plugins": ["babel-plugin-threads"] }',
      'jest.config.js': "module.exports = { transformIgnorePatterns: ['/node_modules/(?!@spindle/)'] };",
    },
    without: { 'babel.config.json': '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]] }' },
    start: ['npx', 'jest'],
  },
];

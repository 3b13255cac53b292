/**
 * One real project for each tool, as a person would set it up: the packages, the files, the commands. Each has the same game.
 * `without` are the files of the same project without Spindle, which has to say so.
 */
import { GAME, MONOREPO, TESTED_GAME, TYPED_GAME } from './game.js';

export const node = (file) => ['node', '--enable-source-maps', file];
const bundled = (name, config, build, tools, extra) => ({
  name,
  install: ['@spindle/runtime', '@spindle/unplugin', ...tools],
  files: {
    ...(extra.game ?? GAME),
    ...config("import spindle from '@spindle/unplugin/" + extra.door + "';", 'plugins: [spindle()],'),
  },
  without: config('', ''),
  build,
  start: node(extra.output ?? 'dist/main.js'),
});

const vite = (version) =>
  bundled(
    `Vite ${version}, build`,
    (imports, plugins) => ({
      'vite.config.js': `${imports}
export default { ${plugins} build: { ssr: 'src/main.ts', sourcemap: true, minify: false }, ssr: { noExternal: true } };`,
    }),
    ['npx', 'vite', 'build'],
    [`vite@${version}`],
    { door: 'vite', game: TYPED_GAME },
  );

/**
 * How users of webpack and Rspack remove types. All drop comments, so the plugin has to come before them. `esbuild-loader` takes no source
 * map, so it cannot map an error to its line; `ts-loader` would check the types of compiled code.
 */
const TS_LOADER = `{ test: /\\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } }`;
const swcLoader = (name) =>
  `{ test: /\\.ts$/, loader: '${name}', options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } } }`;
const TSCONFIG = `{ "compilerOptions": { "target": "es2022", "module": "esnext", "moduleResolution": "bundler",
  "strict": true, "sourceMap": true, "types": ["@spindle/runtime/globals"] } }`;

const webpackConfig = (plugins, loader) => `{
  mode: 'production', target: 'node', devtool: 'source-map', entry: './src/main.ts', optimization: { minimize: false },
  resolve: { extensions: ['.ts', '.js'] }, module: { rules: [${loader}] },
  output: { path: __dirname + '/dist', filename: 'main.cjs' }, ${plugins}
}`;

const webpackLike = (name, door, loader, tools, command) =>
  bundled(
    name,
    (imports, plugins) => ({
      [`${door}.config.mjs`]: `${imports}
const __dirname = import.meta.dirname;
export default ${webpackConfig(plugins, loader)};`,
    }),
    command,
    tools,
    { door, game: { ...TYPED_GAME, 'tsconfig.json': TSCONFIG }, output: 'dist/main.cjs' },
  );

const WEBPACK = ['webpack@5.112.2', 'webpack-cli@6.0.1'];

const webpackInCommonJs = bundled(
  'webpack 5, its configuration in CommonJS',
  (imports, plugins) => ({
    'webpack.config.cjs': `${imports && "const { default: spindle } = require('@spindle/unplugin/webpack');"}
module.exports = ${webpackConfig(plugins, swcLoader('swc-loader'))};`,
  }),
  ['npx', 'webpack'],
  [...WEBPACK, 'swc-loader@0.2.7', '@swc/core@1.16.22'],
  { door: 'webpack', game: TYPED_GAME, output: 'dist/main.cjs' },
);

const babelConfig = { 'babel.config.json': '{ "plugins": ["babel-plugin-threads"] }' };

const metroConfig = (plugins) => `module.exports = { presets: ['module:@react-native/babel-preset'], ${plugins} };`;

/** React Native's bundler, by its own command. */
export const metro = (version, preset) => ({
  name: `Metro ${version}`,
  install: [
    '@spindle/runtime',
    'babel-plugin-threads',
    `metro@${version}`,
    `@react-native/babel-preset@${preset}`,
    '@babel/core@7.29.13',
  ],
  manifest: { type: 'commonjs' },
  files: { ...GAME, 'babel.config.js': metroConfig("plugins: ['babel-plugin-threads']") },
  without: { 'babel.config.js': metroConfig('') },
  build: ['npx', 'metro', 'build', 'src/main.js', '--out', 'main', '--source-map', '--reset-cache'],
  start: node('main.js'),
});

export const vitest = (version) => ({
  name: `Vitest ${version}`,
  install: ['@spindle/runtime', '@spindle/unplugin', `vitest@${version}`, 'vite@8.3.8'],
  files: {
    ...TESTED_GAME,
    'vitest.config.js': `import spindle from '@spindle/unplugin/vite';\nexport default { plugins: [spindle()], test: { globals: true } };`,
  },
  without: { 'vitest.config.js': 'export default { test: { globals: true } };' },
  start: ['npx', 'vitest', 'run'],
});

export const projects = [
  vite('8.3.8'),
  vite('7.3.8'),
  webpackLike(
    'webpack 5',
    'webpack',
    TS_LOADER,
    [...WEBPACK, 'ts-loader@9.6.2', 'typescript@5.9.3'],
    ['npx', 'webpack'],
  ),
  webpackInCommonJs,
  webpackLike(
    'Rspack',
    'rspack',
    swcLoader('builtin:swc-loader'),
    ['@rspack/core@2.2.9', '@rspack/cli@2.2.8'],
    ['npx', 'rspack', 'build'],
  ),
  bundled(
    'Rollup',
    (imports, plugins) => ({
      'rollup.config.mjs': `${imports}
import resolve from '@rollup/plugin-node-resolve';
export default { input: 'src/main.js', output: { file: 'dist/main.js', sourcemap: true },
  ${plugins === '' ? 'plugins: [resolve()]' : 'plugins: [spindle(), resolve()]'} };`,
    }),
    ['npx', 'rollup', '-c'],
    ['rollup@4.67.4', '@rollup/plugin-node-resolve@16.0.3'],
    { door: 'rollup' },
  ),
  bundled(
    'Rolldown',
    (imports, plugins) => ({
      'rolldown.config.js': `${imports}
export default { input: 'src/main.ts', platform: 'node', output: { file: 'dist/main.js', sourcemap: true }, ${plugins} };`,
    }),
    ['npx', 'rolldown', '-c'],
    ['rolldown@1.2.19'],
    { door: 'rolldown', game: TYPED_GAME },
  ),
  bundled(
    'esbuild',
    (imports, plugins) => ({
      'build.mjs': `import { build } from 'esbuild';
${imports}
await build({ entryPoints: ['src/main.ts'], bundle: true, platform: 'node', format: 'esm', sourcemap: true, outfile: 'dist/main.js', ${plugins} });`,
    }),
    ['node', 'build.mjs'],
    ['esbuild@0.28.2'],
    { door: 'esbuild', game: TYPED_GAME },
  ),
  {
    // The types come from what `tsc -b` builds, the code from the sources.
    ...bundled(
      'a monorepo with references of TypeScript',
      (imports, plugins) => ({
        'vite.config.js': `${imports}
export default { ${plugins} build: { ssr: 'packages/game/src/main.ts', sourcemap: true, minify: false }, ssr: { noExternal: true } };`,
      }),
      ['sh', '-c', 'npx tsc -b && npx vite build'],
      ['vite@8.3.8', 'typescript@5.9.3'],
      { door: 'vite', game: MONOREPO },
    ),
    manifest: { workspaces: ['packages/*'] },
  },
  {
    name: 'plain Node',
    install: ['@spindle/runtime', '@spindle/unplugin'],
    files: GAME,
    start: ['node', '--import', '@spindle/unplugin/register', 'src/main.js'],
    startWithout: ['node', 'src/main.js'],
  },
  {
    name: '@babel/cli',
    install: ['@spindle/runtime', 'babel-plugin-threads', '@babel/core@7.29.13', '@babel/cli@7.8.4'],
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
    // As `npm create vite` makes a project: without a configuration.
    name: 'spindle init, Vite',
    install: ['@spindle/cli', 'vite@8.3.8'],
    files: GAME,
    build: [
      'sh',
      '-c',
      'npx @spindle/cli init --yes && npm install && npx @spindle/cli init && npx vite build --ssr src/main.js --sourcemap --minify false',
    ],
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
  metro('0.84.6', '0.84.1'),
  vitest('4.1.12'),
  {
    name: 'Jest, ES modules',
    install: ['@spindle/runtime', 'babel-plugin-threads', 'jest@30.5.2', 'babel-jest@30.5.2', '@babel/core@7.29.13'],
    files: { ...TESTED_GAME, ...babelConfig },
    without: { 'babel.config.json': '{}' },
    start: ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
  },
  {
    name: 'Jest, CommonJS',
    install: [
      '@spindle/runtime',
      'babel-plugin-threads',
      'jest@30.5.2',
      'babel-jest@30.5.2',
      '@babel/core@7.29.13',
      '@babel/preset-env@7.29.14',
    ],
    manifest: { type: 'commonjs' },
    files: {
      ...TESTED_GAME,
      'babel.config.json':
        '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]], "plugins": ["babel-plugin-threads"] }',
      'jest.config.js': "module.exports = { transformIgnorePatterns: ['/node_modules/(?!@spindle/)'] };",
    },
    without: { 'babel.config.json': '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]] }' },
    start: ['npx', 'jest'],
  },
];

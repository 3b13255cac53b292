/** Each bundler as its users call it: `build(folder, options)` bundles `src/main.ts` and gives the file and what was told. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';

/** How users of Rollup and webpack remove types. It drops comments, so it has to run after ours. */
const types = {
  name: 'types',
  async transform(code, id) {
    if (!/\.ts$/.test(id)) return null;
    const result = await esbuild.transform(code, { loader: 'ts', sourcemap: 'external', sourcefile: id });
    return { code: result.code, map: result.map };
  },
};

const entryOf = (folder) => path.join(folder, 'src/main.ts');

/** None with `noPlugin`. `wrap(plugin)` changes what the bundler gets. */
const pluginsOf = (spindle, { noPlugin, wrap = (plugin) => plugin, options }) =>
  noPlugin === true ? [] : [wrap(spindle(options))];

async function vite(name, folder, given) {
  const { build, createLogger } = await import(name);
  const { default: spindle } = await import('@spindle/unplugin/vite');
  const told = [];
  const customLogger = {
    ...createLogger('silent'),
    warn: (text) => told.push(text),
    warnOnce: (text) => told.push(text),
  };
  await build({
    root: folder,
    configFile: false,
    mode: 'production',
    customLogger,
    build: {
      lib: { entry: entryOf(folder), formats: ['es'], fileName: 'out' },
      sourcemap: true,
      minify: false,
    },
    plugins: pluginsOf(spindle, given),
  });
  return { file: path.join(folder, 'dist/out.js'), told };
}

async function rollup(folder, given) {
  const { rollup: bundle } = await import('rollup');
  const { nodeResolve } = await import('@rollup/plugin-node-resolve');
  const { default: spindle } = await import('@spindle/unplugin/rollup');
  const told = [];
  const built = await bundle({
    input: entryOf(folder),
    onLog: (_level, log) => told.push([log.message, log.frame].filter(Boolean).join('\n')),
    // Ours comes last, and runs first.
    plugins: [nodeResolve({ extensions: ['.ts', '.js'] }), types, ...pluginsOf(spindle, given)],
  });
  const file = path.join(folder, 'dist/out.js');
  await built.write({ file, sourcemap: true });
  await built.close();
  return { file, told };
}

async function rolldown(folder, given) {
  const { rolldown: bundle } = await import('rolldown');
  const told = [];
  const built = await bundle({
    input: entryOf(folder),
    onLog: (_level, log) => told.push(log.message),
    plugins: await pluginsOfRolldown(given),
  });
  const file = path.join(folder, 'dist/out.js');
  await built.write({ file, sourcemap: true });
  await built.close();
  return { file, told };
}

async function pluginsOfRolldown(given) {
  const { noPlugin, viaBabel, options } = given;
  if (noPlugin) return [];
  if (!viaBabel) return pluginsOf((await import('@spindle/unplugin/rolldown')).default, given);
  const { default: babel } = await import('@rolldown/plugin-babel');
  const { spindlePreset } = await import('@spindle/unplugin/babel');
  return [babel({ presets: [spindlePreset({ onDiagnostic: () => {}, ...options })] })];
}

async function esbuildBundle(folder, given) {
  const { default: spindle } = await import('@spindle/unplugin/esbuild');
  const file = path.join(folder, 'dist/out.js');
  const { warnings } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    outfile: file,
    bundle: true,
    format: 'esm',
    sourcemap: true,
    logLevel: 'silent',
    plugins: pluginsOf(spindle, given),
  });
  return { file, told: warnings.map(({ text }) => text) };
}

const webpackConfig = (folder, { dev }) => ({
  context: folder,
  entry: './src/main.ts',
  mode: dev ? 'development' : 'production',
  devtool: 'source-map',
  target: 'node',
  output: { path: path.join(folder, 'dist'), filename: 'out.cjs' },
  resolve: { extensions: ['.ts', '.js'] },
  optimization: { minimize: false },
});

const errorOf = (stats) => stats.compilation.errors.map(({ message }) => message).join('\n');

async function runCompiler(make, config) {
  const stats = await new Promise((resolve, reject) => {
    make(config, (error, result) => (error ? reject(error) : resolve(result)));
  });
  if (stats.hasErrors()) throw new Error(errorOf(stats));
  const { warnings } = stats.toJson({ all: false, warnings: true });
  return { file: path.join(config.output.path, 'out.cjs'), told: warnings.map(({ message }) => message) };
}

async function webpack(folder, given) {
  const { default: make } = await import('webpack');
  const { default: spindle } = await import('@spindle/unplugin/webpack');
  const config = webpackConfig(folder, given);
  const loader = path.join(import.meta.dirname, 'types-loader.cjs');
  return runCompiler(make, {
    ...config,
    module: { rules: [{ test: /\.ts$/, use: loader }] },
    plugins: pluginsOf(spindle, given),
  });
}

async function rspack(folder, given) {
  const { rspack: make } = await import('@rspack/core');
  const { default: spindle } = await import('@spindle/unplugin/rspack');
  const use = {
    loader: 'builtin:swc-loader',
    options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  };
  return runCompiler(make, {
    ...webpackConfig(folder, given),
    module: { rules: [{ test: /\.ts$/, use }] },
    plugins: pluginsOf(spindle, given),
  });
}

/** Farm and Bun run in processes of their own: the one keeps threads alive, the other is another engine. */
function runScript(command, folder, given) {
  const script = path.join(import.meta.dirname, `${command.script}.mjs`);
  const { status, stdout, stderr } = spawnSync(command.run, [script, folder, JSON.stringify(given)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return { file: path.join(folder, 'dist/out.js'), told: [stdout + stderr] };
}

export const bun = path.join(import.meta.dirname, 'node_modules/@oven/bun-linux-x64/bin/bun');

export const bundlers = {
  'Vite 8': (...given) => vite('vite', ...given),
  'Vite 7': (...given) => vite('vite7', ...given),
  Rollup: rollup,
  Rolldown: rolldown,
  'Rolldown with its Babel plugin': (folder, given) => rolldown(folder, { ...given, viaBabel: true }),
  esbuild: esbuildBundle,
  webpack,
  Rspack: rspack,
  Farm: async (...given) => runScript({ run: process.execPath, script: 'build-with-farm' }, ...given),
  Bun: async (...given) => runScript({ run: bun, script: 'build-with-bun' }, ...given),
};

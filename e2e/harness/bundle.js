/** Builds the small game of `e2e/game` with each bundler as a user would, with our packages as npm packs them. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import babel from '@babel/core';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import esbuild from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import * as vite from 'vite';
import { packAll, unpack } from '../../scripts/tarballs.js';
import { built, root } from './stage.js';

export const project = path.join(built, 'game');
const entry = path.join(project, 'src/main.js');

/** Copies the game, and unpacks the tarballs of our packages into its node_modules. */
export function makeProject() {
  rmSync(project, { recursive: true, force: true });
  cpSync(path.join(root, 'e2e/game'), project, { recursive: true });
  for (const { name } of packAll()) unpack(name, path.join(project, 'node_modules', name));
}

/** The configuration that a user writes: our plugin, by its name, for marked files, before other tools. */
async function compile(code, file, { stripsTypes = false } = {}) {
  if (!/\.[jt]s$/.test(file) || /[\\/]node_modules[\\/]/.test(file) || !/@compile|use compile/.test(code)) return null;
  const isTypeScript = file.endsWith('.ts');
  const result = await babel.transformAsync(code, {
    filename: file,
    cwd: project,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    plugins: ['babel-plugin-threads'],
    presets: isTypeScript && stripsTypes ? [path.join(root, 'e2e/node_modules/@babel/preset-typescript')] : [],
    parserOpts: { plugins: isTypeScript ? ['typescript'] : [] },
  });
  return { code: result.code, map: result.map };
}

const spindle = (options) => ({
  name: 'spindle',
  enforce: 'pre',
  transform: (code, id) => compile(code, id.split('?')[0], options),
});

/** How often the configuration of a build contains the plugin. The second time must change nothing. */
const times = (count, options) => Array.from({ length: count }, () => spindle(options));

/**
 * The bundlers. Each builds the game into `out` and gives the warnings that a user sees. With `isProduction`, the build is minified and
 * `process.env.NODE_ENV` is `production`; without, neither, as on a development server.
 */
export const bundlers = {
  async Vite({ out, isProduction, passes }) {
    const warnings = [];
    const log = (text) => void warnings.push(text);
    // Vite reads this variable, and sets it if it is missing.
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = isProduction ? 'production' : 'development';
    await vite.build({
      root: project,
      configFile: false,
      logLevel: 'silent',
      customLogger: { ...vite.createLogger('silent'), warn: log, warnOnce: log, error: log },
      plugins: times(passes),
      build: { outDir: out, sourcemap: true, minify: isProduction },
    });
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
    return warnings;
  },

  async Rolldown({ out, isProduction, passes }) {
    const warnings = [];
    const bundle = await rolldown({
      input: entry,
      onLog: (_level, { message }) => void warnings.push(message),
      plugins: times(passes),
      transform: { define: isProduction ? { 'process.env.NODE_ENV': '"production"' } : {} },
    });
    await bundle.write({ file: path.join(out, 'game.js'), sourcemap: true, minify: isProduction });
    await bundle.close();
    writePage(out);
    return warnings;
  },

  async Rollup({ out, isProduction, passes }) {
    const warnings = [];
    const bundle = await rollup({
      input: entry,
      onLog: (_level, { message }) => void warnings.push(message),
      plugins: [
        ...times(passes, { stripsTypes: true }),
        // Without a condition it takes the production build, unless NODE_ENV says otherwise.
        nodeResolve({ browser: true, exportConditions: [isProduction ? 'production' : 'development'] }),
        isProduction && replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
        isProduction && terser(),
      ],
    });
    await bundle.write({ file: path.join(out, 'game.js'), sourcemap: true });
    await bundle.close();
    writePage(out);
    return warnings;
  },

  async esbuild({ out, isProduction, passes }) {
    const onLoad = async ({ path: file }) => {
      let code = readFileSync(file, 'utf8');
      for (let pass = 0; pass < passes; pass++) code = withMap(await compile(code, file)) ?? code;
      return { contents: code, loader: file.endsWith('.ts') ? 'ts' : 'js' };
    };
    const { warnings } = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      outfile: path.join(out, 'game.js'),
      sourcemap: true,
      minify: isProduction,
      define: isProduction ? { 'process.env.NODE_ENV': '"production"' } : {},
      plugins: [{ name: 'spindle', setup: (build) => build.onLoad({ filter: /[\\/]src[\\/].*\.[jt]s$/ }, onLoad) }],
      logLevel: 'silent',
    });
    writePage(out);
    return warnings.map(({ text }) => text);
  },
};

/** Serves the sources of the game with Vite. Gives the address, and a function that closes the server. */
export async function serveGame() {
  const server = await vite.createServer({
    root: project,
    configFile: false,
    logLevel: 'silent',
    plugins: times(1),
    server: { host: '127.0.0.1', port: 0 },
  });
  await server.listen();
  return { origin: server.resolvedUrls.local[0].replace(/\/$/, ''), close: () => server.close() };
}

/** Bundles the bundled game again, with our plugin. Gives the folder. */
export async function bundleAgain(folder) {
  const out = `${folder}-again`;
  const bundle = await rollup({ input: path.join(folder, 'game.js'), plugins: times(1) });
  await bundle.write({ file: path.join(out, 'game.js'), sourcemap: true });
  writePage(out);
  await bundle.close();
  return out;
}

/** The code that Rollup and terser make of a page that imports one word from the runtime. */
export async function minified(word) {
  const file = path.join(project, `only-${word}.js`);
  writeFileSync(file, `import { ${word} } from '@spindle/runtime';\nglobalThis.taken = ${word};\n`);
  const bundle = await rollup({ input: file, plugins: [nodeResolve({ browser: true }), terser()] });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}

/** The page of a game that was bundled into one file. Vite makes its own page. */
function writePage(out) {
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><script type="module" src="game.js"></script>');
}

/** The compiled code with its source map inside, where esbuild looks for it. */
function withMap(compiled) {
  if (compiled === null) return null;
  const map = Buffer.from(JSON.stringify(compiled.map)).toString('base64');
  return `${compiled.code}\n//# sourceMappingURL=data:application/json;base64,${map}`;
}

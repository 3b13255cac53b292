/** webpack and Rspack, which build again after each edit. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeGame } from './game.js';

/** `where`: `node`, or `web` for a page. `target`: an option of the compiler. */
export async function watch(bundler, name, files, { isHot = true, target = 'generators', where = 'node' } = {}) {
  const folder = writeGame(`${bundler} ${name}`, files);
  const { default: make } =
    bundler === 'webpack' ? await import('webpack') : { default: (await import('@rspack/core')).rspack };
  const { default: spindle } = await import(`@spindle/unplugin/${bundler}`);
  const builds = [];
  let wake = () => {};
  const compiler = make({
    context: folder,
    entry: './src/main.js',
    mode: 'development',
    devtool: false,
    target: where,
    output: {
      path: path.join(folder, 'dist'),
      filename: 'out.js',
      publicPath: '/',
      ...(where === 'node' && { library: { type: 'commonjs2' } }),
    },
    plugins: [spindle({ target }), ...(isHot ? [new make.HotModuleReplacementPlugin()] : [])],
  });
  const watching = compiler.watch({ aggregateTimeout: 20, poll: 20 }, (error, stats) => {
    builds.push(error ?? stats);
    wake();
  });
  const built = async (count) => {
    while (builds.length < count) await new Promise((resolve) => (wake = resolve));
    const errors = builds.at(-1).toJson({ all: false, errors: true }).errors;
    return errors.map(({ message }) => message).join('\n');
  };
  assert.equal(await built(1), '');
  return {
    folder: path.join(folder, 'dist'),
    close: () => new Promise((resolve) => watching.close(() => compiler.close(resolve))),
    /** Edits a file. Gives the errors of the build. */
    async edit(file, change) {
      const place = path.join(folder, file);
      const count = builds.length;
      const code = readFileSync(place, 'utf8');
      assert.notEqual(change(code), code);
      writeFileSync(place, change(code));
      return built(count + 1);
    },
  };
}

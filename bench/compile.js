/** Compiles the scripts of the benchmarks with the built plugin, and imports them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@babel/core';
import threads from 'babel-plugin-threads';

export async function compileScript(name, options = {}) {
  const file = path.join(import.meta.dirname, 'scripts', `${name}.js`);
  const output = path.join(
    import.meta.dirname,
    '../build/bench',
    `${name}-${options.target ?? options.calls ?? 'readable'}.mjs`,
  );
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    babelrc: false,
    configFile: false,
    plugins: [[threads, options]],
  });
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, code);
  return import(pathToFileURL(output));
}

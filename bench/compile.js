/** Compiles the scripts of the benchmarks with the built plugin, and imports them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@babel/core';
import threads from 'babel-plugin-threads';

const fileOf = (name) => path.join(import.meta.dirname, 'scripts', `${name}.js`);

export function readScript(name) {
  return readFileSync(fileOf(name), 'utf8');
}

export const compileScript = (name, options) => compileText(name, readScript(name), options);

/** The name is that of the file. */
export async function compileText(name, text, options = {}) {
  return import(pathToFileURL(writeCompiled(name, text, options)));
}

/** Gives the path of the compiled file. */
export function writeCompiled(name, text, options) {
  const output = path.join(
    import.meta.dirname,
    '../build/bench',
    `${name}-${options.target ?? 'generators'}${options.saves === true ? '-saves' : ''}.mjs`,
  );
  const { code } = transformSync(text, {
    filename: fileOf(name),
    babelrc: false,
    configFile: false,
    plugins: [[threads, options]],
  });
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, code);
  return output;
}

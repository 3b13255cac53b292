/** Compiles the scripts of the benchmarks with the built plugin, and imports them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@babel/core';
import threads from 'babel-plugin-threads';
import esbuild from 'esbuild';

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

/** Compiles scripts and bundles them with a runtime of their own. `exports`: what else it exports, as statements. */
export async function bundleScripts(name, scripts, { options, exports }) {
  const files = scripts.map((script) => writeCompiled(script, readScript(script), options));
  const outfile = path.join(import.meta.dirname, '../build/bench', `bundle-${name}.mjs`);
  const contents = [...files.map((file) => `export * from ${JSON.stringify(file)}`), ...exports].join(';\n');
  await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  return import(pathToFileURL(outfile));
}

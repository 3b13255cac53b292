/**
 * Writes the Babel of a lane as one script. A worker of jest compiles the script once, and each test file runs it in its own context (`environment.js`): each
 * has a Babel of its own, but does not find, read and compile its hundreds of modules again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.join(import.meta.dirname, '../..');

/**
 * Gives the path of the script, and that of the modules that tests get for the packages `names` of @babel, with `$1` for the name. `folder` is where these are
 * installed. All is written once for what is installed.
 */
export async function bundleBabel(folder, names) {
  const hash = createHash('sha256').update(names.join());
  // The second is written by npm.
  for (const file of [import.meta.filename, path.join(folder, 'node_modules/.package-lock.json')])
    hash.update(readFileSync(file));
  const target = path.join(root, 'node_modules/.cache/jest-babel', hash.digest('hex').slice(0, 16));
  const script = path.join(target, 'babel.js');
  const { type } = JSON.parse(readFileSync(path.join(folder, 'node_modules/@babel/core/package.json'), 'utf8'));
  const [moduleOf, extension] = type === 'module' ? [writeModule, 'mjs'] : [writeCommonJS, 'cjs'];
  if (!existsSync(script)) {
    mkdirSync(target, { recursive: true });
    for (const name of names)
      writeFileSync(path.join(target, `${name}.${extension}`), await moduleOf(name, createRequire(`${folder}/`)));
    // Two runs of jest may start at the same time.
    const unfinished = `${script}.${process.pid}`;
    writeFileSync(unfinished, scriptOf(folder, names));
    renameSync(unfinished, script);
  }
  return { script, modules: path.join(target, `$1.${extension}`) };
}

const loaded = (name) =>
  `globalThis[Symbol.for('spindle.babel')](require, (name) => import(name))[${JSON.stringify(name)}]()`;

const writeCommonJS = (name) => `module.exports = ${loaded(name)};\n`;

/** A native module names its exports. */
async function writeModule(name, { resolve }) {
  const names = Object.keys(await import(pathToFileURL(resolve(`@babel/${name}`)).href));
  return [
    `import { createRequire } from 'node:module';`,
    `const require = createRequire(import.meta.url);`,
    `const loaded = ${loaded(name)};`,
    ...names.map((each, n) => `const v${n} = loaded[${JSON.stringify(each)}];\nexport { v${n} as ${each} };`),
    '',
  ].join('\n');
}

/** A function that gives a function for each package, which loads it. */
function scriptOf(folder, names) {
  const { outputFiles } = esbuild.buildSync({
    stdin: {
      contents: names.map((name) => `exports['${name}'] = () => require('@babel/${name}');`).join('\n'),
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.url': 'url' },
    banner: {
      js: `(function (require, importModule) { const exports = {}, url = '${pathToFileURL(path.join(folder, 'babel.js')).href}';`,
    },
    footer: { js: 'return exports; })' },
    logLevel: 'error',
  });
  // Only a module of a context can import another one into it.
  return outputFiles[0].text.replaceAll(/\b(return (?:await )?)import\(/g, '$1importModule(');
}

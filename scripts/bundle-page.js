/** Bundles @spindle/page into the files that pages load: a part of `npm run build`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { licencesOf } from './licences.js';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'packages/page');
const runtime = path.join(root, 'packages/runtime/dist');

/**
 * Bundles an entry of the package, with the runtime of development, whose errors have texts, or that of production. `plugins` come before those that it needs; without an
 * `outfile` nothing is written.
 */
export function bundlePage(
  entry,
  outfile,
  { format = 'iife', isProduction = false, minify = isProduction, plugins = [] } = {},
) {
  return esbuild.build({
    entryPoints: [path.join(folder, `dist/${entry}.js`)],
    ...(outfile === undefined ? { write: false } : { outfile: path.join(folder, outfile) }),
    bundle: true,
    format,
    platform: 'browser',
    target: 'es2022',
    minify,
    minifySyntax: true,
    metafile: true,
    plugins: [...plugins, ofRuntime(isProduction ? path.join(runtime, 'production') : runtime)],
    logLevel: 'warning',
  });
}

/** The entries of one build of the runtime; of the compiler, the file that is bundled already. */
const ofRuntime = (dist) => ({
  name: 'entries',
  setup({ onResolve }) {
    onResolve({ filter: /^@spindle\/runtime/ }, ({ path: name }) => ({
      path: path.join(dist, `${name === '@spindle/runtime' ? 'index' : name.replace('@spindle/runtime/', '')}.js`),
    }));
  },
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , , { metafile }] = await Promise.all([
    bundlePage('classic', 'spindle.js'),
    bundlePage('classic', 'spindle.min.js', { isProduction: true }),
    bundlePage('module', 'spindle.mjs', { format: 'esm' }),
    bundlePage('compiler', 'compiler.js', { minify: true }),
  ]);
  // The compiler is one file, which lists the licences of its parts.
  const ofCompiler = readFileSync(path.join(root, 'packages/compiler/dist/bundle/LICENSES.txt'), 'utf8');
  writeFileSync(path.join(folder, 'LICENSES.txt'), `${ofCompiler}\n----\n\n${licencesOf(metafile)}`);
}

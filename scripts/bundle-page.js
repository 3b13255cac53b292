/** Bundles @spindle/page into the files that pages load: a part of `npm run build`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { licencesOf } from './licences.js';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'packages/page');
const runtime = path.join(root, 'packages/runtime/dist');

/** With the runtime of development, whose errors have texts, or that of production. */
const build = (entry, outfile, { format = 'iife', isProduction = false, minify = isProduction } = {}) =>
  esbuild.build({
    entryPoints: [path.join(folder, `dist/${entry}.js`)],
    outfile: path.join(folder, outfile),
    bundle: true,
    format,
    platform: 'browser',
    target: 'es2022',
    minify,
    minifySyntax: true,
    metafile: true,
    plugins: [ofRuntime(isProduction ? path.join(runtime, 'production') : runtime)],
    logLevel: 'warning',
  });

/** The entries of one build of the runtime; of the compiler, the file that is bundled already. */
const ofRuntime = (dist) => ({
  name: 'entries',
  setup({ onResolve }) {
    onResolve({ filter: /^@spindle\/runtime/ }, ({ path: name }) => ({
      path: path.join(dist, `${name === '@spindle/runtime' ? 'index' : name.replace('@spindle/runtime/', '')}.js`),
    }));
  },
});

const [, , , { metafile }] = await Promise.all([
  build('classic', 'spindle.js'),
  build('classic', 'spindle.min.js', { isProduction: true }),
  build('module', 'spindle.mjs', { format: 'esm' }),
  build('compiler', 'compiler.js', { minify: true }),
]);
// The compiler is one file, which lists the licences of its parts.
const ofCompiler = readFileSync(path.join(root, 'packages/compiler/dist/bundle/LICENSES.txt'), 'utf8');
writeFileSync(path.join(folder, 'LICENSES.txt'), `${ofCompiler}\n----\n\n${licencesOf(metafile)}`);

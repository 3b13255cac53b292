/**
 * Puts the library that reads source maps into packages/runtime/dist, and its licence beside it: a part of `npm run build`. So the runtime has no
 * dependencies, and pages load it as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { licencesOf } from './licences.js';

const root = path.join(import.meta.dirname, '..');
const runtime = path.join(root, 'packages/runtime');

/** The maps of the libraries name sources that npm does not have. */
const withoutMaps = {
  name: 'without-maps',
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''),
    })),
};

const { metafile } = await esbuild.build({
  entryPoints: [path.join(runtime, 'src/overlay/source-map.ts')],
  outfile: path.join(runtime, 'dist/overlay/source-map.js'),
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  plugins: [withoutMaps],
  logLevel: 'warning',
});
writeFileSync(path.join(runtime, 'dist/LICENSES.txt'), licencesOf(metafile, root));

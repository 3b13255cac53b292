/** The weight of the core, bundled, minified and gzipped as size-limit does it. */
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { buildSync } from 'esbuild';

const KB = 1000;

export function sizeRow() {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(import.meta.dirname, '../packages/runtime/dist/index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const value = gzipSync(outputFiles[0].contents).length / KB;
  return {
    id: 'size',
    title: 'the core, minified and gzipped',
    unit: 'kB',
    targets: { spindle: 8 },
    results: [{ name: 'spindle', value }],
  };
}

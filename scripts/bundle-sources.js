/** Bundles a harness with the sources of the runtime and the plugin, so that it runs in processes of its own without jest. */
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const runtime = path.join(root, 'packages/runtime/src');
const ENTRIES = ['abi', 'natives', 'own-waits', 'replay', 'saves', 'testing'];

/** `keepNames`: functions are called as in the sources. `plugins`: more of esbuild's. */
export async function bundleSources(entry, outfile, { sourcemap = false, keepNames = false, plugins = [] } = {}) {
  await build({
    entryPoints: [path.join(root, entry)],
    outfile,
    bundle: true,
    sourcemap,
    keepNames,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'bundle',
    external: ['@babel/core', 'fast-check'],
    alias: {
      ...Object.fromEntries(ENTRIES.map((name) => [`@spindle/runtime/${name}`, path.join(runtime, `${name}.ts`)])),
      '@spindle/runtime': path.join(runtime, 'index.ts'),
      'babel-plugin-threads': path.join(root, 'packages/babel-plugin-threads/src/index.ts'),
    },
    plugins: [sourcesForBuilt, ...plugins],
    logLevel: 'error',
  });
}

/** Replaces imports of the built plugin by imports of its sources, as a mutation changes only the sources. */
const sourcesForBuilt = {
  name: 'sources for what is built',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/babel-plugin-threads\/dist\// }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')),
    })),
};

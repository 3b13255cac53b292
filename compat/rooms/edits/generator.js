/** What makes and judges random edits (`conformance/edits`), for processes of their own. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleSources } from '../../../scripts/bundle-sources.js';

const OUT = path.join(import.meta.dirname, '../../../build/rooms/edits');
/** Where the calls of a scheduler stand. */
export const PLACES = pathToFileURL(path.join(OUT, 'places.mjs')).href;

/** Gives the class `Deploy`. */
export async function buildGenerator() {
  for (const name of ['places', 'deploy'])
    await bundleSources(`conformance/edits/${name}.ts`, path.join(OUT, `${name}.mjs`), { plugins: [builtRuntime] });
  return import(pathToFileURL(path.join(OUT, 'deploy.mjs')).href);
}

/** The runtime is that of the rooms. */
const builtRuntime = {
  name: 'built runtime',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/packages\/runtime\/src\// }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.replace('/src/', '/dist/')),
      external: true,
    })),
};
